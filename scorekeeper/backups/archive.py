"""The one file of a copy: a zip of the database, the key, and what both are.

    manifest.json     format, version of the program, when, clubs, migrations; size and sha256 of
                      every other member
    belote.sqlite3    the whole database
    secret_key        what signs sessions; not there where the environment names the key

Whoever reads one trusts nothing in it: names, sizes and contents must be those of the manifest.
"""

import errno
import hashlib
import json
import os
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from django.template.defaultfilters import filesizeformat

from scorekeeper.backups.problems import BackupError, BackupProblem

FORMAT: Final = 1
MANIFEST: Final = "manifest.json"
DATABASE: Final = "belote.sqlite3"
KEY: Final = "secret_key"

CHUNK: Final = 1 << 20
LARGEST_MANIFEST: Final = 1 << 20
LARGEST_KEY: Final = 4096
LARGEST_RATIO: Final = 200
"""No database compresses better, not even an empty one: a higher ratio is a zip bomb."""
_NOT_READABLE: Final = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    OverflowError,
    RuntimeError,
    TypeError,
    ValueError,  # invalid text, invalid JSON and invalid offsets in the file
    LookupError,
)
_FULL: Final = {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)}


@dataclass(frozen=True, slots=True)
class Member:
    """The size and hash that a member of the zip must have."""

    size: int
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """The description of a backup; `written` counts hands and slips, None in older backups."""

    version: str
    made_at: datetime
    clubs: tuple[str, ...]
    migrations: tuple[str, ...]
    members: Mapping[str, Member]
    written: int | None = None

    def as_text(self) -> str:
        plain = {"format": FORMAT, "program": "belote", **asdict(self)}
        plain["made_at"] = self.made_at.isoformat()
        return json.dumps(plain, ensure_ascii=False, indent=2) + "\n"


def member_of(file: Path) -> Member:
    with file.open("rb") as opened:
        digest = hashlib.file_digest(opened, "sha256")
        return Member(opened.tell(), digest.hexdigest())


def pack(path: Path, manifest: Manifest, files: Mapping[str, Path]) -> None:
    """Write the zip, readable by its owner only and synced to disk, and check it."""
    descriptor = os.open(
        path, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600
    )
    with os.fdopen(descriptor, "r+b") as file:
        # A zip has no dates before 1980, which wrong clocks and unpacked files may have.
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as packed:
            packed.writestr(zipfile.ZipInfo(MANIFEST), manifest.as_text(), zipfile.ZIP_DEFLATED)
            for name, source in files.items():
                packed.write(source, name)
        file.flush()
        os.fsync(file.fileno())
    with _opened(path) as packed:
        if broken := packed.testzip():
            raise BackupError(BackupProblem.DAMAGED, place=path, reason=broken)


def read_manifest(path: Path) -> Manifest:
    with _opened(path) as packed:
        return _manifest_of(packed, path)


def unpack(path: Path, folder: Path, *, room: int) -> Manifest:
    """Unpack a backup into an empty folder and check each member; raises BackupError.

    `room` is the maximum number of bytes to unpack.
    """
    with _opened(path) as packed:
        manifest = _manifest_of(packed, path)
        needed = sum(member.size for member in manifest.members.values())
        if needed > room:
            raise BackupError(
                BackupProblem.NO_ROOM,
                place=folder,
                needed=filesizeformat(needed),
                free=filesizeformat(room),
            )
        for name, member in manifest.members.items():
            _unpack_member(packed, name, member, folder / name)
    return manifest


@contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    """Open a zip; raise BackupError for anything wrong with it."""
    try:
        with zipfile.ZipFile(path) as packed:
            yield packed
    except FileNotFoundError:
        raise BackupError(BackupProblem.NO_FILE, place=path) from None
    except _NOT_READABLE as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise BackupError(BackupProblem.DAMAGED, place=path, reason=reason) from None
    except OSError as error:
        if error.errno in _FULL:
            raise
        raise BackupError(
            BackupProblem.DAMAGED, place=path, reason=error.strerror or str(error)
        ) from None


def _manifest_of(packed: zipfile.ZipFile, path: Path) -> Manifest:
    """Return the manifest of a zip after comparing it with the table of contents."""
    entries = {entry.filename: entry for entry in packed.infolist()}
    is_known = {MANIFEST, DATABASE} <= set(entries) <= {MANIFEST, DATABASE, KEY}
    is_plain = all(
        entry.compress_type in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
        for entry in packed.infolist()
    )
    if not is_known or not is_plain or len(entries) != len(packed.infolist()):
        raise BackupError(BackupProblem.NO_COPY, place=path)
    with packed.open(MANIFEST) as opened:
        text = opened.read(LARGEST_MANIFEST + 1)
    if len(text) > LARGEST_MANIFEST:
        raise BackupError(BackupProblem.TOO_LARGE, place=path, needed=filesizeformat(len(text)))
    plain = json.loads(text)
    if not isinstance(plain, dict) or plain.get("program") != "belote":
        raise BackupError(BackupProblem.NO_COPY, place=path)
    if plain["format"] != FORMAT:
        raise BackupError(BackupProblem.UNKNOWN_FORMAT, place=path)
    manifest = _read(plain)
    for name, member in manifest.members.items():
        entry = entries.get(name)
        if entry is None or name == MANIFEST or entry.file_size != member.size:
            raise BackupError(BackupProblem.DAMAGED, place=path, reason=name)
        largest = LARGEST_KEY if name == KEY else LARGEST_RATIO * entry.compress_size + CHUNK
        if member.size > largest:
            raise BackupError(
                BackupProblem.TOO_LARGE, place=path, needed=filesizeformat(member.size)
            )
    if set(manifest.members) != set(entries) - {MANIFEST}:
        raise BackupError(BackupProblem.DAMAGED, place=path, reason=MANIFEST)
    return manifest


def _read(plain: dict[str, Any]) -> Manifest:
    made_at = datetime.fromisoformat(plain["made_at"])
    if made_at.tzinfo is None:
        raise ValueError("made_at")
    return Manifest(
        version=str(plain["version"]),
        made_at=made_at,
        clubs=tuple(map(str, plain["clubs"])),
        migrations=tuple(map(str, plain["migrations"])),
        members={
            name: Member(int(member["size"]), str(member["sha256"]))
            for name, member in dict(plain["members"]).items()
        },
        written=int(plain["written"]) if plain.get("written") is not None else None,
    )


def _unpack_member(packed: zipfile.ZipFile, name: str, member: Member, target: Path) -> None:
    """Write one member; reading stops at its maximum size."""
    digest, left = hashlib.sha256(), member.size
    descriptor = os.open(
        target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600
    )
    with os.fdopen(descriptor, "wb") as written, packed.open(name) as opened:
        while chunk := opened.read(min(CHUNK, left + 1)):
            left -= len(chunk)
            if left < 0:
                break
            digest.update(chunk)
            written.write(chunk)
        written.flush()
        os.fsync(written.fileno())
    if left or digest.hexdigest() != member.sha256:
        raise ValueError(name)
