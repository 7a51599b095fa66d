"""What pages show of the backups: a line on the home page, and a page of their own."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils import timezone

from scorekeeper.backups import schedule
from scorekeeper.backups.places import Copy, copies_folder, copies_in
from scorekeeper.backups.problems import CopyProblemError
from scorekeeper.backups.schedule import SecondState

ROWS_SHOWN: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class CopiesState:
    """The state of the backups.

    `is_old`: there may be changes in no backup, and the last one is long ago. After a quiet hour
    the newest backup is an hour old, and the first hand has until the next one.
    """

    newest: Copy | None
    is_old: bool
    problem: CopyProblemError | None
    second: SecondState | None

    @property
    def is_bad(self) -> bool:
        return bool(self.is_old or self.problem or (self.second and self.second.problem))

    @property
    def is_just_now(self) -> bool:
        return bool(self.newest and (timezone.now() - self.newest.made_at).total_seconds() < 60)


def copies_state(*, since: datetime) -> CopiesState:
    """Return the state, for a program that serves since `since`; does not wait for a stick."""
    return _state(copies_in(copies_folder()), since)


def _state(copies: list[Copy], since: datetime) -> CopiesState:
    now = timezone.now()
    # A backup from the future was made while the clock was wrong: ignore it.
    newest = next((copy for copy in copies if copy.made_at <= now), None)
    last = max(since, schedule.whole_at() or since)
    return CopiesState(
        newest=newest,
        is_old=now - last > schedule.OLD and schedule.is_anything_new(),
        problem=schedule.problem(),
        second=schedule.second_state(),
    )


def copies_page(*, since: datetime) -> dict[str, Any]:
    """Return the context of the backups page; `size` is the sum of all."""
    copies = copies_in(copies_folder())
    state = _state(copies, since)
    return {
        "copies": state,
        "newest": copies[:ROWS_SHOWN],
        "older": copies[ROWS_SHOWN:],
        "count": len(copies),
        "size": sum(copy.size for copy in copies),
        "in_second": state.second.names if state.second else (),
    }
