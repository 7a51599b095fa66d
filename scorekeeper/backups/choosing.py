"""Which backup to suggest if the database is missing or damaged."""

import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import ngettext

from scorekeeper.backups.archive import DATABASE, read_manifest, unpack
from scorekeeper.backups.places import (
    ASIDE,
    SPARE_BYTES,
    backups_folder,
    backups_in,
    working_folder,
)
from scorekeeper.backups.problems import BackupError
from scorekeeper.backups.snapshots import database_facts, database_file, faults, mend_indexes
from scorekeeper.terminal import typed


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupChoice:
    """A file that `restore` accepts; `written` counts its hands and slips, None if unknown."""

    path: Path
    made_at: datetime
    written: int | None


def how_to_restore(copies: Iterable[BackupChoice], *, replaced: bool = False) -> str:
    """Return the commands that restore the best backups, and what these contain."""
    options = ["--replace"] if replaced else []
    return ", ".join(
        f"{typed('restore', *options, one.path)}{_content_of(one)}" for one in copies
    ) or typed("restore", *options, "FILE")


def _content_of(one: BackupChoice) -> str:
    if one.written is None:
        return ""
    made_at = date_format(timezone.localtime(one.made_at), "SHORT_DATETIME_FORMAT")
    text = ngettext("%(count)d hand, %(time)s", "%(count)d hands, %(time)s", one.written)
    return f" ({text % {'count': one.written, 'time': made_at}})"


def restorable_backups(*, now: datetime) -> list[BackupChoice]:
    """Return the newest readable backup with hands, and an older one that has more, if any.

    If none has hands, return the newest of all.
    """
    found = sorted(
        [*_copies(), *_set_aside()],
        # A backup from the future was made while the clock was wrong.
        key=lambda one: (one.made_at <= now, one.made_at, one.path.name),
        reverse=True,
    )
    for place, one in enumerate(found):
        if one.written != 0 and (newest := _looked_into(one)) and newest.written:
            return [newest, *_fuller(newest, found[place + 1 :])]
    return found[:1]


def _copies() -> Iterator[BackupChoice]:
    for copy in backups_in(backups_folder()):
        try:
            written = read_manifest(copy.path).written
        except BackupError:
            written = None
        yield BackupChoice(path=copy.path, made_at=copy.made_at, written=written)


def _set_aside() -> Iterator[BackupChoice]:
    """Yield the data that `restore` moved aside: they are all there is if it was killed."""
    file = database_file()
    for path in Path(settings.DATA_DIR).glob(f"{ASIDE}restore-*/{file.name}") if file else ():
        made_at = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        yield BackupChoice(path=path, made_at=made_at, written=None)


def _fuller(newest: BackupChoice, older: list[BackupChoice]) -> list[BackupChoice]:
    # The number of hands in some files is found only by opening them: open those that matter.
    looked = [one for one in older if one.written is None]
    best = max([newest, *filter(None, map(_looked_into, looked))], key=lambda one: one.written or 0)
    more = [one for one in older if (one.written or 0) > (best.written or 0)]
    more.sort(key=lambda one: one.written or 0, reverse=True)
    found = next((one for one in more if _looked_into(one)), best)
    return [] if found is newest else [found]


def _looked_into(one: BackupChoice) -> BackupChoice | None:
    """Return the choice with its real content, None if `restore` would refuse it."""
    try:
        with working_folder(Path(settings.DATA_DIR)) as working:
            file = one.path
            if file.suffix == ".zip":
                room = shutil.disk_usage(working).free - SPARE_BYTES
                unpack(file, working, room=room)
                file = working / DATABASE
                mend_indexes(file)
            return None if faults(file) else replace(one, written=database_facts(file).written)
    except (BackupError, OSError):
        return None
