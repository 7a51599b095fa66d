"""The outcome tables say what `score` marks; tests/browser/test_phone_scoring.py plays them."""

import json
from dataclasses import replace
from itertools import product

import pytest

from scorekeeper.engine.cards import Deck, possible_card_points
from scorekeeper.engine.checks import check, has_errors
from scorekeeper.engine.choices import AllTrump, Bidding, NoTrump
from scorekeeper.engine.contree import SLAMS
from scorekeeper.engine.every_hand import contracts
from scorekeeper.engine.hand import HandEntry, Seat, Side, Trump
from scorekeeper.engine.outcome_table import hash_of, outcome_tables, plain_outcomes
from scorekeeper.engine.presets import PRESETS
from scorekeeper.engine.rulesets import GameFormat, RuleSet
from scorekeeper.engine.scoring import compare, judge, score_as
from tests.engine.composed import with_bids
from tests.engine.sheet import A, B

pytestmark = pytest.mark.slow

CONTEST = PRESETS["contest"]
COINCHE = RuleSet(
    bidding=Bidding.POINTS_AND_BID,
    generale=True,
    declarations=True,
    all_trump=AllTrump.SCALED_FROM_258,
)
RULES = {
    **PRESETS,
    "coinche with a générale": COINCHE,
    "points made, 258 as it is": replace(
        with_bids(COINCHE, Bidding.POINTS), all_trump=AllTrump.AS_258
    ),
    "bid only, exact last hand": replace(
        with_bids(COINCHE, Bidding.BID_ONLY), last_hand_exact=True, no_trump=NoTrump.ACE_11
    ),
}


def lines_of(rules: RuleSet, entry: HandEntry) -> list[tuple[Side, int, str]]:
    """Put the numbers into what the tables list for a hand of takers on side A."""
    tables, contract = outcome_tables(rules), entry.contract
    deck = tables["decks"][tables["trumps"][entry.trump.value if entry.trump else "unsaid"]]
    points = deck["scale"][entry.card_points] if deck["scale"] else entry.card_points
    marked = tables["marked"][str(deck["marks"])]
    cards = [column[points] for column in marked] if marked else [points, deck["marks"] - points]
    kind, bid = "", 0
    if contract:
        slam = contract.bid in SLAMS
        kind = f"{contract.bid if slam else 0}-{contract.multiplier:d}"
        bid = tables["bids_worth"][str(contract.bid)] if slam else contract.bid
    outcome = judge(entry, rules, compare(entry, rules))
    who = 0 if entry.capot is None else 1 if entry.capot is A else 2
    lines = [
        ((A, B)[side], fixed + times * cards[side] + bids * bid, reason)
        for side, reason, fixed, times, bids in (
            tables["parts"][place] for place in tables["hands"][kind][outcome.value][who]
        )
    ]
    # Of a bid only what brings points is told, as the page does it.
    return [line for line in lines if line[1] or not contract]


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_what_is_marked_stands_in_the_tables(rules: RuleSet) -> None:
    found = 0
    for contract, trump in product(contracts(rules), (None, Trump.NO_TRUMP, Trump.ALL_TRUMP)):
        for points, capot in product(range(259), (None, A, B)):
            entry = HandEntry(
                taker=Seat.A1, card_points=points, capot=capot, trump=trump, contract=contract
            )
            if points in (0, 50, 81, 82, 100, 130, 162, 258) and not has_errors(
                check(entry, rules)
            ):
                outcome = judge(entry, rules, compare(entry, rules))
                lines = score_as(outcome, entry, rules).lines
                hoped = [(line.side, line.points, line.reason.value) for line in lines]
                assert lines_of(rules, entry) == hoped, entry
                found += 1
    assert found >= 9 * len(contracts(rules))


def test_what_an_entry_is_checked_against() -> None:
    plain, coinche = outcome_tables(PRESETS["twelve_hands"]), outcome_tables(COINCHE)
    assert (plain["contracts"], coinche["contracts"]) == (False, True)
    assert (plain["tricks"], plain["most_passed_deals"]) == (8, 20)
    assert plain["bids"] == []
    assert coinche["bids"] == [*range(80, 161, 10), 250, 500]
    assert outcome_tables(replace(COINCHE, generale=False))["bids"] == coinche["bids"][:-1]
    odd = outcome_tables(replace(COINCHE, least_bid=82, highest_bid=180, generale=False))
    assert odd["bids"] == [82, *range(90, 181, 10), 250]
    assert plain["trumps_played"] == ["spades", "hearts", "diamonds", "clubs"]
    assert coinche["trumps_played"] == [trump.value for trump in Trump]
    assert plain["trumps"]["unsaid"] == plain["trumps"]["clubs"] == "one_trump"
    assert plain["declarations"] is None
    assert coinche["declarations"]["points"]["tierce"] == 20
    assert list(coinche["declarations"]["fours"])[-1] == "four_jacks"
    assert coinche["declarations"]["ranks"][0] == "ace"


