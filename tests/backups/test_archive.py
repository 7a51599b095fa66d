"""A copy that was cut off, altered or made by a stranger is refused in words; nothing leaks out."""

import io
import json
import random
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.backups.archive import (
    DATABASE,
    KEY,
    MANIFEST,
    Manifest,
    member_of,
    pack,
    read_manifest,
    unpack,
)
from scorekeeper.backups.problems import BackupError, BackupProblem

ROOM = 100_000_000
MUTATIONS = 300


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a small copy."""
    database, key = tmp_path / "made.sqlite3", tmp_path / "made_key"
    with closing(sqlite3.connect(database)) as made:
        made.execute("CREATE TABLE hand (id INTEGER PRIMARY KEY, points INTEGER)")
        made.executemany("INSERT INTO hand (points) VALUES (?)", [(n % 163,) for n in range(900)])
        made.commit()
    key.write_text("a key", encoding="ascii")
    files = {DATABASE: database, KEY: key}
    manifest = Manifest(
        version="1.2",
        made_at=datetime(2026, 11, 20, 21, 0, tzinfo=UTC),
        clubs=("Club des Tilleuls",),
        migrations=("auth.0001_initial",),
        members={name: member_of(file) for name, file in files.items()},
    )
    path = tmp_path / "copy.zip"
    pack(path, manifest, files)
    return path


def unpacked(path: Path, folder: Path) -> dict[str, bytes]:
    folder.mkdir()
    unpack(path, folder, room=ROOM)
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_what_a_copy_says_of_itself(copy: Path, tmp_path: Path) -> None:
    manifest = read_manifest(copy)
    assert manifest.clubs == ("Club des Tilleuls",)
    assert manifest.version == "1.2"
    assert manifest.migrations == ("auth.0001_initial",)
    assert manifest.members == {
        DATABASE: member_of(tmp_path / "made.sqlite3"),
        KEY: member_of(tmp_path / "made_key"),
    }
    found = unpacked(copy, tmp_path / "out")
    assert found[DATABASE] == (tmp_path / "made.sqlite3").read_bytes()
    assert found[KEY] == b"a key"


def tried(path: Path, folder: Path) -> tuple[dict[str, bytes], str]:
    """Return what a copy holds, or with what words it is refused."""
    try:
        return unpacked(path, folder), ""
    except BackupError as problem:
        return {}, str(problem)


def cut(content: bytearray, dice: random.Random) -> bytearray:
    return content[: dice.randrange(len(content))]


def flip(content: bytearray, dice: random.Random) -> bytearray:
    for _ in range(dice.choice((1, 1, 3))):
        content[dice.randrange(len(content))] ^= 1 << dice.randrange(8)
    return content


def lose(content: bytearray, dice: random.Random) -> bytearray:
    start = dice.randrange(len(content))
    del content[start : start + dice.randrange(1, 200)]
    return content


def overwrite(content: bytearray, dice: random.Random) -> bytearray:
    start = dice.randrange(len(content))
    content[start : start + 40] = dice.choice((b"\0", b"\xff")) * 40
    return content


def test_damaged_copies_are_refused_or_whole(copy: Path, tmp_path: Path) -> None:
    whole = unpacked(copy, tmp_path / "whole")
    dice = random.Random(71)
    refused = 0
    for number in range(MUTATIONS):
        damage = dice.choice((cut, flip, lose, overwrite))
        damaged = tmp_path / "damaged.zip"
        damaged.write_bytes(damage(bytearray(copy.read_bytes()), dice))
        # A bit that nobody reads, as the time of a file, may be another one.
        found, said = tried(damaged, tmp_path / f"out-{number}")
        assert found == whole or "damaged.zip" in said
        refused += bool(said)
    assert refused > MUTATIONS / 2


def rebuilt(copy: Path, change: Callable[[dict[str, Any], dict[str, bytes]], None]) -> Path:
    """Build the copy again with another manifest or other members, their sums set right."""
    with zipfile.ZipFile(copy) as packed:
        members = {name: packed.read(name) for name in packed.namelist()}
    manifest = json.loads(members.pop(MANIFEST))
    change(manifest, members)
    made = copy.with_name("rebuilt.zip")
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(MANIFEST, json.dumps(manifest))
        for name, content in members.items():
            packed.writestr(name, content)
    return made


def slip(manifest: dict[str, Any], members: dict[str, bytes]) -> None:
    members["../secret_key"] = members.pop(KEY)
    manifest["members"]["../secret_key"] = manifest["members"].pop(KEY)


def unnamed(manifest: dict[str, Any], members: dict[str, bytes]) -> None:
    del manifest["members"][KEY]


def other_sum(manifest: dict[str, Any], members: dict[str, bytes]) -> None:
    manifest["members"][DATABASE]["sha256"] = "0" * 64


def no_database(manifest: dict[str, Any], members: dict[str, bytes]) -> None:
    del manifest["members"][DATABASE], members[DATABASE]


def stranger(manifest: dict[str, Any], members: dict[str, bytes]) -> None:
    manifest["program"] = "tarot"


def newer(manifest: dict[str, Any], members: dict[str, bytes]) -> None:
    manifest["format"] = 2


def swollen(manifest: dict[str, Any], members: dict[str, bytes]) -> None:
    members[DATABASE] = bytes(30_000_000)
    manifest["members"][DATABASE]["size"] = 30_000_000


def garbage(manifest: dict[str, Any], members: dict[str, bytes]) -> None:
    manifest["members"] = [1, 2]


def timeless(manifest: dict[str, Any], members: dict[str, bytes]) -> None:
    manifest["made_at"] = "2026-11-20T21:00:00"


def long_key(manifest: dict[str, Any], members: dict[str, bytes]) -> None:
    members[KEY] = b"k" * 5000
    manifest["members"][KEY]["size"] = 5000


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (slip, BackupProblem.NO_COPY),
        (no_database, BackupProblem.NO_COPY),
        (stranger, BackupProblem.NO_COPY),
        (unnamed, BackupProblem.DAMAGED),
        (other_sum, BackupProblem.DAMAGED),
        (garbage, BackupProblem.DAMAGED),
        (timeless, BackupProblem.DAMAGED),
        (newer, BackupProblem.UNKNOWN_FORMAT),
        (swollen, BackupProblem.TOO_LARGE),
        (long_key, BackupProblem.TOO_LARGE),
    ],
)
def test_what_no_copy_says_of_itself(
    copy: Path, tmp_path: Path, change: Callable[..., None], problem: BackupProblem
) -> None:
    made = rebuilt(copy, change)
    with pytest.raises(BackupError) as refusal:
        unpacked(made, tmp_path / "out")
    assert refusal.value.problem == problem
    assert not (tmp_path / "secret_key").exists()


def test_a_member_longer_than_it_says_is_not_read_to_its_end(copy: Path, tmp_path: Path) -> None:
    content = bytearray(rebuilt(copy, swollen).read_bytes())
    # Its own size is declared small, in both places where a zip says it.
    while (place := content.find((30_000_000).to_bytes(4, "little"))) >= 0:
        content[place : place + 4] = (8192).to_bytes(4, "little")
    bomb = tmp_path / "bomb.zip"
    bomb.write_bytes(content)
    with pytest.raises(BackupError):
        unpacked(bomb, tmp_path / "out")
    assert sum(file.stat().st_size for file in (tmp_path / "out").iterdir()) < 1_000_000


def test_two_members_of_one_name(copy: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(copy, "a") as packed, pytest.warns(UserWarning, match="Duplicate"):
        packed.writestr(KEY, "another key")
    with pytest.raises(BackupError):
        unpacked(copy, tmp_path / "out")


def test_a_manifest_without_a_bottom(tmp_path: Path) -> None:
    path, content = tmp_path / "deep.zip", io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(MANIFEST, "[" * 500_000)
        packed.writestr(DATABASE, b"")
    path.write_bytes(content.getvalue())
    with pytest.raises(BackupError):
        read_manifest(path)


def test_no_room_is_said_before_anything_is_written(copy: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    with pytest.raises(BackupError) as refusal:
        unpack(copy, tmp_path / "out", room=1000)
    assert refusal.value.problem == BackupProblem.NO_ROOM
    assert not list((tmp_path / "out").iterdir())
