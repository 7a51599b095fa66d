"""Trees as they were played: who goes on, and what place everybody has."""

import pytest

from tournaments.standings.brackets import CONSOLATION, MAIN, THIRD, PhaseRound, Trees
from tournaments.standings.results import GameOutcome, RoundResult

EIGHT = (1, 8, 4, 5, 2, 7, 3, 6)


def trees(
    *rounds: tuple[tuple[str, tuple[int, ...]], ...],
    won: tuple[tuple[int, ...], ...] = (),
    left: dict[int, int] | None = None,
) -> Trees:
    """Return trees in which those won, round by round, and everybody else of the round lost."""
    results = {}
    for number, groups in enumerate(rounds, start=1):
        winners = won[number - 1] if number <= len(won) else ()
        for who in (who for _name, slots in groups for who in slots if who and winners):
            outcome = GameOutcome.WON if who in winners else GameOutcome.LOST
            results[number, who] = RoundResult(who, number, points=0, outcome=outcome)
    played = (PhaseRound(round=number, groups=groups) for number, groups in enumerate(rounds, 1))
    return Trees(rounds=tuple(played), results=results, left=left or {})


@pytest.mark.parametrize("third_place", [False, True])
@pytest.mark.parametrize(
    ("slots", "won", "after"),
    [
        ((1, 2), (1,), ()),
        ((1, 4, 2, 3), (1, 2), ((MAIN, (1, 2)),)),
        (EIGHT, (1, 4, 2, 3), ((MAIN, (1, 4, 2, 3)),)),
    ],
    ids=["final", "semi-finals", "quarter-finals"],
)
def test_winners_go_on_and_the_losers_of_semi_finals_play_for_the_third_place(
    slots: tuple[int, ...],
    won: tuple[int, ...],
    after: tuple[tuple[str, tuple[int, ...]], ...],
    third_place: bool,
) -> None:
    losers = ((THIRD, (4, 3)),) if third_place and len(slots) == 4 else ()
    found = trees(((MAIN, slots),), won=(won,)).following(third_place=third_place)
    assert found == (*after, *losers)


def test_nobody_plays_on_in_the_third_place_or_its_consolation_twice() -> None:
    last = ((MAIN, (1, 2)), (THIRD, (4, 3)), (CONSOLATION, (5, 6)))
    assert trees(last, won=((1, 3, 5),)).following(third_place=True) == ()


def test_a_consolation_has_no_game_for_its_third_place() -> None:
    groups = ((MAIN, (1, 2)), (CONSOLATION, (5, 8, 6, 7)))
    assert trees(groups, won=((1, 5, 6),)).following(third_place=True) == ((CONSOLATION, (5, 6)),)


def test_places_of_a_tree_of_eight() -> None:
    rounds = (((MAIN, EIGHT),), ((MAIN, (1, 4, 2, 3)),), ((MAIN, (1, 2)), (THIRD, (4, 3))))
    played = trees(*rounds, won=((1, 4, 2, 3), (1, 2), (2, 3)))
    assert played.places() == {2: 1, 1: 2, 3: 3, 4: 4, 8: 5, 5: 5, 7: 5, 6: 5}
    # Without a game for it the losers of the semi-finals share the third place.
    shared = trees(*rounds[:2], ((MAIN, (1, 2)),), won=((1, 4, 2, 3), (1, 2), (2,)))
    assert shared.places() == {2: 1, 1: 2, 3: 3, 4: 3, 8: 5, 5: 5, 7: 5, 6: 5}


def test_while_the_final_is_to_come_its_two_share_the_first_place() -> None:
    played = trees(((MAIN, (1, 4, 2, 3)),), ((MAIN, (1, 2)), (THIRD, (4, 3))), won=((1, 2),))
    assert played.places() == {1: 1, 2: 1, 4: 3, 3: 3}


def test_the_consolation_comes_after_the_main_tree() -> None:
    groups = ((MAIN, (1, 4, 2, 3)), (CONSOLATION, (5, 6)))
    final = ((MAIN, (1, 2)),)
    assert trees(groups, final, won=((1, 2, 6), (1,))).places() == {
        1: 1,
        2: 2,
        3: 3,
        4: 3,
        6: 5,
        5: 6,
    }


def test_whoever_leaves_before_the_final_does_not_win_it() -> None:
    rounds = (((MAIN, (1, 4, 2, 3)),), ((MAIN, (1, 2)),))
    assert trees(*rounds, won=((1, 2),), left={1: 2}).places() == {2: 1, 1: 2, 3: 3, 4: 3}


def test_whoever_won_and_did_not_come_to_the_next_game_has_lost_that_one() -> None:
    rounds = (((MAIN, EIGHT),), ((MAIN, (0, 4, 2, 3)),))
    played = trees(*rounds, won=((1, 4, 2, 3), (2,)), left={1: 2})
    assert played.places() == {1: 3, 3: 3, 4: 1, 2: 1, 8: 5, 5: 5, 7: 5, 6: 5}
