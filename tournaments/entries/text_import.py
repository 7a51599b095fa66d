"""Reads pasted or uploaded lists of entries line by line. Pure.

A line has one entry: one name or two, possibly after a number and before tags. Each line is judged
on its own; a line that cannot be read has its errors.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tournaments.entries.warnings import (
    LineWarning,
    are_pairs,
    are_side_by_side,
    blocks,
    columns_of_people,
    first_line_heads,
    grouped,
    hides_people,
    is_long_for_one,
    is_more_than_name,
    is_no_person,
    joined_names,
    may_be_one_person,
    may_be_person,
)
from tournaments.files.columns import (
    FILLING,
    FIRST_PLAYER,
    NAME_PARTS,
    SECOND_PLAYER,
    Choice,
    Columns,
    ListKind,
    Part,
    is_names_heading,
)
from tournaments.files.headings import HeadedList, ReadList, headed_list
from tournaments.files.rows import (
    NameFault,
    Row,
    cell_at,
    name_faults,
    plain_words,
    rows_of,
    split_names,
    tidied,
    without_empty_start,
    word_set,
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
    Part.LICENCE: (),
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
    """A line with its number in the list. `left_out` are words without a meaning there.

    `licences` has the licence number of each name, if the list has any.
    """

    number: int
    text: str
    names: tuple[str, ...]
    tags: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    licences: tuple[str, ...] = ()
    has_paid: bool = False
    is_here: bool = False
    faults: tuple[NameFault, ...] = ()
    warnings: tuple[LineWarning, ...] = ()


def kind_of_list(*, names_per_entry: int) -> ListKind:
    return TEAMS if names_per_entry > 1 else SINGLES


def read_entries(
    text: str, *, names_per_entry: int, tags: Mapping[str, str], choice: Choice | None = None
) -> ReadList[ListLine]:
    """Return the entries of a pasted list, each line with its errors.

    `tags` are the contest's tags by the words that mean them. Raises UnreadableListError.
    """
    rows = without_empty_start(rows_of(text, most=MOST_LINES))
    headed = headed_list(rows, kind_of_list(names_per_entry=names_per_entry), choice)
    known = {plain_words(word): tag for word, tag in tags.items()}
    columns = headed.columns
    if columns is not None:
        rows = [row for row in headed.rows if not _is_only_numbered(row[2], columns)]
        lines = [_line_by_columns(row, columns, names_per_entry, known) for row in rows]
        keys, may_be_merged = _keys_by_columns(rows, columns)
        has_numbers = columns.has(Part.NUMBER)
    else:
        stripped = [_without_number(cells) for _, _, cells in headed.rows]
        has_numbers = any(numbered for _, numbered in stripped)
        read = [
            (row, _line((row[0], row[1], cells), names_per_entry, known))
            for row, (cells, _) in zip(headed.rows, stripped, strict=True)
        ]
        read = [one for one in read if not (has_numbers and _NUMBER.fullmatch(one[1].text))]
        rows, lines = [row for row, _ in read], [line for _, line in read]
        keys = [cells[0] if _NUMBER.fullmatch(cells[0]) else "" for _, _, cells in rows]
        may_be_merged = True
    if names_per_entry > 1:
        lines = _pairs(lines, keys, grouped(keys, may_be_merged=may_be_merged))
        lines = _joined_pairs(lines)
    lines = list(_doubted(lines, headed, names_per_entry))
    return headed.read(lines, most=MOST_LINES, has_numbers=has_numbers)


def _keys_by_columns(rows: Sequence[Row], columns: Columns) -> tuple[list[str], bool]:
    """Return the key of each line's team, its number or name, and whether keys may be merged cells.

    Merged keys are only on a team's first line. They are not assumed if the column comes after the
    names and could be the partner, who is missing on the next line.
    """
    parts = columns.parts
    players = [place for place, part in enumerate(parts) if part in FIRST_PLAYER]
    if not players or not set(parts).isdisjoint(SECOND_PLAYER):
        return [""] * len(rows), False
    part = Part.NUMBER if columns.has(Part.NUMBER) else Part.TEAM
    keys = [columns.text_in(cells, part) for _, _, cells in rows]
    is_before = part in parts and parts.index(part) < players[0]
    return keys, is_before or not any(map(may_be_person, keys))


def _pairs(
    lines: Sequence[ListLine], keys: Sequence[str], groups: Sequence[Sequence[int]]
) -> list[ListLine]:
    """Return the lines, joining two with the same key, each with one of the two players."""
    if len(groups) == len(lines):
        later = {place for place, key in enumerate(keys) if key and key in keys[:place]}
        if later and all(len(line.names) == 1 for line in lines):
            return _doubted_later(lines, later)
        apart = blocks([line.number for line in lines])
        is_parted = len(apart) > 1 and are_pairs(apart, [len(line.names) for line in lines])
        return _doubted_later(lines, {group[1] for group in apart if is_parted and group[1:]})
    if are_pairs(groups, [len(line.names) for line in lines]):
        return [_together([lines[place] for place in group]) for group in groups]
    later = {place for group in groups for place in group[1:]}
    return _doubted_later(lines, later)


def _doubted_later(lines: Sequence[ListLine], later: Collection[int]) -> list[ListLine]:
    return [
        replace(line, warnings=(*line.warnings, LineWarning.TWO_LINES)) if place in later else line
        for place, line in enumerate(lines)
    ]


def _together(lines: Sequence[ListLine]) -> ListLine:
    names = tuple(name for line in lines for name in line.names)
    licences = [line.licences or [""] * len(line.names) for line in lines]
    return replace(
        lines[0],
        text=" · ".join(line.text for line in lines),
        names=names,
        tags=tuple(dict.fromkeys(tag for line in lines for tag in line.tags)),
        left_out=tuple(word for line in lines for word in line.left_out),
        licences=tuple(licence for one in licences for licence in one),
        has_paid=any(line.has_paid for line in lines),
        is_here=any(line.is_here for line in lines),
        faults=tuple(name_faults(names, most=2)),
    )


def _joined_pairs(lines: Sequence[ListLine]) -> list[ListLine]:
    """Return the lines, splitting "Bihan-Le Goff" in two if most lines are written like that."""
    two = [len(line.names) == 1 and len(joined_names(line.names[0])) > 1 for line in lines]
    if sum(two) * 2 <= len(lines):
        return list(lines)
    return [
        replace(
            line,
            names=tuple(joined_names(line.names[0])),
            licences=(),
            faults=tuple(name_faults(joined_names(line.names[0]), most=2)),
            warnings=(*line.warnings, LineWarning.ONE_OR_TWO),
        )
        if is_two
        else line
        for line, is_two in zip(lines, two, strict=True)
    ]


def _doubted(lines: Sequence[ListLine], headed: HeadedList, most: int) -> Iterator[ListLine]:
    """Yield the lines with their warnings."""
    unread = columns_of_people(headed)
    cells_of = {number: cells for number, _text, cells in headed.rows}
    all_names = [one.names for one in lines]
    all_cells = [cells_of.get(one.number, []) for one in lines]
    is_headed = headed.columns is None and bool(lines) and first_line_heads(all_names)
    named = headed.columns is not None
    are_one = may_be_one_person(all_names, all_cells, is_headed=named)
    has_teams = sum(len(line.names) > 1 for line in lines) * 2 >= len(lines)
    shown = [name for line in lines for name in line.names]
    has_capitals = sum(map(str.islower, shown)) * 2 < len(shown)
    side_by_side = are_side_by_side(headed)
    for place, line in enumerate(lines):
        warnings = list(line.warnings)
        if is_headed and not place:
            warnings.append(LineWarning.HEADING)
        elif any(map(is_no_person, line.names)) or (
            has_capitals and any(name.islower() for name in line.names)
        ):
            warnings.append(LineWarning.NO_PERSON)
        elif are_one[place] and most > 1:
            warnings.append(LineWarning.TWO_NAMES)
        is_alone = len(line.names) == 1 and most > 1
        cells = all_cells[place]
        if LineWarning.NO_PERSON not in warnings and any(map(is_more_than_name, line.names)):
            warnings.append(LineWarning.MORE_THAN_NAME)
        # A heading above two columns is in the first of them.
        if any(
            may_be_person(cell_at(cells, column))
            for column in unread
            if is_alone or hides_people(headed, column)
        ):
            warnings.append(LineWarning.PARTNER)
        if is_alone and (
            (has_teams and len(joined_names(line.names[0])) > 1) or is_long_for_one(line.names[0])
        ):
            warnings.append(LineWarning.ONE_OR_TWO)
        if len(line.names) > 1 and side_by_side:
            warnings.append(LineWarning.SIDE_BY_SIDE)
        if is_alone and has_teams and not place and headed.columns is None and len(lines) > 1:
            # The title of a list of teams has no partner either.
            warnings.append(LineWarning.NO_PERSON)
        yield replace(line, warnings=tuple(dict.fromkeys(warnings)))


def _is_only_numbered(cells: Sequence[str], columns: Columns) -> bool:
    """Return whether a line has only a number, as at the end of a prepared sheet."""
    if not columns.has(Part.NUMBER) or columns.names_on(cells):
        return False
    number = set(columns.cells(cells, Part.NUMBER))
    return all(cell in number or is_ticked(cell) is False for cell in cells if cell)


def _line_by_columns(row: Row, columns: Columns, most: int, known: Mapping[str, str]) -> ListLine:
    number, text, cells = row
    tags = _split_tags(columns.cells(cells, Part.TAGS))
    line = _judged(number, text, columns.names_on(cells), tags, most, known)
    paid, here = (columns.text_in(cells, part) for part in (Part.PAID, Part.HERE))
    licences = columns.licences_on(cells)
    # "Licence" may also be a checkbox.
    wordy = [one for one in columns.cells(cells, Part.LICENCE) if not any(map(str.isdigit, one))]
    unclear = tuple(word for word in (paid, here, *wordy) if is_ticked(word) is None)
    return replace(
        line,
        licences=tuple(licences or ()),
        warnings=(LineWarning.LICENCE,) if licences is None else (),
        left_out=line.left_out + unclear,
        has_paid=is_ticked(paid) is True,
        is_here=is_ticked(here) is True,
    )


def _without_number(cells: list[str]) -> tuple[list[str], bool]:
    """Return the cells without a leading number, and whether there was one."""
    first, rest = cells[0], cells[1:]
    if any(rest) and _NUMBER.fullmatch(first):
        return rest, True
    shorter = _NUMBER_BEFORE.sub("", first, count=1) if first[:1] in "nN#0123456789" else first
    return [shorter, *rest], shorter != first


def _line(row: Row, most: int, known: Mapping[str, str]) -> ListLine:
    """Read a line of a list without column names: names first, then tags."""
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
    # Do not guess at "Dupont; Anne; Martin; Paul".
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
