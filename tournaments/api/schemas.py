"""What is answered of contests, as OpenAPI describes it."""

from typing import Annotated, Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from scorekeeper.api.schemas import Answered, Given, SideCode, Text
from tournaments.tables.services.signatures import HIGHEST_TOTAL, Claim

Moment = Annotated[str, Field(json_schema_extra={"format": "date-time"})]


Total = Annotated[int | None, Field(ge=0, le=HIGHEST_TOTAL)]


class ContestName(Answered):
    """A contest by its key and name."""

    id: int
    name: str


class TableNow(Answered):
    """What a code opens now: the game is null where no cards are played there.

    `state`: no draw published yet, being played, left by one side, nobody sits there, the round
    closed, the contest finished. A game outside contests has no round and no contest.
    """

    table: int | None
    round: int | None
    state: Literal["unpublished", "playing", "forfeit", "empty", "closed", "finished"]
    contest: ContestName | None
    game: int | None


class AcceptanceBody(Given):
    """One side accepts the finished sheet whose receipt it looked at."""

    side: SideCode
    receipt: Text


class VerdictBody(AcceptanceBody):
    """What one side says of the finished sheet whose receipt it looked at.

    A side that does not agree says which totals are right, both of them, or what is wrong in the
    note, or all three.
    """

    agrees: bool
    total_a: Total = None
    total_b: Total = None
    note: Text = ""

    @model_validator(mode="after")
    def _says_what_is_wrong(self) -> "VerdictBody":
        totals = (self.total_a, self.total_b)
        if self.agrees and (self.note or totals != (None, None)):
            raise PydanticCustomError("claim_unwanted", "who accepts claims nothing")
        if not self.agrees and None in totals and (not self.note.strip() or totals != (None, None)):
            raise PydanticCustomError("claim_missing", "say both totals, or what is wrong")
        return self

    @property
    def claim(self) -> Claim | None:
        if self.agrees:
            return None
        return Claim(total_a=self.total_a, total_b=self.total_b, note=self.note.strip())


class Contest(Answered):
    """A contest: teams, or players in mêlée; the hands of each planned round.

    `round` is the one published last. `version` changes whenever anything does.
    """

    id: int
    name: str
    date: Annotated[str, Field(json_schema_extra={"format": "date"})]
    mode: Literal["teams", "melee"]
    round_hands: list[int]
    round: int | None
    is_finished: bool
    version: str


class ContestLine(Contest):
    """A contest in a list, with how many entered."""

    entries: int


class Contests(Answered):
    """The contests of a club, the latest first."""

    contests: list[ContestLine]


class ContestRound(Answered):
    """A round; one that is drawn and not published yet is shown to organisers alone."""

    number: int
    hands: int
    status: Literal["drawn", "playing", "closed"]
    published_at: Moment | None
    closed_at: Moment | None


class Rounds(Answered):
    """The rounds of a contest in order."""

    contest: int
    rounds: list[ContestRound]


class Seated(Answered):
    """An entry at a table; `counts` is false for whoever plays a second game for another."""

    number: int
    title: str
    has_left: bool
    counts: bool


class TableSide(Answered):
    """One side of a table, in mêlée two entries; the points written so far."""

    side: SideCode
    entries: list[Seated]
    total: int


class Table(Answered):
    """A table of a round: a game, one for an entry that was exempt, or one that a side has left."""

    number: int
    kind: Literal["game", "catch_up", "forfeit"]
    game: int | None
    hand_count: int
    is_finished: bool
    sides: list[TableSide]


class Tables(Answered):
    """The tables of a round by number, and who is exempt."""

    contest: int
    round: int
    hands: int
    tables: list[Table]
    exempt: list[Seated]


class RoundPoints(Answered):
    """What an entry brought home from a round: no points, no kind: nothing yet."""

    round: int
    points: int | None
    kind: str | None


class StandingLine(Answered):
    """One line of a ranking.

    `why` says in words why it stands before the next one where more than the points decided.
    """

    rank: int
    number: int
    title: str
    points: int
    wins: int
    best_game: int | None
    capots: int
    failed: int
    has_results: bool
    has_left: bool
    rounds: list[RoundPoints]
    why: str


class Standings(Answered):
    """A ranking, best first: by all rounds, or after one of them."""

    contest: int
    after_round: int | None
    lines: list[StandingLine]
