"""Who stands before whom, and why."""

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.tournaments.standings.sheet import C, rules
from tournaments import standings as package
from tournaments.standings.criteria import CRITERIA, Direct, DrawnLot
from tournaments.standings.ranking import (
    Decision,
    LastResort,
    Lot,
    RankingRules,
    Standings,
    rank,
)
from tournaments.standings.record import Meeting, Record
from tournaments.standings.results import GameOutcome, UnfitResultsError

WON, TIED, LOST = GameOutcome.WON, GameOutcome.TIED, GameOutcome.LOST
BASE = Record(entrant=1, points=3000, wins=2, games=(1200, 1000, 800), has_results=True)


def beside(**better: Any) -> list[Record]:
    """Return entrant 1 with something better and entrant 2 without."""
    return [BASE._replace(**better), BASE._replace(entrant=2)]


@pytest.mark.parametrize(
    ("code", "better", "values"),
    [
        pytest.param(C.POINTS, {"points": 3001}, (3001, 3000), id="points"),
        pytest.param(C.SCORE, {"score": Fraction(1, 3)}, (Fraction(1, 3), 0), id="score"),
        pytest.param(C.WINS, {"wins": 3}, (3, 2), id="wins"),
        pytest.param(C.WINS_AND_BYES, {"byes": 1}, (3, 2), id="an exempt round is a win"),
        pytest.param(C.BEST_GAME, {"games": (1300, 900)}, (1300, 1200), id="best game"),
        pytest.param(
            C.NEXT_BEST_GAMES, {"games": (1200, 1000, 801)}, (801, 800), id="third best game"
        ),
        pytest.param(
            C.NEXT_BEST_GAMES, {"games": (1200, 1000, 800, 0)}, (0, None), id="one game more"
        ),
        pytest.param(C.CAPOTS, {"capots": 1}, (1, 0), id="capots"),
        pytest.param(C.FEWEST_FAILED, {"failed": -1}, (-1, 0), id="fewest failed"),
        pytest.param(C.LAST_GAME, {"last_game": 5}, (5, 0), id="last game"),
        pytest.param(C.BEST_EVENINGS, {"evenings": (7,)}, (7, None), id="best evening"),
    ],
)
def test_each_criterion_decides(
    code: C, better: dict[str, object], values: tuple[object, object]
) -> None:
    standings = rank(reversed(beside(**better)), rules(code))
    assert standings.order == (1, 2)
    decision = standings.lines[0].decided_by
    assert decision is not None
    assert (decision.code, decision.above, decision.below) == (code, 1, 2)
    assert (decision.above_value, decision.below_value) == values
    assert standings.lines[1].decided_by is None


@pytest.mark.parametrize(
    ("code", "worse"), [(C.STAYED, {"has_left": True}), (C.ENOUGH_EVENINGS, {"is_short": True})]
)
def test_who_left_or_is_short_stands_behind(code: C, worse: dict[str, Any]) -> None:
    records = [BASE._replace(points=9999, **worse), BASE._replace(entrant=2)]
    assert rank(records, rules(code, C.POINTS)).order == (2, 1)


def test_every_criterion_has_its_own_code_and_a_source() -> None:
    assert set(CRITERIA) == set(C) - {C.LOT, C.SHARED}
    readme = Path(package.__file__).with_name("README.md").read_text("utf-8")
    for code, criterion in CRITERIA.items():
        assert criterion.code is code
        line = rf"^\| `{code}` \|.*(practice|FIDE|\*\*decision\*\*)"
        assert re.search(line, readme, re.MULTILINE)


def test_the_position_of_the_game_that_decides() -> None:
    decision = Decision(C.NEXT_BEST_GAMES, 1, 2, (1000, 801), (1000, 800))
    assert (decision.position, decision.above_value, decision.below_value) == (2, 801, 800)


def test_shared_places_skip_the_next() -> None:
    records = [BASE._replace(entrant=n, points=p) for n, p in ((1, 9), (2, 8), (3, 8), (4, 7))]
    standings = rank(records, rules(C.POINTS))
    assert standings.ranks == {1: 1, 2: 2, 3: 2, 4: 4}
    shared = standings.lines[1].decided_by
    assert shared is not None
    assert shared.code is C.SHARED
    assert (shared.position, shared.above_value, shared.below_value) == (0, None, None)
    assert standings.lots == ()


def met(entrant: int, *games: tuple[int, GameOutcome]) -> Record:
    meetings = tuple(Meeting(*game) for game in games)
    return BASE._replace(entrant=entrant, meetings=meetings)


@pytest.mark.parametrize(
    ("records", "ranks"),
    [
        pytest.param([met(1, (2, LOST)), met(2, (1, WON))], {2: 1, 1: 2}, id="who won"),
        pytest.param([met(1, (2, TIED)), met(2, (1, TIED))], {1: 1, 2: 1}, id="tied"),
        pytest.param([met(1, (3, WON)), met(2, (3, LOST))], {1: 1, 2: 1}, id="never met"),
        pytest.param(
            [
                met(1, (2, WON), (3, LOST)),
                met(2, (1, LOST), (3, WON)),
                met(3, (1, WON), (2, LOST)),
            ],
            {1: 1, 2: 1, 3: 1},
            id="a ring",
        ),
        pytest.param(
            [met(1, (2, LOST)), met(2, (1, WON)), met(3)],
            {1: 1, 2: 1, 3: 1},
            id="one met nobody",
        ),
    ],
)
def test_direct_confrontation(records: list[Record], ranks: dict[int, int]) -> None:
    assert rank(records, rules(C.POINTS, C.DIRECT)).ranks == ranks


