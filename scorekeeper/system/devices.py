"""The devices that have reached this computer: the first one shows that the network works.

Also the phones at the tables that poll: when each was last seen and how many hands it holds.
"""

from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from threading import Lock
from typing import Final

from scorekeeper.addresses import AddressWatch, watch

PATIENCE: Final = timedelta(minutes=1)
"""If no device has arrived after this time, something is wrong."""
MOST_KEPT: Final = 1000
MOST_PHONES: Final = 5000
SESSION_LETTERS: Final = 40
"""Longer session keys are forged."""


@dataclass
class ConnectedDevices:
    """The devices that have reached the computer at its current address.

    Devices that came while it had another address do not count.
    """

    watch: AddressWatch
    last_at: datetime | None = None
    _address: str = ""
    _seen: set[str] = field(default_factory=set)

    def note(self, peer: str, now: datetime) -> None:
        """Record a request served by `start`, unless it comes from this computer."""
        if self.watch.addresses is None or not self.watch.is_elsewhere(peer):
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
        address = self.watch.addresses.now if self.watch.addresses else ""
        if address != self._address:
            self._address, self._seen, self.last_at = address, set(), None


connected_devices: Final = ConnectedDevices(watch)
"""The instance of this process."""


@dataclass(frozen=True, slots=True)
class PhoneSeen:
    """When a phone was last seen, and how many unsent hands it held."""

    at: datetime
    waiting: int = 0


class PhonesSeen:
    """The phones that poll, by session, the most recent one last.

    Each process knows those that asked it: all of them if phones ask every few seconds.
    """

    def __init__(self) -> None:
        self._seen: OrderedDict[str, PhoneSeen] = OrderedDict()
        self._lock = Lock()

    def note(self, session_key: str, now: datetime, waiting: str = "") -> None:
        """Record a phone that polls; `waiting` is its own count of unsent hands."""
        key, said = session_key[:SESSION_LETTERS], waiting[:3]
        count = int(said) if said.isascii() and said.isdecimal() else 0
        with self._lock:
            self._seen[key] = PhoneSeen(now, count)
            self._seen.move_to_end(key)
            if len(self._seen) > MOST_PHONES:
                self._seen.popitem(last=False)

    def get(self, session_key: str) -> PhoneSeen | None:
        return self._seen.get(session_key)


phones_seen: Final = PhonesSeen()


@dataclass(frozen=True, slots=True, kw_only=True)
class PhonesState:
    """What the page shows: how many devices came, or since when it waits for the first."""

    count: int
    last_at: datetime | None
    since: datetime
    now: datetime

    @property
    def is_late(self) -> bool:
        return not self.count and self.now - self.since >= PATIENCE

    @property
    def mark(self) -> str:
        """Return a value that changes whenever the page has to change."""
        return f"{self.count}-{int(self.is_late)}"

    @property
    def since_second(self) -> int:
        return int(self.since.timestamp())
