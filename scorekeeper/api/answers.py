"""Response schemas of games."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from scorekeeper.api.schemas import Answered, Entry, Moment, SeatCode, SideCode, told


class Both(Answered):
    """A number of either side."""

    A: int = told("That of side A.", 92)
    B: int = told("That of side B.", 70)


class BothNames(Answered):
    """The names of either side."""

    A: str = told("That of side A.", "Camille – Andrée")
    B: str = told("That of side B.", "Bernard – Louis")


class SeatNames(Answered):
    """Who sits where."""

    A1: str = told("Who sits at A1.", "Camille")
    B1: str = told("Who sits to the right of A1, or to the left where the rules say so.", "Bernard")
    A2: str = told("The partner of A1.", "Andrée")
    B2: str = told("The partner of B1.", "Louis")


class Format(Answered):
    """When the game ends: at a target, or after a number of hands."""

    target: int | None = told("The points that end the game, null without a target.", 1000)
    hands: int | None = told("The number of hands that ends the game, null without.", None)
    games: int = told("How many games are added up.", 1)


class Rules(Answered):
    """The rule set of the game."""

    name: str = told("Its name.", "Belote classique")
    digest: str = told(
        "A word for its outcome tables, which changes with them.", "5f1c9a2e7b40d318"
    )
    shown_in_tens: bool = told(
        "Whether running totals are shown to the nearest ten; they are kept as they are.", False
    )


class Line(Answered):
    """Points that one side marks for a hand, and why."""

    side: SideCode = told("Who marks them.", "A")
    points: int = told("How many.", 92)
    reason: str = told("The code of what they are for.", "card_points")


class SheetHand(Answered):
    """A hand of the sheet: what was entered, and what followed from it."""

    id: Annotated[str, Field(json_schema_extra={"format": "uuid"})] = told(
        "The key under which it was sent.", "0f8b8f8e-3c55-4d57-9f5c-2d7a33c5a9d1"
    )
    number: int = told("Its place on the sheet, from 1.", 1)
    tag: str = told(
        "Changes whenever what is stored of the hand does; a correction names it as its base, or "
        "in the header `If-Match`.",
        "9c1185a5c5e9fc54",
    )
    entry: Entry = told(
        "What was played.", {"taker": "A1", "card_points": 92, "belote": "A", "belote_seat": "A2"}
    )
    outcome: str | None = told("The code of how it ended: made, failed and so on.", "made")
    winner: SideCode | None = told("The side that won it, null where nobody did.", "A")
    points: Both = told("What either side marks.")
    lines: list[Line] = told("What these points are made of.")
    held: int = told("Points that a litige left for a later hand.", 0)
    totals: Both | None = told("The totals after it.")
    counted: bool = told(
        "False for a hand written after the game's end: without an outcome and totals.", True
    )
    by: str = told("Who wrote it.", "Camille")
    at: Moment = told("When it was written.", "2026-03-14T20:41:07+00:00")
    changed_at: Moment | None = told("When it was last corrected, null if never.", None)


class EarlierSeat(Answered):
    """Somebody who left a seat to somebody else in the course of the game."""

    seat: SeatCode = told("The seat.", "A1")
    name: str = told("Who sat there.", "Camille")
    first_hand: int = told("The first hand that they played there.", 1)
    last_hand: int = told("The last one.", 4)


class Sheet(Answered):
    """The sheet of a game as it is stored."""

    game: int = told("The number of the game.", 17)
    version: int = told("Counts what was written to the game.", 12)
    state: Literal["playing", "finished", "slip"] = told(
        "Being played, finished, or replaced by a slip with totals alone.", "playing"
    )
    may_enter: bool = told("Whether whoever asks may write the next hand.", True)
    may_correct: bool = told("Whether whoever asks may correct stored hands.", True)
    sides: BothNames = told("The names of both sides.")
    seats: SeatNames = told("Who sits there, by seat.")
    left: list[EarlierSeat] = told("Who sat there before somebody sat in for them.")
    dealers: list[SeatCode] = told(
        "Who deals the next hand, the one after it, and so on.", ["B1", "A2", "B2", "A1"]
    )
    passed_deals: int = told("Deals that nobody took since the last hand.", 0)
    next_number: int = told("The place of the next hand.", 2)
    totals: Both = told("All points of either side.")
    game_totals: Both = told("The points of the game being played, where several are added up.")
    held: Both = told("What litiges hold now, by the side that may get it.")
    format: Format = told("When the game ends.")
    game_number: int = told("Which of several games is being played, from 1.", 1)
    hands_in_game: int = told("How many hands that game has.", 1)
    held_at_end: str = told("The code of what becomes of points still held at the end.", "lost")
    rules: Rules = told("The rules by which it is scored.")
    receipt: str | None = told("The code of a contest's finished sheet.", None)
    mark: str | None = told("Changes with what the contest says of the game.", None)
    hands: list[SheetHand] = told("Its hands, in order.")


class ErrorLine(Answered):
    """One thing that is wrong or unusual, and about which field."""

    code: str = told("What it is, for programs.", "card_points_too_many")
    field: str = told("The field in what was sent.", "entry.card_points")
    severity: Literal["error", "warning"] = told(
        "A warning is let pass when its code is sent among `confirmed`.", "error"
    )
    value: int | None = told("The number that it is about.", 170)
    whole: int | None = told("How many card points the hand has in all.", 162)
    detail: str = told(
        "A sentence for people that says what to do.", "There are 162 points in all."
    )


class Answer(Answered):
    """What became of what was sent, and the sheet after it."""

    done: Literal["recorded", "corrected", "withdrawn", "noted", "accepted", "disputed", "same"] = (
        told("What was done; `same`: it was like that already.", "recorded")
    )
    sheet: Sheet = told("The sheet as it is now.")
    notices: list[ErrorLine] = told(
        "What is unusual about the hand as part of its game; nothing is refused for it.",
        [],
        default=[],
    )


class Outcomes(BaseModel):
    """How every hand is scored under a rule set, as data for a page that scores by itself."""

    model_config = ConfigDict(extra="allow")

    digest: str = told("Changes with the tables.", "5f1c9a2e7b40d318")
    contracts: bool = told("Whether the rules have bids.", False)


class ProblemBody(Answered):
    """A refusal (RFC 9457)."""

    type: Literal["about:blank"] = told("Nothing more is told elsewhere.", "about:blank")
    title: str = told("The words of the status.", "Not Found")
    status: int = told("The status of the answer.", 404)
    detail: str = told(
        "A sentence for people that says what to do.",
        "There is nothing here, or it is not for this table.",
    )
    code: str = told("What is refused, for programs.", "not_found")
    errors: list[ErrorLine] = told("What is wrong, field by field.", [])
    stored: SheetHand | None = told(
        "The hand that stands in the way, as it is.", None, default=None
    )
    sheet: Sheet | None = told("The sheet as it is now.", None, default=None)
    by: str | None = told("Who withdrew the hand.", None, default=None)
    address: str | None = told("Where the table plays now.", None, default=None)
    reason: Literal["closed", "left", "gone"] | None = told(
        "Why the table plays elsewhere.", None, default=None
    )
    number: str | None = told("Under which number the log tells of a failure.", None, default=None)
