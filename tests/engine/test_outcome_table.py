"""The outcome tables say what `score` says, for every hand."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from scorekeeper.engine.cards import Deck, possible_card_points
from scorekeeper.engine.checks import check, has_errors, whole_of
from scorekeeper.engine.every_hand import contracts
from scorekeeper.engine.hand import BIDS, Contract, HandEntry, Side, Trump
from scorekeeper.engine.outcome_table import outcome_tables
from scorekeeper.engine.presets import PRESETS
from scorekeeper.engine.rulesets import (
    AllTrump,
    Bidding,
    FailedCapotBid,
    GameFormat,
    HeldPoints,
    JudgedOn,
    RuleSet,
)
from scorekeeper.engine.scoring import Comparison, Held, score
from tests.engine.sheet import A, B, capot_of, fault_of, took

pytestmark = pytest.mark.slow

Seen = tuple[Any, ...]
Tables = Mapping[str, Any]

CONTEST = PRESETS["contest"]
COINCHE = RuleSet(
    bidding=Bidding.POINTS_AND_BID,
    generale=True,
    declarations=True,
    all_trump=AllTrump.SCALED_FROM_258,
)
TAKERS, DEFENDERS = 0, 1


def place_of(side: Side | None, takers: Side) -> int:
    """Return where a list has what belongs to no side, the takers, the defenders."""
    return 0 if side is None else 1 if side is takers else 2


def shape_of(tables: Tables, entry: HandEntry) -> list[Any]:
    """Look a hand up as a page does."""
    if entry.penalty:
        return list(tables["shapes"][tables["penalty"]])
    takers, contract = entry.takers, entry.contract
    assert takers is not None
    key = f"{contract.bid}-{contract.multiplier:d}" if contract else ""
    holder = place_of(entry.belote, takers)
    if entry.capot:
        who = 2 if entry.capot is not takers else 1 if entry.taker_alone else 0
        return list(tables["shapes"][tables["capots"][key][holder][who]])
    run = tables["runs"][tables["hands"][key][holder]]
    parts = zip(run[::2], run[1::2], strict=True)
    return list(
        tables["shapes"][[part for start, part in parts if start <= points_of(tables, entry)][-1]]
    )


def points_of(tables: Tables, entry: HandEntry) -> int:
    """Return the card points on 162."""
    deck = tables["decks"][tables["trumps"][entry.trump.value if entry.trump else "unsaid"]]
    points = entry.card_points or 0
    return int(deck["scale"][points] if deck["scale"] else points)


def as_listed(tables: Tables, entry: HandEntry) -> Seen:
    """Return what the tables say of a hand, without declarations."""
    points = points_of(tables, entry)
    outcome, winner, held, growth, comparison, *lines = shape_of(tables, entry)
    own = entry.penalty or entry.takers
    assert own is not None
    sides = [own, own.other]
    compared = None
    if comparison is not None:
        takers, more, defenders, less, own_20, other_20 = tables["comparisons"][comparison]
        bid = entry.contract.bid if entry.contract else None
        both = takers + more * points, defenders + less * points
        compared = Comparison(*both, own_20, other_20, bid)
    listed = [
        (sides[side], start + growth * points, reason)
        for side, reason, start, growth in (tables["lines"][line] for line in lines)
    ]
    side = None if winner is None else sides[winner]
    return outcome, side, held + growth * points, compared, listed


def as_scored(entry: HandEntry, rules: RuleSet) -> Seen:
    """Return what `score` says of a hand, in the same words."""
    scored = score(entry, rules)
    lines = [(line.side, line.points, line.reason) for line in scored.lines]
    return scored.outcome, scored.winner, scored.newly_held, scored.comparison, lines


def hands_of(rules: RuleSet, contract: Contract | None, trump: Trump | None) -> Iterator[HandEntry]:
    """Yield every hand that can be, under one contract and one trump."""
    seen: dict[str, Any] = {"contract": contract, "trump": trump}
    whole = whole_of(HandEntry(trump=trump), rules)
    for takers, belote in product(Side, (None, *Side)):
        entries = [took(takers, points, belote=belote, **seen) for points in range(whole + 1)]
        for alone in (False, True) if contract else (False,):
            of_all = took(takers, whole, capot=takers, taker_alone=alone, belote=belote, **seen)
            entries.append(of_all)
            entries.append(replace(of_all, card_points=0, capot=takers.other))
        yield from (entry for entry in entries if not has_errors(check(entry, rules)))


def check_hands(rules: RuleSet, contract: Contract | None, trump: Trump | None) -> None:
    """Score every hand twice, with the engine and from the tables."""
    tables = outcome_tables(rules)
    found = 0
    for entry in hands_of(rules, contract, trump):
        assert as_listed(tables, entry) == as_scored(entry, rules), entry
        found += 1
    assert found > 300


ODD_RULES = {
    "rounded in tens": replace(CONTEST, counts_in_tens=True, judged_on=JudgedOn.ROUNDED),
    "exact in tens": replace(CONTEST, counts_in_tens=True),
    "belote is held too": replace(CONTEST, held=HeldPoints.CARDS_AND_BELOTE),
    "belote of 45": replace(CONTEST, belote_points=45),
}


@pytest.mark.parametrize(
    "rules", [*PRESETS.values(), *ODD_RULES.values()], ids=[*PRESETS, *ODD_RULES]
)
def test_every_hand_without_bids(rules: RuleSet) -> None:
    check_hands(rules, None, None)


@pytest.mark.parametrize("contract", contracts(COINCHE), ids=str)
def test_every_hand_under_a_bid(contract: Contract) -> None:
    check_hands(COINCHE, contract, None)


@pytest.mark.parametrize("trump", [Trump.HEARTS, Trump.NO_TRUMP, Trump.ALL_TRUMP])
@pytest.mark.parametrize(
    "rules",
    [
        COINCHE,
        replace(COINCHE, all_trump=AllTrump.ON_162, bidding=Bidding.CANNES_2016),
        replace(COINCHE, counts_in_tens=True, bidding=Bidding.POINTS),
        replace(COINCHE, bidding=Bidding.BID_ONLY, failed_capot_bid=FailedCapotBid.FLAT_500),
    ],
    ids=["258", "Cannes", "tens", "bid only"],
)
def test_every_hand_under_trumps(rules: RuleSet, trump: Trump) -> None:
    for contract in (Contract(bid=100), *contracts(rules)[-2:]):
        check_hands(rules, contract, trump)


@pytest.mark.parametrize("key", PRESETS)
@pytest.mark.parametrize("fault", list(Side))
def test_penalties(key: str, fault: Side) -> None:
    entry = fault_of(fault)
    assert as_listed(outcome_tables(PRESETS[key]), entry) == as_scored(entry, PRESETS[key])


@pytest.mark.parametrize(
    "entry",
    [took(A, 82), took(B, 60), took(A, 81), took(B, 71, belote=B), capot_of(B, takers=A)],
    ids=["made", "failed", "litige", "litige with belote", "capot of the defence"],
)
def test_the_page_can_keep_held_points_itself(entry: HandEntry) -> None:
    """A winner gets what is held; else what is newly held comes on top of it."""
    rules, held = replace(CONTEST, held=HeldPoints.CARDS_AND_BELOTE), Held(a=81)
    _, winner, newly_held, _, lines = as_listed(outcome_tables(rules), entry)
    points = {side: sum(own for who, own, _ in lines if who is side) for side in Side}
    left = held.total + newly_held
    if winner:
        points[winner] += held.total
        left = 0
    scored = score(entry, rules, held)
    assert points == {side: scored.points(side) for side in Side}
    assert left == scored.held.total


def test_what_an_entry_is_checked_against() -> None:
    plain, coinche = outcome_tables(PRESETS["twelve_hands"]), outcome_tables(COINCHE)
    assert (plain["contracts"], coinche["contracts"]) == (False, True)
    assert (plain["tricks"], plain["most_passed_deals"]) == (8, 20)
    assert (plain["bids"], coinche["bids"]) == ([], list(BIDS))
    assert outcome_tables(replace(COINCHE, generale=False))["bids"] == list(BIDS[:-1])
    assert plain["trumps_played"] == ["spades", "hearts", "diamonds", "clubs"]
    assert coinche["trumps_played"] == [trump.value for trump in Trump]
    assert plain["trumps"] == coinche["trumps"]
    assert plain["trumps"]["unsaid"] == plain["trumps"]["clubs"] == "one_trump"
    assert plain["declarations"] == []
    assert coinche["declarations"][0] == ["tierce", 20]
    assert coinche["declarations"][-1] == ["four_jacks", 200]


def test_what_depends_on_the_deck() -> None:
    decks = outcome_tables(COINCHE)["decks"]
    assert [decks[deck.value]["whole"] for deck in Deck] == [162, 162, 258]
    assert [decks[deck.value]["belote"] for deck in Deck] == [True, False, True]
    assert [bool(decks[deck.value]["scale"]) for deck in Deck] == [False, False, True]
    assert decks["all_trump"]["scale"][172] == 108
    on_162 = outcome_tables(replace(COINCHE, all_trump=AllTrump.ON_162))["decks"]["all_trump"]
    assert (on_162["whole"], on_162["scale"], on_162["possible"]) == (162, None, None)


def test_possible_points() -> None:
    rows = outcome_tables(CONTEST)["decks"]["one_trump"]["possible"]
    assert rows[9][0] == [[0, 0], [2, 160], [162, 162]]
    assert rows[2][1] == [[10, 10], [12, 104], [106, 108]]
    assert rows[2][2] == [[0, 0], [2, 94], [96, 98]]
    for deck in Deck:
        rows = outcome_tables(COINCHE)["decks"][deck.value]["possible"]
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
    assert len(text) < (40_000 if rules.bids else 6_000)
    for name in ("lines", "comparisons", "shapes", "runs"):
        rows = [json.dumps(row) for row in tables[name]]
        assert len(rows) == len(set(rows))


def test_the_digest_tells_rules_apart_and_nothing_else() -> None:
    digests = [outcome_tables(rules)["digest"] for rules in (*PRESETS.values(), COINCHE)]
    # "contest" is "salon" with another end, and the end of a game scores no hand.
    assert len(set(digests)) == len(PRESETS)
    ten_hands = replace(COINCHE, format=GameFormat(hands=10))
    assert outcome_tables(ten_hands)["digest"] == digests[-1]
