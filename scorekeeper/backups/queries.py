"""What pages show of the backups: a line on the home page, and a page of their own."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils import timezone

from scorekeeper.backups import schedule
from scorekeeper.backups.places import Backup, backups_folder, backups_in
from scorekeeper.backups.problems import BackupError
from scorekeeper.backups.schedule import SecondState

ROWS_SHOWN: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupsState:
    """The state of the backups.

    `is_old`: there may be changes in no backup, and the last one is long ago. After a quiet hour
    the newest backup is an hour old, and the first hand has until the next one.
    """

    newest: Backup | None
    is_old: bool
    problem: BackupError | None
    second: SecondState | None

    @property
    def is_bad(self) -> bool:
        return bool(self.is_old or self.problem or (self.second and self.second.problem))

    @property
    def is_just_now(self) -> bool:
        return bool(self.newest and (timezone.now() - self.newest.made_at).total_seconds() < 60)


def backups_state(*, since: datetime) -> BackupsState:
    """Return the state, for a program that serves since `since`; does not wait for a stick."""
    return _state(backups_in(backups_folder()), since)


def _state(copies: list[Backup], since: datetime) -> BackupsState:
    now = timezone.now()
    # A backup from the future was made while the clock was wrong: ignore it.
    newest = next((copy for copy in copies if copy.made_at <= now), None)
    last = max(since, schedule.whole_at() or since)
    return BackupsState(
        newest=newest,
        is_old=now - last > schedule.OLD and schedule.is_anything_new(),
        problem=schedule.problem(),
        second=schedule.second_state(),
    )


def backups_page(*, since: datetime) -> dict[str, Any]:
    """Return the context of the backups page; `size` is the sum of all."""
    copies = backups_in(backups_folder())
    state = _state(copies, since)
    return {
        "copies": state,
        "newest": copies[:ROWS_SHOWN],
        "older": copies[ROWS_SHOWN:],
        "count": len(copies),
        "size": sum(copy.size for copy in copies),
        "in_second": state.second.names if state.second else (),
    }
