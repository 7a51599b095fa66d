"""A disk as small as a test needs it, which really fills up."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

MEGABYTES: Final = 20
"""Room for a club's data and the styles and scripts of its pages."""


class NoDiskError(Exception):
    """Raised where this machine gives no disk away."""


class SmallDisk:
    """A disk that can be filled to its last byte, and given room again."""

    def __init__(self, place: Path) -> None:
        """Use the disk that is mounted there."""
        self.place = place
        self._filler = place / "filler"

    def fill(self) -> None:
        """Leave no room for anything."""
        with self._filler.open("ab", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                return

    def make_room(self) -> None:
        """Give the room back."""
        self._filler.unlink()


@contextmanager
def small_disk(place: Path, *, megabytes: int = MEGABYTES) -> Iterator[SmallDisk]:
    """Mount a disk of its own at an empty folder; raises NoDiskError, as for want of rights."""
    if not sys.platform.startswith("linux"):
        raise NoDiskError("disks are mounted so on Linux alone")
    options = ["-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs"]
    try:
        subprocess.run(["mount", *options, str(place)], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise NoDiskError("mounting a disk needs the rights of an administrator") from error
    try:
        yield SmallDisk(place)
    finally:
        # Lazily: a file that is still being written keeps nobody waiting.
        subprocess.run(["umount", "--lazy", str(place)], check=True)
