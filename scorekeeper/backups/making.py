"""Makes a backup: consistent while hands are written, complete or not at all."""

import sqlite3
from datetime import datetime
from pathlib import Path
from typing import Final

import scorekeeper
from scorekeeper.backups.archive import (
    DATABASE,
    KEY,
    Manifest,
    Member,
    member_of,
    pack,
    read_manifest,
)
from scorekeeper.backups.erasures import note_erasures
from scorekeeper.backups.places import (
    backups_folder,
    backups_in,
    check_room,
    key_file,
    names_at,
    newest_of,
    put_in_place,
    working_folder,
)
from scorekeeper.backups.problems import BackupError, BackupProblem
from scorekeeper.backups.snapshots import (
    database_facts,
    database_file,
    holds_something,
    is_damage,
    signature,
    take_rows,
    take_snapshot,
)

_COPY: Final = "copy.zip"


def make_backup(
    *,
    now: datetime,
    target: Path | None = None,
    before_update: bool = False,
    only_if_changed: bool = False,
    mended: bool = False,
) -> Path | None:
    """Back up database and key into one zip; return its path.

    `target` is a new file or a folder; it defaults to the backups folder. `mended` rebuilds the
    indexes. With `only_if_changed`, nothing is kept and None returned if the newest backup has the
    same content. Raises BackupError after removing what was begun.
    """
    file = database_file()
    if file is None or not holds_something(file):
        raise BackupError(BackupProblem.NO_CLUB)
    folder, name = _place(target)
    try:
        if target is None:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        note_erasures()
        # The snapshot and, at worst, a zip of the same size.
        check_room(folder, 2 * sum(size for size, _time in signature(file)))
        with working_folder(folder) as working:
            snapshot = working / DATABASE
            (take_rows if mended else take_snapshot)(file, snapshot)
            held = member_of(snapshot)
            if only_if_changed and held == _newest_database(folder, now):
                return None
            _pack(snapshot, held, working / _COPY, now)
            if name is None:
                return _put_under_free_name(working / _COPY, folder, now, before_update)
            put_in_place(working / _COPY, folder / name)
            return folder / name
    except FileExistsError as error:
        raise BackupError(BackupProblem.NAME_TAKEN, place=error.filename or target) from None
    except FileNotFoundError:
        raise BackupError(BackupProblem.NO_FOLDER, place=folder) from None
    except OSError as error:
        raise not_writable(folder, error) from None
    except sqlite3.Error as error:
        problem = (
            BackupProblem.DAMAGED_DATABASE
            if is_damage(error)
            else BackupProblem.UNREADABLE_DATABASE
        )
        raise BackupError(problem, reason=" ".join(str(error).split())) from None


def _newest_database(folder: Path, now: datetime) -> Member | None:
    """Return the database member of the newest backup in a folder, None if it is unknown."""
    newest = newest_of(backups_in(folder), now=now)
    try:
        return read_manifest(newest.path).members.get(DATABASE) if newest else None
    except BackupError:
        return None


def not_writable(place: Path, error: OSError) -> BackupError:
    """Return the problem that explains a write error to a person."""
    return BackupError(
        BackupProblem.NOT_WRITABLE, place=place, reason=error.strerror or type(error).__name__
    )


def _place(target: Path | None) -> tuple[Path, str | None]:
    if target is None:
        return backups_folder(), None
    if target.is_dir():
        return target, None
    if target.exists():
        raise BackupError(BackupProblem.NAME_TAKEN, place=target)
    return target.absolute().parent, target.name


def _pack(snapshot: Path, held: Member, target: Path, now: datetime) -> None:
    files = {DATABASE: snapshot}
    members = {DATABASE: held}
    if key_file().is_file():
        files[KEY] = key_file()
        members[KEY] = member_of(key_file())
    facts = database_facts(snapshot)
    manifest = Manifest(
        version=scorekeeper.__version__,
        made_at=now,
        clubs=facts.clubs,
        migrations=facts.migrations,
        members=members,
        written=facts.written,
    )
    pack(target, manifest, files)


def _put_under_free_name(made: Path, folder: Path, now: datetime, before_update: bool) -> Path:
    for name in names_at(now, before_update=before_update):
        try:
            put_in_place(made, folder / name)
        except FileExistsError:
            continue
        return folder / name
    raise FileExistsError
