"""The standbys of this computer, as last heard of. In memory, because it is not data."""

import threading
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from scorekeeper.standby.errors import PairingProblem

FORGOTTEN: Final = timedelta(hours=12)
SILENT: Final = timedelta(seconds=4)
LATE: Final = timedelta(seconds=10)
"""An older copy counts as late, whatever the reason."""


def trouble_of_copy(
    known: PairingProblem | None, complete_at: datetime | None, now: datetime
) -> PairingProblem | None:
    """Return the problem of a copy: the known one, or BEHIND if the copy is old."""
    is_late = complete_at is not None and now - complete_at > LATE
    return known or (PairingProblem.BEHIND if is_late else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Follower:
    """A standby: its address, when it was last heard of, and up to when it has everything."""

    computer: str
    code: str
    address: str
    heard_at: datetime
    complete_at: datetime | None = None
    trouble: PairingProblem | None = None

    def trouble_at(self, now: datetime) -> PairingProblem | None:
        """Return the current problem: AWAY if the standby has not been heard of."""
        silent = PairingProblem.AWAY if now - self.heard_at > SILENT else None
        return trouble_of_copy(self.trouble or silent, self.complete_at, now)


class Followers:
    """The standbys known to this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: dict[str, Follower] = {}

    def note(self, follower: Follower) -> None:
        with self._lock:
            self._found[follower.computer] = follower

    def hear(self, computer: str, code: str, now: datetime) -> None:
        """Record that a standby is copying the whole database, which may take long."""
        with self._lock:
            known = self._found.get(computer) or Follower(
                computer=computer, code=code, address="", heard_at=now
            )
            self._found[computer] = replace(known, heard_at=now)

    def all(self, now: datetime) -> list[Follower]:
        """Return the recent standbys and drop the others."""
        with self._lock:
            found = [one for one in self._found.values() if now - one.heard_at < FORGOTTEN]
            self._found = {one.computer: one for one in found}
            return sorted(found, key=lambda one: one.address)

    def forget(self, code: str | None = None) -> None:
        """Forget the standbys of a code, or all."""
        with self._lock:
            self._found = {
                name: one for name, one in self._found.items() if code and one.code != code
            }


followers: Final = Followers()
