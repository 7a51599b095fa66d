"""What a draw is: tables, exempt entrants, repeats with their proof, what the future holds."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tournaments.draw.frames import Group


class RepeatKind(StrEnum):
    """What happens to somebody once more."""

    OPPONENTS = "opponents"
    PARTNERS = "partners"
    EXEMPT = "exempt"


class Proof(StrEnum):
    """Why no draw has fewer repeats."""

    NO_REPEATS = "no_repeats"
    BARRIER = "barrier"
    """Odd groups whose members have met everybody outside: see Barrier."""
    COUNTED = "counted"
    """The entrants do not have enough others left whom they have not met."""
    SEARCHED = "searched"
    """Every draw was searched, parts that cannot do better left out."""
    EVERYBODY_EXEMPT = "everybody_exempt"
    """Everybody was exempt already, as often as those who are now; no other repeat."""
    NOT_PROVEN = "not_proven"
    """Changed by hand, or searched no further than the caller allowed."""


class WishKind(StrEnum):
    """What of a wish could not be kept."""

    ALWAYS = "always"
    """Two meet who should always be apart."""
    ROUNDS = "rounds"
    """Two meet who should be apart in the first rounds."""
    SEAT = "seat"
    """Somebody sits at another table than one of those that were wished."""


class WishProof(StrEnum):
    """Why a wish could not be kept."""

    COMPARED = "compared"
    """The best draw that keeps it was found: `BrokenWish.worth`."""
    SEARCHED = "searched"
    """Every draw with as few repeats was tried: none keeps it."""
    IMPOSSIBLE = "impossible"
    """There is no draw at all that keeps it."""
    NOT_PROVEN = "not_proven"
    """Changed by hand, or searched no further than the steps went."""


class LookAhead(StrEnum):
    """What is known of the rounds still to come."""

    LAST_ROUND = "last_round"
    GUARANTEED = "guaranteed"
    """By Dirac's theorem a draw without repeats exists each time, whatever is drawn before."""
    PLANNED = "planned"
    """One draw without repeats was found for each of the rounds to come."""
    SHORT = "short"
    """No draw of this round leaves every round to come without repeats; it leaves the most."""
    NOT_PROVEN = "not_proven"
    """Rounds beyond `rounds_safe` were searched no further than the caller allowed."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two sides at one table: one number each, in mêlée two. Tables are numbered from 1."""

    table: int
    a: tuple[int, ...]
    b: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """Entrants to whom the same happens again, and how many `times` it happened before."""

    kind: RepeatKind
    entrants: tuple[int, ...]
    times: int


@dataclass(frozen=True, slots=True)
class Barrier:
    """A proof by counting that `repeats` tables must repeat.

    Without the entrants in `removed`, no two of the `groups` have anybody left to play each other,
    and every group is odd. Each group needs one of the removed for its odd member, and two of
    the remaining odd members meet again. 0 stands for being exempt.
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
    """A wish of some entrants that the draw does not keep, with its proof.

    `worth` is what the best draw that keeps it is worth, as `Draw.worth`; of a seat, how many
    others would then not have theirs.
    """

    kind: WishKind
    entrants: tuple[int, ...]
    proof: WishProof = WishProof.NOT_PROVEN
    worth: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Draw:
    """One round's tables and what can be said about them.

    `distance` is the sum over the tables of the places between the two sides, in the order that
    the method follows (ranking or lot; 0 for the movement and the mêlée). `rounds_safe` is the
    number of rounds to come that certainly have a draw without repeats after this one.

    `broken` are the wishes not kept. `worth` is empty where none were made, otherwise what no draw
    has less of, most important first: for teams the repeats, how often those met before, the pairs
    always apart that meet, those apart for some rounds, and those whose tables exclude each other;
    in mêlée the partners again, the opponents again, and the same pairs.

    `groups` are the pools or trees of a round inside of a phase.
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
        """Return who sits where as a log writes it, the exempt ones last with table None."""
        tables = [{"table": p.table, "a": list(p.a), "b": list(p.b)} for p in self.pairings]
        return [*tables, *({"table": None, "a": [who], "b": []} for who in self.exempt)]
