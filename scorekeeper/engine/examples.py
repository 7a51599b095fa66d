"""Worked hands that show what a rule set does, scored by the engine: five, or six for a contrée."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from scorekeeper.engine.cards import WHOLE
from scorekeeper.engine.choices import AllTrump, BeloteMarked, OnEquality, Rounding
from scorekeeper.engine.hand import (
    CAPOT_BID,
    Contract,
    Declaration,
    DeclarationKind,
    HandEntry,
    Multiplier,
    Seat,
    Side,
    Trump,
)
from scorekeeper.engine.relevance import relevant_fields
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.scoring import NOTHING_HELD, HandScore, score

EXAMPLE_COUNT: Final = 5
BIDDING_EXAMPLE_COUNT: Final = 6
USUAL_BID: Final = 100
"""The bid of most examples; the nearest bid of the rule set is used."""


class ExampleHand(StrEnum):
    """A typical hand; the takers sit on side A, except in the hand after a litige."""

    EIGHTY_TWO = "eighty_two"
    EIGHTY_SIX = "eighty_six"
    TAKERS_BELOTE = "takers_belote"
    BELOTE_OF_FAILED = "belote_of_failed"
    DEFENDERS_BELOTE = "defenders_belote"
    EIGHTY_ONE = "eighty_one"
    AFTER_LITIGE = "after_litige"
    DECLARATIONS = "declarations"
    CAPOT = "capot"

    BID_MADE = "bid_made"
    BID_WITH_BELOTE = "bid_with_belote"
    BID_DECLARATIONS = "bid_declarations"
    BID_SHORT = "bid_short"
    BID_SHORT_WITH_BELOTE = "bid_short_with_belote"
    BID_BEHIND_DEFENCE = "bid_behind_defence"
    BID_DOUBLED = "bid_doubled"
    BID_REDOUBLED = "bid_redoubled"
    BID_ALL_TRUMP = "bid_all_trump"
    BID_CAPOT = "bid_capot"
    BID_CAPOT_DOUBLED = "bid_capot_doubled"
    CAPOT_BID_SHORT = "capot_bid_short"
    BID_LAST_HAND = "bid_last_hand"


@dataclass(frozen=True, slots=True)
class WorkedExample:
    """One of the hands with its score."""

    hand: ExampleHand
    entry: HandEntry
    score: HandScore

    @property
    def takers(self) -> Side:
        """Return the side that took."""
        assert self.entry.takers is not None
        return self.entry.takers


_TIERCE = Declaration(side=Side.A, kind=DeclarationKind.TIERCE)
_CINQUANTE = Declaration(side=Side.B, kind=DeclarationKind.CINQUANTE)

_ENTRIES: Final = {
    ExampleHand.EIGHTY_TWO: HandEntry(taker=Seat.A1, card_points=82),
    ExampleHand.EIGHTY_SIX: HandEntry(taker=Seat.A1, card_points=86),
    ExampleHand.TAKERS_BELOTE: HandEntry(taker=Seat.A1, card_points=72, belote=Side.A),
    ExampleHand.BELOTE_OF_FAILED: HandEntry(taker=Seat.A1, card_points=70, belote=Side.A),
    ExampleHand.DEFENDERS_BELOTE: HandEntry(taker=Seat.A1, card_points=85, belote=Side.B),
    ExampleHand.EIGHTY_ONE: HandEntry(taker=Seat.A1, card_points=81),
    ExampleHand.AFTER_LITIGE: HandEntry(taker=Seat.B1, card_points=90),
    ExampleHand.DECLARATIONS: HandEntry(
        taker=Seat.A1, card_points=95, declarations=(_TIERCE, _CINQUANTE)
    ),
    ExampleHand.CAPOT: HandEntry(taker=Seat.A1, card_points=WHOLE, capot=Side.A),
}


def worked_examples(ruleset: RuleSet) -> tuple[WorkedExample, ...]:
    """Return the hands that show best how this rule set differs from others, with their scores."""
    pick, count, entries = _pick_plain, EXAMPLE_COUNT, _ENTRIES
    if ruleset.bids:
        pick, count, entries = _pick_bids, BIDDING_EXAMPLE_COUNT, _bidding_entries(ruleset)
    hands = list(pick(ruleset))[:count]
    examples: list[WorkedExample] = []
    for hand in ExampleHand:
        if hand not in hands:
            continue
        follows = hand is ExampleHand.AFTER_LITIGE
        held = examples[-1].score.held if follows else NOTHING_HELD
        scored_by = ruleset.exact if hand is ExampleHand.BID_LAST_HAND else ruleset
        examples.append(WorkedExample(hand, entries[hand], score(entries[hand], scored_by, held)))
    return tuple(examples)


def _pick_plain(ruleset: RuleSet) -> Iterator[ExampleHand]:
    """Yield hands without bids, the most telling first."""
    yield ExampleHand.EIGHTY_ONE
    taken = ruleset.belote_points and ruleset.belote_marked is BeloteMarked.TAKEN_FROM_FAILED
    yield ExampleHand.BELOTE_OF_FAILED if taken else ExampleHand.TAKERS_BELOTE
    if ruleset.rounding is Rounding.TO_160:
        yield ExampleHand.EIGHTY_SIX
    if ruleset.on_equality is OnEquality.LITIGE:
        yield ExampleHand.AFTER_LITIGE
    if ruleset.declarations:
        yield ExampleHand.DECLARATIONS
    yield ExampleHand.CAPOT
    # If belote is not marked, one hand that shows it is enough.
    last = (ExampleHand.DEFENDERS_BELOTE, ExampleHand.EIGHTY_TWO)
    yield from last if ruleset.belote_points else reversed(last)


def _pick_bids(ruleset: RuleSet) -> Iterator[ExampleHand]:
    """Yield hands of a contrée, the most telling first."""
    yield ExampleHand.BID_MADE
    yield ExampleHand.BID_SHORT
    yield ExampleHand.BID_DOUBLED
    yield ExampleHand.CAPOT_BID_SHORT
    if ruleset.last_hand_exact and "last_hand_exact" in relevant_fields(ruleset):
        yield ExampleHand.BID_LAST_HAND
    if ruleset.declarations:
        yield ExampleHand.BID_DECLARATIONS
    if ruleset.capot_doubled_bonus:
        yield ExampleHand.BID_CAPOT_DOUBLED
    if ruleset.belote_points and ruleset.belote_marked is BeloteMarked.TAKEN_FROM_FAILED:
        yield ExampleHand.BID_SHORT_WITH_BELOTE
    if ruleset.bid_must_beat_defenders and ruleset.least_bid < _BEHIND:
        yield ExampleHand.BID_BEHIND_DEFENCE
    if ruleset.belote_points and ruleset.belote_marked is BeloteMarked.NOBODY:
        yield ExampleHand.BID_WITH_BELOTE
    if ruleset.all_trump in (AllTrump.SCALED_FROM_258, AllTrump.AS_258):
        yield ExampleHand.BID_ALL_TRUMP
    yield from (ExampleHand.BID_CAPOT, ExampleHand.BID_REDOUBLED)


_BEHIND: Final = 85
"""Card points that make a low bid but are fewer than the defence has with belote."""


def _bidding_entries(ruleset: RuleSet) -> dict[ExampleHand, HandEntry]:
    """Return the example hands of a contrée, with bids that the rule set knows."""
    bids = [bid for bid in ruleset.known_bids if bid <= ruleset.highest_bid]
    bid = min(bids, key=lambda known: abs(known - USUAL_BID))

    def hand(points: int, multiplier: Multiplier = Multiplier.PLAIN, **seen: Any) -> HandEntry:
        contract = Contract(bid=seen.pop("bid", bid), multiplier=multiplier)
        return HandEntry(taker=Seat.A1, card_points=points, contract=contract, **seen)

    return {
        ExampleHand.BID_MADE: hand(bid + 8),
        ExampleHand.BID_WITH_BELOTE: hand(bid - 10, belote=Side.A),
        # The federation's published example: 83 and a tierce make a bid of 100.
        ExampleHand.BID_DECLARATIONS: hand(bid - 17, declarations=(_TIERCE,)),
        ExampleHand.BID_SHORT: hand(bid - 7),
        ExampleHand.BID_SHORT_WITH_BELOTE: hand(bid - 27, belote=Side.A),
        ExampleHand.BID_BEHIND_DEFENCE: hand(_BEHIND, belote=Side.B, bid=ruleset.least_bid),
        ExampleHand.BID_DOUBLED: hand(bid + 8, Multiplier.DOUBLED),
        ExampleHand.BID_REDOUBLED: hand(bid + 8, Multiplier.REDOUBLED),
        ExampleHand.BID_ALL_TRUMP: hand(180, trump=Trump.ALL_TRUMP),
        ExampleHand.BID_CAPOT: hand(WHOLE, capot=Side.A),
        ExampleHand.BID_CAPOT_DOUBLED: hand(WHOLE, Multiplier.DOUBLED, capot=Side.A),
        ExampleHand.CAPOT_BID_SHORT: hand(152, bid=CAPOT_BID),
        # The published example of Cannes: bid 100, 104 made, on the hand that ends the game.
        ExampleHand.BID_LAST_HAND: hand(bid + 4),
    }
