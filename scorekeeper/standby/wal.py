"""What SQLite writes before it is in the database: its log beside the file, read frame by frame.

The form is SQLite's own and does not change (https://sqlite.org/walformat.html): a head of 32
bytes, then for each page that a transaction wrote 24 bytes and the page. Only frames up to the end
of a transaction count, and only while their sums follow from each other: what an undone transaction
left behind does not. Pure but for the file.
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
    """Raised where the log begins anew in a way that may have hidden something."""


@dataclass(frozen=True, slots=True)
class LogPlace:
    """Up to where a log was read: whose beginning it was, how many frames, their sum so far."""

    salts: tuple[int, int] | None = None
    frames: int = 0
    sums: tuple[int, int] = (0, 0)


@dataclass(slots=True)
class WrittenPages:
    """The pages that transactions wrote, each as it was at last, and how many there are then."""

    page_bytes: int = 0
    pages: dict[int, bytes] = field(default_factory=dict)
    count: int = 0


def read_log(log: Path, place: LogPlace) -> tuple[WrittenPages, LogPlace]:
    """Return what was written since that place, and up to where. Raises LostTrackError.

    Whoever calls keeps a transaction open from one call to the next: then the log can begin anew
    once at most in between, and only after all of it was in the database.
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
            return WrittenPages(), place  # it is just being written
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
    """Return SQLite's sum over some words, after that of what went before."""
    words = array("I", data)
    if is_swapped:
        words.byteswap()
    one, two = sums
    for at in range(0, len(words), 2):
        one = (one + words[at] + two) & _MASK
        two = (two + words[at + 1] + one) & _MASK
    return one, two
