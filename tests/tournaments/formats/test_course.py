"""Pools, trees and who goes on: small cases worked out by hand, no database."""

from dataclasses import replace
from itertools import combinations

import pytest

from tournaments.draw.certificate import certify, from_dict, to_dict, verify
from tournaments.draw.drawing import draw
from tournaments.draw.groups import Frame, Group
from tournaments.draw.phased import circle, seed_order
from tournaments.draw.request import DrawRequest, Entrant, Method, RequestError
from tournaments.formats.next_round import (
    CourseOverError,
    TooFewRoundsError,
    UndecidedError,
    frame_of,
)
from tournaments.formats.phases import (
    Phase,
    PhaseError,
    PhaseKind,
    Take,
    TakeKind,
    check_phases,
    phase_at,
    phases_from_dict,
)
from tournaments.formats.qualifying import Elsewhere, WayIn, moved_since, qualified_for
from tournaments.standings.brackets import BEFORE, VERSION, PhaseRound
from tournaments.standings.contest import RankedContest, RankedEntrant
from tournaments.standings.ranking import LastResort, RankingRules
from tournaments.standings.results import GameOutcome, RoundResult

POOLS = Phase(kind=PhaseKind.POOLS, rounds=3, size=4)
TREES = Phase(kind=PhaseKind.KNOCKOUT, rounds=3, third_place=True)
WON, TIED, LOST = GameOutcome


def request(method: Method, frame: Frame, entrants: int, seed: int = 1) -> DrawRequest:
    return DrawRequest(
        method=method,
        seed=seed,
        round_number=frame.leg,
        rounds_left=0,
        entrants=tuple(Entrant(number) for number in range(1, entrants + 1)),
        frame=frame,
    )


@pytest.mark.parametrize("size", range(2, 9))
def test_in_a_pool_everybody_meets_everybody_once(size: int) -> None:
    largest = size + 1
    legs = largest + largest % 2 - 1
    sides = [
        pair for leg in range(1, legs + 1) for pair in circle(range(1, size + 1), largest, leg)
    ]
    met = [frozenset(pair) for pair in sides if 0 not in pair]
    assert sorted(map(sorted, met)) == sorted(map(list, combinations(range(1, size + 1), 2)))


def test_the_first_two_seeds_can_meet_in_the_final_only() -> None:
    assert seed_order(8) == (1, 8, 4, 5, 2, 7, 3, 6)


def test_byes_go_to_the_best_and_pools_are_kept_apart() -> None:
    seeds = Group("main", (1, 2, 3, 4, 5, 6))
    apart = ((3, 6), (4, 5))
    drawn = draw(request(Method.BRACKET, Frame(leg=1, groups=(seeds,), apart=apart), 6))
    assert set(drawn.exempt) == {1, 2}
    met = {frozenset((*pairing.a, *pairing.b)) for pairing in drawn.pairings}
    assert met == {frozenset((3, 5)), frozenset((4, 6))}


@pytest.mark.parametrize("method", [Method.POOLS, Method.BRACKET])
def test_a_certificate_of_a_phase_is_verified_and_told_apart(method: Method) -> None:
    asked = request(method, Frame(leg=1, size=4), 13)
    certificate = certify(asked, draw(asked))
    plain = to_dict(certificate)
    assert from_dict(plain) == certificate
    assert verify(certificate, asked) == ()
    group = certificate.draw.groups[0]
    turned = replace(group, slots=group.slots[::-1])
    false = replace(certificate.draw, groups=(turned, *certificate.draw.groups[1:]))
    assert [one.value for one in verify(replace(certificate, draw=false), asked)] == ["groups"]


def test_others_than_in_the_groups_are_not_drawn() -> None:
    with pytest.raises(RequestError):
        draw(request(Method.POOLS, Frame(leg=2, size=4, groups=(Group("1", (1, 2)),)), 3))