def test_direct_confrontation_is_taken_anew_among_those_still_tied() -> None:
    """1 and 2 both have 4 points among the four; of the two, 2 won their own game."""
    records = [
        met(1, (2, LOST), (3, WON), (4, WON)),
        met(2, (1, WON), (3, LOST), (4, WON)),
        met(3, (1, LOST), (2, WON), (4, LOST)),
        met(4, (1, LOST), (2, LOST), (3, WON)),
    ]
    standings = rank(records, rules(C.POINTS, C.DIRECT))
    assert standings.order == (2, 1, 4, 3)
    assert [line.decided_by and line.decided_by.depth for line in standings.lines] == [
        1,
        0,
        1,
        None,
    ]
    why = standings.why(3, 2)
    assert (why.code, why.above, why.below) == (C.DIRECT, 2, 3)
    assert (why.above_value, why.below_value) == (4, 2)


def test_a_lot_is_drawn_once_and_recorded() -> None:
    records = [BASE._replace(entrant=number) for number in range(1, 8)]
    standings = rank(records, rules(C.POINTS, lot=True, seed=3))
    assert standings.lots == (Lot(1, standings.order),)
    assert sorted(standings.order) == list(range(1, 8))
    assert list(standings.ranks.values()) == list(range(1, 8))
    some = rank(records[2:5], rules(C.POINTS, lot=True, seed=3))
    assert some.order == tuple(who for who in standings.order if who in {3, 4, 5})
    orders = {rank(records, rules(C.POINTS, lot=True, seed=seed)).order for seed in range(20)}
    assert len(orders) == 20


def test_every_lot_is_recorded_with_its_places() -> None:
    points = {1: 9, 2: 8, 3: 8, 4: 7, 5: 7}
    records = [BASE._replace(entrant=who, points=value) for who, value in points.items()]
    standings = rank(records, rules(C.POINTS, lot=True))
    assert [(lot.rank, set(lot.order)) for lot in standings.lots] == [(2, {2, 3}), (4, {4, 5})]
    decision = standings.why(2, 3)
    assert (decision.code, decision.above_value, decision.below_value) == (C.LOT, 1, 2)


def test_a_lot_is_fair() -> None:
    pair = [BASE._replace(entrant=1), BASE._replace(entrant=2)]
    first = [rank(pair, rules(C.POINTS, lot=True, seed=seed)).order[0] for seed in range(400)]
    assert 150 < first.count(1) < 250


def test_a_lot_drawn_in_the_hall_prevails() -> None:
    records = [BASE._replace(entrant=number) for number in (1, 2, 3)]
    for drawn in ((3, 1, 2), (2, 3, 1)):
        by_hand = RankingRules(criteria=(C.POINTS,), drawn=((1, 2), drawn))
        assert rank(records, by_hand).order == drawn
    assert DrawnLot(0, ((2, 1),)).values(records[:2]) == {2: (1,), 1: (2,)}


def test_no_lot_is_drawn_before_anybody_has_played() -> None:
    standings = rank([Record(entrant=2), Record(entrant=1)], RankingRules())
    assert standings.ranks == {1: 1, 2: 1}
    assert standings.lots == ()


def test_why_any_two() -> None:
    points = {1: (9, 0), 2: (8, 2), 3: (8, 1), 4: (7, 5)}
    records = [BASE._replace(entrant=n, points=p, wins=w) for n, (p, w) in points.items()]
    standings = rank(records, rules(C.POINTS, C.WINS))
    assert standings.why(1, 4) == Decision(C.POINTS, 1, 4, (9,), (7,), 0)
    assert standings.why(3, 2) == Decision(C.WINS, 2, 3, (2,), (1,), 1)
    assert standings.why(2, 4) == Decision(C.POINTS, 2, 4, (8,), (7,), 0)
    with pytest.raises(ValueError, match="same entrant"):
        standings.why(1, 1)
    with pytest.raises(ValueError, match="not in tuple"):
        standings.why(1, 99)


def test_narrowed_keeps_order_and_shared_places() -> None:
    points = {1: 9, 2: 8, 3: 8, 4: 8, 5: 7}
    records = [BASE._replace(entrant=who, points=value) for who, value in points.items()]
    some = rank(records, rules(C.POINTS)).narrowed({2, 4, 5})
    assert some.ranks == {2: 1, 4: 1, 5: 3}
    last = some.lines[1].decided_by
    assert last is not None
    assert (last.code, last.above_value, last.below_value) == (C.POINTS, 8, 7)


@pytest.mark.parametrize("criteria", [(C.LOT,), (C.SHARED,), (C.POINTS, C.POINTS)])
def test_criteria_that_cannot_be(criteria: tuple[C, ...]) -> None:
    with pytest.raises(ValueError, match="criteria"):
        RankingRules(criteria=criteria)


def test_empty_and_alone() -> None:
    assert rank([], RankingRules()) == Standings()
    assert rank([], RankingRules()).narrowed({1}) == Standings()
    assert rank([BASE], RankingRules()).ranks == {1: 1}


def test_an_entrant_has_one_record() -> None:
    with pytest.raises(UnfitResultsError, match="entrant_twice: 1"):
        rank([BASE, BASE], RankingRules(last_resort=LastResort.SHARED))


def test_a_group_that_is_no_longer_a_pair_leaves_direct_alone() -> None:
    assert Direct().values([met(1, (2, WON), (2, WON)), met(2, (1, LOST), (1, LOST))]) == {
        1: (4,),
        2: (0,),
    }
