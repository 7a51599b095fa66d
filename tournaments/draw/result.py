"""The result of a draw: tables, exempt entrants, repeats with their proof, later rounds."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tournaments.draw.groups import Group


class RepeatKind(StrEnum):
    """What is repeated."""

    OPPONENTS = "opponents"
    PARTNERS = "partners"
    EXEMPT = "exempt"


class Proof(StrEnum):
    """Why no draw has fewer repeats."""

    NO_REPEATS = "no_repeats"
    BARRIER = "barrier"
    """Odd groups whose members have met everybody outside: see Barrier."""
    COUNTED = "counted"
    """Some entrants have too few others left whom they have not met."""
    SEARCHED = "searched"
    """An exhaustive search found no better draw."""
    EVERYBODY_EXEMPT = "everybody_exempt"
    """Everybody has been exempt as often as those who are now; no other repeat."""
    NOT_PROVEN = "not_proven"
    """Changed by hand, or the search ran out of steps."""


class WishKind(StrEnum):
    """What kind of wish was not kept."""

    ALWAYS = "always"
    """Two meet who should always be apart."""
    ROUNDS = "rounds"
    """Two meet who should be apart in the first rounds."""
    SEAT = "seat"
    """An entrant plays at another table than the wished ones."""


class WishProof(StrEnum):
    """Why a wish could not be kept."""

    COMPARED = "compared"
    """The best draw that keeps it was found: `BrokenWish.worth`."""
    SEARCHED = "searched"
    """Every draw with as few repeats was tried: none keeps it."""
    IMPOSSIBLE = "impossible"
    """No draw at all keeps it."""
    NOT_PROVEN = "not_proven"
    """Changed by hand, or the search ran out of steps."""


class LookAhead(StrEnum):
    """What is known of the rounds to come."""

    LAST_ROUND = "last_round"
    GUARANTEED = "guaranteed"
    """By Dirac's theorem a draw without repeats always exists, whatever is drawn before."""
    PLANNED = "planned"
    """A draw without repeats was found for each of the rounds to come."""
    SHORT = "short"
    """No draw of this round leaves all later rounds without repeats; this one leaves the most."""
    NOT_PROVEN = "not_proven"
    """The search beyond `rounds_safe` rounds ran out of steps."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two sides at one table: one number each, two in a mêlée. Tables are numbered from 1."""

    table: int
    a: tuple[int, ...]
    b: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """Entrants with a repeat, and how many `times` the same happened before."""

    kind: RepeatKind
    entrants: tuple[int, ...]
    times: int


@dataclass(frozen=True, slots=True)
class Barrier:
    """A proof by counting that `repeats` tables must repeat.

    Without the entrants in `removed`, members of different `groups` have all met, and every group
    is odd. Each group needs one of the removed for its odd member; of those that get none, two each
    meet again. 0 stands for the exempt seat.
    Source: C. Berge, *Sur le couplage maximum d'un graphe*, 1958.
    """

    removed: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]

    @property
    def repeats(self) -> int:
        """Return the number of tables that must repeat."""
        return max(0, (len(self.groups) - len(self.removed) + 1) // 2)


@dataclass(frozen=True, slots=True)
class BrokenWish:
    """A wish that the draw does not keep, with its proof.

    `worth` is that of the best draw that keeps it, in the form of `Draw.worth`; for a table, the
    number of others whose wish would not be kept then.
    """

    kind: WishKind
    entrants: tuple[int, ...]
    proof: WishProof = WishProof.NOT_PROVEN
    worth: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Draw:
    """The tables of one round, and what is known about them.

    `distance` is the sum over the tables of the places between the two sides, in the order that
    the method follows (ranking or lot; 0 for the movement and the mêlée). `rounds_safe` is the
    number of rounds to come that certainly have a draw without repeats after this one.

    `broken` are the wishes that are not kept. `worth` is empty without wishes. Otherwise it is what
    the draw minimises, most important first. Teams: repeats, how often those had met before, pairs
    that meet although always apart, pairs apart for some rounds, pairs whose wished tables exclude
    each other. Mêlée: repeated partners, repeated opponents, and the same pairs.

    `groups` are the pools or brackets of a round in a phase.
    """

    pairings: tuple[Pairing, ...]
    exempt: tuple[int, ...]
    repeats: tuple[Repeat, ...]
    proof: Proof
    barrier: Barrier | None
    distance: int
    look_ahead: LookAhead
    rounds_safe: int
    broken: tuple[BrokenWish, ...] = ()
    worth: tuple[int, ...] = ()
    groups: tuple[Group, ...] = ()

    def seating(self) -> list[dict[str, Any]]:
        """Return the seats in the form of the log; exempt entrants come last with table None."""
        tables = [{"table": p.table, "a": list(p.a), "b": list(p.b)} for p in self.pairings]
        return [*tables, *({"table": None, "a": [who], "b": []} for who in self.exempt)]
