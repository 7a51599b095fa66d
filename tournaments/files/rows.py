"""A list that was pasted or came in a file: its lines, and which of them head it. Pure.

The one reader of lists of entries and of old results: cells between any marks, a title above,
columns that are named or not, names with what is wrong with them. What else stands on a line, and
what it means, each list says itself.
"""

import csv
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Generic, TypeVar

from scorekeeper.clubs.pages.names import folded
from tournaments.files.reading.faults import LARGEST_TEXT, ListFault, UnreadableListError

LONGEST_LINE: Final = 4_000
# Longer than any name and what may stand beside it in one cell.
LONGEST_CELL: Final = 400
LONGEST_SHOWN: Final = 300
LONGEST_NAME: Final = 80
MOST_IN_A_LINE: Final = 100
# A list begins there at the latest.
TITLE_LINES: Final = 10

_DELIMITERS: Final = ("\t", ";", ",")
_BETWEEN_NAMES: Final = re.compile(r"\s*[&+/|]\s*|\s+(?:et|and|-|–|—)\s+", re.IGNORECASE)
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
FILLING: Final = word_set("de du des la le et of the and n no 1 2 a b")
# Nobody is called so who stands above a list all alone.
_TITLE_WORDS: Final = word_set(
    "belote concours tournoi tournois championnat soiree liste inscription inscriptions inscrits"
    " participants resultats classement contest tournament championship list entries results"
)

Row = tuple[int, str, list[str]]
"""A line of a list: its number, what it says, its cells."""

LineT = TypeVar("LineT")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadList(Generic[LineT]):
    """What was read of a list.

    `above` is a title, `header` names the columns, `ignored` are those that mean nothing here;
    `has_numbers` says that its lines are numbered.
    """

    lines: tuple[LineT, ...]
    above: tuple[str, ...] = ()
    header: str = ""
    ignored: tuple[str, ...] = ()
    has_numbers: bool = False


@dataclass(slots=True)
class Columns:
    """Which columns hold what, as the line says that names them.

    `whole` are those of names with first names, `parts` those that mean something else.
    """

    names: list[int] = field(default_factory=list)
    first_names: list[int] = field(default_factory=list)
    whole: set[int] = field(default_factory=set)
    parts: dict[str, list[int]] = field(default_factory=dict)
    ignored: list[str] = field(default_factory=list)

    def cells(self, cells: Sequence[str], part: str) -> list[str]:
        """Return what a line says in the columns of a part."""
        return [cell_at(cells, place) for place in self.parts.get(part, ())]

    def names_on(self, cells: Sequence[str]) -> list[str]:
        """Return the names on a line."""
        names = [cell_at(cells, place) for place in self.names]
        if len(self.first_names) == len(names):
            firsts = (cell_at(cells, place) for place in self.first_names)
            names = [tidied(f"{first} {name}") for first, name in zip(firsts, names, strict=True)]
        return split_names(names)


def columns_named(
    cells: Sequence[str],
    meanings: Mapping[str, Collection[str]],
    *,
    filling: Collection[str] = (),
    once: bool = False,
) -> Columns:
    """Return what columns hold that are called so, whether or not the line names any.

    `meanings` are the words of each part; words of `filling` beside them say nothing. With `once`
    only the first column of a part counts.
    """
    columns, teams = Columns(), []
    for place, cell in enumerate(cells):
        words = words_in(cell)
        meant = words - FILLING
        part = _part_of(words, meanings, FILLING.union(filling))
        if FIRST_NAME_WORDS & meant and meant <= FIRST_NAME_WORDS | NAME_WORDS:
            if meant & LAST_NAME_WORDS:  # "Nom et prénom"
                columns.whole.add(place)
            (columns.names if place in columns.whole else columns.first_names).append(place)
        elif meant and meant <= NAME_WORDS:
            columns.names.append(place)
        elif meant and meant <= TEAM_WORDS | NAME_WORDS:
            teams.append(place)
        elif part and not (once and part in columns.parts):
            columns.parts.setdefault(part, []).append(place)
        elif cell:
            columns.ignored.append(cell)
    # Of "Équipe; Joueur 1; Joueur 2" a number or a name of its own.
    if columns.names:
        columns.ignored += [cells[place] for place in teams]
    else:
        columns.names = teams
    return columns


def _part_of(
    words: set[str], meanings: Mapping[str, Collection[str]], filling: Collection[str]
) -> str | None:
    """Return the part that all these words mean but those that say nothing."""
    for part, known in meanings.items():
        if words.intersection(known) and words.difference(filling) <= set(known):
            return part
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Headed:
    """A list below what heads it: a title, perhaps a line that names the columns."""

    rows: list[Row]
    above: tuple[str, ...] = ()
    header: str = ""
    columns: Columns | None = None

    def read(
        self, lines: Iterable[LineT], *, most: int, has_numbers: bool = False
    ) -> ReadList[LineT]:
        """Return what was read of it; raises UnreadableListError for no line and too many."""
        kept = tuple(lines)
        if not kept:
            raise UnreadableListError(ListFault.EMPTY)
        if len(kept) > most:
            raise UnreadableListError(ListFault.TOO_MANY_LINES)
        ignored = tuple(self.columns.ignored) if self.columns else ()
        return ReadList(
            lines=kept,
            above=self.above,
            header=self.header,
            ignored=ignored,
            has_numbers=has_numbers,
        )


def headed(rows: list[Row], columns_of: Callable[[Sequence[str]], Columns | None]) -> Headed:
    """Return the list below its title and the line that names the columns, if there are any.

    `columns_of` reads such a line. Two names begin the list.
    """
    for place, (_number, text, cells) in enumerate(rows[:TITLE_LINES]):
        columns = columns_of(cells)
        if columns is not None:
            above = tuple(shown for _, shown, _ in rows[:place])
            return Headed(rows=rows[place + 1 :], above=above, header=text, columns=columns)
        if len(split_names(cells)) > 1 and not any(map(str.isdigit, text)):
            break
    titles = 0
    while titles < min(TITLE_LINES, len(rows) - 1) and _is_title(rows[titles][2]):
        titles += 1
    return Headed(rows=rows[titles:], above=tuple(text for _, text, _ in rows[:titles]))


def _is_title(cells: Sequence[str]) -> bool:
    filled = [cell for cell in cells if cell]
    return len(filled) <= 2 and bool(_TITLE_WORDS & words_in(filled[0] if filled else ""))


def cell_at(cells: Sequence[str], place: int) -> str:
    """Return a cell of a line, which may end before it."""
    return cells[place] if place < len(cells) else ""


def rows_of(text: str, *, most: int) -> list[Row]:
    """Return the lines that hold something: number, text, cells.

    What stands beyond LONGEST_LINE is no entry, and not read. Raises UnreadableListError where
    nothing is left, and where that is more than `most` lines and their title.
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
    """Return the lines without the columns before the first that holds something."""
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


def words_in(text: str) -> set[str]:
    """Return the words and numbers of a text, as `plain_words` writes them."""
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
    """Yield everything that is wrong with the names of a line that may hold so many."""
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
