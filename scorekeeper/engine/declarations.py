"""Declarations: which side has the best one, who marks them, and whether 32 cards can hold them.

Source: rules.md, section 8. A card may serve one sequence and one four of a kind, never two
sequences.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Final

from scorekeeper.engine.choices import DeclarationsOfLosers
from scorekeeper.engine.hand import Declaration, DeclarationKind, HandEntry, Rank, Side
from scorekeeper.engine.rulesets import RuleSet

RANKS: Final = tuple(Rank)
"""The ranks in the order of a sequence, the highest first."""
LENGTHS: Final = {DeclarationKind.TIERCE: 3, DeclarationKind.CINQUANTE: 4, DeclarationKind.CENT: 5}
"""The minimum number of cards in each sequence."""
FOUR_RANKS: Final = {
    DeclarationKind.FOUR_QUEENS: Rank.QUEEN,
    DeclarationKind.FOUR_KINGS: Rank.KING,
    DeclarationKind.FOUR_TENS: Rank.TEN,
    DeclarationKind.FOUR_ACES: Rank.ACE,
    DeclarationKind.FOUR_NINES: Rank.NINE,
    DeclarationKind.FOUR_JACKS: Rank.JACK,
}
"""The ranks that can make four of a kind, from the weakest to the strongest."""
UNNAMED_FOURS: Final = tuple(kind for kind in FOUR_RANKS if kind.points == 100)
CARDS_HELD: Final = 8
PLAYERS: Final = 2
SUITS: Final = 4
MOST_STEPS: Final = 20_000
"""A search that takes more steps gives up and refuses nothing; no real table reaches this."""

_STRENGTHS: Final = {kind: place for place, kind in enumerate(FOUR_RANKS)}
_HEIGHTS: Final = {rank: len(RANKS) - place for place, rank in enumerate(RANKS)}

Strength = tuple[bool, int, int]
"""Whether it is four of a kind, its points, and how high its cards are."""


def best_side(declarations: Sequence[Declaration]) -> Side | None:
    """Return the side with the better best declaration, None if the entry leaves it open.

    Four of a kind beats a sequence, then the higher kind, then the higher card. Equal sequences are
    decided by trumps, which only the table saw.
    """
    (a_least, a_most), (b_least, b_most) = (_best_of(side, declarations) for side in Side)
    if a_least > b_most:
        return Side.A
    return Side.B if b_least > a_most else None


def go_to(best: Side, entry: HandEntry, ruleset: RuleSet, winner: Side | None) -> Side | None:
    """Return who marks the declarations of the best side, None if they are lost."""
    failed = best is entry.takers and winner is best.other
    if not failed and entry.capot is not best.other:
        return best
    if ruleset.declarations_of_losers is DeclarationsOfLosers.LOST:
        return None
    return best if ruleset.declarations_of_losers is DeclarationsOfLosers.KEPT else winner


def pass_away(best: Side, entry: HandEntry, ruleset: RuleSet) -> bool:
    """Return whether a side without a trick loses these declarations."""
    kept = ruleset.declarations_of_losers is DeclarationsOfLosers.KEPT
    return entry.capot is best.other and not kept


def best_declaration_of(entry: HandEntry) -> Side | None:
    """Return the side whose declarations are marked, None if there are none."""
    if not entry.declarations:
        return None
    return entry.best_declaration or best_side(entry.declarations)


def _best_of(side: Side, declarations: Sequence[Declaration]) -> tuple[Strength, Strength]:
    """Return the minimum and the maximum strength of the side's best declaration."""
    named = {one.kind for one in declarations}
    unnamed = [_STRENGTHS[kind] for kind in UNNAMED_FOURS if kind not in named]
    own = [one for one in declarations if one.side is side]
    fours = sum(one.kind is DeclarationKind.FOUR for one in own)
    least = most = (False, 0, 0)
    if fours and fours <= len(unnamed):
        # Among several fours, the best is at least the weakest that as many different ones allow.
        least = (True, DeclarationKind.FOUR.points, unnamed[fours - 1])
        most = (True, DeclarationKind.FOUR.points, unnamed[-1])
    for one in own:
        low, high = _strengths(one)
        least, most = max(least, low), max(most, high)
    return least, most


def _strengths(one: Declaration) -> tuple[Strength, Strength]:
    """Return the minimum and the maximum strength of a declaration."""
    points = one.kind.points
    if one.kind is DeclarationKind.FOUR:
        return (True, points, -1), (True, points, -1)
    if one.kind.is_four:
        return ((True, points, _STRENGTHS[one.kind]),) * 2
    if one.high:
        return ((False, points, _HEIGHTS[one.high]),) * 2
    return (False, points, LENGTHS[one.kind]), (False, points, len(RANKS))


