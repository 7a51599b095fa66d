"""The lines of a list that was pasted or came in a file, and which of them head it. Pure.

What lists of entries and of old results have in common: cells between any marks, a title above,
columns that are named or not.
"""

import csv
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
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

ColumnsT = TypeVar("ColumnsT")


@dataclass(frozen=True, slots=True, kw_only=True)
class Headed(Generic[ColumnsT]):
    """A list below what heads it: a title, perhaps a line that names the columns."""

    rows: list[Row]
    above: tuple[str, ...] = ()
    header: str = ""
    columns: ColumnsT | None = None


def headed(
    rows: list[Row], columns_of: Callable[[Sequence[str]], ColumnsT | None]
) -> Headed[ColumnsT]:
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


@dataclass(slots=True)
class NameColumns:
    """Which columns hold names, as the line says that names the columns."""

    names: list[int] = field(default_factory=list)
    first_names: list[int] = field(default_factory=list)
    whole: set[int] = field(default_factory=set)
    teams: list[int] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)

    def take(self, place: int, words: Collection[str]) -> bool:
        """Keep what a column holds that is called so; return whether it holds names."""
        meant = set(words) - FILLING
        if FIRST_NAME_WORDS & meant and meant <= FIRST_NAME_WORDS | NAME_WORDS:
            if meant & LAST_NAME_WORDS:  # "Nom et prénom"
                self.whole.add(place)
            (self.names if place in self.whole else self.first_names).append(place)
        elif meant and meant <= NAME_WORDS:
            self.names.append(place)
        elif meant and meant <= TEAM_WORDS | NAME_WORDS:
            self.teams.append(place)
        else:
            return False
        return True

    def settle(self, cells: Sequence[str]) -> None:
        """Decide what teams are: of "Équipe; Joueur 1; Joueur 2" a number or a name of its own."""
        if self.names:
            self.ignored += [cells[place] for place in self.teams]
        else:
            self.names = self.teams

    def names_on(self, cells: Sequence[str]) -> list[str]:
        """Return the names on a line."""
        names = [cell_at(cells, place) for place in self.names]
        if len(self.first_names) == len(names):
            firsts = (cell_at(cells, place) for place in self.first_names)
            names = [tidied(f"{first} {name}") for first, name in zip(firsts, names, strict=True)]
        return split_names(names)


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
