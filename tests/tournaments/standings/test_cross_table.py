"""The cross-table: small contests made by hand, of teams, of a mêlée and of a pool."""

from tournaments.standings.cross_table import (
    CrossCell,
    CrossSeat,
    SquareCell,
    cross_cells,
    square,
)
from tournaments.standings.results import (
    GameOutcome,
    ResultKind,
    RoundResult,
    SeatedSide,
    TableScore,
    credit,
)

WON, LOST, TIED = GameOutcome.WON, GameOutcome.LOST, GameOutcome.TIED


def test_a_line_of_a_team_has_a_cell_for_each_round() -> None:
    seatings = [
        CrossSeat(1, 7, opponents=(3,)),
        CrossSeat(2, 7, kind=ResultKind.EXEMPT),
        CrossSeat(3, 7, opponents=(5,), has_substitute=True),
        CrossSeat(4, 7, opponents=(8,)),
    ]
    results = {
        1: RoundResult(7, 1, 1230, outcome=WON, opponents=(3,)),
        2: RoundResult(7, 2, 972, kind=ResultKind.EXEMPT),
        3: RoundResult(7, 3, 801, outcome=LOST, opponents=(5,)),
    }
    first, second, third, fourth, fifth = cross_cells(range(1, 6), seatings, results)
    assert first == CrossCell(1, ResultKind.PLAYED, (), (3,), 1230, WON)
    assert second == CrossCell(2, ResultKind.EXEMPT, points=972)
    assert third == CrossCell(3, ResultKind.PLAYED, (), (5,), 801, LOST, has_substitute=True)
    assert fourth.opponents == (8,)
    assert fourth.is_playing
    assert fifth == CrossCell(5), "it was not drawn"


def test_a_player_of_a_melee_has_a_partner_and_two_opponents() -> None:
    seatings = [CrossSeat(1, 4, partners=(9,), opponents=(2, 6))]
    results = {1: RoundResult(4, 1, 640, outcome=TIED, opponents=(2, 6))}
    (cell,) = cross_cells([1], seatings, results)
    assert (cell.partners, cell.opponents, cell.outcome) == ((9,), (2, 6), TIED)


def test_who_left_and_who_stayed_without_opponents_are_no_game() -> None:
    seatings = [
        CrossSeat(1, 1, kind=ResultKind.ABSENT, opponents=(2,)),
        CrossSeat(2, 1, kind=ResultKind.FORFEIT, opponents=(3,)),
    ]
    results = {
        1: RoundResult(1, 1, 0, kind=ResultKind.ABSENT),
        2: RoundResult(1, 2, 972, kind=ResultKind.FORFEIT),
    }
    cells = cross_cells([1, 2], seatings, results)
    assert [(cell.kind, cell.opponents, cell.points) for cell in cells] == [
        (ResultKind.ABSENT, (2,), 0),
        (ResultKind.FORFEIT, (3,), 972),
    ]
    assert not any(cell.is_playing for cell in cells)


def test_points_of_an_exempt_entry_are_given_after_the_tables() -> None:
    (cell,) = cross_cells([1], [CrossSeat(1, 5, kind=ResultKind.EXEMPT)], {})
    assert (cell.kind, cell.points, cell.is_playing) == (ResultKind.EXEMPT, None, False)


def test_a_level_table_of_a_knockout_says_who_goes_on() -> None:
    results = {4: RoundResult(1, 4, 810, outcome=TIED, opponents=(2,))}
    cells = cross_cells([4, 5], [CrossSeat(4, 1, opponents=(2,))], results, goes_on=[4])
    assert [cell.goes_on for cell in cells] == [True, False]


def met(round_number: int, a: int, b: int, points_a: int, points_b: int) -> tuple[RoundResult, ...]:
    winner = None if points_a == points_b else int(points_b > points_a)
    sides = (SeatedSide(entrants=(a,), points=points_a), SeatedSide(entrants=(b,), points=points_b))
    return credit(TableScore(round=round_number, sides=sides, hands=2, winner=winner))


def test_in_a_pool_everybody_stands_against_everybody() -> None:
    results = [*met(1, 1, 2, 200, 124), *met(2, 3, 1, 162, 162), *met(2, 2, 9, 300, 24)]
    rows = square((1, 2, 3), results)
    assert rows == {
        1: (
            SquareCell(1, is_own=True),
            SquareCell(2, 1, 200, WON),
            SquareCell(3, 2, 162, TIED),
        ),
        2: (SquareCell(1, 1, 124, LOST), SquareCell(2, is_own=True), SquareCell(3)),
        3: (SquareCell(1, 2, 162, TIED), SquareCell(2), SquareCell(3, is_own=True)),
    }


def test_of_two_games_of_the_same_two_the_later_one_is_shown() -> None:
    rows = square((1, 2), [*met(3, 1, 2, 100, 224), *met(1, 1, 2, 200, 124)])
    assert rows[1][1] == SquareCell(2, 3, 100, LOST)
