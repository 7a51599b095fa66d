"""Figures that others published, each with its source."""

from dataclasses import replace

from scorekeeper.engine.choices import Compared, HeldPoints
from scorekeeper.engine.hand import HandEntry
from scorekeeper.engine.presets import PRESETS
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.engine.tally import Totals, tally
from tests.engine.sheet import A, B, capot_of, fault_of, marks_of, took

CONTEST = PRESETS["contest"]

# A contest of 5 games × 12 hands. "Deal 6 was a litige that put 101 points at stake; the next
# deal was a capot worth 353 to the winners (252 + 101)." Its pot is 81 and the takers' belote.
# Source: http://blacksuccube.blogspot.com/2017/02/pour-changer-du-poker-la-belote.html
LES_MOERES = replace(CONTEST, compared=Compared.CARDS, held=HeldPoints.CARDS_AND_BELOTE)


def test_les_moeres_litige_of_101_then_capot_of_353() -> None:
    litige = took(A, 81, belote=A)
    game = tally([litige, capot_of(B, takers=B)], LES_MOERES)
    first, second = game.hands
    assert first.score.held.total == 101
    assert second.score.points(B) == 353
    assert game.held.total == 0


def test_les_moeres_whoever_makes_the_capot_gets_353() -> None:
    litige = took(A, 81, belote=A)
    game = tally([litige, capot_of(A, takers=B)], LES_MOERES)
    assert game.hands[1].score.points(A) == 353


def test_les_moeres_a_playing_error_cost_162() -> None:
    """Same source: "Game 2 contains one 162-point penalty for a playing error"."""
    assert marks_of(fault_of(B), LES_MOERES) == (162, 0)


def test_federation_2016_a_litige_with_belote_holds_91() -> None:
    """rules.md, section 3: the federation's text of 2016 holds 91."""
    rules = replace(CONTEST, held=HeldPoints.CARDS_AND_BELOTE)
    assert tally([took(A, 71, belote=A)], rules).held.total == 91


def test_half_of_a_game_of_twelve_hands_is_972() -> None:
    """rules.md, section 7: an exempt team scores half of a game, 972 for 12 hands."""
    game = tally([took(A, 100), took(B, 90)] * 6, CONTEST)
    assert (game.totals.a + game.totals.b) // 2 == 972


def test_sheet_002_the_objective_of_92() -> None:
    """seeds/002: where a belote is announced "l'objectif du contrat [est] de 92 points"."""
    rules = PRESETS["five_hundred_one"]
    for belote, least in ((None, 82), (A, 72), (B, 92)):
        own = 20 if belote is A else 0
        assert marks_of(took(A, least, belote=belote), rules)[0] == least + own
        assert marks_of(took(A, least - 1, belote=belote), rules)[0] == own


def test_sheet_004_three_lots_of_twelve() -> None:
    """seeds/004: "Total scores add up to 160", "Play 3 lots of 12 games and add"."""
    sheet: list[HandEntry] = [took(A, 86), took(B, 95), took(A, 70), took(B, 81)] * 9
    game = tally(sheet, PRESETS["twelve_hands"])
    assert [result.totals.a + result.totals.b for result in game.results] == [1920] * 3
    assert game.totals == Totals(80 * 9 + 70 * 9 + 0 + 80 * 9, 80 * 9 + 90 * 9 + 160 * 9 + 80 * 9)


def test_sheets_000_and_003_both_reach_1000_and_the_takers_win() -> None:
    """seeds/000 and 003: "c'est l'équipe attaquante qui remporte la partie"."""
    even = [took(A, 60), took(B, 60)] * 5
    last = [took(A, 91), took(B, 82), took(A, 82, belote=B)]
    game = tally([*even, *last], PRESETS["classic"])
    before, after = game.hands[-2].totals, game.hands[-1].totals
    assert before == Totals(981, 963)
    assert after == Totals(1063, 1063)
    assert game.winner is A


def test_a_target_of_500_1000_or_1500_is_chosen() -> None:
    """seeds/000: the players settle on 500, 1000 or 1500 points beforehand."""
    capots = [capot_of(A, takers=A)] * 6
    for target, hands in ((500, 2), (1000, 4), (1500, 6)):
        game = tally(capots, PRESETS["classic"], GameFormat(target=target))
        assert (game.is_over, len(game.hands)) == (True, hands)
