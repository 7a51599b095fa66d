"""Ranking criteria: each is a small object with its code.

README.md has the source of each.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache, partial
from random import Random
from types import MappingProxyType
from typing import Final, TypeAlias

from tournaments.standings.record import Number, Record
from tournaments.standings.results import GameOutcome

Values: TypeAlias = tuple[Number, ...]
"""Values to compare: the first that differs decides; if one side has fewer, it ranks lower."""


class CriterionCode(StrEnum):
    """The code of a criterion."""

    BRACKET = "bracket"
    SCORE = "score"
    POINTS = "points"
    WINS = "wins"
    WINS_AND_BYES = "wins_and_byes"
    BEST_GAME = "best_game"
    NEXT_BEST_GAMES = "next_best_games"
    CAPOTS = "capots"
    FEWEST_FAILED = "fewest_failed"
    DIRECT = "direct"
    LAST_GAME = "last_game"
    BEST_EVENINGS = "best_evenings"
    STAYED = "stayed"
    ENOUGH_EVENINGS = "enough_evenings"
    MEETINGS = "meetings"
    TABLES = "tables"
    DIFFERENCE = "difference"
    LOT = "lot"
    SHARED = "shared"
    """Nothing separates them: they share the place."""


@dataclass(frozen=True, slots=True)
class Metric:
    """A criterion that reads one record at a time."""

    code: CriterionCode
    read: Callable[[Record], Values]
    lowest_first: bool = False
    depends_on_group: bool = False

    def values(self, group: Sequence[Record]) -> dict[int, Values]:
        return {record.entrant: self.read(record) for record in group}


@dataclass(frozen=True, slots=True)
class Direct:
    """Direct encounters: the games among tied entrants, if all of them have met.

    A win counts 2, a tie 1. If any two of the group never met, nothing is decided: in a group of
    three, A beating B says nothing about C. For those who remain tied, only the games among them
    are compared again. In a mêlée a game counts against both opponents.
    Source: FIDE handbook, C.07, direct encounter.
    """

    code: CriterionCode = CriterionCode.DIRECT
    lowest_first: bool = False
    depends_on_group: bool = True

    def values(self, group: Sequence[Record]) -> dict[int, Values]:
        """Return the points of the games within the group, all 0 if not all have met."""
        tied = {record.entrant for record in group}
        found: dict[int, Values] = {}
        for record in group:
            within = [meeting for meeting in record.meetings if meeting.opponent in tied]
            if len({meeting.opponent for meeting in within}) < len(tied) - 1:
                return dict.fromkeys(tied, (0,))
            found[record.entrant] = (sum(_WORTH[meeting.outcome] for meeting in within),)
        return found


_WORTH: Final = {GameOutcome.WON: 2, GameOutcome.TIED: 1, GameOutcome.LOST: 0}


@dataclass(frozen=True, slots=True)
class DrawnLot:
    """A lot among entrants that nothing else separates; the value is the place in the lot, from 1.

    An entrant's lot depends on the seed and its own number only. So A before B holds in every list
    of a contest, and a correction elsewhere does not change it. `drawn` are orders recorded earlier
    (drawn by hand in the hall); one that names the whole group takes precedence. No lot is drawn
    between entrants without any result: they share the place.
    Source: rules.md, section 7: "then a lot that is drawn and recorded".
    """

    seed: int
    drawn: tuple[tuple[int, ...], ...] = ()
    code: CriterionCode = CriterionCode.LOT
    lowest_first: bool = True
    depends_on_group: bool = False

    def values(self, group: Sequence[Record]) -> dict[int, Values]:
        """Return each entrant's place in the lot, all 0 if none is drawn."""
        tied = {record.entrant for record in group}
        if not any(record.has_results for record in group):
            return dict.fromkeys(tied, (0,))
        order = next((order for order in self.drawn if tied <= set(order)), None)
        if order is None:
            order = tuple(sorted(tied, key=partial(_number_of, self.seed)))
        within = [who for who in order if who in tied]
        return {who: (place,) for place, who in enumerate(within, start=1)}


@lru_cache(maxsize=8192)
def _number_of(seed: int, entrant: int) -> tuple[int, int]:
    """Return an entrant's lot; cached, because every ranking asks for it."""
    return Random(f"{seed}:{entrant}").getrandbits(64), entrant


Criterion: TypeAlias = Metric | Direct | DrawnLot
"""One step of a ranking: what it compares within a group that is tied so far.

`lowest_first`: the smaller value ranks first; `depends_on_group`: values must be computed again
once the group has become smaller.
"""

_C: Final = CriterionCode
_CRITERIA: Final[tuple[Criterion, ...]] = (
    Metric(_C.BRACKET, lambda r: (r.bracket,), lowest_first=True),
    Metric(_C.SCORE, lambda r: (r.score,)),
    Metric(_C.POINTS, lambda r: (r.points,)),
    Metric(_C.WINS, lambda r: (r.wins,)),
    Metric(_C.WINS_AND_BYES, lambda r: (r.wins + r.byes,)),
    Metric(_C.BEST_GAME, lambda r: r.games[:1]),
    Metric(_C.NEXT_BEST_GAMES, lambda r: r.games[1:]),
    Metric(_C.CAPOTS, lambda r: (r.capots,)),
    Metric(_C.FEWEST_FAILED, lambda r: (r.failed,), lowest_first=True),
    Direct(),
    Metric(_C.LAST_GAME, lambda r: (r.last_game,)),
    Metric(_C.BEST_EVENINGS, lambda r: r.evenings),
    Metric(_C.STAYED, lambda r: (int(not r.has_left),)),
    Metric(_C.ENOUGH_EVENINGS, lambda r: (int(not r.is_short),)),
    Metric(_C.MEETINGS, lambda r: (r.score,)),
    Metric(_C.TABLES, lambda r: (r.tables,)),
    Metric(_C.DIFFERENCE, lambda r: (r.points - r.conceded,)),
)
CRITERIA: Final[Mapping[CriterionCode, Criterion]] = MappingProxyType(
    {criterion.code: criterion for criterion in _CRITERIA}
)
"""Every criterion that a ranking may name; the lot and shared places are its `last_resort`."""
