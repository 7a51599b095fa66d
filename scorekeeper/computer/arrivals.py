"""Which other devices have reached this computer: the first one says that the network is right."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from scorekeeper.addresses import AddressWatch, watch

PATIENCE: Final = timedelta(minutes=1)
"""After which nobody's arrival means that something is in the way."""
MOST_KEPT: Final = 1000


@dataclass
class Arrivals:
    """The devices that came while the computer had the address that it has now.

    Whoever came under another address says nothing about this one.
    """

    watch: AddressWatch
    last_at: datetime | None = None
    _address: str = ""
    _seen: set[str] = field(default_factory=set)

    def note(self, peer: str, now: datetime) -> None:
        """Note a request that `start` serves; nothing of this computer's own."""
        if self.watch.reach is None or not self.watch.is_elsewhere(peer):
            return
        self._begin_anew_elsewhere()
        self.last_at = now
        if len(self._seen) < MOST_KEPT:
            self._seen.add(peer)

    @property
    def count(self) -> int:
        self._begin_anew_elsewhere()
        return len(self._seen)

    def _begin_anew_elsewhere(self) -> None:
        address = self.watch.reach.now if self.watch.reach else ""
        if address != self._address:
            self._address, self._seen, self.last_at = address, set(), None


arrivals: Final = Arrivals(watch)
"""Those of this process."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PhonesState:
    """What the page says: how many came, or since when it is waited for the first."""

    count: int
    last_at: datetime | None
    since: datetime
    now: datetime

    @property
    def is_late(self) -> bool:
        return not self.count and self.now - self.since >= PATIENCE

    @property
    def mark(self) -> str:
        """Return what changes whenever the page has to say something else."""
        return f"{self.count}-{int(self.is_late)}"

    @property
    def since_second(self) -> int:
        return int(self.since.timestamp())
