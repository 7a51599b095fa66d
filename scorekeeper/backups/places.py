"""Where backups are kept: in the data folder, and in a second place that the club chose."""

import json
import os
import re
import secrets
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from django.conf import settings
from django.template.defaultfilters import filesizeformat
from django.utils import timezone

from scorekeeper.backups import thinning
from scorekeeper.backups.problems import BackupError, BackupProblem

NAME: Final = re.compile(r"belote-(\d{4}-\d{2}-\d{2}-\d{6})(?:-(\d+))?(-before-update)?\.zip")
BEFORE_UPDATE: Final = "-before-update"
BEFORE_UPDATE_KEPT: Final = 3
WORKING: Final = ".making-"
ASIDE: Final = "before-"
SPARE_BYTES: Final = 20_000_000
"""Kept free beside a backup, so that there is room for the evening's hands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """A backup made by this program, known by its name; `number` counts those of one second."""

    path: Path
    made_at: datetime
    number: int
    size: int
    is_before_update: bool


def backups_folder() -> Path:
    return Path(settings.DATA_DIR) / "copies"


def key_file() -> Path:
    """Return the path of the key, if the environment does not contain it."""
    return Path(settings.DATA_DIR) / "secret_key"


def backups_in(folder: Path) -> list[Backup]:
    """Return the backups in a folder, the newest first; other files are ignored."""
    try:
        paths = list(folder.iterdir())
    except OSError:
        return []
    copies = [copy for path in paths if (copy := _backup_at(path))]
    return sorted(copies, key=lambda copy: (copy.made_at, copy.number), reverse=True)


def newest_of(copies: Sequence[Backup], *, now: datetime) -> Backup | None:
    """Return the newest backup; `copies` are ordered as by `backups_in`.

    A backup from the future was made while the clock was wrong: it counts only if there is no
    other, otherwise it would stay the newest for years.
    """
    return next((copy for copy in copies if copy.made_at <= now), copies[0] if copies else None)


def _backup_at(path: Path) -> Backup | None:
    named = NAME.fullmatch(path.name)
    if named is None:
        return None
    try:
        local = datetime.strptime(named[1], "%Y-%m-%d-%H%M%S")  # noqa: DTZ007 - made aware below
        size = path.stat().st_size
    except (ValueError, OSError):  # not a valid time, or just removed
        return None
    return Backup(
        path=path,
        made_at=timezone.make_aware(local),
        size=size,
        number=int(named[2] or 1),
        is_before_update=bool(named[3]),
    )


def names_at(now: datetime, *, before_update: bool = False) -> Iterator[str]:
    """Yield names for a backup made now, until one is free."""
    stem = f"belote-{timezone.localtime(now):%Y-%m-%d-%H%M%S}"
    end = f"{BEFORE_UPDATE if before_update else ''}.zip"
    yield f"{stem}{end}"
    for number in range(2, 1000):
        yield f"{stem}-{number}{end}"


def thin(folder: Path, *, now: datetime, made: Path | None = None) -> None:
    """Remove backups that need not be kept; a failed removal is tried again next time.

    The one just `made` always stays, even if its time or another's is wrong.
    """
    just_made = made.name if made else ""
    copies = sorted(backups_in(folder), key=lambda copy: copy.path.name != just_made)
    regular = [copy for copy in copies if not copy.is_before_update]
    staying = thinning.times_to_keep(
        (copy.made_at for copy in regular), now=timezone.localtime(now)
    )
    leaving = []
    for copy in regular:
        if copy.made_at in staying or copy.path.name == just_made:
            # Of several in one second the last stays.
            staying.discard(copy.made_at)
        else:
            leaving.append(copy)
    leaving += [copy for copy in copies if copy.is_before_update][BEFORE_UPDATE_KEPT:]
    for copy in leaving:
        try:
            copy.path.unlink(missing_ok=True)
        except OSError:
            continue


@contextmanager
def working_folder(folder: Path, prefix: str = WORKING) -> Iterator[Path]:
    """Create a private working folder inside `folder`, and remove it afterwards."""
    for left in folder.glob(f"{prefix}*"):
        # Left behind by a killed program; a folder in use is less than a day old.
        try:
            is_left = timezone.now().timestamp() - left.stat().st_mtime > 86400
        except OSError:  # removed by its owner meanwhile
            continue
        if is_left:
            shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(
        prefix=prefix, dir=folder, ignore_cleanup_errors=True
    ) as working:
        yield Path(working)


def check_room(folder: Path, needed: int) -> None:
    """Raise BackupError if the disk lacks room for that many bytes and some reserve."""
    free = shutil.disk_usage(folder).free
    if free < needed + SPARE_BYTES:
        raise BackupError(
            BackupProblem.NO_ROOM,
            place=folder,
            needed=filesizeformat(needed + SPARE_BYTES),
            free=filesizeformat(free),
        )


def put_in_place(made: Path, target: Path) -> None:
    """Rename a complete file on the same disk; raises FileExistsError."""
    try:
        os.link(made, target)
    except FileExistsError:
        raise
    except (OSError, NotImplementedError):
        # USB sticks have no hard links. Renaming would overwrite on some systems: check first.
        if target.exists():
            raise FileExistsError(target) from None
        made.rename(target)
    else:
        made.unlink()
    sync_folder(target.parent)


def sync_folder(folder: Path) -> None:
    """Sync a folder's directory entries to disk, if the system can."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError:
        pass  # some network drives cannot
    finally:
        os.close(descriptor)


