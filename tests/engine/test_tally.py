"""A game as its sheet: totals, held points, the dealer, and how it ends (rules.md, section 4)."""

from dataclasses import replace

import pytest

from scorekeeper.engine.choices import AfterPass, BothReach, HeldAtEnd
from scorekeeper.engine.hand import HandEntry, Seat, Side
from scorekeeper.engine.rulesets import GameFormat, RuleSet
from scorekeeper.engine.scoring import Held, ImpossibleHandError
from scorekeeper.engine.tally import GameEnd, Tally, Totals, has_failed, tally
from tests.engine.composed import PLAIN_PRESETS
from tests.engine.sheet import A, B, Points, capot_of, fault_of, took

CLASSIC, SALON, FIVE_HUNDRED_ONE, TWELVE_HANDS, CONTEST = PLAIN_PRESETS.values()

LITIGE_A, LITIGE_B = took(A, 81), took(B, 81)
CAPOT_A, CAPOT_B = capot_of(A, takers=A), capot_of(B, takers=B)


def to(target: int) -> GameFormat:
    return GameFormat(target=target)


def hands(number: int, *, games: int = 1) -> GameFormat:
    return GameFormat(hands=number, games=games)


def totals(game: Tally) -> Points:
    return game.totals.a, game.totals.b


def running(game: Tally) -> list[Points]:
    return [(hand.totals.a, hand.totals.b) for hand in game.hands]


def test_running_totals() -> None:
    game = tally([took(A, 82), took(B, 60), took(A, 100, belote=B)], CLASSIC)
    assert running(game) == [(82, 80), (244, 80), (344, 162)]
    assert [hand.number for hand in game.hands] == [1, 2, 3]
    assert not game.is_over
    assert game.winner is None


@pytest.mark.parametrize(
    ("sheet", "lines"),
    [
        pytest.param(
            [LITIGE_A, took(A, 100)], [(0, 81, 81), (181, 143, 0)], id="the takers win it back"
        ),
        pytest.param(
            [LITIGE_A, took(B, 60)], [(0, 81, 81), (243, 81, 0)], id="the defence wins it"
        ),
        pytest.param(
            [LITIGE_A, LITIGE_B, LITIGE_A, took(B, 90)],
            [(0, 81, 81), (81, 81, 162), (81, 162, 243), (153, 495, 0)],
            id="three in a row",
        ),
        pytest.param([LITIGE_A, fault_of(B)], [(0, 81, 81), (243, 81, 0)], id="a penalty wins it"),
        pytest.param(
            [took(A, 71, belote=A), CAPOT_B], [(20, 91, 71), (20, 414, 0)], id="a capot wins it"
        ),
        pytest.param(
            [LITIGE_A, took(A, 82), LITIGE_B],
            [(0, 81, 81), (163, 161, 0), (244, 161, 81)],
            id="a new one begins from nothing",
        ),
    ],
)
def test_litiges_chain(sheet: list[HandEntry], lines: list[tuple[int, int, int]]) -> None:
    game = tally(sheet, SALON)
    found = [(hand.totals.a, hand.totals.b, hand.score.held.total) for hand in game.hands]
    assert found == lines
    assert game.held.total == lines[-1][-1]


@pytest.mark.parametrize(
    ("at_end", "expected", "winner"),
    [
        pytest.param(HeldAtEnd.RETURNED, (181, 143), A, id="returned to the side that lost them"),
        pytest.param(HeldAtEnd.LOST, (100, 143), B, id="lost"),
    ],
)
def test_points_held_after_the_last_hand(at_end: HeldAtEnd, expected: Points, winner: Side) -> None:
    rules = replace(CONTEST, held_at_end=at_end, format=hands(2))
    game = tally([took(A, 100), LITIGE_A], rules)
    assert game.is_over
    assert (totals(game), game.winner, game.held) == (expected, winner, Held())
    assert game.game_totals == game.totals
    # The hand itself shows what was marked in it.
    assert running(game)[-1] == (100, 143)


def test_each_side_ends_with_its_own_81() -> None:
    game = tally([LITIGE_A], replace(CONTEST, format=hands(1)))
    assert totals(game) == (81, 81)
    assert game.results[0].returned == Held(a=81)
    assert game.winner is None


def test_each_side_gets_back_what_it_lost() -> None:
    game = tally([LITIGE_A, took(B, 71, belote=B)], replace(CONTEST, format=hands(2)))
    assert totals(game) == (91 + 81, 81 + 20 + 71)


def test_returned_points_bring_nobody_to_the_target() -> None:
    game = tally([CAPOT_A, CAPOT_B, LITIGE_A], SALON, to(330))
    assert running(game)[-1] == (252, 333)
    # A has 333 with its own 81 back, and yet B alone had reached the target.
    assert game.is_over
    assert game.results[0].end is GameEnd.TARGET
    assert (game.winner, game.results[0].totals) == (B, Totals(333, 333))