def test_what_depends_on_the_deck() -> None:
    decks = outcome_tables(COINCHE)["decks"]
    assert list(decks) == ["one_trump", "no_trump", "all_trump"]
    assert [deck["whole"] for deck in decks.values()] == [162, 162, 258]
    assert [deck["belote"] for deck in decks.values()] == [True, False, True]
    assert [bool(deck["scale"]) for deck in decks.values()] == [False, False, True]
    ace_11 = outcome_tables(replace(COINCHE, no_trump=NoTrump.ACE_11))["decks"]["no_trump_ace_11"]
    assert (ace_11["whole"], ace_11["marks"], ace_11["scale"]) == (130, 130, None)
    raw = outcome_tables(replace(COINCHE, all_trump=AllTrump.AS_258))["decks"]["all_trump"]
    assert (raw["whole"], raw["marks"], raw["scale"]) == (258, 258, None)
    assert decks["all_trump"]["scale"][172] == 108
    on_162 = outcome_tables(replace(COINCHE, all_trump=AllTrump.ON_162))["decks"]["all_trump"]
    assert (on_162["whole"], on_162["scale"], on_162["possible"]) == (162, None, None)


def test_possible_points() -> None:
    rows = outcome_tables(CONTEST)["decks"]["one_trump"]["possible"]
    assert rows[9][0] == [[0, 0], [2, 160], [162, 162]]
    assert rows[2][1] == [[10, 10], [12, 104], [106, 108]]
    assert rows[2][2] == [[0, 0], [2, 94], [96, 98]]
    ace_11 = replace(COINCHE, no_trump=NoTrump.ACE_11)
    tables = outcome_tables(COINCHE)["decks"] | outcome_tables(ace_11)["decks"]
    for deck in Deck:
        rows = tables[deck.value]["possible"]
        for tricks, (place, last) in product((*range(9), None), enumerate((None, True, False))):
            row = rows[9 if tricks is None else tricks][place]
            listed = {number for first, end in row for number in range(first, end + 1)}
            assert listed == possible_card_points(tricks=tricks, last_trick=last, deck=deck)


@pytest.mark.parametrize("kind", ["trump", "plain", "no_trump", "all_trump"])
def test_the_cards_of_a_counter(kind: str) -> None:
    cards = outcome_tables(CONTEST)["cards"]
    assert cards["suits"] == ["spades", "hearts", "diamonds", "clubs"]
    assert sorted(cards["values"][kind]) == sorted(cards["ranks"])
    values = cards["values"]
    suits = {
        "trump": [values["trump"], *[values["plain"]] * 3],
        "plain": [values["trump"], *[values["plain"]] * 3],
        "no_trump": [values["no_trump"]] * 4,
        "all_trump": [values["all_trump"]] * 4,
    }[kind]
    total = sum(sum(suit.values()) for suit in suits) + cards["last_trick"]
    assert total == (258 if kind == "all_trump" else 162)


def test_jack_and_nine_are_the_highest_trumps() -> None:
    values = outcome_tables(CONTEST)["cards"]["values"]
    assert (values["trump"]["jack"], values["trump"]["nine"]) == (20, 14)
    assert (values["plain"]["jack"], values["plain"]["nine"]) == (2, 0)


@pytest.mark.parametrize("rules", [*PRESETS.values(), COINCHE], ids=[*PRESETS, "coinche"])
def test_it_is_plain_data_and_small(rules: RuleSet) -> None:
    tables = outcome_tables(rules)
    text = json.dumps(tables)
    assert json.loads(text) == tables
    assert len(text) < (10_000 if rules.bids else 6_000)
    rows = [json.dumps(row) for row in tables["parts"]]
    assert len(rows) == len(set(rows))


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_a_document_holds_the_table_whose_hash_begins_with_the_digest(rules: RuleSet) -> None:
    held = plain_outcomes(rules)
    assert "digest" not in held
    assert hash_of(json.loads(json.dumps(held))).startswith(outcome_tables(rules)["digest"])


def test_the_digest_tells_rules_apart_and_nothing_else() -> None:
    digests = [outcome_tables(rules)["digest"] for rules in (*PRESETS.values(), COINCHE)]
    # "contest" is "salon" with another end, and the end of a game scores no hand.
    assert len(set(digests)) == len(PRESETS)
    ten_hands = replace(COINCHE, format=GameFormat(hands=10))
    assert outcome_tables(ten_hands)["digest"] == digests[-1]
