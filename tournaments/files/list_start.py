"""The beginning of a long list in a preview, and how many lines follow. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

SHOWN: Final = 50
NAMES_SHOWN: Final = 200
RESULTS_SHOWN: Final = 10

ItemT = TypeVar("ItemT")


@dataclass(frozen=True, slots=True)
class Start(Generic[ItemT]):
    """The first items, the number of all items, and of those not shown."""

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
