"""Figures that others published, each with its source; some hold a defect of the original."""

from fractions import Fraction

import pytest

from tests.tournaments.standings.control import JASS
from tests.tournaments.standings.sheet import C, evening, rules, total
from tournaments.extensions.historical_results.warnings import WrongOrder, warnings_of
from tournaments.standings.control import (
    SumRule,
    Suspect,
    check_sum,
    suspects,
)
from tournaments.standings.ranking import rank
from tournaments.standings.record import Record
from tournaments.standings.season_scores import Average, BestOf, EveningResult
from tournaments.standings.season_table import (
    SeasonAttendance,
    SeasonRules,
    SeasonTable,
    Short,
    season_table,
)

# A belote contest of fixed pairs, about 40 teams: the first ten as printed, names removed.
# Source: https://www.centrepresseaveyron.fr/2023/05/23/succes-du-concours-de-belote-avec-ladmr-11214982.php
PONS = [
    (1, 4046), (2, 3755), (3, 3722), (4, 3667), (5, 3588),
    (6, 3592), (7, 3551), (8, 3531), (9, 3454), (10, 3424),
]  # fmt: skip

# Jass à la mêlée: 7 rounds × 8 hands of 157, the first twelve as printed.
# Source: https://satus-rothrist.ch/cms/de/maennerriege/aktivitaeten/864-maennerriege-jassturnier-2024-rothrist.html
ROTHRIST = [
    (1, 4753), (2, 4710), (3, 4543), (4, 4535), (5, 4441), (6, 4380),
    (7, 4371), (8, 4549), (9, 4241), (10, 4207), (11, 4181), (12, 4135),
]  # fmt: skip

# Jass, 11 fixed pairs (odd), 4 games × 12 hands of 157 each: the complete list.
# Source: http://stv-untersiggenthal.ch/index.php/news-mainmenu-2/474-dachvereinallgemeines/1467-schneider-ulrich-triumphieren
UNTERSIGGENTHAL = [
    (1, 4177), (2, 4148), (3, 4114), (4, 3988), (5, 3850), (6, 3814),
    (7, 3775), (8, 3545), (9, 3532), (10, 3296), (11, 3209),
]  # fmt: skip

# Klaverjassen, five evenings of one season: the first five and the last of each.
# Source: https://www.topentwelonline.nl/sport-en-vrije-tijd/247/klaverjassen-mei-wille-een-stille
GD, FV, JG, WE, TF, JV, AJ, JO, HS, JS, SD, GDOU, ADJ, JD, MH, ML, KR, MV = range(1, 19)
EVENINGS = {
    20231002: {GD: 5871, FV: 5393, JG: 5177, WE: 5166, TF: 5158, JV: 3599},
    20231106: {AJ: 5630, JO: 5487, GD: 5462, HS: 5223, JS: 5118, JV: 3294},
    20231204: {SD: 5718, JO: 5452, WE: 5241, GDOU: 5042, ADJ: 4884, JD: 4098},
    20240108: {FV: 5425, MH: 5381, ML: 5259, JV: 5249, JG: 5131, ADJ: 3700},
    20240212: {MH: 5898, FV: 5491, KR: 5374, MV: 5234, GDOU: 5229, WE: 3735},
}


def ranked(printed: list[tuple[int, int]]) -> tuple[int, ...]:
    records = [Record(entrant=who, points=points, has_results=True) for who, points in printed]
    return rank(records, rules(C.POINTS)).order


def test_pons_3592_stands_above_3588() -> None:
    """Printed 5th with 3588 stands above printed 6th with 3592; either line may be wrong."""
    assert ranked(PONS) == (1, 2, 3, 4, 6, 5, 7, 8, 9, 10)
    assert warnings_of(PONS, None, names_a_line=2)[0] == WrongOrder(4, 5, by=3592 - 3588)
    assert suspects(PONS) == (Suspect(5, 3588), Suspect(6, 3592))


