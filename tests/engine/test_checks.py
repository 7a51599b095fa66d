"""Every problem that an entry can have, each in words of the table (rules.md, sections 1 and 6)."""

from dataclasses import replace

import pytest

from scorekeeper.engine.checks import (
    Problem,
    ProblemCode,
    Severity,
    check,
    check_series,
    has_errors,
)
from scorekeeper.engine.choices import AllTrump, AllTrumpBelotes, Bidding, PenaltyMarks
from scorekeeper.engine.hand import (
    CAPOT_BID,
    GENERALE_BID,
    Contract,
    HandEntry,
    Seat,
    Trump,
)
from scorekeeper.engine.presets import PRESETS
from scorekeeper.engine.rulesets import RuleSet
from tests.engine.composed import POINTS
from tests.engine.sheet import A, B, capot_of, fault_of, shown, took

PLAIN = RuleSet()
COINCHE = RuleSet(bidding=Bidding.POINTS_AND_BID)
WITH_DECLARATIONS = RuleSet(declarations=True)
SCALED = RuleSet(bidding=Bidding.POINTS_AND_BID, all_trump=AllTrump.SCALED_FROM_258)
FOUR_BELOTES = replace(SCALED, all_trump_belotes=AllTrumpBelotes.UP_TO_FOUR)
BID_80 = Contract(bid=80)


Seen = tuple[str, str, int | None]