def write_whole(target: Path, text: str) -> None:
    """Write a small private file completely or not at all."""
    descriptor, made = tempfile.mkstemp(prefix=f".{target.name}-", dir=target.parent)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(made).replace(target)
    except BaseException:
        Path(made).unlink(missing_ok=True)
        raise


def aside_folder(why: str, now: datetime) -> Path:
    """Create the folder inside the data folder that keeps the former data."""
    stem = f"{ASIDE}{why}-{timezone.localtime(now):%Y-%m-%d-%H%M%S}"
    folder, number = Path(settings.DATA_DIR) / stem, 1
    while folder.exists():
        number += 1
        folder = folder.with_name(f"{stem}-{number}")
    folder.mkdir(mode=0o700)
    return folder


# --- The second place -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SecondPlace:
    """The folder that the club chose, and this program's folder inside it.

    The inner folder is created only when the place is chosen: if a stick is unplugged, its empty
    mount point may remain, and backups must not fill the computer's own disk. Its name is unique to
    this program, so that two computers can share a stick.
    """

    chosen: Path
    mark: str

    @property
    def folder(self) -> Path:
        return self.chosen / f"belote-copies-{self.mark}"


def _place_file() -> Path:
    return Path(settings.DATA_DIR) / "second_place.json"


def _kept_place() -> tuple[str, str]:
    """Return the chosen folder and this program's mark, both empty if there is none."""
    try:
        plain = json.loads(_place_file().read_text(encoding="utf-8"))
        return str(plain["folder"]), str(plain["mark"])
    except (OSError, ValueError, LookupError, TypeError):
        return "", ""


def second_place() -> SecondPlace | None:
    chosen, mark = _kept_place()
    return SecondPlace(Path(chosen), mark) if chosen else None


def choose_second_place(chosen: Path | None) -> None:
    """Keep backups there too from now on, None for nowhere else; raises OSError.

    Backups in a former place stay there.
    """
    mark = _kept_place()[1] or secrets.token_hex(2)
    if chosen:
        SecondPlace(chosen, mark).folder.mkdir(mode=0o700, exist_ok=True)
    plain = {"folder": str(chosen) if chosen else "", "mark": mark}
    write_whole(_place_file(), json.dumps(plain, ensure_ascii=False))
