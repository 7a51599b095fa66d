"""Where copies lie: in the data's own folder, and in a second place that the club chose."""

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
from scorekeeper.backups.problems import CopyProblem, CopyProblemError

NAME: Final = re.compile(r"belote-(\d{4}-\d{2}-\d{2}-\d{6})(?:-(\d+))?(-before-update)?\.zip")
BEFORE_UPDATE: Final = "-before-update"
BEFORE_UPDATE_KEPT: Final = 3
WORKING: Final = ".making-"
ASIDE: Final = "before-"
SPARE_BYTES: Final = 20_000_000
"""Left free beside a copy, so that the hands of the evening still find room."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Copy:
    """A copy that this program made, by its name; `number` tells those of one second apart."""

    path: Path
    made_at: datetime
    number: int
    size: int
    is_before_update: bool


def copies_folder() -> Path:
    return Path(settings.DATA_DIR) / "copies"


def key_file() -> Path:
    """Return where the key lies, if the environment does not name it."""
    return Path(settings.DATA_DIR) / "secret_key"


def copies_in(folder: Path) -> list[Copy]:
    """Return the copies in a folder, the newest first; other files there are nobody's business."""
    try:
        paths = list(folder.iterdir())
    except OSError:
        return []
    copies = [copy for path in paths if (copy := _copy_of(path))]
    return sorted(copies, key=lambda copy: (copy.made_at, copy.number), reverse=True)


def newest_of(copies: Sequence[Copy], *, now: datetime) -> Copy | None:
    """Return the newest of some copies, as `copies_in` orders them.

    One from the future was dated by a clock that went wrong: it is taken only where there is no
    other, or it would be the newest for years.
    """
    return next((copy for copy in copies if copy.made_at <= now), copies[0] if copies else None)


def _copy_of(path: Path) -> Copy | None:
    named = NAME.fullmatch(path.name)
    if named is None:
        return None
    try:
        local = datetime.strptime(named[1], "%Y-%m-%d-%H%M%S")  # noqa: DTZ007 - made aware below
        size = path.stat().st_size
    except (ValueError, OSError):  # it is no time, or was thinned out a moment ago
        return None
    return Copy(
        path=path,
        made_at=timezone.make_aware(local),
        size=size,
        number=int(named[2] or 1),
        is_before_update=bool(named[3]),
    )


def names_at(now: datetime, *, before_update: bool = False) -> Iterator[str]:
    """Yield names for a copy made now, one after the other until one is free."""
    stem = f"belote-{timezone.localtime(now):%Y-%m-%d-%H%M%S}"
    end = f"{BEFORE_UPDATE if before_update else ''}.zip"
    yield f"{stem}{end}"
    for number in range(2, 1000):
        yield f"{stem}-{number}{end}"


def thin(folder: Path, *, now: datetime, made: Path | None = None) -> None:
    """Remove the copies that need not stay; one that cannot be removed is tried the next time.

    What was `made` just now stays, whatever the clock says of it and of the others.
    """
    just_made = made.name if made else ""
    copies = sorted(copies_in(folder), key=lambda copy: copy.path.name != just_made)
    regular = [copy for copy in copies if not copy.is_before_update]
    staying = thinning.kept((copy.made_at for copy in regular), now=timezone.localtime(now))
    leaving = []
    for copy in regular:
        if copy.made_at in staying or copy.path.name == just_made:
            # Of one second the last stays.
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
    """Make a folder inside `folder` to work in, for the owner's eyes only, and remove it."""
    for left in folder.glob(f"{prefix}*"):
        # What a program that was killed left behind; one that works now is not a day old.
        try:
            is_left = timezone.now().timestamp() - left.stat().st_mtime > 86400
        except OSError:  # it has just ended its work
            continue
        if is_left:
            shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(
        prefix=prefix, dir=folder, ignore_cleanup_errors=True
    ) as working:
        yield Path(working)


def check_room(folder: Path, needed: int) -> None:
    """Raise CopyProblemError where the disk has no room for so many bytes and some to spare."""
    free = shutil.disk_usage(folder).free
    if free < needed + SPARE_BYTES:
        raise CopyProblemError(
            CopyProblem.NO_ROOM,
            place=folder,
            needed=filesizeformat(needed + SPARE_BYTES),
            free=filesizeformat(free),
        )


def put_in_place(made: Path, target: Path) -> None:
    """Give a file that lies complete on the same disk its name; raises FileExistsError."""
    try:
        os.link(made, target)
    except FileExistsError:
        raise
    except (OSError, NotImplementedError):
        # Sticks know no second names. Renaming replaces on some systems: looked at before.
        if target.exists():
            raise FileExistsError(target) from None
        made.rename(target)
    else:
        made.unlink()
    sync_folder(target.parent)


def sync_folder(folder: Path) -> None:
    """Have a folder's list of names on the disk for sure, where the system can do that."""
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
    """Write a small file whole or not at all, for its owner's eyes only."""
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
    """Make the folder in the data's own in which the former data are kept."""
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
    """The folder that the club chose, and the folder of this program inside it.

    The inner one is made when the place is chosen and never again: where a stick is pulled out,
    its empty mount point may stay, and copies must not fill the computer's own disk unseen. Its
    name is this program's alone, so that two computers can share a stick.
    """

    chosen: Path
    mark: str

    @property
    def folder(self) -> Path:
        return self.chosen / f"belote-copies-{self.mark}"


def _place_file() -> Path:
    return Path(settings.DATA_DIR) / "second_place.json"


def _kept_place() -> tuple[str, str]:
    """Return the folder that was chosen and this program's mark, both empty where nothing was."""
    try:
        plain = json.loads(_place_file().read_text(encoding="utf-8"))
        return str(plain["folder"]), str(plain["mark"])
    except (OSError, ValueError, LookupError, TypeError):
        return "", ""


def second_place() -> SecondPlace | None:
    chosen, mark = _kept_place()
    return SecondPlace(Path(chosen), mark) if chosen else None


def choose_second_place(chosen: Path | None) -> None:
    """Keep copies there too from now on, None: nowhere else; raises OSError.

    What lies in a former place stays there.
    """
    mark = _kept_place()[1] or secrets.token_hex(2)
    if chosen:
        SecondPlace(chosen, mark).folder.mkdir(mode=0o700, exist_ok=True)
    plain = {"folder": str(chosen) if chosen else "", "mark": mark}
    write_whole(_place_file(), json.dumps(plain, ensure_ascii=False))