# What is wrong: entry, rules, and (code, field, number named in the message) of each error.
ERRORS: dict[str, tuple[HandEntry, RuleSet, list[Seen]]] = {
    "nobody is said to have taken": (
        HandEntry(card_points=82), PLAIN, [("taker_missing", "taker", None)],
    ),
    "no points": (HandEntry(taker=Seat.A1), PLAIN, [("points_missing", "card_points", None)]),
    "an empty line": (
        HandEntry(), PLAIN,
        [("taker_missing", "taker", None), ("points_missing", "card_points", None)],
    ),
    "163 points": (took(A, 163), PLAIN, [("points_out_of_range", "card_points", 163)]),
    "-1 points": (took(A, -1), PLAIN, [("points_out_of_range", "card_points", -1)]),
    "1 point": (took(A, 1), PLAIN, [("points_impossible", "card_points", 1)]),
    "161 points": (took(A, 161), PLAIN, [("points_impossible", "card_points", 161)]),
    "67 points with one trick": (
        took(A, 67, tricks=1), PLAIN, [("points_impossible_for_tricks", "tricks", 67)],
    ),
    "105 points with two tricks": (
        took(A, 105, tricks=2), PLAIN, [("points_impossible_for_tricks", "tricks", 105)],
    ),
    "66 points with one trick that was not the last": (
        took(A, 66, tricks=1, last_trick=B), PLAIN,
        [("points_impossible_for_last_trick", "last_trick", 66)],
    ),
    "5 points with the last trick": (
        took(A, 5, last_trick=A), PLAIN, [("points_impossible_for_last_trick", "last_trick", 5)],
    ),
    "the last trick with no trick": (
        took(A, 0, tricks=0, last_trick=A), PLAIN,
        [("points_impossible_for_last_trick", "last_trick", 0),
         ("all_tricks_are_capot", "capot", 0)],
    ),
    "82 and 81 make 163": (
        took(A, 82, defenders_count=81), PLAIN,
        [("counts_do_not_add_up", "defenders_count", 163)],
    ),
    "both counts make 152": (
        took(A, 82, defenders_count=70), PLAIN,
        [("last_trick_forgotten", "defenders_count", 152)],
    ),
    "both counts make 248 of 258": (
        took(A, 148, defenders_count=100, trump=Trump.ALL_TRUMP, contract=BID_80), SCALED,
        [("last_trick_forgotten", "defenders_count", 248)],
    ),
    "both counts make 142": (
        took(A, 82, defenders_count=60), PLAIN, [("twenty_missing", "defenders_count", 142)],
    ),
    "both counts make 182, a belote inside": (
        took(A, 102, defenders_count=80, belote=A), PLAIN,
        [("belote_in_counts", "defenders_count", 182)],
    ),
    "182 where nobody has the belote": (
        took(A, 102, defenders_count=80), PLAIN,
        [("counts_do_not_add_up", "defenders_count", 182)],
    ),
    "162 and −10 make 152": (
        took(A, 162, defenders_count=-10), PLAIN,
        [("points_out_of_range", "defenders_count", -10)],
    ),
    "less than nothing": (
        took(A, 162, defenders_count=-1), PLAIN,
        [("points_out_of_range", "defenders_count", -1)],
    ),
    "152 of 258 at all trump is no forgotten der": (
        took(A, 100, defenders_count=52, trump=Trump.ALL_TRUMP, contract=BID_80), SCALED,
        [("counts_do_not_add_up", "defenders_count", 152)],
    ),
    "9 tricks": (took(A, 82, tricks=9), PLAIN, [("tricks_out_of_range", "tricks", 9)]),
    "-1 tricks": (took(A, 82, tricks=-1), PLAIN, [("tricks_out_of_range", "tricks", -1)]),
    "8 tricks without capot": (
        took(A, 162, tricks=8), PLAIN, [("all_tricks_are_capot", "capot", 8)],
    ),
    "no trick without capot": (
        took(A, 0, tricks=0), PLAIN, [("all_tricks_are_capot", "capot", 0)],
    ),
    "capot with 7 tricks": (
        took(A, 162, capot=A, tricks=7), PLAIN, [("capot_needs_all_tricks", "tricks", 7)],
    ),
    "capot of the defence, one trick lost": (
        took(A, 0, capot=B, tricks=1), PLAIN, [("capot_needs_all_tricks", "tricks", 1)],
    ),
    "capot with 152 points": (
        took(A, 152, capot=A), PLAIN, [("capot_needs_all_points", "capot", 152)],
    ),
    "capot of the defence, the takers with 162": (
        took(A, 162, capot=B), PLAIN, [("capot_of_other_side", "capot", 162)],
    ),
    "capot, last trick to the other side": (
        took(A, 162, capot=A, last_trick=B), PLAIN,
        [("points_impossible_for_last_trick", "last_trick", 162),
         ("capot_needs_last_trick", "last_trick", None)],
    ),
    "capot by a side that nobody took for": (
        HandEntry(card_points=162, capot=A, tricks=7), PLAIN, [("taker_missing", "taker", None)],
    ),
    "belote of B held by a player of A": (
        took(A, 82, belote=B, belote_seat=Seat.A2), PLAIN,
        [("belote_of_other_side", "belote", None)],
    ),
    "belote at no trump": (
        took(A, 82, belote=A, trump=Trump.NO_TRUMP, contract=BID_80), COINCHE,
        [("belote_without_trump_suit", "belote", None)],
    ),
    "a penalty hand with a taker": (
        HandEntry(penalty=A, taker=Seat.A1), PLAIN, [("penalty_stands_alone", "penalty", None)],
    ),
    "a penalty hand with points and belote": (
        HandEntry(penalty=A, card_points=82, belote=B), PLAIN,
        [("penalty_stands_alone", "penalty", None)],
    ),
    "21 deals that nobody took": (
        took(A, 82, passed_deals=21), PLAIN, [("passed_deals_out_of_range", "passed_deals", 21)],
    ),
    "-1 deals that nobody took": (
        took(A, 82, passed_deals=-1), PLAIN, [("passed_deals_out_of_range", "passed_deals", -1)],
    ),
    "no bid at a bidding table": (
        took(A, 82), COINCHE, [("contract_missing", "contract", None)],
    ),
    "a bid where nobody bids": (
        took(A, 82, contract=BID_80), PLAIN, [("contract_not_played", "contract", None)],
    ),
    "the taker alone where nobody bids": (
        took(A, 82, taker_alone=True), PLAIN, [("contract_not_played", "contract", None)],
    ),
    "85 bid": (
        took(A, 82, contract=Contract(bid=85)), COINCHE, [("bid_impossible", "contract", 85)],
    ),
    "170 bid": (
        took(A, 82, contract=Contract(bid=170)), COINCHE, [("bid_impossible", "contract", 170)],
    ),
    "générale bid where it is not played": (
        took(A, 82, contract=Contract(bid=GENERALE_BID)), COINCHE,
        [("bid_impossible", "contract", 500)],
    ),
    "no trump where nobody bids": (
        took(A, 82, trump=Trump.NO_TRUMP), PLAIN, [("trump_not_played", "trump", None)],
    ),
    "a tierce where none counts": (
        took(A, 82, declarations=(shown(A, "tierce"),)), PLAIN,
        [("declarations_not_played", "declarations", None)],
    ),
    "a tierce each and nobody says whose is higher": (
        took(A, 82, declarations=(shown(A, "tierce"), shown(B, "tierce"))),
        WITH_DECLARATIONS, [("best_declaration_missing", "best_declaration", None)],
    ),
    "a tierce is said to beat a cent": (
        took(A, 82, declarations=(shown(A, "tierce"), shown(B, "cent")), best_declaration=A),
        WITH_DECLARATIONS, [("best_declaration_wrong", "best_declaration", None)],
    ),
    "two belotes with one suit of trumps": (
        took(A, 82, belote=A, further_belotes=(B,), contract=BID_80), FOUR_BELOTES,
        [("belotes_too_many", "belote", 2)],
    ),
    "five belotes at all trump": (
        took(
            A, 200, belote=A, further_belotes=(A, A, B, B), trump=Trump.ALL_TRUMP, contract=BID_80
        ),
        FOUR_BELOTES, [("belotes_too_many", "belote", 5)],
    ),
    "a second belote without a first": (
        took(A, 200, further_belotes=(A,), trump=Trump.ALL_TRUMP, contract=BID_80), FOUR_BELOTES,
        [("belotes_too_many", "belote", 2)],
    ),
    "all trump where it is not played": (
        took(A, 82, trump=Trump.ALL_TRUMP, contract=BID_80), PRESETS["contree_ffb"],
        [("trump_not_played", "trump", None)],
    ),
    "four jacks twice": (
        took(A, 82, declarations=(shown(A, "four_jacks"), shown(A, "four_jacks"))),
        WITH_DECLARATIONS, [("declarations_impossible", "declarations", None)],
    ),
    "four jacks, and a jack in a sequence of the other side": (
        took(A, 82, declarations=(shown(A, "four_jacks"), shown(B, "tierce", "queen"))),
        WITH_DECLARATIONS, [("declarations_impossible", "declarations", None)],
    ),
    "a tierce from the eight": (
        took(A, 82, declarations=(shown(A, "tierce", "eight"),)), WITH_DECLARATIONS,
        [("declaration_card_impossible", "declarations", None)],
    ),
    "everything wrong at once": (
        HandEntry(card_points=200, tricks=9, belote=A, belote_seat=Seat.B1, passed_deals=30), PLAIN,
        [("passed_deals_out_of_range", "passed_deals", 30), ("taker_missing", "taker", None),
         ("points_out_of_range", "card_points", 200), ("tricks_out_of_range", "tricks", 9),
         ("belote_of_other_side", "belote", None)],
    ),
}  # fmt: skip

