"""Which part of a contest's ranking may be shown, and to whom.

Everything that shows a ranking calls `visible_ranking` and leaves out the rounds after
`after_round`; everything that names winners checks `is_final`. A rule such as "not during the last
round" belongs here, and its setting in `ContestNow`: mypy then reports the callers that do not load
it.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto
from typing import Protocol

from django.db.models import QuerySet

from tournaments.models import Tournament


class Reader(Enum):
    """The reader of a ranking."""

    CLUB = auto()
    """A member of the club: its own pages, prints and files."""
    EVERYBODY = auto()
    """The public: public pages, phones, pages of players and seasons, other programs."""
    HALL = auto()
    """The board, whose ranking changes at the end of a round."""


class ContestNow(Protocol):
    """The data that determines what is shown: a contest, or a row with these columns."""

    @property
    def finished_at(self) -> datetime | None: ...


@dataclass(frozen=True, slots=True)
class VisibleRanking:
    """The last round to include in a ranking, None for all; and whether its places are final."""

    after_round: int | None = None
    is_final: bool = False

    def after(self, wanted: int | None) -> int | None:
        """Return after which round to show the ranking if `wanted` is requested."""
        known = [number for number in (self.after_round, wanted) if number is not None]
        return min(known, default=None)


def visible_ranking(
    contest: ContestNow, reader: Reader, *, playing: int | None = None
) -> VisibleRanking:
    """Return what a reader may see; `playing` is the round being played, None between rounds.

    The round being played only matters for the hall, which sees the first round as it goes.
    """
    is_final = contest.finished_at is not None
    if reader is Reader.HALL and playing is not None and playing > 1:
        return VisibleRanking(after_round=playing - 1, is_final=is_final)
    return VisibleRanking(is_final=is_final)


def with_final_ranking(contests: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Return the contests for which `is_final` is true."""
    return contests.exclude(finished_at=None)
