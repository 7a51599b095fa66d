"""A further format, as whoever adds one would write it: known to tests only."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import ClassVar

from tournaments.draw.groups import NOBODY, Frame, Group
from tournaments.draw.request import Method
from tournaments.formats.contest_format import BoardMoment, BoardView, ContestFormat
from tournaments.formats.qualifying import Elsewhere
from tournaments.standings.contest import RankedContest
from tournaments.standings.criteria import CriterionCode
from tournaments.standings.results import GameOutcome


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderFormat(ContestFormat):
    """Teams: who wins plays one table up in the next round, who loses one table down.

    Each table is drawn as a pool of two, named by its number.
    """

    takes_phases: ClassVar[bool] = False
    avoids_repeats: ClassVar[bool] = False

    @property
    def has_frames(self) -> bool:
        return True

    @property
    def entries_go_on(self) -> bool:
        return True

    @property
    def first_to_move(self) -> int:
        return 2

    def phase_method(self, number: int) -> Method:
        return Method.POOLS

    def ranked(self, contest: RankedContest) -> RankedContest:
        others = (one for one in contest.rules.criteria if one is not CriterionCode.WINS)
        criteria = (CriterionCode.WINS, *others)
        return replace(contest, rules=replace(contest.rules, criteria=criteria))

    def frame(self, contest: RankedContest, number: int, present: Collection[int]) -> Frame:
        rungs = _rungs(contest, number) if number > 1 else sorted(present)
        there = [who if who in present else NOBODY for who in rungs]
        tables = tuple(
            Group(str(place // 2 + 1), tuple(there[place : place + 2]))
            for place in range(0, len(there), 2)
        )
        return Frame(leg=number, groups=tables, size=2)

    def moved_since(
        self,
        contest: RankedContest,
        number: int,
        drawn: Iterable[Group],
        present: Collection[int],
        *,
        has_begun: bool,
    ) -> tuple[Elsewhere, ...]:
        then = {who: place // 2 + 1 for place, who in enumerate(_slots(contest, number))}
        now = {who: place // 2 + 1 for place, who in enumerate(_rungs(contest, number))}
        return tuple(
            Elsewhere(who, str(then[who]), str(now[who]))
            for who in sorted(then)
            if who != NOBODY and then[who] != now[who]
        )

    def board_views(self, moment: BoardMoment, wanted: str = "") -> tuple[BoardView, ...]:
        return (BoardView.TABLES, BoardView.RANKING)


def _slots(contest: RankedContest, number: int) -> list[int]:
    """Return who was drawn for a round, the top table first, two for each."""
    played = next(one for one in contest.phase_rounds if one.round == number)
    return [who for _name, slots in played.groups for who in slots]


def _rungs(contest: RankedContest, number: int) -> list[int]:
    """Return who sits where in a round by the results of the one before: of two, the winner up."""
    before = _slots(contest, number - 1)
    lost = {
        one.entrant
        for one in contest.results
        if one.round == number - 1 and one.outcome is GameOutcome.LOST
    }
    tables = [
        sorted(before[place : place + 2], key=lost.__contains__)
        for place in range(0, len(before), 2)
    ]
    (top, _), (_, bottom) = tables[0], tables[-1]
    between = [who for (_, down), (up, _) in pairwise(tables) for who in (up, down)]
    return [top, *between, bottom]