WARNINGS = {
    "162 without the capot tick": (took(A, 162), ("all_points_without_capot", "capot", 162)),
    "0 without the capot tick": (took(A, 0), ("all_points_without_capot", "capot", 0)),
}  # fmt: skip

FINE = {
    "82 points": (took(A, 82), PLAIN),
    "both counts make 162": (took(A, 82, defenders_count=80), PLAIN),
    "162 with 7 tricks: the eighth held zeros": (took(A, 162, tricks=7), PLAIN),
    "66 with one trick, the last": (took(A, 66, tricks=1, last_trick=A), PLAIN),
    "152 with the last trick lost": (took(A, 152, last_trick=B), PLAIN),
    "capot": (capot_of(A, takers=A, tricks=8, last_trick=A), PLAIN),
    "capot of the defence": (capot_of(B, takers=A, tricks=0, last_trick=B), PLAIN),
    "belote of the player who holds it": (took(A, 82, belote=B, belote_seat=Seat.B2), PLAIN),
    "penalty": (fault_of(A), PLAIN),
    "penalty after a deal that nobody took": (HandEntry(penalty=A, passed_deals=1), PLAIN),
    "penalty at a bidding table": (fault_of(B), COINCHE),
    "80 bid": (took(A, 82, contract=BID_80), COINCHE),
    "capot bid and made": (capot_of(A, takers=A, contract=Contract(bid=CAPOT_BID)), COINCHE),
    "générale where it is played": (
        took(A, 82, contract=Contract(bid=GENERALE_BID)),
        replace(POINTS, generale=True),
    ),
    "no trump": (took(A, 82, trump=Trump.NO_TRUMP, contract=BID_80), COINCHE),
    "161 at all trump that the table scaled": (
        took(A, 161, trump=Trump.ALL_TRUMP, contract=BID_80), COINCHE,
    ),
    "200 at all trump on 258": (took(A, 200, trump=Trump.ALL_TRUMP, contract=BID_80), SCALED),
    "a cent beats a tierce": (
        took(A, 82, declarations=(shown(A, "tierce"), shown(B, "cent"))), WITH_DECLARATIONS,
    ),
    "three belotes at all trump": (
        took(A, 200, belote=A, further_belotes=(A, B), trump=Trump.ALL_TRUMP, contract=BID_80),
        FOUR_BELOTES,
    ),
    "a penalty that marks its bid": (
        replace(fault_of(A), contract=BID_80),
        replace(COINCHE, penalty_marks=PenaltyMarks.BASE_AND_BID),
    ),
    "equal kinds, the higher card": (
        took(A, 82, declarations=(shown(A, "cent", "ace"), shown(B, "cent", "king"))),
        WITH_DECLARATIONS,
    ),
    "equal kinds, the better one said": (
        took(A, 82, declarations=(shown(A, "cent"), shown(B, "cent")), best_declaration=B),
        WITH_DECLARATIONS,
    ),
}  # fmt: skip


