"""What a preview shows of a long list: its first lines, and how many more there are. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

SHOWN: Final = 50
NAMES_SHOWN: Final = 200
RESULTS_SHOWN: Final = 10

ItemT = TypeVar("ItemT")


@dataclass(frozen=True, slots=True)
class Start(Generic[ItemT]):
    """The first of some things, how many there are, and how many are not shown."""

    shown: Sequence[ItemT]
    count: int

    @property
    def more(self) -> int:
        """Return how many are not shown."""
        return self.count - len(self.shown)


def start_of(items: Iterable[ItemT], most: int = SHOWN) -> Start[ItemT]:
    """Return the start of a list."""
    every = list(items)
    return Start(every[:most], len(every))