def contest(
    *rounds: PhaseRound, won: dict[tuple[int, int], GameOutcome], left: int = 0
) -> RankedContest:
    return RankedContest(
        entrants=tuple(
            RankedEntrant(number=number, withdrawn_from=4 if number == left else None)
            for number in range(1, 9)
        ),
        results=tuple(
            RoundResult(who, number, points=100 - who, outcome=outcome)
            for (number, who), outcome in won.items()
        ),
        phase_rounds=rounds,
    )


def pools_of_four(left: int = 0) -> RankedContest:
    pools = (("1", (1, 2, 3, 4)), ("2", (5, 6, 7, 8)))
    rounds = tuple(PhaseRound(round=number, groups=pools) for number in (1, 2, 3))
    return contest(*rounds, won={(1, who): WON for who in range(1, 9)}, left=left)


@pytest.mark.parametrize(
    ("takes", "left", "main"),
    [
        pytest.param((Take(TakeKind.POOL, 2),), 0, [1, 5, 2, 6], id="two of each"),
        pytest.param((Take(TakeKind.POOL, 2),), 1, [2, 5, 3, 6], id="two of each, one has left"),
        pytest.param(
            (Take(TakeKind.POOL, 1), Take(TakeKind.NEXT, 1)), 0, [1, 5, 2], id="the best second"
        ),
    ],
)
def test_who_goes_on_from_pools(takes: tuple[Take, ...], left: int, main: list[int]) -> None:
    phase = replace(TREES, takes=takes, consolation=True)
    at = phase_at((POOLS, phase), 4)
    assert at is not None
    present = set(range(1, 9)) - {left}
    found = qualified_for(pools_of_four(left), at, present)
    assert [one.entrant for one in found if one.tree == "main"] == main
    assert {one.entrant for one in found} == present
    assert [one.entrant for one in found if one.moved_up] == ([3] if left else [])
    assert all((one.tree == "main") is (one.way is not WayIn.REST) for one in found)


def test_the_best_of_the_others_take_what_would_stay_free_in_the_main_bracket() -> None:
    takes = (Take(TakeKind.POOL, 1), Take(TakeKind.NEXT, 1))
    phase = replace(TREES, takes=takes, consolation=True, lucky_losers=True)
    at = phase_at((POOLS, phase), 4)
    assert at is not None
    found = qualified_for(pools_of_four(left=1), at, set(range(2, 9)))
    assert [one.entrant for one in found if one.tree == "main"] == [2, 5, 3, 6]
    assert [one.entrant for one in found if one.way is WayIn.LUCKY] == [6]
    assert phases_from_dict([phase.to_dict()]) == (phase,)
    assert "lucky_losers" not in TREES.to_dict()


@pytest.mark.parametrize(
    ("phase", "plain"),
    [
        (Phase(kind=PhaseKind.ROUNDS, rounds=2), {"kind": "rounds", "rounds": 2}),
        (
            replace(POOLS, seeded=True),
            {"kind": "pools", "rounds": 3, "size": 4, "seeded": True},
        ),
        (
            replace(TREES, takes=(Take(TakeKind.BEST, 4),), consolation=True),
            {
                "kind": "knockout",
                "rounds": 3,
                "consolation": True,
                "third_place": True,
                "takes": [{"kind": "best", "count": 4}],
            },
        ),
    ],
    ids=["rounds", "pools", "knock-out"],
)
def test_a_phase_is_written_with_what_applies_to_its_kind(
    phase: Phase, plain: dict[str, object]
) -> None:
    assert phase.to_dict() == plain
    assert phases_from_dict([plain]) == (phase,)


def test_the_first_round_of_pools_makes_them_and_the_others_play_on_in_them() -> None:
    everybody = set(range(1, 9))
    assert frame_of((POOLS,), contest(won={}), 1, everybody) == Frame(leg=1, size=4)
    second = frame_of((POOLS,), pools_of_four(), 2, everybody - {3})
    groups = (Group("1", (1, 2, 0, 4)), Group("2", (5, 6, 7, 8)))
    assert second == Frame(leg=2, groups=groups, size=4)


