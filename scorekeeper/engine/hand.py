"""What was seen at the table in one hand: nothing here is computed from a rule set."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Final

from scorekeeper.engine.cards import Deck


class Side(StrEnum):
    """One of the two teams at a table."""

    A = "A"
    B = "B"

    @property
    def other(self) -> "Side":
        """Return the opponents' side."""
        return Side.B if self is Side.A else Side.A


class Seat(StrEnum):
    """A chair, named by its side; the members stand in clockwise order."""

    A1 = "A1"
    B1 = "B1"
    A2 = "A2"
    B2 = "B2"

    @property
    def side(self) -> Side:
        """Return the side that sits there."""
        return Side(self.value[0])

    def next(self, *, clockwise: bool, steps: int = 1) -> "Seat":
        """Return the seat that many places further in the direction of play."""
        seats = list(Seat)
        return seats[(seats.index(self) + (steps if clockwise else -steps)) % len(seats)]


class Trump(StrEnum):
    """What was trumps; recorded for the players' figures, and it values the cards."""

    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"
    NO_TRUMP = "no_trump"
    ALL_TRUMP = "all_trump"

    @property
    def deck(self) -> Deck:
        """Return how the cards count under these trumps."""
        if self in (Trump.NO_TRUMP, Trump.ALL_TRUMP):
            return Deck(self.value)
        return Deck.ONE_TRUMP


class Multiplier(IntEnum):
    """What the defence and the takers said to a bid; its factor is a field of the rule set."""

    PLAIN = 0
    DOUBLED = 1
    REDOUBLED = 2


CAPOT_BID: Final = 250
GENERALE_BID: Final = 500
BIDS: Final = (*range(80, 161, 10), CAPOT_BID, GENERALE_BID)


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """The last bid of a contrée: its points (80–160 by tens, 250 capot, 500 générale)."""

    bid: int
    multiplier: Multiplier = Multiplier.PLAIN


class DeclarationKind(StrEnum):
    """A declaration (*annonce*); the members stand from the weakest to the strongest."""

    TIERCE = "tierce"
    CINQUANTE = "cinquante"
    CENT = "cent"
    FOUR = "four"
    FOUR_NINES = "four_nines"
    FOUR_JACKS = "four_jacks"

    @property
    def points(self) -> int:
        """Return what the declaration is worth (rules.md, section 8)."""
        return _DECLARATION_POINTS[self]

    @property
    def strength(self) -> int:
        """Return its place among the kinds: any four of a kind beats any sequence."""
        return list(DeclarationKind).index(self)


_DECLARATION_POINTS: Final = {
    DeclarationKind.TIERCE: 20,
    DeclarationKind.CINQUANTE: 50,
    DeclarationKind.CENT: 100,
    DeclarationKind.FOUR: 100,
    DeclarationKind.FOUR_NINES: 150,
    DeclarationKind.FOUR_JACKS: 200,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """A declaration that one side showed."""

    side: Side
    kind: DeclarationKind


@dataclass(frozen=True, slots=True, kw_only=True)
class HandEntry:
    """What the table writes down for one hand; fields left None were not said.

    `card_points` are those of the takers' side with the last trick's 10 inside (0–162);
    `defenders_count` is the other side's own count where both were counted: a check only.
    `tricks` is the number of tricks of the takers' side (0–8), `last_trick` and `capot` the side
    that won the last trick or all of them. `belote` is as accepted at the table.
    A hand with `penalty` (the side at fault) has none of the other fields. `passed_deals` counts
    the deals before this hand that nobody took.
    """

    taker: Seat | None = None
    card_points: int | None = None
    belote: Side | None = None
    capot: Side | None = None
    penalty: Side | None = None
    belote_seat: Seat | None = None
    defenders_count: int | None = None
    tricks: int | None = None
    last_trick: Side | None = None
    trump: Trump | None = None
    contract: Contract | None = None
    taker_alone: bool = False
    declarations: tuple[Declaration, ...] = ()
    best_declaration: Side | None = None
    passed_deals: int = 0

    @property
    def takers(self) -> Side | None:
        """Return the takers' side, None where no taker was written."""
        return self.taker.side if self.taker else None

    @property
    def deck(self) -> Deck:
        """Return how the cards of this hand count."""
        return self.trump.deck if self.trump else Deck.ONE_TRUMP
