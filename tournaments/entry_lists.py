"""Lists of entries that somebody pasted or that came in a file: read line by line. Pure.

A line holds one entry: one name or two, perhaps a number before them and tags behind. Nothing is
judged here but what a line says by itself; every line that cannot be read keeps its reasons.
"""

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

import python_calamine

from scorekeeper.selectors.names import folded

LARGEST_FILE: Final = 1_000_000
LARGEST_UNPACKED: Final = 40_000_000
MOST_CELLS: Final = 500_000
MOST_LINES: Final = 2_000
LONGEST_LINE: Final = 4_000
LONGEST_NAME: Final = 80

_WORKBOOKS: Final = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
_DELIMITERS: Final = ("\t", ";", ",")
_BETWEEN_NAMES: Final = re.compile(r"\s*[&+/|]\s*|\s+(?:et|and|-|–|—)\s+", re.IGNORECASE)
_BETWEEN_TAGS: Final = re.compile(r"\s*[,;/|]\s*")
_NUMBER: Final = re.compile(r"(?:n[°ºo.]*\s*)?#?\s*(\d{1,4})\s*[.):-]?", re.IGNORECASE)
_NUMBER_BEFORE: Final = re.compile(r"^(?:n[°º]\s*)?#?\s*\d{1,4}\s*(?:[.):–-]\s*|\s)(?=\D)", re.I)
_LINE_ENDS: Final = re.compile(r"\r\n|\r|\n")


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text, each once."""
    return frozenset(text.split())


# What columns are called, folded.
NAME_WORDS: Final = word_set(
    "name names nom noms joueur joueurs joueuse player players equipier coequipier partenaire"
    " partner last surname famille"
)
FIRST_NAME_WORDS: Final = word_set("prenom prenoms first firstname given")
LAST_NAME_WORDS: Final = NAME_WORDS - word_set("name names")  # "First name" is no whole name
TEAM_WORDS: Final = word_set("equipe equipes team teams")
_NUMBER_WORDS: Final = word_set("n no nr num numero number")
_TAG_WORDS: Final = word_set("tag tags categorie categories category mention mentions")
FILLING: Final = word_set("de du des la le et of the and n no 1 2 a b")


class ListFault(StrEnum):
    """Why a list cannot be read at all."""

    EMPTY = "empty"
    TOO_LARGE = "too_large"
    TOO_MANY_LINES = "too_many_lines"
    NOT_A_LIST = "not_a_list"


class LineFault(StrEnum):
    """Why a line cannot be read."""

    NO_NAME = "no_name"
    TOO_MANY_NAMES = "too_many_names"
    TOO_LONG = "too_long"
    NO_LETTER = "no_letter"
    SAME_NAME_TWICE = "same_name_twice"


class UnreadableListError(ValueError):
    """Raised for a list that cannot be read at all."""

    def __init__(self, fault: ListFault) -> None:
        """Keep the reason."""
        super().__init__(fault.value)
        self.fault = fault


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
class EntryList:
    """What was read. `header` names the columns, `ignored` are those that mean nothing here."""

    lines: tuple[ListLine, ...]
    header: str = ""
    ignored: tuple[str, ...] = ()
    has_numbers: bool = False


@dataclass(slots=True)
class _Columns:
    """Which column holds what, as the header says."""

    names: list[int] = field(default_factory=list)
    first_names: list[int] = field(default_factory=list)
    tags: list[int] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)


def text_of_file(data: bytes) -> str:
    """Return what a CSV or XLSX file holds as lines of text, a row a line, as in the file.

    Raises UnreadableListError.
    """
    if len(data) > LARGEST_FILE:
        raise UnreadableListError(ListFault.TOO_LARGE)
    if data.startswith(_WORKBOOKS):
        return _text_of_workbook(data)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    if b"\0" in data:
        raise UnreadableListError(ListFault.NOT_A_LIST)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def _text_of_workbook(data: bytes) -> str:
    """Return the first sheet that holds something, its cells between tabs."""
    try:
        if data.startswith(b"PK"):
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                if sum(part.file_size for part in archive.infolist()) > LARGEST_UNPACKED:
                    raise UnreadableListError(ListFault.TOO_LARGE)
        book = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(data))
        sheets = map(book.get_sheet_by_index, range(len(book.sheet_names)))
        sheet = next((sheet for sheet in sheets if sheet.height), None)
        if sheet and sheet.total_height * sheet.total_width > MOST_CELLS:
            raise UnreadableListError(ListFault.TOO_LARGE)
        rows = sheet.to_python(skip_empty_area=False) if sheet else []
    except (zipfile.BadZipFile, python_calamine.CalamineError) as error:
        raise UnreadableListError(ListFault.NOT_A_LIST) from error
    return "\n".join("\t".join(map(_cell_text, row)).rstrip("\t") for row in rows)


def _cell_text(value: object) -> str:
    """Return a cell as somebody would type it: whole numbers without decimals, one line."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return " ".join(str(value).split())


