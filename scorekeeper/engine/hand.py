"""What the table saw in one hand; nothing here is computed from a rule set."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Final


class Side(StrEnum):
    """One of the two teams at a table."""

    other: "Side"

    A = "A"
    B = "B"


Side.A.other, Side.B.other = Side.B, Side.A


class Seat(StrEnum):
    """A seat, named by its side; members are in clockwise order."""

    side: Side

    A1 = "A1"
    B1 = "B1"
    A2 = "A2"
    B2 = "B2"

    def next(self, *, clockwise: bool, steps: int = 1) -> "Seat":
        """Return the seat that many places further in the direction of play."""
        return _ROUND[(_PLACES[self] + (steps if clockwise else -steps)) % len(_ROUND)]


_ROUND: Final = tuple(Seat)
_PLACES: Final = {seat: place for place, seat in enumerate(_ROUND)}
for _seat in Seat:
    _seat.side = Side(_seat[0])


class Trump(StrEnum):
    """The trumps; they determine the card values and are kept for players' statistics."""

    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"
    NO_TRUMP = "no_trump"
    ALL_TRUMP = "all_trump"


class Multiplier(IntEnum):
    """Whether a bid was doubled or redoubled; the factor is a field of the rule set."""

    PLAIN = 0
    DOUBLED = 1
    REDOUBLED = 2


CAPOT_BID: Final = 250
GENERALE_BID: Final = 500
BID_LIMITS: Final = (70, GENERALE_BID)
"""The lowest and the highest number that stands for a bid under any rules."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """The last bid of a contrée: its points, or the codes 250 for capot, 500 for générale."""

    bid: int
    multiplier: Multiplier = Multiplier.PLAIN


class Rank(StrEnum):
    """The rank of a card; members are in the order of a sequence, from the highest."""

    ACE = "ace"
    KING = "king"
    QUEEN = "queen"
    JACK = "jack"
    TEN = "ten"
    NINE = "nine"
    EIGHT = "eight"
    SEVEN = "seven"


class DeclarationKind(StrEnum):
    """A declaration (*annonce*).

    Members are in order from the weakest to the strongest, except FOUR: four aces, tens, kings or
    queens, if the table did not say which.
    """

    TIERCE = "tierce"
    CINQUANTE = "cinquante"
    CENT = "cent"
    FOUR = "four"
    FOUR_QUEENS = "four_queens"
    FOUR_KINGS = "four_kings"
    FOUR_TENS = "four_tens"
    FOUR_ACES = "four_aces"
    FOUR_NINES = "four_nines"
    FOUR_JACKS = "four_jacks"

    @property
    def points(self) -> int:
        """Return what the declaration is worth (rules.md, section 8)."""
        return _DECLARATION_POINTS.get(self, 100)

    @property
    def is_four(self) -> bool:
        """Return whether it is four of a kind rather than a sequence."""
        return self.value.startswith("four")


_DECLARATION_POINTS: Final = {
    DeclarationKind.TIERCE: 20,
    DeclarationKind.CINQUANTE: 50,
    DeclarationKind.FOUR_NINES: 150,
    DeclarationKind.FOUR_JACKS: 200,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """A declaration that one side showed; `high` is a sequence's highest card, if given."""

    side: Side
    kind: DeclarationKind
    high: Rank | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HandEntry:
    """What the table writes down for one hand; None means not said.

    `card_points` are those of the takers' side with the last trick's 10 included (0–162);
    `defenders_count` is the other side's own count, used only as a check. `tricks` is the number of
    tricks of the takers' side (0–8); `last_trick` and `capot` name the side that won the last trick
    or all of them. `belote` is as accepted at the table; `further_belotes` lists the sides of the
    additional ones that all trump allows. `passed_deals` counts the deals before this hand that
    nobody took. A hand with `penalty` (the side at fault) has no other fields except its bid, if
    that is marked.
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
    further_belotes: tuple[Side, ...] = ()
    passed_deals: int = 0

    @property
    def takers(self) -> Side | None:
        """Return the takers' side, None if no taker was written."""
        return self.taker.side if self.taker else None

    def belotes(self, side: Side) -> int:
        """Return how many belotes the side announced."""
        return (self.belote is side) + self.further_belotes.count(side)
