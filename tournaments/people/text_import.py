"""Parser for lists of players, pasted or from a file. Pure."""

import re
from dataclasses import dataclass
from typing import Final

from tournaments.files.columns import (
    FIRST_PLAYER,
    Choice,
    Columns,
    ListKind,
    Part,
    is_names_heading,
)
from tournaments.files.headings import MissingColumnsError, ReadList, headed_list
from tournaments.files.rows import (
    NameFault,
    Row,
    name_faults,
    rows_of,
    without_empty_start,
    word_set,
)
from tournaments.files.ticks import is_ticked

MOST_LINES: Final = 2_000
MOST_NAMES: Final = 2

PLAYERS: Final = ListKind(
    key="players",
    parts=(*FIRST_PLAYER, Part.LICENCE, Part.TAGS, Part.ARCHIVED, Part.INITIALS),
    meanings={
        Part.TAGS: word_set("categorie categories category"),
        Part.ARCHIVED: word_set("archive archives archived parti partis vient plus"),
        Part.INITIALS: word_set("initiales initials public"),
    },
    filling=word_set("ne comes more en in"),
    is_heading=is_names_heading,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerOnList:
    """One line with its number in the list: a player, or two who come together."""

    number: int
    text: str
    names: tuple[str, ...]
    licence: str = ""
    categories: tuple[str, ...] = ()
    is_archived: bool = False
    has_initials: bool = False
    faults: tuple[NameFault, ...] = ()


def read_players(text: str, *, choice: Choice | None = None) -> ReadList[PlayerOnList]:
    """Return the players of a list, every line with its errors.

    Raises UnreadableListError, and MissingColumnsError if there are several columns without names.
    """
    rows = without_empty_start(rows_of(text, most=MOST_LINES))
    headed = headed_list(rows, PLAYERS, choice)
    columns = headed.columns
    if columns is None and any(sum(map(bool, cells)) > 1 for _, _, cells in headed.rows):
        raise MissingColumnsError([Part.NAME_1], headed)
    columns = columns or Columns((Part.NAME_1,))
    if not columns.has_names:
        raise MissingColumnsError([Part.NAME_1], headed)
    return headed.read([_line(row, columns) for row in headed.rows], most=MOST_LINES)


def _line(row: Row, columns: Columns) -> PlayerOnList:
    number, text, cells = row
    names = columns.names_on(cells)
    return PlayerOnList(
        number=number,
        text=text,
        names=tuple(names),
        licence=columns.text_in(cells, Part.LICENCE),
        categories=tuple(
            word.strip()
            for cell in columns.cells(cells, Part.TAGS)
            for word in re.split(r"[,;/]", cell)
            if word.strip()
        ),
        is_archived=is_ticked(columns.text_in(cells, Part.ARCHIVED)) is True,
        has_initials=is_ticked(columns.text_in(cells, Part.INITIALS)) is True,
        faults=tuple(name_faults(names, most=MOST_NAMES)),
    )
