"""Reads SQLite's write-ahead log frame by frame.

The format is documented and stable (https://sqlite.org/walformat.html): a header of 32 bytes, then
for each page written by a transaction 24 bytes and the page. Only frames up to the end of a
transaction count, and only while their checksums follow from each other; the remains of a rolled
back transaction do not. Pure except for reading the file.
"""

import struct
import sys
from array import array
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

HEAD: Final = struct.Struct(">8I")
FRAME: Final = struct.Struct(">6I")
_LITTLE, _BIG = 0x377F0682, 0x377F0683
_MASK: Final = 0xFFFFFFFF


class LostTrackError(Exception):
    """Raised if the log restarted in a way that may hide changes."""


@dataclass(frozen=True, slots=True)
class LogPlace:
    """A position in the log: its salt, the number of frames, and their checksum so far."""

    salts: tuple[int, int] | None = None
    frames: int = 0
    sums: tuple[int, int] = (0, 0)


@dataclass(slots=True)
class WrittenPages:
    """The pages written by transactions in their last version, and the database's page count."""

    page_bytes: int = 0
    pages: dict[int, bytes] = field(default_factory=dict)
    count: int = 0


def read_log(log: Path, place: LogPlace) -> tuple[WrittenPages, LogPlace]:
    """Return what was written since a position, and the new position. Raises LostTrackError.

    The caller keeps a read transaction open between calls: then the log restarts at most once in
    between, and only after all of it was checkpointed.
    """
    try:
        file = log.open("rb")
    except FileNotFoundError:
        return WrittenPages(), place
    with file:
        head = file.read(HEAD.size)
        if len(head) < HEAD.size:
            return WrittenPages(), place
        magic, _form, page_bytes, _times, *salts, sum_a, sum_b = HEAD.unpack(head)
        is_swapped = (magic == _BIG) != (sys.byteorder == "big")
        if magic not in {_LITTLE, _BIG} or _summed(head[:24], (0, 0), is_swapped) != (sum_a, sum_b):
            return WrittenPages(), place  # being written just now
        begins = (salts[0], salts[1])
        if place.salts is None:
            place = LogPlace(begins, 0, (sum_a, sum_b))
        elif place.salts != begins:
            if begins[0] != (place.salts[0] + 1) & _MASK:
                raise LostTrackError
            place = LogPlace(begins, 0, (sum_a, sum_b))
        file.seek(HEAD.size + place.frames * (FRAME.size + page_bytes))
        return _read_frames(file, place, page_bytes, is_swapped)


def _read_frames(
    file: object, place: LogPlace, page_bytes: int, is_swapped: bool
) -> tuple[WrittenPages, LogPlace]:
    written, open_pages = WrittenPages(page_bytes), dict[int, bytes]()
    frames, sums = place.frames, place.sums
    while True:
        head = file.read(FRAME.size)  # type: ignore[attr-defined]
        page = file.read(page_bytes)  # type: ignore[attr-defined]
        if len(head) < FRAME.size or len(page) < page_bytes:
            break
        number, count, *salts, sum_a, sum_b = FRAME.unpack(head)
        if tuple(salts) != place.salts:
            break
        sums = _summed(page, _summed(head[:8], sums, is_swapped), is_swapped)
        if sums != (sum_a, sum_b):
            break
        frames += 1
        open_pages[number] = page
        if count:
            written.pages |= open_pages
            written.count = count
            open_pages.clear()
            place = LogPlace(place.salts, frames, sums)
    return written, place


def _summed(data: bytes, sums: tuple[int, int], is_swapped: bool) -> tuple[int, int]:
    """Return SQLite's checksum of some words, continuing from earlier ones."""
    words = array("I", data)
    if is_swapped:
        words.byteswap()
    one, two = sums
    for at in range(0, len(words), 2):
        one = (one + words[at] + two) & _MASK
        two = (two + words[at + 1] + one) & _MASK
    return one, two
