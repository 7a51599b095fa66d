"""Which other devices have reached this computer: the first one says that the network is right.

And which phones at the tables ask again and again: when each was heard last, what it keeps.
"""

from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from threading import Lock
from typing import Final

from scorekeeper.addresses import AddressWatch, watch

PATIENCE: Final = timedelta(minutes=1)
"""After which nobody's arrival means that something is in the way."""
MOST_KEPT: Final = 1000
MOST_PHONES: Final = 5000
SESSION_LETTERS: Final = 40
"""Anybody may send a longer cookie."""


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


@dataclass(frozen=True, slots=True)
class PhoneSeen:
    """When a phone was heard last, and how many hands it kept then."""

    at: datetime
    waiting: int = 0


class PhonesSeen:
    """The phones that asked whether anything is new, by their sessions, the last one at the end.

    Each process knows those that asked it: all of them, where phones ask every few seconds.
    """

    def __init__(self) -> None:
        self._seen: OrderedDict[str, PhoneSeen] = OrderedDict()
        self._lock = Lock()

    def note(self, session_key: str, now: datetime, waiting: str = "") -> None:
        """Note one that asks; it says itself how many hands it keeps."""
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