def card_is_impossible(one: Declaration) -> bool:
    """Return whether such a sequence cannot begin with its highest card."""
    if one.high is None:
        return False
    return one.kind.is_four or _HEIGHTS[one.high] < LENGTHS[one.kind]


def can_be_held(declarations: Sequence[Declaration]) -> bool:
    """Return whether the two players of each side can hold all these declarations at once."""
    fours = [one for one in declarations if one.kind.is_four]
    named = [FOUR_RANKS[one.kind] for one in fours if one.kind is not DeclarationKind.FOUR]
    free = [FOUR_RANKS[kind] for kind in UNNAMED_FOURS if FOUR_RANKS[kind] not in named]
    unnamed = [one.side for one in fours if one.kind is DeclarationKind.FOUR]
    if len(set(named)) < len(named) or len(unnamed) > len(free):
        return False
    if any(_are_too_many(side, declarations) for side in Side):
        return False
    sides = [one.side for one in fours if one.kind is not DeclarationKind.FOUR]
    # The longest first: they fit in the fewest places.
    sequences = sorted(
        (one for one in declarations if not one.kind.is_four),
        key=lambda one: (-LENGTHS[one.kind], one.high is None),
    )
    search = _Search(tuple(sequences))
    return any(
        search.finds(dict(zip([*named, *ranks], holders, strict=True)))
        for ranks in _choices(free, len(unnamed))
        for holders in product(*(_players(side) for side in [*sides, *unnamed]))
    )


def _are_too_many(side: Side, declarations: Sequence[Declaration]) -> bool:
    """Return whether a side declared more fours or sequences than two hands can hold."""
    own = [one.kind for one in declarations if one.side is side]
    fours = sum(kind.is_four for kind in own)
    in_sequences = sum(LENGTHS[kind] for kind in own if not kind.is_four)
    return max(fours * SUITS, in_sequences) > PLAYERS * CARDS_HELD


def _choices(ranks: Sequence[Rank], number: int) -> Iterator[tuple[Rank, ...]]:
    """Yield every way to choose that many different ranks."""
    return (found for found in product(ranks, repeat=number) if len(set(found)) == number)


def _players(side: Side) -> list[tuple[Side, int]]:
    return [(side, number) for number in range(PLAYERS)]


Player = tuple[Side, int]


@dataclass(slots=True)
class _Search:
    """A search for hands of eight cards that hold all sequences, given who holds the fours."""

    sequences: tuple[Declaration, ...]
    steps: int = 0
    holders: dict[Rank, Player] = field(default_factory=dict)
    hands: dict[Player, set[tuple[int, Rank]]] = field(default_factory=dict)

    def finds(self, holders: dict[Rank, Player]) -> bool:
        """Return whether the sequences fit beside the fours that these players hold."""
        self.holders = holders
        self.hands = {player: set() for side in Side for player in _players(side)}
        for rank, player in holders.items():
            self.hands[player] |= {(suit, rank) for suit in range(SUITS)}
        if any(len(hand) > CARDS_HELD for hand in self.hands.values()):
            return False
        return self._fits(0, frozenset(), 0)

    def _fits(self, number: int, taken: frozenset[tuple[int, Rank]], suits: int) -> bool:
        """Return whether the sequences from that number on fit; `suits` counts those in use."""
        if number == len(self.sequences) or self.steps >= MOST_STEPS:
            return True
        one = self.sequences[number]
        # Unused suits are interchangeable: trying one of them is enough.
        for suit, cards in product(range(min(suits + 1, SUITS)), _runs(one)):
            run = frozenset((suit, rank) for rank in cards)
            if run & taken:
                continue
            for player in _players(one.side):
                self.steps += 1
                if any(self.holders.get(rank, player) != player for rank in cards):
                    continue
                hand = self.hands[player]
                if len(hand | run) > CARDS_HELD:
                    continue
                self.hands[player] = hand | run
                if self._fits(number + 1, taken | run, max(suits, suit + 1)):
                    return True
                self.hands[player] = hand
        return False


def _runs(one: Declaration) -> Iterator[tuple[Rank, ...]]:
    """Yield the cards that a sequence can consist of, the highest first."""
    length = LENGTHS[one.kind]
    for start, rank in enumerate(RANKS[: len(RANKS) - length + 1]):
        if one.high in (None, rank):
            yield RANKS[start : start + length]
