"""Lines, cells and names of a pasted or uploaded list. Pure.

Every list is read here, whatever delimits its cells; `columns.py` says which line is the heading
and what the columns contain.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Final

from scorekeeper.models.sort_names import folded
from scorekeeper.unicode_safety import without_hidden
from tournaments.files.reading.faults import LARGEST_TEXT, ListFault, UnreadableListError

LONGEST_LINE: Final = 4_000
# Longer than any name with the annotations that may be beside it in one cell.
LONGEST_CELL: Final = 400
LONGEST_SHOWN: Final = 300
LONGEST_NAME: Final = 80
MOST_IN_A_LINE: Final = 100
# The list must begin within so many lines.
TITLE_LINES: Final = 15

_DELIMITERS: Final = ("\t", ";", ",")
_BETWEEN_NAMES: Final = re.compile(r"\s*[&+/|\\]\s*|\s+(?:et|and|avec|-|–|—)\s+", re.IGNORECASE)
_LINE_ENDS: Final = re.compile(r"\r\n|\r|\n")


def word_set(text: str) -> frozenset[str]:
    """Return the set of words of a text."""
    return frozenset(text.split())


Row = tuple[int, str, list[str]]
"""A line of a list: its number, its text, its cells."""


def cell_at(cells: Sequence[str], place: int) -> str:
    """Return a cell of a line, empty if the line is shorter."""
    return cells[place] if place < len(cells) else ""


def rows_of(text: str, *, most: int) -> list[Row]:
    """Return the non-empty lines: number, text, cells.

    Lines are cut at LONGEST_LINE. Raises UnreadableListError if there are none, or more than `most`
    plus those of a title.
    """
    if len(text) > LARGEST_TEXT:
        raise UnreadableListError(ListFault.TOO_MUCH_TEXT)
    lines = [
        (number, _printable(line[:LONGEST_LINE]))
        for number, line in enumerate(_LINE_ENDS.split(text), start=1)
        if line
    ]
    filled = [(number, line) for number, line in lines if line.strip(" \t;,")]
    if not filled:
        raise UnreadableListError(ListFault.EMPTY)
    if len(filled) > most + TITLE_LINES:
        raise UnreadableListError(ListFault.TOO_MANY_LINES)
    usual = _usual_delimiter([line for _, line in filled])
    rows = []
    for number, line in filled:
        mark = usual if usual in line else next((one for one in _DELIMITERS if one in line), usual)
        cells = [tidied(cell[:LONGEST_CELL]) for cell in _cells_of(line, mark)[:MOST_IN_A_LINE]]
        rows.append((number, _shortened(" · ".join(filter(None, cells))), cells))
    return rows


def without_empty_start(rows: list[Row]) -> list[Row]:
    """Remove empty columns at the left."""
    start = min(
        (next((place for place, cell in enumerate(cells) if cell), 0) for _, _, cells in rows),
        default=0,
    )
    return [(number, text, cells[start:]) for number, text, cells in rows]


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def _cells_of(line: str, mark: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=mark, skipinitialspace=True), [])
    except csv.Error as error:
        raise UnreadableListError(ListFault.NOT_A_LIST) from error


def _usual_delimiter(lines: Sequence[str]) -> str:
    """Return the delimiter that most lines contain; a tab before ; before a comma."""
    return next(
        (mark for mark in _DELIMITERS if 2 * sum(mark in line for line in lines) > len(lines)),
        _DELIMITERS[0],
    )


def _printable(line: str) -> str:
    """Remove invisible characters, which not every database can store."""
    blank = (mark != "\t" and (mark < " " or mark.isspace()) for mark in line)
    plain = "".join(" " if is_blank else mark for mark, is_blank in zip(line, blank, strict=True))
    return without_hidden(plain)


def tidied(text: str) -> str:
    """Return a cell without superfluous white space and punctuation at its ends."""
    return " ".join(text.split()).strip(" ,;")


def plain_words(text: str) -> str:
    """Return a text without accents, capitals and superfluous white space."""
    return " ".join(folded(text).split())


def words_in(text: str) -> set[str]:
    """Return the words and numbers of a text, as normalized by `plain_words`."""
    return set(re.findall(r"[a-z]+|\d+", plain_words(text)))


def split_names(cells: Iterable[str]) -> list[str]:
    """Return the names in some cells: "Anne & Paul" is two."""
    names = (tidied(name) for cell in cells for name in _BETWEEN_NAMES.split(cell))
    return [name for name in names if name]


class NameFault(StrEnum):
    """What is wrong with the names on a line."""

    NO_NAME = "no_name"
    TOO_MANY_NAMES = "too_many_names"
    LONG_NAME = "long_name"
    NO_LETTER = "no_letter"
    SAME_NAME_TWICE = "same_name_twice"


def name_faults(names: Sequence[str], *, most: int) -> Iterator[NameFault]:
    """Yield everything that is wrong with the names of a line, which can have at most `most`."""
    if not names:
        yield NameFault.NO_NAME
    if len(names) > most:
        yield NameFault.TOO_MANY_NAMES
    if any(len(name) > LONGEST_NAME for name in names):
        yield NameFault.LONG_NAME
    if any(not any(map(str.isalpha, name)) for name in names):
        yield NameFault.NO_LETTER
    if len({plain_words(name) for name in names}) < len(names):
        yield NameFault.SAME_NAME_TWICE
