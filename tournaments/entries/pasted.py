"""Lists of entries that somebody pasted or that came in a file: read line by line. Pure.

A line holds one entry: one name or two, perhaps a number before them and tags behind. Nothing is
judged here but what a line says by itself; every line that cannot be read keeps its reasons.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tournaments.files.columns import (
    FILLING,
    FIRST_PLAYER,
    NAME_PARTS,
    Choice,
    Columns,
    ListKind,
    Part,
    is_names_heading,
    word_set,
)
from tournaments.files.headed import ReadList, headed_list
from tournaments.files.rows import (
    NameFault,
    Row,
    name_faults,
    plain_words,
    rows_of,
    split_names,
    tidied,
    without_empty_start,
)
from tournaments.files.ticks import is_ticked

MOST_LINES: Final = 2_000

_BETWEEN_TAGS: Final = re.compile(r"\s*[,;/|]\s*")
_NUMBER: Final = re.compile(r"(?:n[°ºo.]*\s*)?#?\s*(\d{1,4})\s*[.):-]?", re.IGNORECASE)
_NUMBER_BEFORE: Final = re.compile(r"^(?:n[°º]\s*)?#?\s*\d{1,4}\s*(?:[.):–-]\s*|\s)(?=\D)", re.I)
_MEANINGS: Final = {
    # "N°" alone, or "1".
    Part.NUMBER: FILLING | word_set("n no nr num numero number dossard"),
    Part.TAGS: word_set("tag tags categorie categories category mention mentions"),
    Part.PAID: word_set(
        "paye payee payes paid reglement regle regles paiement encaisse mise mises"
    ),
    Part.HERE: word_set("present presents presente presence here arrive arrives arrivee pointage"),
}
_PARTS: Final = (Part.TEAM, *_MEANINGS)
TEAMS: Final = ListKind(
    key="teams",
    parts=(*NAME_PARTS, *_PARTS),
    meanings=_MEANINGS,
    is_heading=is_names_heading,
)
SINGLES: Final = ListKind(
    key="singles",
    parts=(*FIRST_PLAYER, *_PARTS),
    meanings=_MEANINGS,
    is_heading=is_names_heading,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListLine:
    """One line, by its number in the list. `left_out` are words that mean nothing there."""

    number: int
    text: str
    names: tuple[str, ...]
    tags: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    has_paid: bool = False
    is_here: bool = False
    faults: tuple[NameFault, ...] = ()


def kind_of_list(*, names_per_entry: int) -> ListKind:
    return TEAMS if names_per_entry > 1 else SINGLES


def read_entries(
    text: str, *, names_per_entry: int, tags: Mapping[str, str], choice: Choice | None = None
) -> ReadList[ListLine]:
    """Return the entries of a pasted list, every line with what is wrong with it.

    `tags` are the contest's tags by the words that mean them. Raises UnreadableListError.
    """
    rows = without_empty_start(rows_of(text, most=MOST_LINES))
    headed = headed_list(rows, kind_of_list(names_per_entry=names_per_entry), choice)
    known = {plain_words(word): tag for word, tag in tags.items()}
    columns = headed.columns
    if columns is not None:
        lines = [
            _line_by_columns(row, columns, names_per_entry, known)
            for row in headed.rows
            if not _is_only_numbered(row[2], columns)
        ]
        return headed.read(lines, most=MOST_LINES, has_numbers=columns.has(Part.NUMBER))
    stripped = [_without_number(cells) for _, _, cells in headed.rows]
    has_numbers = any(numbered for _, numbered in stripped)
    read = [
        _line((number, text, cells), names_per_entry, known)
        for (number, text, _), (cells, _) in zip(headed.rows, stripped, strict=True)
    ]
    lines = [line for line in read if not (has_numbers and _NUMBER.fullmatch(line.text))]
    return headed.read(lines, most=MOST_LINES, has_numbers=has_numbers)


def _is_only_numbered(cells: Sequence[str], columns: Columns) -> bool:
    """Return whether a line is prepared and empty: a sheet is not filled to its end."""
    if not columns.has(Part.NUMBER) or columns.names_on(cells):
        return False
    number = set(columns.cells(cells, Part.NUMBER))
    return all(cell in number or is_ticked(cell) is False for cell in cells if cell)


def _line_by_columns(row: Row, columns: Columns, most: int, known: Mapping[str, str]) -> ListLine:
    number, text, cells = row
    tags = _split_tags(columns.cells(cells, Part.TAGS))
    line = _judged(number, text, columns.names_on(cells), tags, most, known)
    paid, here = (columns.said(cells, part) for part in (Part.PAID, Part.HERE))
    unclear = tuple(word for word in (paid, here) if is_ticked(word) is None)
    return replace(
        line,
        left_out=line.left_out + unclear,
        has_paid=is_ticked(paid) is True,
        is_here=is_ticked(here) is True,
    )


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
