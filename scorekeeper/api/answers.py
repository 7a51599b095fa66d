"""Response schemas of games."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from scorekeeper.api.schemas import Answered, Entry, Moment, SeatCode, SideCode, described


class Both(Answered):
    """A number of either side."""

    A: int = described("That of side A.", 92)
    B: int = described("That of side B.", 70)


class BothNames(Answered):
    """The names of either side."""

    A: str = described("That of side A.", "Camille – Andrée")
    B: str = described("That of side B.", "Bernard – Louis")


class SeatNames(Answered):
    """Who sits where."""

    A1: str = described("Who sits at A1.", "Camille")
    B1: str = described(
        "Who sits to the right of A1, or to the left where the rules say so.", "Bernard"
    )
    A2: str = described("The partner of A1.", "Andrée")
    B2: str = described("The partner of B1.", "Louis")


class Format(Answered):
    """When the game ends: at a target, or after a number of hands."""

    target: int | None = described("The points that end the game, null without a target.", 1000)
    hands: int | None = described("The number of hands that ends the game, null without.", None)
    games: int = described("How many games are added up.", 1)


class Rules(Answered):
    """The rule set of the game."""

    name: str = described("Its name.", "Belote classique")
    digest: str = described(
        "A word for its outcome tables, which changes with them.", "5f1c9a2e7b40d318"
    )
    shown_in_tens: bool = described(
        "Whether running totals are shown to the nearest ten; they are kept as they are.", False
    )


class Line(Answered):
    """Points that one side marks for a hand, and why."""

    side: SideCode = described("Who marks them.", "A")
    points: int = described("How many.", 92)
    reason: str = described("The code of what they are for.", "card_points")


class SheetHand(Answered):
    """A hand of the sheet: what was entered, and what followed from it."""

    id: Annotated[str, Field(json_schema_extra={"format": "uuid"})] = described(
        "The key under which it was sent.", "0f8b8f8e-3c55-4d57-9f5c-2d7a33c5a9d1"
    )
    number: int = described("Its place on the sheet, from 1.", 1)
    tag: str = described(
        "Changes whenever what is stored of the hand does; a correction names it as its base, or "
        "in the header `If-Match`.",
        "9c1185a5c5e9fc54",
    )
    entry: Entry = described(
        "What was played.", {"taker": "A1", "card_points": 92, "belote": "A", "belote_seat": "A2"}
    )
    outcome: str | None = described("The code of how it ended: made, failed and so on.", "made")
    winner: SideCode | None = described("The side that won it, null where nobody did.", "A")
    points: Both = described("What either side marks.")
    lines: list[Line] = described("What these points are made of.")
    held: int = described("Points that a litige left for a later hand.", 0)
    totals: Both | None = described("The totals after it.")
    counted: bool = described(
        "False for a hand written after the game's end: without an outcome and totals.", True
    )
    by: str = described("Who wrote it.", "Camille")
    at: Moment = described("When it was written.", "2026-03-14T20:41:07+00:00")
    changed_at: Moment | None = described("When it was last corrected, null if never.", None)


class EarlierSeat(Answered):
    """Somebody who left a seat to somebody else in the course of the game."""

    seat: SeatCode = described("The seat.", "A1")
    name: str = described("Who sat there.", "Camille")
    first_hand: int = described("The first hand that they played there.", 1)
    last_hand: int = described("The last one.", 4)


class Sheet(Answered):
    """The sheet of a game as it is stored."""

    game: int = described("The number of the game.", 17)
    version: int = described("Counts what was written to the game.", 12)
    state: Literal["playing", "finished", "slip"] = described(
        "Being played, finished, or replaced by a slip with totals alone.", "playing"
    )
    may_enter: bool = described("Whether whoever asks may write the next hand.", True)
    may_correct: bool = described("Whether whoever asks may correct stored hands.", True)
    sides: BothNames = described("The names of both sides.")
    seats: SeatNames = described("Who sits there, by seat.")
    left: list[EarlierSeat] = described("Who sat there before somebody sat in for them.")
    dealers: list[SeatCode] = described(
        "Who deals the next hand, the one after it, and so on.", ["B1", "A2", "B2", "A1"]
    )
    passed_deals: int = described("Deals that nobody took since the last hand.", 0)
    next_number: int = described("The place of the next hand.", 2)
    totals: Both = described("All points of either side.")
    game_totals: Both = described(
        "The points of the game being played, where several are added up."
    )
    held: Both = described("What litiges hold now, by the side that may get it.")
    format: Format = described("When the game ends.")
    game_number: int = described("Which of several games is being played, from 1.", 1)
    hands_in_game: int = described("How many hands that game has.", 1)
    held_at_end: str = described(
        "The code of what becomes of points still held at the end.", "lost"
    )
    rules: Rules = described("The rules by which it is scored.")
    receipt: str | None = described("The code of a contest's finished sheet.", None)
    mark: str | None = described("Changes with what the contest says of the game.", None)
    hands: list[SheetHand] = described("Its hands, in order.")


class ErrorLine(Answered):
    """One thing that is wrong or unusual, and about which field."""

    code: str = described("What it is, for programs.", "card_points_too_many")
    field: str = described("The field in what was sent.", "entry.card_points")
    severity: Literal["error", "warning"] = described(
        "A warning is let pass when its code is sent among `confirmed`.", "error"
    )
    value: int | None = described("The number that it is about.", 170)
    whole: int | None = described("How many card points the hand has in all.", 162)
    detail: str = described(
        "A sentence for people that says what to do.", "There are 162 points in all."
    )


class LogEndAnswer(Answered):
    """Where the log of a contest ends: whoever keeps it can prove later that it ended so."""

    contest: str = described("The contest's public code.", "kQ3xV9cT1mZr8bWn5dYh2g")
    head: str = described(
        "The number of the last line, and its hash.",
        "2:ea04cc8fec4d3887cab178930f9d0e2cd18d5e3792ca22d5acb8ee02729ff440",
    )


class Answer(Answered):
    """What became of what was sent, and the sheet after it."""

    done: Literal["recorded", "corrected", "withdrawn", "noted", "accepted", "disputed", "same"] = (
        described("What was done; `same`: it was like that already.", "recorded")
    )
    sheet: Sheet = described("The sheet as it is now.")
    notices: list[ErrorLine] = described(
        "What is unusual about the hand as part of its game; nothing is refused for it.",
        [],
        default=[],
    )
    log: LogEndAnswer | None = described(
        "Where the contest's log ends now; null outside contests.", default=None
    )


class Outcomes(BaseModel):
    """How every hand is scored under a rule set, as data for a page that scores by itself."""

    model_config = ConfigDict(extra="allow")

    digest: str = described("Changes with the tables.", "5f1c9a2e7b40d318")
    contracts: bool = described("Whether the rules have bids.", False)


class ProblemBody(Answered):
    """A refusal (RFC 9457)."""

    type: Literal["about:blank"] = described("Nothing more is told elsewhere.", "about:blank")
    title: str = described("The words of the status.", "Not Found")
    status: int = described("The status of the answer.", 404)
    detail: str = described(
        "A sentence for people that says what to do.",
        "There is nothing here, or it is not for this table.",
    )
    code: str = described("What is refused, for programs.", "not_found")
    errors: list[ErrorLine] = described("What is wrong, field by field.", [])
    stored: SheetHand | None = described(
        "The hand that stands in the way, as it is.", None, default=None
    )
    sheet: Sheet | None = described("The sheet as it is now.", None, default=None)
    by: str | None = described("Who withdrew the hand.", None, default=None)
    address: str | None = described("Where the table plays now.", None, default=None)
    reason: Literal["closed", "left", "gone"] | None = described(
        "Why the table plays elsewhere.", None, default=None
    )
    number: str | None = described(
        "Under which number the log tells of a failure.", None, default=None
    )