def test_the_first_round_of_a_tree_is_made_of_everybody_or_of_who_qualified() -> None:
    everybody = set(range(1, 9))
    assert frame_of((TREES,), contest(won={}), 1, everybody) == Frame(leg=1)
    after_pools = (POOLS, replace(TREES, takes=(Take(TakeKind.POOL, 2),)))
    first = frame_of(after_pools, pools_of_four(), 4, everybody)
    assert first == Frame(
        leg=1,
        groups=(Group("main", (1, 5, 2, 6)),),
        apart=((1, 2, 3, 4), (5, 6, 7, 8)),
    )


SEMI = PhaseRound(round=1, groups=(("main", (1, 4, 2, 3)),))


def test_a_level_game_waits_for_a_decision_and_then_has_a_final_and_a_third_place() -> None:
    won = {(1, 1): TIED, (1, 4): TIED, (1, 2): LOST, (1, 3): WON}
    with pytest.raises(UndecidedError) as waiting:
        frame_of((TREES,), contest(SEMI, won=won), 2, ())
    assert [(game.a, game.b) for game in waiting.value.games] == [(1, 4)]
    decided = contest(replace(SEMI, decided=frozenset({4})), won=won)
    frame = frame_of((TREES,), decided, 2, ())
    assert frame is not None
    assert [(one.name, one.slots) for one in frame.groups] == [("main", (4, 3)), ("third", (1, 2))]


def test_who_left_lets_the_opponent_go_on_and_the_places_say_so() -> None:
    semi = replace(SEMI, round=4)
    won = {(4, 2): WON, (4, 3): LOST}
    left = contest(semi, won=won, left=1)
    assert left.trees().following(third_place=True) == (("main", (4, 2)),)
    final = PhaseRound(round=5, groups=(("main", (4, 2)),))
    over = contest(semi, final, won={**won, (5, 4): WON, (5, 2): LOST}, left=1)
    assert over.trees().places() == {4: 1, 2: 2, 1: 3, 3: 3}
    assert over.standings().order[:2] == (4, 2)
    with pytest.raises(CourseOverError):
        frame_of((replace(TREES, rounds=5),), over, 6, ())


def test_a_tree_too_large_for_its_rounds_says_so() -> None:
    with pytest.raises(TooFewRoundsError):
        frame_of((TREES,), contest(won={}), 1, range(1, 10))


@pytest.mark.parametrize(
    "phases",
    [
        pytest.param((TREES, POOLS), id="knock-out first"),
        pytest.param((replace(POOLS, rounds=2),), id="too few rounds for a pool"),
        pytest.param(
            (replace(TREES, takes=(Take(TakeKind.POOL, 2),)),), id="of pools there are none"
        ),
        pytest.param((POOLS, replace(TREES, lucky_losers=True)), id="nobody is out"),
    ],
)
def test_phases_that_cannot_be_played_are_refused(phases: tuple[Phase, ...]) -> None:
    with pytest.raises(PhaseError):
        check_phases(phases, sum(phase.rounds for phase in phases))


def shared(version: int = VERSION) -> RankedContest:
    """Return a contest in which 2 and 3 share the second place of pool 1 with 4."""
    points = {1: 90, 2: 80, 3: 80, 4: 80, 5: 90, 6: 70, 7: 60, 8: 50}
    return replace(
        pools_of_four(),
        results=tuple(RoundResult(who, 1, points=of, outcome=WON) for who, of in points.items()),
        rules=RankingRules(last_resort=LastResort.SHARED, seed=5),
        version=version,
    )


