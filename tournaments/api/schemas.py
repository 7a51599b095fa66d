"""Request and response schemas of contests."""

from typing import Annotated, Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from scorekeeper.api.schemas import Answered, Day, Given, Moment, SideCode, Text, described
from tournaments.tables.services import HIGHEST_TOTAL, Claim

Total = Annotated[int | None, Field(ge=0, le=HIGHEST_TOTAL)]


class ContestName(Answered):
    """A contest by its key and name."""

    id: int = described("Its number.", 4)
    name: str = described("Its name.", "Concours de printemps")


class TableNow(Answered):
    """What a code opens now; a game outside contests has no round and no contest."""

    table: int | None = described("The number of the table.", 3)
    round: int | None = described("The number of the round.", 2)
    state: Literal["unpublished", "playing", "forfeit", "empty", "closed", "finished"] = described(
        "No draw published yet, being played, left by one side, nobody sits there, the round "
        "closed, the contest finished.",
        "playing",
    )
    contest: ContestName | None = described("The contest of the table.")
    game: int | None = described("The game, null where no cards are played there.", 17)


class AcceptanceBody(Given):
    """One side accepts the finished sheet that it looked at."""

    side: SideCode = described("Who speaks.", "A")
    receipt: Text = described("The receipt of the sheet that was looked at.", "7K4M-9QXT")


class VerdictBody(AcceptanceBody):
    """What one side says of the finished sheet that it looked at.

    A side that does not agree says which totals are right, both of them, or what is wrong in the
    note, or all three.
    """

    agrees: bool = described("Whether the side accepts the sheet.", True)
    total_a: Total = described("What side A should have, where not agreed.", None, default=None)
    total_b: Total = described("What side B should have, where not agreed.", None, default=None)
    note: Text = described("What is wrong, where not agreed.", "", default="")

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
    """A contest: teams, or players in mêlée."""

    id: int = described("Its number.", 4)
    name: str = described("Its name.", "Concours de printemps")
    date: Day = described("The day it is played.", "2026-03-14")
    mode: Literal["teams", "melee"] = described("Fixed teams, or partners drawn anew.", "teams")
    round_hands: list[int] = described("The hands of each planned round.", [10, 10, 10, 10])
    round: int | None = described("The round published last, null before the first.", 2)
    is_finished: bool = described("Whether it is over.", False)
    version: str = described("Changes whenever anything does.", "31-12")


class ContestLine(Contest):
    """A contest in a list."""

    entries: int = described("How many entered.", 24)


class Contests(Answered):
    """The contests of a club."""

    contests: list[ContestLine] = described("The contests, the latest first.")


class ContestRound(Answered):
    """A round; one that is drawn and not published yet is shown to organisers alone."""

    number: int = described("Its number, from 1.", 2)
    hands: int = described("How many hands each table plays.", 10)
    status: Literal["drawn", "playing", "closed"] = described("How far it is.", "playing")
    published_at: Moment | None = described(
        "When its draw was published.", "2026-03-14T20:05:00+00:00"
    )
    closed_at: Moment | None = described("When it was closed, null before.", None)


class Rounds(Answered):
    """The rounds of a contest."""

    contest: int = described("The number of the contest.", 4)
    rounds: list[ContestRound] = described("The rounds, in order.")


class Seated(Answered):
    """An entry at a table."""

    number: int = described("Its number in the contest.", 7)
    title: str = described("Its names, as the club shows them.", "Camille – Andrée")
    has_left: bool = described("Whether it left the contest.", False)
    counts: bool = described("False for whoever plays a second game for another.", True)


class TableSide(Answered):
    """One side of a table."""

    side: SideCode = described("Which side.", "A")
    entries: list[Seated] = described("Who plays it: in mêlée two entries.")
    total: int = described("The points written so far.", 812)


class Table(Answered):
    """A table of a round."""

    number: int = described("Its number in the hall.", 3)
    kind: Literal["game", "catch_up", "forfeit"] = described(
        "A game, one for an entry that was exempt, or one that a side has left.", "game"
    )
    game: int | None = described("The number of its game.", 17)
    hand_count: int = described("How many hands are written.", 6)
    is_finished: bool = described("Whether its game is over.", False)
    sides: list[TableSide] = described("Both sides.")


class Tables(Answered):
    """The tables of a round."""

    contest: int = described("The number of the contest.", 4)
    round: int = described("The number of the round.", 2)
    hands: int = described("How many hands each table plays.", 10)
    tables: list[Table] = described("The tables, by number.")
    exempt: list[Seated] = described("Who has no table in this round.", [])


class RoundPoints(Answered):
    """What an entry brought home from a round."""

    round: int = described("The number of the round.", 1)
    points: int | None = described("The points, null as long as there are none.", 934)
    kind: str | None = described("The code of what they are for, null as long as nothing.", "game")


class StandingLine(Answered):
    """One line of a ranking."""

    rank: int = described("The place; those that nothing parts share it.", 1)
    number: int = described("The number of the entry.", 7)
    title: str = described("Its names, as the club shows them.", "Camille – Andrée")
    points: int = described("All its points.", 3760)
    wins: int = described("Games won.", 3)
    best_game: int | None = described("The points of its best game.", 1210)
    capots: int = described("Hands in which it made every trick.", 2)
    failed: int = described("Hands that it took and lost.", 4)
    has_results: bool = described("Whether it has a result yet.", True)
    has_left: bool = described("Whether it left the contest.", False)
    rounds: list[RoundPoints] = described("Round by round.")
    why: str = described(
        "In words, why it stands before the next where more than the points decided.", ""
    )


class Standings(Answered):
    """A ranking."""

    contest: int = described("The number of the contest.", 4)
    after_round: int | None = described("After which round, null: by all of them.", None)
    lines: list[StandingLine] = described("Its lines, best first.")
