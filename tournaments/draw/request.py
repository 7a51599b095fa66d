"""The input of a draw: entrants, their earlier meetings, the method."""

import hashlib
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tournaments.draw.groups import Frame
from tournaments.draw.wishes import Span, Wishes, are_spans

MAX_ENTRANTS: Final = 2000
"""The costs of a larger field would not fit into the matching's 128 bits."""
MAX_MEETINGS: Final = 100
"""The most times that one pair can have met, for the same reason."""
TIE_BITS: Final = 40
SEARCH_LIMIT: Final = 1_000_000
"""The default limit of steps for a draw: about two seconds."""
MOST_STEPS: Final = 10 * SEARCH_LIMIT
"""The largest limit: requests in imported documents are drawn again too, and must end."""

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
    """Everybody in a pool meets everybody else in it."""
    BRACKET = "bracket"
    """Knock-out: losers are out, or play for a place."""


PHASED: Final = frozenset({Method.POOLS, Method.BRACKET})


class RequestError(ValueError):
    """The request contradicts itself; the message names the entrant or the pair."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A team, or a player in a mêlée, present for this round.

    `number` is the entrant's number, from 1. `place` is its rank, from 1; equal places (all of them
    before the first round) are ordered by lot. `byes` counts its exempt rounds.
    """

    number: int
    place: int = 0
    byes: int = 0


@dataclass(frozen=True, slots=True)
class DrawRequest:
    """All input of a draw, in any order.

    `round_number` is the round to draw, from 1; `rounds_left` the number of rounds after it.
    `opponents` and `partners` have one pair for each time that two entrants met; pairs with absent
    entrants are ignored. `search_limit` is the total number of steps of all searches; None in
    requests of version 1. `tables` are ranges of table numbers in the order of use; empty for 1, 2,
    3 … without end. Version 3 added `tables` and `wishes`, version 4 the `frame` of a round in a
    phase. Raises RequestError.
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
        """Sort everything, so that equal requests compare equal."""
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
        """Return whether there are no wishes, as in requests of earlier versions."""
        return self.wishes is None and not self.tables

    @property
    def is_phased(self) -> bool:
        """Return whether pools or brackets determine who can meet whom."""
        return self.method in PHASED


def pair_of(one: int, other: int) -> Pair:
    """Return the two numbers as a pair."""
    return (one, other) if one < other else (other, one)


def _in_order(pairs: tuple[Pair, ...], present: set[int]) -> tuple[Pair, ...]:
    """Return the pairs of present entrants, sorted; raise RequestError for an invalid one."""
    for pair, times in Counter(pairs).items():
        if pair[0] == pair[1] or times > MAX_MEETINGS:
            raise RequestError(f"{pair} met {times} times")
    return tuple(sorted(pair_of(*pair) for pair in pairs if present.issuperset(pair)))


def lot(request: DrawRequest, purpose: str, *numbers: int) -> int:
    """Return the lot of an entrant or a pair: TIE_BITS bits of a SHA-256.

    A lot depends only on the seed, the round, the purpose and the numbers, neither on the order of
    the input nor on a random generator, so that anybody can verify it.
    """
    text = f"{request.seed}:{request.round_number}:{purpose}:{'-'.join(map(str, numbers))}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[: TIE_BITS // 8], "big")


def by_rank(request: DrawRequest) -> list[int]:
    """Return the entrants' numbers, best place first, equal places by lot."""
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
