"""What a draw is made from: who takes part, who has met, how to draw."""

import hashlib
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tournaments.draw.frames import Frame
from tournaments.draw.wishes import Span, Wishes, are_spans

MAX_ENTRANTS: Final = 2000
"""The costs of a larger field would not fit into the matching's 128 bits."""
MAX_MEETINGS: Final = 100
"""How often one pair can have met, for the same reason."""
TIE_BITS: Final = 40
SEARCH_LIMIT: Final = 1_000_000
"""How many steps a draw takes at most unless its request says otherwise: some two seconds."""
MOST_STEPS: Final = 10 * SEARCH_LIMIT
"""The largest limit: a request that somebody sends is drawn again too, and must end."""

Pair = tuple[int, int]
"""The numbers of two entrants, the smaller one first."""


class Method(StrEnum):
    """How a round is drawn."""

    LOT = "lot"
    """A new lot for each round, without meeting again."""
    RANKING = "ranking"
    """First against second, third against fourth, without meeting again."""
    MOVEMENT = "movement"
    """Odd numbers stay, even numbers move on by one table each round."""
    MELEE = "melee"
    """New partners by lot each round; each player is ranked alone."""
    POOLS = "pools"
    """Everybody of a pool meets everybody of it."""
    BRACKET = "bracket"
    """Who loses is out, or plays for a place."""


PHASED: Final = frozenset({Method.POOLS, Method.BRACKET})


class RequestError(ValueError):
    """Raised for a request that contradicts itself; the message names the entrant or the pair."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A team, or in mêlée a player, present for this round.

    `number` is the entrant's own, 1 or more. `place` is its rank, 1 the best; equal places (all of
    them before the first round) are ordered by lot. `byes` counts the rounds it was exempt.
    """

    number: int
    place: int = 0
    byes: int = 0


@dataclass(frozen=True, slots=True)
class DrawRequest:
    """Everything that a draw depends on, in any order.

    `round_number` is the round to draw, from 1; `rounds_left` the rounds still to come after it.
    `opponents` and `partners` hold one pair for each time that two entrants met; pairs with
    somebody who is not present any more count for nothing. `search_limit` is how many steps the
    searches may take together; requests of version 1 have None. `tables` are the tables there are,
    in the order in which they are filled: none where they are counted from 1 without end. Both they
    and the `wishes` are of version 3. The `frame` of a round inside of a phase is of version 4.
    Raises RequestError.
    """

    method: Method
    seed: int
    round_number: int
    rounds_left: int
    entrants: tuple[Entrant, ...]
    opponents: tuple[Pair, ...] = ()
    partners: tuple[Pair, ...] = ()
    search_limit: int | None = None
    tables: tuple[Span, ...] = ()
    wishes: Wishes | None = None
    frame: Frame | None = None

    def __post_init__(self) -> None:
        """Put everything in one order, so that equal requests are equal."""
        if self.round_number < 1 or self.rounds_left < 0:
            raise RequestError(f"round {self.round_number} with {self.rounds_left} to come")
        if self.search_limit is not None and not 0 <= self.search_limit <= MOST_STEPS:
            raise RequestError(f"search limit {self.search_limit}")
        entrants = tuple(sorted(self.entrants, key=lambda entrant: entrant.number))
        numbers = {entrant.number for entrant in entrants}
        if len(numbers) < len(entrants) or len(entrants) > MAX_ENTRANTS:
            raise RequestError(f"{len(entrants)} entrants, {len(numbers)} numbers")
        for entrant in entrants:
            if entrant.number < 1 or entrant.byes < 0 or entrant.place < 0:
                raise RequestError(str(entrant))
        if not are_spans(self.tables):
            raise RequestError(f"tables {self.tables}")
        if self.is_phased is (self.frame is None):
            raise RequestError(f"{self.method} in {self.frame}")
        object.__setattr__(self, "entrants", entrants)
        object.__setattr__(self, "opponents", _in_order(self.opponents, numbers))
        object.__setattr__(self, "partners", _in_order(self.partners, numbers))

    @property
    def is_plain(self) -> bool:
        """Return whether nothing is wished, as before there were wishes."""
        return self.wishes is None and not self.tables

    @property
    def is_phased(self) -> bool:
        """Return whether pools or trees say who can meet whom."""
        return self.method in PHASED


def pair_of(one: int, other: int) -> Pair:
    """Return the two numbers as a pair."""
    return (one, other) if one < other else (other, one)


def _in_order(pairs: tuple[Pair, ...], present: set[int]) -> tuple[Pair, ...]:
    """Return the pairs that are present, in order; raise RequestError for an impossible one."""
    for pair, times in Counter(pairs).items():
        if pair[0] == pair[1] or times > MAX_MEETINGS:
            raise RequestError(f"{pair} met {times} times")
    return tuple(sorted(pair_of(*pair) for pair in pairs if present.issuperset(pair)))


def lot(request: DrawRequest, purpose: str, *numbers: int) -> int:
    """Return the lot of an entrant or a pair: TIE_BITS bits of a SHA-256 of what it is drawn for.

    A lot depends on the seed, the round and whose it is, on nothing else: neither on the order
    of the input nor on a program's random generator, so that anybody can draw it again.
    """
    text = f"{request.seed}:{request.round_number}:{purpose}:{'-'.join(map(str, numbers))}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[: TIE_BITS // 8], "big")


def by_rank(request: DrawRequest) -> list[int]:
    """Return the entrants' numbers, the best place first, equal places by lot."""
    return [
        entrant.number
        for entrant in sorted(
            request.entrants,
            key=lambda entrant: (entrant.place, lot(request, "place", entrant.number)),
        )
    ]


def by_lot(request: DrawRequest) -> list[int]:
    """Return the entrants' numbers in the order of their lots."""
    numbers = (entrant.number for entrant in request.entrants)
    return sorted(numbers, key=lambda number: (lot(request, "order", number), number))
