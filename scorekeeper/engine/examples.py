"""Five worked hands that show what a rule set does, scored by the engine itself."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from scorekeeper.engine.cards import WHOLE
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
from scorekeeper.engine.rulesets import AllTrump, Bidding, OnEquality, Rounding, RuleSet
from scorekeeper.engine.scoring import NOTHING_HELD, HandScore, score

EXAMPLE_COUNT: Final = 5


class ExampleHand(StrEnum):
    """A hand worth looking at; the takers sit on side A but in the hand after a litige."""

    EIGHTY_TWO = "eighty_two"
    EIGHTY_SIX = "eighty_six"
    TAKERS_BELOTE = "takers_belote"
    DEFENDERS_BELOTE = "defenders_belote"
    EIGHTY_ONE = "eighty_one"
    AFTER_LITIGE = "after_litige"
    DECLARATIONS = "declarations"
    CAPOT = "capot"

    BID_WITH_BELOTE = "bid_with_belote"
    BID_SHORT = "bid_short"
    BID_BEHIND_DEFENCE = "bid_behind_defence"
    BID_REDOUBLED = "bid_redoubled"
    BID_DECLARATIONS = "bid_declarations"
    BID_ALL_TRUMP = "bid_all_trump"
    CAPOT_BID_SHORT = "capot_bid_short"


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
    ExampleHand.DEFENDERS_BELOTE: HandEntry(taker=Seat.A1, card_points=85, belote=Side.B),
    ExampleHand.EIGHTY_ONE: HandEntry(taker=Seat.A1, card_points=81),
    ExampleHand.AFTER_LITIGE: HandEntry(taker=Seat.B1, card_points=90),
    ExampleHand.DECLARATIONS: HandEntry(
        taker=Seat.A1, card_points=95, declarations=(_TIERCE, _CINQUANTE)
    ),
    ExampleHand.CAPOT: HandEntry(taker=Seat.A1, card_points=WHOLE, capot=Side.A),
    ExampleHand.BID_WITH_BELOTE: HandEntry(
        taker=Seat.A1, card_points=90, belote=Side.A, contract=Contract(bid=100)
    ),
    ExampleHand.BID_SHORT: HandEntry(taker=Seat.A1, card_points=95, contract=Contract(bid=100)),
    ExampleHand.BID_BEHIND_DEFENCE: HandEntry(
        taker=Seat.A1, card_points=85, belote=Side.B, contract=Contract(bid=80)
    ),
    ExampleHand.BID_REDOUBLED: HandEntry(
        taker=Seat.A1,
        card_points=100,
        contract=Contract(bid=90, multiplier=Multiplier.REDOUBLED),
    ),
    ExampleHand.BID_DECLARATIONS: HandEntry(
        taker=Seat.A1,
        card_points=110,
        contract=Contract(bid=100),
        declarations=(_TIERCE, _CINQUANTE),
    ),
    ExampleHand.BID_ALL_TRUMP: HandEntry(
        taker=Seat.A1, card_points=180, trump=Trump.ALL_TRUMP, contract=Contract(bid=100)
    ),
    ExampleHand.CAPOT_BID_SHORT: HandEntry(
        taker=Seat.A1, card_points=152, contract=Contract(bid=CAPOT_BID)
    ),
}


def worked_examples(ruleset: RuleSet) -> tuple[WorkedExample, ...]:
    """Return the five hands in which this rule set differs most from others, with their scores."""
    pick = _pick_plain if ruleset.bidding is Bidding.NONE else _pick_bids
    hands = list(pick(ruleset))[:EXAMPLE_COUNT]
    in_order = [hand for hand in ExampleHand if hand in hands]
    examples: list[WorkedExample] = []
    for hand in in_order:
        follows = hand is ExampleHand.AFTER_LITIGE
        held = examples[-1].score.held if follows else NOTHING_HELD
        entry = _ENTRIES[hand]
        examples.append(WorkedExample(hand, entry, score(entry, ruleset, held)))
    return tuple(examples)


def _pick_plain(ruleset: RuleSet) -> Iterator[ExampleHand]:
    """Return hands without bids, the most telling first."""
    yield ExampleHand.EIGHTY_ONE
    yield ExampleHand.TAKERS_BELOTE
    if ruleset.rounding is Rounding.TO_160:
        yield ExampleHand.EIGHTY_SIX
    if ruleset.on_equality is OnEquality.LITIGE:
        yield ExampleHand.AFTER_LITIGE
    if ruleset.declarations:
        yield ExampleHand.DECLARATIONS
    yield ExampleHand.CAPOT
    # Where belote is not marked, one hand with it is enough to say so, if others have more to say.
    last = (ExampleHand.DEFENDERS_BELOTE, ExampleHand.EIGHTY_TWO)
    yield from last if ruleset.belote_points else reversed(last)


def _pick_bids(ruleset: RuleSet) -> Iterator[ExampleHand]:
    """Return hands of a contrée, the most telling first."""
    yield ExampleHand.BID_SHORT
    yield ExampleHand.BID_REDOUBLED
    if ruleset.declarations:
        yield ExampleHand.BID_DECLARATIONS
    if ruleset.all_trump is AllTrump.SCALED_FROM_258:
        yield ExampleHand.BID_ALL_TRUMP
    yield ExampleHand.CAPOT_BID_SHORT
    yield ExampleHand.BID_WITH_BELOTE
    yield ExampleHand.BID_BEHIND_DEFENCE
