"""Structure of a list: title, heading line, totals below. Pure.

A club's workbook often begins with a title, the club's name and an empty row; then a line names the
columns, and the last one may add them up. These lines are detected here; people can correct that.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, Protocol, TypeVar

from tournaments.files.columns import (
    FILLING,
    NAME_PARTS,
    NO_HEADING,
    TEAM_WORDS,
    Choice,
    Columns,
    ListKind,
    Part,
    guessed_parts,
    mark_of,
)
from tournaments.files.reading.faults import MOST_ROWS, ListFault, UnreadableListError
from tournaments.files.rows import (
    TITLE_LINES,
    Row,
    cell_at,
    plain_words,
    rows_of,
    split_names,
    tidied,
    without_empty_start,
    word_set,
    words_in,
)

MOST_COLUMNS_SHOWN: Final = 30
SAMPLES: Final = 3

# These words occur in titles, never in a name alone on a line.
_TITLE_WORDS: Final = word_set(
    "belote concours tournoi tournois championnat soiree liste inscription inscriptions inscrits"
    " participants resultats classement contest tournament championship list entries results"
)
# A line below the list that begins with one of these is a total.
_SUM_WORDS: Final = word_set(
    "total totaux sous somme sommes sum recette recettes recapitulatif soit nombre nb nbre effectif"
    " montant reste cagnotte"
)
# A line with only these words and digits is a count: "6 équipes inscrites".
_COUNTED: Final = TEAM_WORDS | word_set(
    "joueur joueurs inscrit inscrits inscrite inscrites participant participants presents personnes"
    " players entries euros euro"
)
# Words that go with one of a total: "Reste à payer", whereas "Reste Paul" is a person.
_SUMMED_UP: Final = (
    _SUM_WORDS
    | _COUNTED
    | FILLING
    | word_set(
        "a au du par pour general generale final finale mise mises payer paye payes payees payants"
        " regler caisse jour soir soiree concours restant restants dues eur"
    )
)


class NumberedLine(Protocol):
    """A line that was read from a list."""

    @property
    def number(self) -> int: ...


LineT = TypeVar("LineT", bound=NumberedLine)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownColumn:
    """A column as it is shown to be checked: its heading, its first cells, its meaning."""

    place: int
    heading: str
    samples: tuple[str, ...]
    part: Part | None
    is_kept: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadedList:
    """A list below its title and, if it has one, its heading line.

    `below` are the lines with totals. `columns` is None without a heading; `first_rows` are the
    lines that may be the heading.
    """

    rows: list[Row]
    first_rows: list[Row]
    above: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    header: str = ""
    headings: tuple[str, ...] = ()
    mark: str = NO_HEADING
    guessed: tuple[Part, ...] = ()
    columns: Columns | None = None

    @property
    def shown(self) -> list[ShownColumn]:
        """Return the columns to show: the first non-empty ones, and those that are read."""
        width = max(len(self.headings), *(len(cells) for _, _, cells in self.rows[:100]), 0)
        parts = self.columns.parts if self.columns else ()
        kept = self.columns.kept if self.columns else ()
        shown = []
        for place in range(width):
            cells = [cell_at(cells, place) for _, _, cells in self.rows[:100]]
            samples = tuple(dict.fromkeys(filter(None, cells)))[:SAMPLES]
            heading = cell_at(self.headings, place)
            if heading or samples:
                part = parts[place] if place < len(parts) else Part.IGNORED if parts else None
                is_kept = place < len(kept) and kept[place] is not Part.IGNORED
                shown.append(
                    ShownColumn(
                        place=place, heading=heading, samples=samples, part=part, is_kept=is_kept
                    )
                )
        later = (one for one in shown[MOST_COLUMNS_SHOWN:] if one.part not in {None, Part.IGNORED})
        return [*shown[:MOST_COLUMNS_SHOWN], *later]

    @property
    def ignored(self) -> tuple[str, ...]:
        """Return the headings of the columns that are ignored."""
        parts = self.columns.kept if self.columns else ()
        known = self.columns.parts if self.columns else ()
        return tuple(
            heading
            for heading, part, was in zip(self.headings, parts, known, strict=False)
            if part is Part.IGNORED and heading and was is not Part.NUMBER
        )

    def read(
        self, lines: Iterable[LineT], *, most: int, has_numbers: bool = False
    ) -> "ReadList[LineT]":
        """Return the list that was read; raises UnreadableListError for no lines or too many."""
        kept = tuple(lines)
        if not kept:
            raise UnreadableListError(ListFault.EMPTY)
        if len(kept) > most:
            raise UnreadableListError(ListFault.TOO_MANY_LINES)
        return ReadList(lines=kept, headed=self, has_numbers=has_numbers)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadList(Generic[LineT]):
    """The lines that were read; `has_numbers` says that they are numbered."""

    lines: tuple[LineT, ...]
    headed: HeadedList
    has_numbers: bool = False


class MissingColumnsError(ValueError):
    """The heading lacks required columns."""

    def __init__(self, missing: Sequence[Part], headed: HeadedList) -> None:
        super().__init__(", ".join(missing))
        self.missing, self.headed = tuple(missing), headed


def headed_list(rows: list[Row], kind: ListKind, choice: Choice | None = None) -> HeadedList:
    """Return a list without its title and heading line, if it has any."""
    choice = choice or Choice()
    place = _heading_place(rows, kind, choice)
    if place is None:
        return _without_heading(rows, kind, choice)
    headings, length = _headings(rows, place, kind)
    mark = mark_of(headings)
    guessed = guessed_parts(headings, kind, _counted_off(rows[place + length :]))
    columns = Columns(choice.parts.get(mark, guessed))
    # A sheet of several pages repeats its heading on each.
    heads = {mark_of(cells) for _, _, cells in rows[: place + length]}
    rest = [row for row in rows[place + length :] if mark_of(row[2]) not in heads]
    body, below = _without_end(rest, columns)
    return HeadedList(
        rows=body,
        first_rows=rows[:TITLE_LINES],
        above=tuple(shown for _, shown, _ in rows[:place]),
        below=below,
        header=" · ".join(filter(None, headings)),
        headings=tuple(headings),
        mark=mark,
        guessed=guessed,
        columns=columns,
    )


def names_its_columns(text: str, kind: ListKind, choice: Choice) -> bool:
    """Return whether a list has a heading line with people below it."""
    try:
        headed = headed_list(without_empty_start(rows_of(text, most=MOST_ROWS)), kind, choice)
    except UnreadableListError:
        return False
    return headed.columns is not None and headed.columns.has_names and bool(headed.rows)


def _without_heading(rows: list[Row], kind: ListKind, choice: Choice) -> HeadedList:
    titles = 0
    while titles < min(TITLE_LINES, len(rows) - 1) and _is_title(rows[titles][2]):
        titles += 1
    parts = choice.parts.get(NO_HEADING, ())
    columns = Columns(parts) if Columns(parts).has_names else None
    body, below = _without_end(rows[titles:], columns)
    return HeadedList(
        rows=body,
        first_rows=rows[:TITLE_LINES],
        above=tuple(text for _, text, _ in rows[:titles]),
        below=below,
        columns=columns,
    )


def _heading_place(rows: list[Row], kind: ListKind, choice: Choice) -> int | None:
    """Return the index of the heading line: the chosen one, else the first likely one."""
    if choice.heading == NO_HEADING:
        return None
    # The present choice first, then headings that the club has used before.
    marks: dict[str, int] = {}
    for place, row in enumerate(rows[:TITLE_LINES]):
        marks.setdefault(mark_of(row[2]), place)
        marks.setdefault(mark_of(_headings(rows, place, kind)[0]), place)
    if known := [mark for mark in (choice.heading, *choice.parts) if mark in marks]:
        return marks[known[0]]
    begun = 0
    for place, (_number, text, cells) in enumerate(rows[:TITLE_LINES]):
        headings, length = _headings(rows, place, kind)
        parts = guessed_parts(headings, kind, _counted_off(rows[place + length :]))
        if kind.is_heading(headings, parts) and (not begun or _is_sure(headings, parts, begun)):
            return place
        # Two names are already an entry of the list, unless the line is a title with an "&".
        if len(split_names(cells)) > 1 and not any(map(str.isdigit, text)):
            begun = max(begun, sum(map(bool, cells)))
    return None


def _is_sure(cells: Sequence[str], parts: Sequence[Part], begun: int) -> bool:
    """Return whether a line is certainly a heading, even below lines that look like names."""
    filled = sum(map(bool, cells))
    known = sum(part is not Part.IGNORED for part in parts)
    return filled > begun and (known >= 3 or known == filled > 1)


def _headings(rows: list[Row], place: int, kind: ListKind) -> tuple[list[str], int]:
    """Return the headings of the columns and their number of lines: "Joueur 1" above "Nom"."""
    upper = rows[place][2]
    if place + 1 == len(rows):
        return upper, 1
    lower = rows[place + 1][2]
    below = _counted_off(rows[place + 2 :])
    alone, parts = (guessed_parts(cells, kind, below) for cells in (upper, lower))
    is_named = all(
        part is not Part.IGNORED for part, cell in zip(parts, lower, strict=True) if cell
    )
    is_split = is_named and any(part in NAME_PARTS for part in parts)
    if not is_split or not kind.is_heading(upper, alone):
        return upper, 1
    width = max(len(upper), len(lower))
    both = [tidied(f"{cell_at(upper, at)} {cell_at(lower, at)}") for at in range(width)]
    if _count_known(guessed_parts(both, kind, below)) > _count_known(alone):
        return both, 2
    return upper, 1


def _count_known(parts: Iterable[Part]) -> int:
    return sum(part is not Part.IGNORED for part in parts)


def _is_title(cells: Sequence[str]) -> bool:
    filled = [cell for cell in cells if cell]
    return len(filled) <= 2 and bool(_TITLE_WORDS & words_in(filled[0] if filled else ""))


def _counted_off(rows: list[Row]) -> list[Row]:
    """Return the lines without totals, whatever their columns contain."""
    return _without_end(rows, None)[0]


def _without_end(rows: list[Row], columns: Columns | None) -> tuple[list[Row], tuple[str, ...]]:
    """Split off the totals at the end of the lines."""
    end = len(rows)
    while end and _ends_a_list(rows[end - 1][2], columns):
        end -= 1
    return rows[:end], tuple(text for _, text, _ in rows[end:])


def begins_a_sum(text: str) -> bool:
    """Return whether a text begins like a line of totals: "Total", "Soit"."""
    found = re.match(r"[^a-z]*([a-z]+)", plain_words(text))
    return found is not None and found[1] in _SUM_WORDS


def _ends_a_list(cells: Sequence[str], columns: Columns | None) -> bool:
    filled = [cell for cell in cells if cell]
    has_figures = any(any(map(str.isdigit, cell)) for cell in filled)
    words = words_in(" ".join(filled))
    is_known = all(word in _SUMMED_UP or word.isdigit() for word in words)
    if begins_a_sum(filled[0] if filled else "") and has_figures and is_known:
        return True
    if has_figures and words & _COUNTED and all(w in _COUNTED or w.isdigit() for w in words):
        return True
    # "Reçu par :" under the names and without a number.
    return bool(
        columns
        and columns.has_names
        and not columns.names_on(cells)
        and not columns.text_in(cells, Part.NUMBER)
        and not columns.text_in(cells, Part.PLACE)
        and not columns.text_in(cells, Part.TEAM)
    )