def read_entries(text: str, *, names_per_entry: int, tags: Mapping[str, str]) -> EntryList:
    """Return the entries of a pasted list, every line with what is wrong with it.

    `tags` are the contest's tags by the words that mean them. Raises UnreadableListError.
    """
    if len(text) > LARGEST_FILE:
        raise UnreadableListError(ListFault.TOO_LARGE)
    rows = rows_of(text)
    if not rows:
        raise UnreadableListError(ListFault.EMPTY)
    if len(rows) > MOST_LINES:
        raise UnreadableListError(ListFault.TOO_MANY_LINES)
    known = {plain_words(word): tag for word, tag in tags.items()}
    columns = _header_columns(rows[0][2])
    if columns is not None:
        found = [_line_by_columns(row, columns, names_per_entry, known) for row in rows[1:]]
        has_numbers = bool(columns.numbers)
    else:
        stripped = [_without_number(cells) for _, _, cells in rows]
        has_numbers = any(numbered for _, numbered in stripped)
        found = [
            _line((number, text, cells), names_per_entry, known)
            for (number, text, _), (cells, _) in zip(rows, stripped, strict=True)
        ]
    # A sheet prepared with numbers is not filled to its end.
    lines = [line for line in found if not (has_numbers and _NUMBER.fullmatch(line.text))]
    if not lines:
        raise UnreadableListError(ListFault.EMPTY)
    return EntryList(
        lines=tuple(lines),
        header=rows[0][1] if columns else "",
        ignored=tuple(columns.ignored) if columns else (),
        has_numbers=has_numbers,
    )


Row = tuple[int, str, list[str]]
"""A line of a list: its number, what it says, its cells."""


def rows_of(text: str) -> list[Row]:
    """Return the lines that hold something: number, text, cells.

    What stands beyond LONGEST_LINE is no entry, and not read. Raises UnreadableListError.
    """
    lines = [_printable(line) for line in _LINE_ENDS.split(text)]
    filled = [
        (number, line[:LONGEST_LINE])
        for number, line in enumerate(lines, start=1)
        if line.strip(" \t;,")
    ]
    usual = _usual_delimiter([line for _, line in filled])
    rows = []
    for number, line in filled:
        mark = usual if usual in line else next((one for one in _DELIMITERS if one in line), usual)
        cells = _cells_of(line, mark)
        shown = " · ".join(cell.strip() for cell in cells if cell.strip())
        rows.append((number, shown, [tidied(cell) for cell in cells]))
    return rows


def _cells_of(line: str, mark: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=mark, skipinitialspace=True), [])
    except csv.Error as error:
        raise UnreadableListError(ListFault.NOT_A_LIST) from error


def _usual_delimiter(lines: Sequence[str]) -> str:
    """Return what separates the columns: what most lines hold, a tab before ; before a comma."""
    return next(
        (mark for mark in _DELIMITERS if 2 * sum(mark in line for line in lines) > len(lines)),
        _DELIMITERS[0],
    )


def _printable(line: str) -> str:
    """Return a line without marks that nobody sees and not every database stores."""
    return "".join(mark if mark.isprintable() or mark == "\t" else " " for mark in line)


def tidied(text: str) -> str:
    """Return a cell without needless white space and without marks left at its ends."""
    return " ".join(text.split()).strip(" ,;")


def plain_words(text: str) -> str:
    """Return a text without accents, capitals and needless white space."""
    return " ".join(folded(text).split())


def _header_columns(cells: Sequence[str]) -> _Columns | None:
    """Return what the columns hold if the first line names them, else None."""
    columns = _Columns()
    teams: list[int] = []
    whole: set[int] = set()
    for place, cell in enumerate(cells):
        words = set(re.findall(r"[a-z]+|\d+", plain_words(cell)))
        meant = words - FILLING
        if words & FIRST_NAME_WORDS and meant <= FIRST_NAME_WORDS | NAME_WORDS:
            if words & LAST_NAME_WORDS:  # "Nom et prénom"
                whole.add(place)
            (columns.names if place in whole else columns.first_names).append(place)
        elif meant and meant <= NAME_WORDS:
            columns.names.append(place)
        elif meant and meant <= TEAM_WORDS | NAME_WORDS:
            teams.append(place)
        elif words and not meant - _NUMBER_WORDS:
            columns.numbers.append(place)
        elif meant and meant <= _TAG_WORDS:
            columns.tags.append(place)
        elif cell:
            columns.ignored.append(cell)
    if columns.names:
        # "Équipe; Joueur 1; Joueur 2": the team is a number, or a name of its own.
        columns.ignored += [cells[place] for place in teams]
    columns.names = columns.names or teams
    # "Nom" alone may head a list; "Nom & Dupont" is two people, "Joueur 1" or "Joueur A" somebody.
    is_person = len(columns.names) == 1 and not _is_title(cells[columns.names[0]])
    is_pair = any(set("&+/") & set(cells[place]) for place in columns.names if place not in whole)
    return columns if columns.names and not is_person and not is_pair else None


def _is_title(cell: str) -> bool:
    """Return whether the only column of names is called so: "Nom du joueur", but no "Joueur A"."""
    words = re.findall(r"[a-z]+|\d+", plain_words(re.sub(r"^\s*[nN]\s*[°º]", "", cell)))
    return not {words[0], words[-1]} & FILLING and not any(map(str.isdigit, words))


def _line_by_columns(row: Row, columns: _Columns, most: int, known: Mapping[str, str]) -> ListLine:
    number, text, cells = row

    def cell(place: int) -> str:
        return cells[place] if place < len(cells) else ""

    names = [cell(place) for place in columns.names]
    if len(columns.first_names) == len(names):
        firsts = map(cell, columns.first_names)
        names = [tidied(f"{first} {name}") for first, name in zip(firsts, names, strict=True)]
    tags = [cell(place) for place in columns.tags]
    return _judged(number, text, split_names(names), _split_tags(tags), most, known)


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


def split_names(cells: Iterable[str]) -> list[str]:
    """Return the names in some cells: "Anne & Paul" is two."""
    names = (tidied(name) for cell in cells for name in _BETWEEN_NAMES.split(cell))
    return [name for name in names if name]


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