def test_a_litige_on_the_way_ends_nothing() -> None:
    game = tally([CAPOT_A, LITIGE_A], SALON, to(330))
    assert not game.is_over
    assert (game.missing(A), game.missing(B)) == (78, 249)


@pytest.mark.parametrize(
    ("rules", "target", "sheet", "winner"),
    [
        pytest.param(CLASSIC, 500, [CAPOT_A, CAPOT_A], A, id="at least the target"),
        pytest.param(CLASSIC, 1000, [CAPOT_A, CAPOT_A], None, id="not yet"),
        pytest.param(FIVE_HUNDRED_ONE, 501, [CAPOT_B] * 2, B, id="501 is passed at 504"),
        pytest.param(CLASSIC, 162, [took(A, 80)], B, id="the defence gets there first"),
    ],
)
def test_a_target_ends_the_game(
    rules: RuleSet, target: int, sheet: list[HandEntry], winner: Side | None
) -> None:
    game = tally(sheet, rules, to(target))
    assert game.is_over is (winner is not None)
    assert game.winner is winner
    assert [result.end for result in game.results] == ["target"] * len(game.results)


LEVEL = [took(A, 60), took(B, 60)]  # 162 each

BOTH_AT_240 = [*LEVEL, took(A, 82)]  # 244-242
BOTH_AT_240_B_AHEAD = [*LEVEL, took(A, 82, belote=B)]  # 244-262


@pytest.mark.parametrize(
    ("both_reach", "sheet", "winner"),
    [
        pytest.param(BothReach.TAKERS, BOTH_AT_240, A, id="the takers win, ahead"),
        pytest.param(BothReach.TAKERS, BOTH_AT_240_B_AHEAD, A, id="the takers win, behind"),
        pytest.param(BothReach.HIGHER_TOTAL, BOTH_AT_240, A, id="the higher total wins"),
        pytest.param(BothReach.HIGHER_TOTAL, BOTH_AT_240_B_AHEAD, B, id="the defence is higher"),
    ],
)
def test_both_reach_the_target(both_reach: BothReach, sheet: list[HandEntry], winner: Side) -> None:
    game = tally(sheet, replace(CLASSIC, both_reach=both_reach), to(240))
    assert game.is_over
    assert (game.results[0].end, game.winner) == (GameEnd.BOTH_REACHED, winner)


def test_equal_totals_play_one_more_hand() -> None:
    rules = replace(CLASSIC, both_reach=BothReach.HIGHER_TOTAL)
    game = tally([*LEVEL, took(A, 91, belote=B)], rules, to(240))
    assert totals(game) == (253, 253)
    assert not game.is_over
    assert (game.missing(A), game.missing(B)) == (0, 0)
    decided = game.with_hand(took(B, 82))
    assert (decided.winner, decided.results[0].end) == (B, GameEnd.BOTH_REACHED)
    again = game.with_hand(took(A, 91, belote=B))
    assert (totals(again), again.is_over) == ((344, 344), False)


def test_equal_totals_after_which_a_penalty_decides() -> None:
    rules = replace(CLASSIC, both_reach=BothReach.HIGHER_TOTAL)
    game = tally([*LEVEL, took(A, 91, belote=B), fault_of(A)], rules, to(240))
    assert (totals(game), game.winner) == ((253, 415), B)


@pytest.mark.parametrize(
    ("outcome", "winner", "failed", "before"),
    [
        ("failed", B, True, True),
        ("made", A, False, False),
        ("capot", B, True, False),
        ("capot", A, False, False),
    ],
)
def test_takers_who_suffer_a_capot_have_failed(
    outcome: str, winner: Side, failed: bool, before: bool
) -> None:
    assert has_failed(outcome, winner, A) is failed
    assert has_failed(outcome, winner, A, capot_fails=False) is before


def test_a_fixed_number_of_hands() -> None:
    game = tally([took(A, 100)] * 11, CONTEST)
    assert (game.is_over, game.hands_left) == (False, 1)
    assert game.missing(A) is None
    game = game.with_hand(took(B, 100))
    assert (game.is_over, game.hands_left, game.winner) == (True, 0, A)
    assert totals(game) == (1162, 782)
    assert game.results[0].end is GameEnd.HANDS


def test_a_fixed_number_of_hands_can_end_in_a_draw() -> None:
    game = tally(LEVEL, CLASSIC, hands(2))
    assert game.is_over
    assert (game.winner, game.totals.leader, game.totals.lead) == (None, None, 0)


def test_hands_after_the_end_count_for_nothing() -> None:
    game = tally([*LEVEL, took(A, 82)], CLASSIC, hands(2))
    assert totals(game) == (162, 162)
    assert game.unplayed == (took(A, 82),)
    assert len(game.hands) == 2


