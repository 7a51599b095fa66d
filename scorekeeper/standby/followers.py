"""Those that follow this computer, as they were last heard of. In memory: it is news, not data."""

import threading
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from scorekeeper.standby.errors import PairingProblem

FORGOTTEN: Final = timedelta(hours=12)
SILENT: Final = timedelta(seconds=4)
LATE: Final = timedelta(seconds=10)
"""A copy that was older was not made in time, whatever is in the way."""


def trouble_of_copy(
    known: PairingProblem | None, complete_at: datetime | None, now: datetime
) -> PairingProblem | None:
    """Return what is in the way of a copy: where nothing is known, it may have grown old."""
    is_late = complete_at is not None and now - complete_at > LATE
    return known or (PairingProblem.BEHIND if is_late else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Follower:
    """A second computer: where it answers, when it was heard, up to when it has everything."""

    computer: str
    code: str
    address: str
    heard_at: datetime
    complete_at: datetime | None = None
    trouble: PairingProblem | None = None

    def trouble_at(self, now: datetime) -> PairingProblem | None:
        """Return what is in the way now: who is not heard of is away."""
        silent = PairingProblem.AWAY if now - self.heard_at > SILENT else None
        return trouble_of_copy(self.trouble or silent, self.complete_at, now)


class Followers:
    """Those of this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: dict[str, Follower] = {}

    def note(self, follower: Follower) -> None:
        with self._lock:
            self._found[follower.computer] = follower

    def hear(self, computer: str, code: str, now: datetime) -> None:
        """Note that a computer takes all that there is, however long that lasts."""
        with self._lock:
            known = self._found.get(computer) or Follower(
                computer=computer, code=code, address="", heard_at=now
            )
            self._found[computer] = replace(known, heard_at=now)

    def all(self, now: datetime) -> list[Follower]:
        """Return those that are not forgotten by now; the others are."""
        with self._lock:
            found = [one for one in self._found.values() if now - one.heard_at < FORGOTTEN]
            self._found = {one.computer: one for one in found}
            return sorted(found, key=lambda one: one.address)

    def forget(self, code: str | None = None) -> None:
        """Forget those of a code, or all."""
        with self._lock:
            self._found = {
                name: one for name, one in self._found.items() if code and one.code != code
            }


followers: Final = Followers()