def test_a_lot_parts_those_who_share_the_place_at_the_line_and_says_so() -> None:
    at = phase_at((POOLS, replace(TREES, takes=(Take(TakeKind.POOL, 2),))), 4)
    assert at is not None
    drawn = {}
    for seed in range(12):
        contest = replace(shared(), rules=replace(shared().rules, seed=seed))
        found = qualified_for(contest, at, set(range(1, 9)))
        assert {one.entrant for one in found if one.by_lot} == {2, 3, 4}
        assert {one.place for one in found if one.by_lot} == {2}
        (second,) = {one.entrant for one in found if one.tree} - {1, 5, 6}
        drawn[seed] = second
    assert set(drawn.values()) == {2, 3, 4}
    # A lot drawn by hand in the hall prevails.
    by_hand = replace(shared(), rules=replace(shared().rules, drawn=((4, 2, 3),)))
    assert 4 in {one.entrant for one in qualified_for(by_hand, at, set(range(1, 9))) if one.tree}


def test_rounds_drawn_before_parted_them_by_number_and_said_nothing() -> None:
    at = phase_at((POOLS, replace(TREES, takes=(Take(TakeKind.POOL, 2),))), 4)
    assert at is not None
    found = qualified_for(shared(BEFORE), at, set(range(1, 9)))
    assert [one.entrant for one in found if one.tree] == [1, 5, 2, 6]
    assert not any(one.by_lot for one in found)


@pytest.mark.parametrize(
    ("takes", "count"),
    [
        pytest.param((Take(TakeKind.POOL, 1), Take(TakeKind.NEXT, 1)), 3, id="the best second"),
        pytest.param((Take(TakeKind.BEST, 3),), 3, id="the best of the ranking"),
    ],
)
def test_a_lot_is_told_at_every_kind_of_line(takes: tuple[Take, ...], count: int) -> None:
    points = {1: 90, 2: 80, 3: 10, 4: 10, 5: 90, 6: 80, 7: 10, 8: 10}
    results = tuple(RoundResult(who, 1, points=of, outcome=WON) for who, of in points.items())
    at = phase_at((POOLS, replace(TREES, takes=takes)), 4)
    assert at is not None
    found = qualified_for(replace(shared(), results=results), at, set(range(1, 9)))
    assert len([one for one in found if one.tree]) == count
    assert {one.entrant for one in found if one.by_lot} == {2, 6}


def corrected() -> RankedContest:
    """Return semi-finals that 1 and 2 won, and a final of 4, who had won before a correction."""
    won = {(1, 1): WON, (1, 4): LOST, (1, 2): WON, (1, 3): LOST, (2, 4): WON, (2, 2): LOST}
    final = PhaseRound(round=2, groups=(("main", (4, 2)), ("third", (1, 3))))
    return contest(SEMI, final, won={**won, (2, 1): LOST, (2, 3): WON})


def test_a_semi_final_corrected_after_the_final_is_asked_about() -> None:
    moved = moved_since((TREES,), corrected(), 2, (), (), has_begun=True)
    assert moved == (Elsewhere(1, "third", "main"), Elsewhere(4, "main", "third"))
    assert moved_since((TREES,), corrected(), 1, (), (), has_begun=True) == ()


def test_what_was_played_after_a_correction_stands() -> None:
    trees = corrected().trees()
    assert trees.places() == {4: 1, 2: 2, 3: 3, 1: 4}
    assert [game.winner for game in trees.games(SEMI)] == [4, 2]


def test_a_game_that_a_correction_makes_level_leaves_those_who_went_on() -> None:
    results = tuple(
        one._replace(outcome=TIED) if one.round == 1 and one.entrant in (1, 4) else one
        for one in corrected().results
    )
    level = replace(corrected(), results=results)
    assert moved_since((TREES,), level, 2, (), (), has_begun=True) == ()


def test_of_a_level_game_whoever_stays_goes_on() -> None:
    semi = replace(SEMI, round=3)
    won = {(3, 1): TIED, (3, 4): TIED, (3, 2): WON, (3, 3): LOST}
    assert contest(semi, won=won, left=4).trees().following(third_place=False) == (
        ("main", (1, 2)),
    )