def test_who_leads_and_by_how_much() -> None:
    game = tally([took(A, 100), took(B, 82)], CLASSIC)
    assert (game.totals.leader, game.totals.lead) == (A, 36)
    assert (game.totals.of(A), game.totals.of(B)) == (180, 144)
    assert (game.missing(A), game.missing(B)) == (820, 856)
    assert game.hands_left is None


def test_three_times_twelve_hands_are_added() -> None:
    first, second, third = [took(A, 100)] * 12, [took(B, 120)] * 12, [took(A, 82)] * 12
    game = tally([*first, *second, *third], TWELVE_HANDS)
    assert [result.number for result in game.results] == [1, 2, 3]
    assert [result.totals for result in game.results] == [
        Totals(1200, 720), Totals(480, 1440), Totals(960, 960),
    ]  # fmt: skip
    assert [result.winner for result in game.results] == [A, B, None]
    assert totals(game) == (2640, 3120)
    assert (game.is_over, game.winner) == (True, B)
    assert [game.hands[number].game for number in (0, 11, 12, 35)] == [1, 1, 2, 3]
    assert game.hands[12].game_totals == Totals(40, 120)
    assert game.hands[12].totals == Totals(1240, 840)


def test_between_two_games() -> None:
    game = tally([took(A, 100)] * 12, TWELVE_HANDS)
    assert (game.is_over, game.game, game.hands_in_game, game.hands_left) == (False, 2, 0, 24)
    assert (game.game_totals, game.totals) == (Totals(), Totals(1200, 720))
    assert game.winner is None


def test_three_games_to_a_target_start_anew_each() -> None:
    game = tally([CAPOT_A, took(A, 82), CAPOT_B], CLASSIC, GameFormat(target=200, games=3))
    assert [result.last_hand for result in game.results] == [1, 3]
    assert game.results[1].totals == Totals(82, 330)
    assert (game.missing(A), game.missing(B), game.game) == (200, 200, 3)


def test_a_litige_does_not_reach_into_the_next_game() -> None:
    rules = replace(CONTEST, format=hands(1, games=2))
    game = tally([LITIGE_A, took(B, 100)], rules)
    assert [result.totals for result in game.results] == [Totals(81, 81), Totals(62, 100)]
    assert totals(game) == (143, 181)


def test_stopped_early_the_held_points_are_settled() -> None:
    game = tally([took(A, 100), LITIGE_A], CONTEST).closed_early()
    assert (totals(game), game.held) == ((181, 143), Held())
    assert game.game_totals == Totals(181, 143)


def test_stopped_early_between_games_or_after_the_end_nothing_changes() -> None:
    between = tally([took(A, 100)] * 12, TWELVE_HANDS)
    over = tally(LEVEL, CLASSIC, hands(2))
    assert between.closed_early() is between
    assert over.closed_early() is over


def dealers(game: Tally) -> str:
    return " ".join(hand.dealer for hand in game.hands)


@pytest.mark.parametrize(
    ("clockwise", "order"),
    [
        pytest.param(True, "B1 A2 B2 A1 B1", id="clockwise"),
        pytest.param(False, "B1 A1 B2 A2 B1", id="anticlockwise"),
    ],
)
def test_the_deal_passes_in_the_direction_of_play(clockwise: bool, order: str) -> None:
    game = tally([took(A, 82)] * 5, replace(CLASSIC, clockwise=clockwise), first_dealer=Seat.B1)
    assert dealers(game) == order
    assert game.next_dealer == Seat.B1.next(clockwise=clockwise)


@pytest.mark.parametrize(
    ("after_pass", "clockwise", "order"),
    [
        pytest.param(AfterPass.SAME_DEALER, True, "A1 B1 A2", id="the same deals again"),
        pytest.param(AfterPass.NEXT_DEALER, True, "A1 B2 A1", id="the next deals"),
        pytest.param(AfterPass.NEXT_DEALER, False, "A1 B1 A1", id="the next, anticlockwise"),
    ],
)
def test_deals_that_nobody_took(after_pass: AfterPass, clockwise: bool, order: str) -> None:
    rules = replace(CLASSIC, after_pass=after_pass, clockwise=clockwise)
    game = tally([took(A, 82), took(A, 82, passed_deals=2), took(A, 82)], rules)
    assert dealers(game) == order
    assert [hand.number for hand in game.hands] == [1, 2, 3]


def test_a_penalty_uses_up_a_hand_and_a_deal() -> None:
    game = tally([fault_of(A), took(A, 82)], CLASSIC)
    assert running(game) == [(0, 162), (82, 242)]
    assert dealers(game) == "A1 B1"


def test_an_entry_with_errors_is_refused() -> None:
    with pytest.raises(ImpossibleHandError):
        tally([took(A, 161)], CLASSIC)
