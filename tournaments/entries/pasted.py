"""Lists of entries that somebody pasted or that came in a file: read line by line. Pure.

A line holds one entry: one name or two, perhaps a number before them and tags behind. Nothing is
judged here but what a line says by itself; every line that cannot be read keeps its reasons.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from tournaments.files.reading.faults import ListFault, UnreadableListError
from tournaments.files.rows import (
    FILLING,
    LONGEST_NAME,
    NameColumns,
    Row,
    cell_at,
    headed,
    plain_words,
    rows_of,
    split_names,
    tidied,
    without_empty_start,
    word_set,
    words_in,
)

MOST_LINES: Final = 2_000

_BETWEEN_TAGS: Final = re.compile(r"\s*[,;/|]\s*")
_NUMBER: Final = re.compile(r"(?:n[°ºo.]*\s*)?#?\s*(\d{1,4})\s*[.):-]?", re.IGNORECASE)
_NUMBER_BEFORE: Final = re.compile(r"^(?:n[°º]\s*)?#?\s*\d{1,4}\s*(?:[.):–-]\s*|\s)(?=\D)", re.I)
_NUMBER_WORDS: Final = word_set("n no nr num numero number")
_TAG_WORDS: Final = word_set("tag tags categorie categories category mention mentions")


class LineFault(StrEnum):
    """Why a line cannot be read."""

    NO_NAME = "no_name"
    TOO_MANY_NAMES = "too_many_names"
    TOO_LONG = "too_long"
    NO_LETTER = "no_letter"
    SAME_NAME_TWICE = "same_name_twice"


@dataclass(frozen=True, slots=True, kw_only=True)
class ListLine:
    """One line, by its number in the list. `left_out` are words that are no tags of the contest."""

    number: int
    text: str
    names: tuple[str, ...]
    tags: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    faults: tuple[LineFault, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PastedEntries:
    """What was read.

    `above` is a title, `header` names the columns, `ignored` are those that mean nothing here.
    """

    lines: tuple[ListLine, ...]
    above: tuple[str, ...] = ()
    header: str = ""
    ignored: tuple[str, ...] = ()
    has_numbers: bool = False


@dataclass(slots=True)
class _EntryColumns(NameColumns):
    """Which column holds what, as the header says."""

    tags: list[int] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)


def read_entries(text: str, *, names_per_entry: int, tags: Mapping[str, str]) -> PastedEntries:
    """Return the entries of a pasted list, every line with what is wrong with it.

    `tags` are the contest's tags by the words that mean them. Raises UnreadableListError.
    """
    found = headed(without_empty_start(rows_of(text, most=MOST_LINES)), _header_columns)
    known = {plain_words(word): tag for word, tag in tags.items()}
    columns = found.columns
    if columns is not None:
        read = [_line_by_columns(row, columns, names_per_entry, known) for row in found.rows]
        has_numbers = bool(columns.numbers)
    else:
        stripped = [_without_number(cells) for _, _, cells in found.rows]
        has_numbers = any(numbered for _, numbered in stripped)
        read = [
            _line((number, text, cells), names_per_entry, known)
            for (number, text, _), (cells, _) in zip(found.rows, stripped, strict=True)
        ]
    # A sheet prepared with numbers is not filled to its end.
    lines = [line for line in read if not (has_numbers and _NUMBER.fullmatch(line.text))]
    if not lines:
        raise UnreadableListError(ListFault.EMPTY)
    if len(lines) > MOST_LINES:
        raise UnreadableListError(ListFault.TOO_MANY_LINES)
    return PastedEntries(
        lines=tuple(lines),
        above=found.above,
        header=found.header,
        ignored=tuple(columns.ignored) if columns else (),
        has_numbers=has_numbers,
    )


def _header_columns(cells: Sequence[str]) -> _EntryColumns | None:
    """Return what the columns hold if the line names them, else None."""
    columns = _EntryColumns()
    for place, cell in enumerate(cells):
        words = words_in(cell)
        meant = words - FILLING
        if columns.take(place, words):
            continue
        if words and not meant - _NUMBER_WORDS:
            columns.numbers.append(place)
        elif meant and meant <= _TAG_WORDS:
            columns.tags.append(place)
        elif cell:
            columns.ignored.append(cell)
    columns.settle(cells)
    # "Nom" alone may head a list; "Nom & Dupont" is two people, "Joueur 1" or "Joueur A" somebody.
    is_person = len(columns.names) == 1 and not _is_title(cells[columns.names[0]])
    pairs = set(columns.names) - columns.whole
    is_pair = any(set("&+/") & set(cells[place]) for place in pairs)
    return columns if columns.names and not is_person and not is_pair else None


def _is_title(cell: str) -> bool:
    """Return whether the only column of names is called so: "Nom du joueur", but no "Joueur A"."""
    words = re.findall(r"[a-z]+|\d+", plain_words(re.sub(r"^\s*[nN]\s*[°º]", "", cell)))
    return not {words[0], words[-1]} & FILLING and not any(map(str.isdigit, words))


def _line_by_columns(
    row: Row, columns: _EntryColumns, most: int, known: Mapping[str, str]
) -> ListLine:
    number, text, cells = row
    tags = _split_tags(cell_at(cells, place) for place in columns.tags)
    return _judged(number, text, columns.names_on(cells), tags, most, known)


def _without_number(cells: list[str]) -> tuple[list[str], bool]:
    """Return the cells without the number before the names, and whether there was one."""
    first, rest = cells[0], cells[1:]
    if any(rest) and _NUMBER.fullmatch(first):
        return rest, True
    shorter = _NUMBER_BEFORE.sub("", first, count=1) if first[:1] in "nN#0123456789" else first
    return [shorter, *rest], shorter != first


def _line(row: Row, most: int, known: Mapping[str, str]) -> ListLine:
    """Read a line whose columns nobody named: names first, then tags."""
    number, text, cells = row
    filled = [cell for cell in cells if cell]
    names: list[str] = []
    rest: list[str] = []
    for cell in filled:
        is_tag = any(plain_words(word) in known for word in _split_tags([cell]))
        if is_tag or (names and len(names) >= max(most, 2)):
            rest.append(cell)
        else:
            names += split_names([cell])
    # "Dupont; Anne; Martin; Paul" is not guessed at.
    unknown = [cell for cell in rest if plain_words(cell) not in known]
    if len(unknown) > 1:
        names += unknown
        rest = []
    return _judged(number, text, names, _split_tags(rest), most, known)


def _split_tags(cells: Iterable[str]) -> list[str]:
    words = (tidied(word) for cell in cells for word in _BETWEEN_TAGS.split(cell))
    return [word for word in words if word]


def _judged(
    number: int,
    text: str,
    names: Sequence[str],
    words: Sequence[str],
    most: int,
    known: Mapping[str, str],
) -> ListLine:
    tags = dict.fromkeys(known[plain_words(word)] for word in words if plain_words(word) in known)
    return ListLine(
        number=number,
        text=text,
        names=tuple(names),
        tags=tuple(tags),
        left_out=tuple(word for word in words if plain_words(word) not in known),
        faults=tuple(_faults(names, most)),
    )


def _faults(names: Sequence[str], most: int) -> Iterable[LineFault]:
    if not names:
        yield LineFault.NO_NAME
    if len(names) > most:
        yield LineFault.TOO_MANY_NAMES
    if any(len(name) > LONGEST_NAME for name in names):
        yield LineFault.TOO_LONG
    if any(not any(map(str.isalpha, name)) for name in names):
        yield LineFault.NO_LETTER
    if len({plain_words(name) for name in names}) < len(names):
        yield LineFault.SAME_NAME_TWICE
