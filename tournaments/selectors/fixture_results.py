"""What meetings of fixed teams brought, and the table that follows from them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from scorekeeper.engine.hand import Seat, Side
from scorekeeper.models import GameSeat
from tournaments.models import Fixture, Season
from tournaments.standings.aggregation import EveningResult, MatchPoints
from tournaments.standings.given import FORFEIT_POINTS
from tournaments.standings.ranking import Standings, rank
from tournaments.standings.record import records_of
from tournaments.standings.results import (
    GameOutcome,
    ResultKind,
    RoundResult,
    TableScore,
    TableSide,
    credit,
)

FROZEN_KEY: Final = "fixtures"
HOME: Final = 0
AWAY: Final = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class FixtureResult:
    """How a meeting's game ended, the first team first; `winner` is 0 or 1, None where tied."""

    points: tuple[int, int]
    winner: int | None
    hands: int
    capots: tuple[int, int] = (0, 0)
    failed: tuple[int, int] = (0, 0)

    def as_plain(self) -> list[Any]:
        """Return values that JSON holds."""
        return [list(self.points), self.winner, self.hands, list(self.capots), list(self.failed)]


def result_from(plain: Sequence[Any]) -> FixtureResult:
    """Return the result of plain values."""
    (home, away), winner, hands, (capots_a, capots_b), (failed_a, failed_b) = plain
    return FixtureResult(
        points=(home, away),
        winner=winner,
        hands=hands,
        capots=(capots_a, capots_b),
        failed=(failed_a, failed_b),
    )


def home_side(fixture: Fixture) -> Side:
    """Return on which side of the game the first team sits.

    It is side A unless those who sit there say otherwise: a game that was played before it was
    linked may have them the other way round. Substitutes from elsewhere do not count.
    """
    sides = {
        player.pk: index
        for index, team in enumerate((fixture.home, fixture.away))
        for player in team.players.all()
    }
    return side_of_home(sides, fixture.game.seats.all() if fixture.game else ())


def side_of_home(sides: Mapping[int, int], seats: Iterable[GameSeat]) -> Side:
    """Return where the first team sits; `sides` says of players whether they are its or not."""
    straight = 0
    for seat in seats:
        index = sides.get(seat.player_id or 0)
        if index is not None:
            is_straight = (Seat(seat.seat).side is Side.A) == (index == HOME)
            straight += 1 if is_straight else -1
    return Side.B if straight < 0 else Side.A


def result_of(fixture: Fixture) -> FixtureResult | None:
    """Return how a meeting's game ended, None while it goes on or where there is none."""
    game = fixture.game
    if game is None or not game.is_finished:
        return None
    home = home_side(fixture)
    order = (home, home.other)
    totals = {Side.A: game.total_a, Side.B: game.total_b}
    seats = {side: [s for s in game.seats.all() if Seat(s.seat).side is side] for side in Side}
    first, second = (
        (max((s.capots for s in seats[side]), default=0), sum(s.failed for s in seats[side]))
        for side in order
    )
    return FixtureResult(
        points=(totals[order[HOME]], totals[order[AWAY]]),
        winner=order.index(Side(game.winner)) if game.winner else None,
        hands=game.hand_count,
        capots=(first[0], second[0]),
        failed=(first[1], second[1]),
    )


def results_of(season: Season, fixtures: Iterable[Fixture]) -> dict[int, FixtureResult]:
    """Return the results by the key of the meeting: as they are, or as they were frozen."""
    if season.frozen_table is not None and FROZEN_KEY in season.frozen_table:
        frozen = season.frozen_table[FROZEN_KEY]
        return {int(pk): result_from(plain) for pk, plain in frozen.items()}
    found = {fixture.pk: result_of(fixture) for fixture in fixtures}
    return {pk: result for pk, result in found.items() if result}


def frozen_values(fixtures: Iterable[Fixture]) -> dict[str, Any]:
    """Return what a frozen season keeps: the results as they are now."""
    found = {str(fixture.pk): result_of(fixture) for fixture in fixtures}
    return {FROZEN_KEY: {pk: result.as_plain() for pk, result in found.items() if result}}


def absent_sides(fixture: Fixture) -> tuple[int, ...]:
    """Return who did not come: none, the first, the second, or both."""
    return {
        Fixture.Forfeit.HOME.value: (HOME,),
        Fixture.Forfeit.AWAY.value: (AWAY,),
        Fixture.Forfeit.BOTH.value: (HOME, AWAY),
    }.get(fixture.forfeited, ())


def round_results(
    fixtures: Iterable[Fixture], results: Mapping[int, FixtureResult]
) -> tuple[RoundResult, ...]:
    """Return what each team, by its number, brought home from each day."""
    lines: list[RoundResult] = []
    for fixture in fixtures:
        if absent := absent_sides(fixture):
            lines += _forfeit(fixture, absent)
        elif result := results.get(fixture.pk):
            lines += credit(_score(fixture, result))
    return tuple(lines)


def _score(fixture: Fixture, result: FixtureResult) -> TableScore:
    first, second = (
        TableSide(
            entrants=(team.number,),
            points=result.points[index],
            capots=result.capots[index],
            failed=result.failed[index],
        )
        for index, team in enumerate((fixture.home, fixture.away))
    )
    return TableScore(
        round=fixture.day, sides=(first, second), hands=result.hands, winner=result.winner
    )


def _forfeit(fixture: Fixture, absent: Sequence[int]) -> list[RoundResult]:
    """Return a game lost without points, and for who came a game won with the fixed score."""
    return [
        RoundResult(
            entrant=team.number,
            round=fixture.day,
            points=0 if index in absent else FORFEIT_POINTS,
            kind=ResultKind.ABSENT if index in absent else ResultKind.FORFEIT,
            outcome=GameOutcome.LOST if index in absent else GameOutcome.WON,
        )
        for index, team in enumerate((fixture.home, fixture.away))
    ]


def worth_of(season: Season) -> MatchPoints:
    """Return what games bring: fixed teams always play for match points, a day off brings none."""
    return MatchPoints(win=season.win_points, tie=season.tie_points, loss=season.loss_points, bye=0)


def fixture_standings(
    season: Season,
    numbers: Iterable[int],
    results: Iterable[RoundResult],
    fines: Mapping[int, int],
) -> Standings:
    """Rank the teams, those without a result too; penalties go off the score."""
    worth = worth_of(season)
    records = [
        replace(
            record,
            score=worth.of(EveningResult(entrant=record.entrant, evening=1, record=record))
            - fines.get(record.entrant, 0),
        )
        for record in records_of(numbers, results)
    ]
    return rank(records, season.rules.ranking)
