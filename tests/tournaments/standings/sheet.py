"""Short words for contests and seasons as tests write them down."""

from collections.abc import Iterable, Mapping, Sequence

from tournaments.standings.contest import RankedContest, RankedEntrant
from tournaments.standings.criteria import CriterionCode
from tournaments.standings.ranking import LastResort, RankingRules
from tournaments.standings.record import Record
from tournaments.standings.results import (
    RoundResult,
    SeatedSide,
    TableScore,
    credit,
)
from tournaments.standings.season_scores import EveningResult

C = CriterionCode


def table(
    round_number: int,
    a: int | tuple[int, ...],
    b: int | tuple[int, ...],
    points_a: int,
    points_b: int,
    *,
    hands: int = 12,
    capots: tuple[int, int] = (0, 0),
    failed: tuple[int, int] = (0, 0),
) -> TableScore:
    """Write one table; the higher total wins."""
    sides = [
        SeatedSide(
            entrants=(who,) if isinstance(who, int) else who,
            points=points,
            capots=capots[index],
            failed=failed[index],
        )
        for index, (who, points) in enumerate(((a, points_a), (b, points_b)))
    ]
    winner = None if points_a == points_b else int(points_b > points_a)
    return TableScore(round=round_number, sides=(sides[0], sides[1]), hands=hands, winner=winner)


def lines(tables: Iterable[TableScore]) -> tuple[RoundResult, ...]:
    return tuple(line for one in tables for line in credit(one))


def contest(
    numbers: Iterable[int],
    results: Iterable[RoundResult],
    rules: RankingRules | None = None,
) -> RankedContest:
    return RankedContest(
        entrants=tuple(RankedEntrant(number=number) for number in numbers),
        results=tuple(results),
        rules=rules or RankingRules(),
    )


def rules(*criteria: CriterionCode, lot: bool = False, seed: int = 0) -> RankingRules:
    resort = LastResort.LOT if lot else LastResort.SHARED
    return RankingRules(criteria=criteria, last_resort=resort, seed=seed)


def evening(number: int, totals: Mapping[int, int]) -> list[EveningResult]:
    """Write an evening of the past: totals alone, places by total."""
    return [
        EveningResult(
            entrant=who,
            evening=number,
            record=Record(entrant=who, points=points, has_results=True),
            place=1 + sum(other > points for other in totals.values()),
            sharing=list(totals.values()).count(points),
        )
        for who, points in totals.items()
    ]


def total(points: Sequence[tuple[int, int]]) -> int:
    return sum(value for _, value in points)
