"""Control sums of tables and rounds, for tests: each table is checked when its slip is typed."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final

from tournaments.standings.control import BELOTE, SumCheck, SumRule, check_sum
from tournaments.standings.results import ResultKind, RoundResult, TableScore

JASS: Final = SumRule(whole=157, belote=0, capot=0)
"""157 a hand and nothing on top: the Swiss lists that the tests reproduce."""


def check_table(table: TableScore, rule: SumRule = BELOTE) -> SumCheck:
    """Check one table."""
    total = sum(side.points for side in table.sides)
    return check_sum(total, table.hands, rule, lost=table.lost, round_number=table.round)


def rounds_not_adding_up(
    results: Iterable[RoundResult],
    rule: SumRule = BELOTE,
    *,
    players_per_side: int = 1,
    lost: Mapping[int, int] | None = None,
) -> tuple[SumCheck, ...]:
    """Return every round whose tables together cannot have made these points.

    Only games that count for both sides are summed. In mêlée `players_per_side` is 2: each credited
    player repeats the side's points. `lost` are held points that nobody got, by round.
    A line too few or too many is found as well: points or hands then do not divide by the sides.
    """
    points: defaultdict[int, int] = defaultdict(int)
    hands: defaultdict[int, int] = defaultdict(int)
    for result in results:
        if result.kind is ResultKind.PLAYED:
            points[result.round] += result.points
            hands[result.round] += result.hands
    checks = []
    for number in sorted(points):
        total, odd_points = divmod(points[number], players_per_side)
        played, odd_hands = divmod(hands[number], 2 * players_per_side)
        gone = (lost or {}).get(number, 0)
        check = check_sum(total, played, rule, lost=gone, round_number=number)
        if odd_points or odd_hands:
            check = SumCheck(total, played, check.extra, adds_up=False, round=number)
        checks.append(check)
    return tuple(check for check in checks if not check.adds_up)
