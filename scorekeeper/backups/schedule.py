"""Makes backups automatically while the program serves, in both places."""

import logging
import os
import shutil
import threading
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from django.utils import timezone

from scorekeeper.backups.archive import member_of
from scorekeeper.backups.erasures import (
    FILE,
    empty_log_left,
    erasures_file,
    stored_erasures,
    write_erasures,
)
from scorekeeper.backups.making import make_backup, not_writable
from scorekeeper.backups.places import (
    Backup,
    SecondPlace,
    backups_folder,
    backups_in,
    check_room,
    newest_of,
    put_in_place,
    second_place,
    thin,
    working_folder,
)
from scorekeeper.backups.problems import BackupError, BackupProblem
from scorekeeper.backups.snapshots import database_file, signature

logger = logging.getLogger(__name__)

EVERY: Final = timedelta(minutes=5)
SECOND_EVERY: Final = timedelta(minutes=1)
"""A task of its own: an unresponsive network drive must not delay the first place."""
OLD: Final = timedelta(minutes=15)
"""After this time without a backup, changes are reported as not backed up."""

_Signature = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class SecondState:
    """The state of the second place when it was last checked."""

    place: SecondPlace
    names: frozenset[str] = frozenset()
    free: int | None = None
    problem: BackupError | None = None


class _BackupsDone:
    """What this process knows, so that pages need not wait for a stick."""

    first_lock = threading.Lock()
    second_lock = threading.Lock()
    copied: _Signature | None = None
    whole_at: datetime | None = None
    problem: BackupError | None = None
    second: SecondState | None = None


def back_up_at_the_end() -> None:
    """Back up the last minutes too, in both places, before the stick is unplugged."""
    back_up_now()
    bring_to_second_place()


def back_up_now() -> Path | None:
    """Make a backup unless the newest one has the same content; return its path.

    A failure raises nothing: `problem` holds the reason afterwards.
    """
    with _BackupsDone.first_lock:
        now = timezone.now()
        empty_log_left()
        seen = _current_signature()
        if seen is not None and seen == _BackupsDone.copied and backups_in(backups_folder()):
            _BackupsDone.whole_at = now
            return None
        try:
            made = make_backup(now=now, only_if_changed=True)
        except BackupError as problem:
            if str(problem) != str(_BackupsDone.problem):
                logger.warning("no copy: %s", problem)
            _BackupsDone.problem = problem
            return None
        _BackupsDone.problem, _BackupsDone.copied, _BackupsDone.whole_at = None, seen, now
        if made:
            # Only now: the last good backup is removed once there is a better one.
            thin(backups_folder(), now=now, made=made)
        return made


def problem() -> BackupError | None:
    return _BackupsDone.problem


def is_anything_new() -> bool:
    """Return whether anything may have been written since the newest backup."""
    return _BackupsDone.copied is None or _current_signature() != _BackupsDone.copied


def whole_at() -> datetime | None:
    """Return when everything was last known to be backed up, None if never by this process."""
    return _BackupsDone.whole_at


def _current_signature() -> _Signature | None:
    file = database_file()
    return signature(file) if file else None


def second_state() -> SecondState | None:
    """Return the state of the second place, None if none is chosen."""
    place, state = second_place(), _BackupsDone.second
    if place is None:
        return None
    return state if state and state.place == place else SecondState(place)


def bring_to_second_place() -> None:
    """Copy the newest backup to the second place; a problem is remembered."""
    with _BackupsDone.second_lock:
        place = second_place()
        if place is None:
            _BackupsDone.second = None
            return
        before = _BackupsDone.second.problem if _BackupsDone.second else None
        try:
            free = _bring(place)
        except BackupError as problem:
            if str(problem) != str(before):
                logger.warning("no copy in the second place: %s", problem)
            names = _BackupsDone.second.names if _BackupsDone.second else frozenset()
            _BackupsDone.second = SecondState(place, names, problem=problem)
            return
        names = frozenset(copy.path.name for copy in backups_in(place.folder))
        _BackupsDone.second = SecondState(place, names, free)


def _bring(place: SecondPlace) -> int:
    """Copy the newest backup; return the free space. Raises BackupError."""
    try:
        if not place.folder.is_dir():
            raise BackupError(BackupProblem.NO_FOLDER, place=place.folder)
        now = timezone.now()
        newest = newest_of(backups_in(backups_folder()), now=now)
        if newest and not _is_there(newest, place.folder):
            _copy_file(newest.path, place.folder)
            thin(place.folder, now=now, made=newest.path)
        erased, there = stored_erasures(erasures_file()), place.folder / FILE
        if stored_erasures(there) != erased:
            write_erasures(there, erased)
        return shutil.disk_usage(place.folder).free
    except OSError as error:
        raise not_writable(place.folder, error) from None


def _is_there(copy: Backup, folder: Path) -> bool:
    there = folder / copy.path.name
    return there.is_file() and there.stat().st_size == copy.size


def _copy_file(source: Path, folder: Path) -> None:
    """Copy a file completely or not at all, and compare the result."""
    check_room(folder, source.stat().st_size)
    with working_folder(folder) as working:
        made = working / source.name
        shutil.copyfile(source, made)
        os.chmod(made, 0o600)
        with made.open("r+b") as file:
            os.fsync(file.fileno())
        if member_of(made) != member_of(source):
            raise BackupError(BackupProblem.DAMAGED, place=folder, reason=source.name)
        target = folder / source.name
        # A file of the same name and another size was truncated when a stick was unplugged.
        target.unlink(missing_ok=True)
        put_in_place(made, target)
