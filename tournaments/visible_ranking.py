"""What of a contest's ranking may be shown, and to whom: boards, pages, files, programs ask here.

Who shows a ranking asks `visible_ranking` and leaves out the rounds after `after_round`; who names
winners asks whether it `is_final`. A rule such as "not during the last round" is written here, and
its setting is added to `ContestNow`: mypy then names the readers that do not load it yet.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto
from typing import Protocol

from django.db.models import QuerySet

from tournaments.models import Tournament


class Reader(Enum):
    """Who looks at a ranking."""

    CLUB = auto()
    """Who is signed in to the club: pages, prints and files of its own."""
    EVERYBODY = auto()
    """Public pages, phones, pages of players and seasons, programs of others."""
    HALL = auto()
    """The board, whose ranking waits for the end of a round."""


class ContestNow(Protocol):
    """What of a contest decides what is shown: a stored contest, or a row with these columns."""

    @property
    def finished_at(self) -> datetime | None: ...


@dataclass(frozen=True, slots=True)
class VisibleRanking:
    """The last round that counts in a ranking, None for all; whether its places are final."""

    after_round: int | None = None
    is_final: bool = False

    def after(self, wanted: int | None) -> int | None:
        """Return after which round the ranking is shown to who wants it after a certain one."""
        known = [number for number in (self.after_round, wanted) if number is not None]
        return min(known, default=None)


def visible_ranking(
    contest: ContestNow, reader: Reader, *, playing: int | None = None
) -> VisibleRanking:
    """Return what a reader may see; `playing` is the round that is played, None between rounds.

    Only for the hall it matters which round is played: its first one is shown as it goes.
    """
    is_final = contest.finished_at is not None
    if reader is Reader.HALL and playing is not None and playing > 1:
        return VisibleRanking(after_round=playing - 1, is_final=is_final)
    return VisibleRanking(is_final=is_final)


def with_final_ranking(contests: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Return the contests of which `is_final` is true."""
    return contests.exclude(finished_at=None)
