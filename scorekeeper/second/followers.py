"""Those that follow this computer, as they were last heard of. In memory: it is news, not data."""

import threading
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from scorekeeper.second.troubles import PairTrouble

FORGOTTEN: Final = timedelta(hours=12)
SILENT: Final = timedelta(seconds=4)


@dataclass(frozen=True, slots=True, kw_only=True)
class Follower:
    """A second computer: where it answers, when it was heard, up to when it has everything."""

    computer: str
    code: str
    address: str
    heard_at: datetime
    complete_at: datetime | None = None
    trouble: PairTrouble | None = None

    def trouble_at(self, now: datetime) -> PairTrouble | None:
        """Return what is in the way now: who is not heard of is away."""
        return self.trouble or (PairTrouble.AWAY if now - self.heard_at > SILENT else None)


class Followers:
    """Those of this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: dict[str, Follower] = {}

    def note(self, follower: Follower) -> None:
        with self._lock:
            before = self._found.get(follower.computer)
            if follower.complete_at is None and before is not None:
                values = {name: getattr(follower, name) for name in Follower.__slots__}
                follower = Follower(**{**values, "complete_at": before.complete_at})
            self._found[follower.computer] = follower

    def all(self, now: datetime) -> list[Follower]:
        with self._lock:
            found = [one for one in self._found.values() if now - one.heard_at < FORGOTTEN]
            return sorted(found, key=lambda one: one.address)

    def forget(self, code: str | None = None) -> None:
        """Forget those of a code, or all."""
        with self._lock:
            self._found = {
                name: one for name, one in self._found.items() if code and one.code != code
            }


followers: Final = Followers()
