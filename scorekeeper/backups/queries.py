"""What is shown of the copies: a line on the first page, and a page of their own."""

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
    """How it stands with the copies.

    `is_old`: something was written that may be in no copy, and long ago. After a quiet hour the
    newest copy is an hour old, and the first hand has time until the next one.
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
    """Return how it stands, in a program that serves since then; no stick is waited for."""
    return _state(copies_in(copies_folder()), since)


def _state(copies: list[Copy], since: datetime) -> CopiesState:
    now = timezone.now()
    # One from the future was dated by a clock that went wrong: it says nothing of today.
    newest = next((copy for copy in copies if copy.made_at <= now), None)
    last = max(since, schedule.whole_at() or since)
    return CopiesState(
        newest=newest,
        is_old=now - last > schedule.OLD and schedule.is_anything_new(),
        problem=schedule.problem(),
        second=schedule.second_state(),
    )


def copies_page(*, since: datetime) -> dict[str, Any]:
    """Return what the page of the copies shows of them; `size` is that of all."""
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