def test_rothrist_the_eighth_total_is_294_too_much() -> None:
    """Twelve players at three tables, if these are all: their totals must sum to 52 752."""
    right_sum = 2 * 3 * 7 * 8 * 157
    assert (right_sum, total(ROTHRIST)) == (52752, 53046)
    check = check_sum(total(ROTHRIST) // 2, 3 * 7 * 8, JASS)
    assert (check.adds_up, check.extra) == (False, 294 // 2)
    assert warnings_of(ROTHRIST, None, names_a_line=1)[0] == WrongOrder(6, 7, by=4549 - 4371)
    assert suspects(ROTHRIST, right_sum=right_sum) == (Suspect(8, 4549, mended=4255),)
    mended = [(who, 4255 if who == 8 else points) for who, points in ROTHRIST]
    assert ranked(mended) == tuple(range(1, 13))
    assert check_sum(total(mended) // 2, 3 * 7 * 8, JASS).adds_up


def test_untersiggenthal_sums_to_22_tables_of_12_hands() -> None:
    check = check_sum(total(UNTERSIGGENTHAL), 22 * 12, JASS)
    assert (check.total, check.adds_up) == (41448, True)
    assert ranked(UNTERSIGGENTHAL) == tuple(range(1, 12))
    assert suspects(UNTERSIGGENTHAL, right_sum=22 * 12 * 157) == ()


@pytest.mark.parametrize("slip", [1, -1, 10, -157])
def test_untersiggenthal_any_slip_of_the_pen_is_found(slip: int) -> None:
    wrong = [*UNTERSIGGENTHAL[:-1], (11, 3209 + slip)]
    assert not check_sum(total(wrong), 22 * 12, JASS).adds_up
    assert Suspect(11, 3209 + slip, mended=3209) in suspects(wrong, right_sum=41448)


def test_les_moeres_game_1_is_told_in_round_figures() -> None:
    """1340 and 40 fewer for the opponents after 12 hands: no such pair exists.

    12 × 162 = 1944, and belote, capots and declarations add tens: the sum must end in 4.
    Source: http://blacksuccube.blogspot.com/2017/02/pour-changer-du-poker-la-belote.html
    """
    for rule in (SumRule(), SumRule(step=10)):
        check = check_sum(1340 + 1300, 12, rule)
        assert (check.adds_up, check.extra) == (False, 696)


def season(season_rules: SeasonRules) -> SeasonTable:
    results = [line for day, totals in EVENINGS.items() for line in evening(day, totals)]
    return season_table(results, season_rules)


def scores(table: SeasonTable, places: int) -> list[tuple[int, int | Fraction]]:
    return [(line.entrant, line.record.score) for line in table.standings.lines[:places]]


@pytest.mark.parametrize("totals", EVENINGS.values(), ids=[str(day) for day in EVENINGS])
def test_klaverjas_evenings_are_printed_in_order(totals: dict[int, int]) -> None:
    assert ranked(list(totals.items())) == tuple(totals)


def test_klaverjas_season_by_sum() -> None:
    """5393 + 5425 + 5491 and so on, added by hand from the printed lists."""
    table = season(SeasonRules())
    assert scores(table, 6) == [
        (FV, 16309), (WE, 14142), (JV, 12142), (GD, 11333), (MH, 11279), (JO, 10939),
    ]  # fmt: skip
    assert len(table.standings.lines) == 18


def test_klaverjas_season_by_the_best_two() -> None:
    table = season(SeasonRules(combination=BestOf(2), attendance=SeasonAttendance(least=2)))
    assert scores(table, 9) == [
        (GD, 11333), (MH, 11279), (JO, 10939), (FV, 10916), (WE, 10407), (JG, 10308),
        (GDOU, 10271), (JV, 8848), (ADJ, 8584),
    ]  # fmt: skip
    assert [evening.is_counted for evening in table.lines[FV].evenings] == [False, True, True]
    assert table.standings.lines[9].record.score == 5718
    assert table.standings.why(ADJ, SD).code is C.ENOUGH_EVENINGS


def test_klaverjas_season_by_average() -> None:
    attendance = SeasonAttendance(least=2, short=Short.NOT_RANKED)
    table = season(SeasonRules(combination=Average(), attendance=attendance))
    assert scores(table, 4) == [
        (GD, Fraction(11333, 2)),
        (MH, Fraction(11279, 2)),
        (JO, Fraction(10939, 2)),
        (FV, Fraction(16309, 3)),
    ]
    assert len(table.standings.lines) == 9
    assert table.not_ranked == (TF, AJ, HS, JS, SD, JD, ML, KR, MV)


# Klaverjassen, individual: best five of seven evenings, five attendances required. W5 leads with
# 14934 after the third evening, X2 with 10437 after the second of a later season; what they had
# before is printed only as part of these sums.
# Source: https://www.westerwoldeactueel.nl/2023/12/16/goed-bezochte-en-gezellige-derde-klaverjasavond-bij-v-v-westerwolde/
# Source: https://www.westerwoldeactueel.nl/2025/11/09/fokke-de-weerd-winnaar-tweede-klaverjasavond-v-v-westerwolde/
WESTERWOLDE = SeasonRules(
    combination=BestOf(5), attendance=SeasonAttendance(least=5, planned=7, short=Short.NOT_RANKED)
)
THIRD_EVENING = {1: 5486, 2: 5154, 3: 5127, 4: 5121, 5: 5057, 6: 5016}


def westerwolde(before: list[int], last: dict[int, int], leader: int) -> SeasonTable:
    results: list[EveningResult] = []
    for number, points in enumerate(before, start=1):
        results += evening(number, {leader: points})
    return season_table([*results, *evening(len(before) + 1, last)], WESTERWOLDE)


@pytest.mark.parametrize("first", [4500, 4938, 5200])
def test_westerwolde_w5_leads_after_three_evenings_with_14934(first: int) -> None:
    table = westerwolde([first, 14934 - 5057 - first], THIRD_EVENING, 5)
    assert scores(table, 2) == [(5, 14934), (1, 5486)]
    assert [line.is_short for line in table.lines.values()] == [False] * 6


def test_westerwolde_x2_leads_after_two_evenings_with_10437() -> None:
    table = westerwolde([10437 - 5292], {1: 5363, 2: 5292, 3: 5071}, 2)
    assert scores(table, 2) == [(2, 10437), (1, 5363)]


def test_westerwolde_who_came_four_times_is_not_ranked_after_seven_evenings() -> None:
    """The lowest two of seven are dropped; four evenings are one too few, however good."""
    results = [
        line
        for number in range(1, 8)
        for line in evening(number, {1: 5000 + number} | ({2: 5900} if number > 3 else {}))
    ]
    table = season_table(results, WESTERWOLDE)
    assert scores(table, 2) == [(1, 5003 + 5004 + 5005 + 5006 + 5007)]
    assert table.not_ranked == (2,)
