"""Pools and brackets: the state of a phase before and after a draw."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

NOBODY: Final = 0
"""An empty place in a pool or a bracket."""
MAIN: Final = "main"
CONSOLATION: Final = "consolation"
THIRD: Final = "third"
TREES: Final = (MAIN, THIRD, CONSOLATION)
"""The names of brackets, in the order in which they get their tables; pools are called 1, 2 …"""
LARGEST_POOL: Final = 12


@dataclass(frozen=True, slots=True)
class Group:
    """A pool, or a bracket in which neighbours meet: entrants' numbers in order.

    In the request of a bracket's first round, these are the entrants that play in it, best first.
    """

    name: str
    slots: tuple[int, ...]

    @property
    def members(self) -> tuple[int, ...]:
        return tuple(number for number in self.slots if number)

    @property
    def pairs(self) -> Iterator[tuple[int, int]]:
        """Yield the games of a bracket; NOBODY for the opponent of an entrant with a bye."""
        return zip(self.slots[::2], self.slots[1::2], strict=True)

    def to_dict(self) -> dict[str, Any]:
        return {"name": self.name, "slots": list(self.slots)}

    def exchanged(self, one: int, other: int) -> "Group":
        """Return the group with two numbers swapped, whether both are in it or one."""
        turned = {one: other, other: one}
        return Group(self.name, tuple(turned.get(number, number) for number in self.slots))


@dataclass(frozen=True, slots=True)
class Frame:
    """The position of a round in its phase: `leg` counts the phase's rounds from 1.

    `groups` are the current pools or brackets; empty if this draw creates them. `size` is the
    largest size of a pool; `seeded` pools are made by ranking, not by lot; entrants in `apart`
    should not meet in the first round of a bracket. Raises ValueError.
    """

    leg: int
    groups: tuple[Group, ...] = ()
    size: int = 0
    seeded: bool = False
    apart: tuple[tuple[int, ...], ...] = ()

    def __post_init__(self) -> None:
        """Raise ValueError for impossible values."""
        members = [number for group in self.groups for number in group.members]
        if self.leg < 1 or not 0 <= self.size <= LARGEST_POOL or (self.leg > 1 and not members):
            raise ValueError(f"leg {self.leg} of {self.size}")
        if len(set(members)) < len(members):
            raise ValueError(f"{members} in groups")

    @property
    def members(self) -> frozenset[int]:
        return frozenset(number for group in self.groups for number in group.members)


def legs_of(size: int) -> int:
    """Return how many rounds a pool of that size needs until everybody has met everybody."""
    return size + size % 2 - 1


def size_of(seeds: int) -> int:
    """Return the size of a bracket for so many entrants: a power of two."""
    return 1 << max(0, seeds - 1).bit_length()


def groups_from_dict(plain: Any) -> tuple[Group, ...]:
    """Return groups from their JSON form; raise KeyError, TypeError or ValueError."""
    return tuple(Group(str(one["name"]), tuple(map(int, one["slots"]))) for one in plain)


def frame_from_dict(plain: Mapping[str, Any] | None) -> Frame | None:
    """Return a frame from its JSON form; raise KeyError, TypeError or ValueError."""
    if plain is None:
        return None
    return Frame(
        leg=int(plain["leg"]),
        groups=groups_from_dict(plain["groups"]),
        size=int(plain["size"]),
        seeded=bool(plain["seeded"]),
        apart=tuple(tuple(map(int, group)) for group in plain["apart"]),
    )
