"""Pools and trees: what a draw inside of a phase goes on from, and what it hands on."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

NOBODY: Final = 0
"""Stands in a pool or a tree where nobody sits."""
MAIN: Final = "main"
CONSOLATION: Final = "consolation"
THIRD: Final = "third"
TREES: Final = (MAIN, THIRD, CONSOLATION)
"""The names of trees, in the order in which they get their tables; pools are called 1, 2 …"""
LARGEST_POOL: Final = 12


@dataclass(frozen=True, slots=True)
class Group:
    """A pool, or a tree in which two neighbours meet: the numbers in their order.

    As a draw gets it, the first round of a tree has those who play in it, the best first.
    """

    name: str
    slots: tuple[int, ...]

    @property
    def members(self) -> tuple[int, ...]:
        return tuple(number for number in self.slots if number)

    @property
    def pairs(self) -> Iterator[tuple[int, int]]:
        """Yield who meets in a tree; NOBODY where somebody goes on without a game."""
        return zip(self.slots[::2], self.slots[1::2], strict=True)

    def to_dict(self) -> dict[str, Any]:
        return {"name": self.name, "slots": list(self.slots)}

    def exchanged(self, one: int, other: int) -> "Group":
        """Return the group with two numbers in each other's place, here or elsewhere."""
        turned = {one: other, other: one}
        return Group(self.name, tuple(turned.get(number, number) for number in self.slots))


@dataclass(frozen=True, slots=True)
class Frame:
    """Where in its phase a round stands: `leg` counts its rounds from 1.

    `groups` are the pools or trees that go on; empty where this draw makes them of everybody.
    `size` is what a pool holds at most, `seeded` says that pools are made by the ranking, not by
    lot, `apart` who should not meet in the first round of a tree. Raises ValueError.
    """

    leg: int
    groups: tuple[Group, ...] = ()
    size: int = 0
    seeded: bool = False
    apart: tuple[tuple[int, ...], ...] = ()

    def __post_init__(self) -> None:
        """Refuse what cannot be meant."""
        members = [number for group in self.groups for number in group.members]
        if self.leg < 1 or not 0 <= self.size <= LARGEST_POOL or (self.leg > 1 and not members):
            raise ValueError(f"leg {self.leg} of {self.size}")
        if len(set(members)) < len(members):
            raise ValueError(f"{members} in groups")

    @property
    def members(self) -> frozenset[int]:
        return frozenset(number for group in self.groups for number in group.members)


def legs_of(size: int) -> int:
    """Return how many rounds a pool of that size takes until everybody has met everybody."""
    return size + size % 2 - 1


def size_of(seeds: int) -> int:
    """Return how many places a tree has in which so many play."""
    return 1 << max(0, seeds - 1).bit_length()


def groups_from_dict(plain: Any) -> tuple[Group, ...]:
    """Return groups as JSON holds them; raise KeyError, TypeError or ValueError."""
    return tuple(Group(str(one["name"]), tuple(map(int, one["slots"]))) for one in plain)


def frame_from_dict(plain: Mapping[str, Any] | None) -> Frame | None:
    """Return a frame as JSON holds it; raise KeyError, TypeError or ValueError."""
    if plain is None:
        return None
    return Frame(
        leg=int(plain["leg"]),
        groups=groups_from_dict(plain["groups"]),
        size=int(plain["size"]),
        seeded=bool(plain["seeded"]),
        apart=tuple(tuple(map(int, group)) for group in plain["apart"]),
    )
