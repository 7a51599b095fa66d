"""Lists of entries that somebody pasted or that came in a file: read line by line. Pure.

A line holds one entry: one name or two, perhaps a number before them and tags behind. Nothing is
judged here but what a line says by itself; every line that cannot be read keeps its reasons.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.files.rows import (
    FILLING,
    Columns,
    NameFault,
    ReadList,
    Row,
    columns_named,
    headed,
    name_faults,
    plain_words,
    rows_of,
    split_names,
    tidied,
    without_empty_start,
    word_set,
)

MOST_LINES: Final = 2_000

_BETWEEN_TAGS: Final = re.compile(r"\s*[,;/|]\s*")
_NUMBER: Final = re.compile(r"(?:n[°ºo.]*\s*)?#?\s*(\d{1,4})\s*[.):-]?", re.IGNORECASE)
_NUMBER_BEFORE: Final = re.compile(r"^(?:n[°º]\s*)?#?\s*\d{1,4}\s*(?:[.):–-]\s*|\s)(?=\D)", re.I)
_NUMBER_PART, _TAGS_PART = "number", "tags"
_MEANINGS: Final = {
    # "N°" alone, or "1".
    _NUMBER_PART: FILLING | word_set("n no nr num numero number"),
    _TAGS_PART: word_set("tag tags categorie categories category mention mentions"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ListLine:
    """One line, by its number in the list. `left_out` are words that are no tags of the contest."""

    number: int
    text: str
    names: tuple[str, ...]
    tags: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    faults: tuple[NameFault, ...] = ()


def read_entries(text: str, *, names_per_entry: int, tags: Mapping[str, str]) -> ReadList[ListLine]:
    """Return the entries of a pasted list, every line with what is wrong with it.

    `tags` are the contest's tags by the words that mean them. Raises UnreadableListError.
    """
    found = headed(without_empty_start(rows_of(text, most=MOST_LINES)), _header)
    known = {plain_words(word): tag for word, tag in tags.items()}
    columns = found.columns
    if columns is not None:
        read = [_line_by_columns(row, columns, names_per_entry, known) for row in found.rows]
        has_numbers = _NUMBER_PART in columns.parts
    else:
        stripped = [_without_number(cells) for _, _, cells in found.rows]
        has_numbers = any(numbered for _, numbered in stripped)
        read = [
            _line((number, text, cells), names_per_entry, known)
            for (number, text, _), (cells, _) in zip(found.rows, stripped, strict=True)
        ]
    # A sheet prepared with numbers is not filled to its end.
    lines = [line for line in read if not (has_numbers and _NUMBER.fullmatch(line.text))]
    return found.read(lines, most=MOST_LINES, has_numbers=has_numbers)


def _header(cells: Sequence[str]) -> Columns | None:
    """Return what the columns hold if the line names them, else None."""
    columns = columns_named(cells, _MEANINGS)
    # "Nom" alone may head a list; "Nom & Dupont" is two people, "Joueur 1" or "Joueur A" somebody.
    is_person = len(columns.names) == 1 and not _is_title(cells[columns.names[0]])
    pairs = set(columns.names) - columns.whole
    is_pair = any(set("&+/") & set(cells[place]) for place in pairs)
    return columns if columns.names and not is_person and not is_pair else None


def _is_title(cell: str) -> bool:
    """Return whether the only column of names is called so: "Nom du joueur", but no "Joueur A"."""
    words = re.findall(r"[a-z]+|\d+", plain_words(re.sub(r"^\s*[nN]\s*[°º]", "", cell)))
    return not {words[0], words[-1]} & FILLING and not any(map(str.isdigit, words))


def _line_by_columns(row: Row, columns: Columns, most: int, known: Mapping[str, str]) -> ListLine:
    number, text, cells = row
    tags = _split_tags(columns.cells(cells, _TAGS_PART))
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
        faults=tuple(name_faults(names, most=most)),
    )