def seen(problems: tuple[Problem, ...]) -> list[Seen]:
    return [(problem.code.value, problem.field, problem.value) for problem in problems]


@pytest.mark.parametrize(("entry", "rules", "errors"), ERRORS.values(), ids=ERRORS.keys())
def test_errors_are_all_reported(entry: HandEntry, rules: RuleSet, errors: list[Seen]) -> None:
    found = check(entry, rules)
    assert seen(tuple(p for p in found if p.severity is Severity.ERROR)) == errors
    assert has_errors(found)


@pytest.mark.parametrize(("entry", "warning"), WARNINGS.values(), ids=WARNINGS.keys())
def test_the_unusual_is_no_error(entry: HandEntry, warning: Seen) -> None:
    found = check(entry, PLAIN)
    assert seen(found) == [warning]
    assert [problem.severity for problem in found] == [Severity.WARNING]
    assert not has_errors(found)


@pytest.mark.parametrize(("entry", "rules"), FINE.values(), ids=FINE.keys())
def test_what_a_table_can_play(entry: HandEntry, rules: RuleSet) -> None:
    assert check(entry, rules) == ()


def test_errors_come_before_warnings() -> None:
    found = check(took(A, 162, passed_deals=21, last_trick=B), PLAIN)
    assert [problem.severity for problem in found] == ["error", "error", "warning"]


@pytest.mark.parametrize(
    ("entry", "rules", "whole"),
    [
        (took(A, 163), PLAIN, 162),
        (took(A, 82, defenders_count=81), PLAIN, 162),
        (took(A, 259, trump=Trump.ALL_TRUMP, contract=BID_80), SCALED, 258),
    ],
    ids=["points", "counts", "all trump on 258"],
)
def test_the_message_can_name_the_whole(entry: HandEntry, rules: RuleSet, whole: int) -> None:
    assert [problem.whole for problem in check(entry, rules)] == [whole]


@pytest.mark.parametrize(
    ("hands", "warnings"),
    [
        pytest.param([], [], id="no hand"),
        pytest.param([took(A, 82)] * 7, [], id="seven hands"),
        pytest.param(
            [took(A, 82)] * 8, [("same_side_always_takes", "taker", 8)], id="the eighth for A"
        ),
        pytest.param([took(A, 82)] * 9, [], id="not asked again at the ninth"),
        pytest.param([took(A, 82)] * 7 + [took(B, 82)], [], id="B takes the eighth"),
        pytest.param(
            [took(A, 82), fault_of(B)] * 7 + [took(A, 82)],
            [("same_side_always_takes", "taker", 8)],
            id="penalties do not break the run",
        ),
        pytest.param([took(A, 82)] * 8 + [fault_of(A)], [], id="the last is a penalty"),
        pytest.param([fault_of(A)], [], id="only a penalty"),
        pytest.param([took(A, 82, belote=A)] * 2, [], id="two belotes"),
        pytest.param(
            [took(A, 82, belote=A)] * 3, [("belotes_in_a_row", "belote", 3)], id="three belotes"
        ),
        pytest.param(
            [took(A, 82, belote=A), took(A, 82, belote=B), took(B, 82, belote=A)],
            [],
            id="three belotes of two sides",
        ),
        pytest.param(
            [took(A, 82, belote=A, belote_seat=seat) for seat in (Seat.A1, Seat.A2, Seat.A1)],
            [],
            id="three belotes of two partners",
        ),
        pytest.param([took(A, 82, belote=A)] * 3 + [took(A, 82)], [], id="no fourth belote"),
    ],
)
def test_what_is_unusual_in_a_game(hands: list[HandEntry], warnings: list[Seen]) -> None:
    found = check_series(hands)
    assert seen(found) == warnings
    assert not has_errors(found)


def test_every_code_is_tried_here() -> None:
    tried = {code for _, _, errors in ERRORS.values() for code, _, _ in errors}
    tried |= {warning[0] for _, warning in WARNINGS.values()}
    tried |= {"same_side_always_takes", "belotes_in_a_row"}
    assert tried == set(ProblemCode)
