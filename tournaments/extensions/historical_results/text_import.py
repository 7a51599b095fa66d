"""Parser for past results, pasted or from a file: date, contest, place, names, total. Pure.

The columns are named on one of the first lines, in any order, or are in the order above. Empty date
and contest cells repeat the line before, because spreadsheets write them once; a plain list of
places, names and totals has one date and contest. Every unreadable line has its reasons.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Final

from tournaments.entries.warnings import may_be_one_person
from tournaments.files.columns import (
    FILLING,
    NAME_PARTS,
    Choice,
    Columns,
    ListKind,
    Part,
)
from tournaments.files.headings import HeadedList, MissingColumnsError, ReadList, headed_list
from tournaments.files.rows import (
    LONGEST_NAME,
    NameFault,
    Row,
    cell_at,
    name_faults,
    plain_words,
    rows_of,
    word_set,
    words_in,
)

MOST_LINES: Final = 5_000
MOST_NAMES: Final = 2


class PastFault(StrEnum):
    """Why a line cannot be read, apart from its names."""

    NO_DATE = "no_date"
    BAD_DATE = "bad_date"
    DAY_TO_COME = "day_to_come"
    NO_CONTEST = "no_contest"
    LONG_CONTEST = "long_contest"
    BAD_PLACE = "bad_place"
    BAD_TOTAL = "bad_total"
    WRONG_COUNT = "wrong_count"


@dataclass(frozen=True, slots=True, kw_only=True)
class PastLine:
    """One line with its number in the list; what could not be read is None or empty."""

    number: int
    text: str
    day: date | None = None
    contest: str = ""
    place: int | None = None
    names: tuple[str, ...] = ()
    total: int | None = None
    added: int | None = None
    """The sum of its columns of games, if that differs from the total."""
    may_be_one: bool = False
    """Whether its two names may be the family name and the first name of one player."""
    faults: tuple[PastFault | NameFault, ...] = ()

    @property
    def key(self) -> tuple[date | None, str]:
        """Return the normalized date and name of its contest."""
        return self.day, plain_words(self.contest)


_MEANINGS: Final[Mapping[Part, frozenset[str]]] = {
    Part.DATE: word_set("date dates jour day"),
    Part.CONTEST: word_set(
        "concours contest contests soiree soirees evening tournoi tournois tournament epreuve"
        " competition manifestation event"
    ),
    Part.PLACE: word_set("place places rang rank classement position clt clst pl cl pos"),
    Part.TOTAL: word_set("total totaux points pts score scores marque"),
}
_GAMES: Final = _MEANINGS[Part.TOTAL] - word_set("total totaux") | word_set(
    "partie parties tour tours manche manches round rounds jeu jeux match game games"
    " journee journees p t m r g j"
)
_NEEDED: Final = (Part.PLACE, Part.NAME_1, Part.TOTAL)
_ONCE: Final = (Part.DATE, Part.CONTEST)


def _is_heading(cells: Sequence[str], parts: Sequence[Part]) -> bool:
    """Return whether a line names the columns: three of them, or two and no figure."""
    known = sum(_has(Columns(tuple(parts)), part) for part in (*_ONCE, *_NEEDED))
    has_figures = any(map(str.isdigit, "".join(cells)))
    return known >= 3 or (known == 2 and not has_figures)


PAST: Final = ListKind(
    key="past",
    parts=(*_ONCE, Part.PLACE, Part.TEAM, *NAME_PARTS, Part.TOTAL),
    meanings=_MEANINGS,
    filling=word_set("final finale general generale name nom libelle obtenus marques scored"),
    figures=_GAMES,
    is_heading=_is_heading,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListDefaults:
    """The date and the contest of a list that does not state them on its lines."""

    day: date | None = None
    contest: str = ""


class AskOnceError(ValueError):
    """A list lacks data that applies to all its lines; `parts` are the missing ones."""

    def __init__(self, parts: Sequence[Part], headed: HeadedList) -> None:
        super().__init__(", ".join(parts))
        self.parts, self.headed = tuple(parts), headed


_MONTHS: Final = {
    word: number
    for number, words in enumerate(
        (
            "janvier janv jan january",
            "fevrier fevr fev feb february",
            "mars mar march",
            "avril avr apr april",
            "mai may",
            "juin jun june",
            "juillet juil jul july",
            "aout aou aug august",
            "septembre sept sep september",
            "octobre oct october",
            "novembre nov november",
            "decembre dec december",
        ),
        start=1,
    )
    for word in words.split()
}
_ISO: Final = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ t]00:00(?::00)?)?")
_NUMBERS: Final = re.compile(r"(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})")
_IN_WORDS: Final = re.compile(
    r"(?:[a-z]+\.?,? )?(\d{1,2})(?:er|st|nd|rd|th)?[ -]([a-z]+)\.?,?[ -](\d{4}|\d{2})"
)
_PLACE: Final = re.compile(
    r"(\d{1,4}) ?(?:ere|er|eme|e|st|nd|rd|th|o|°|\.|\))?"
    r"(?: ?\(?(?:ex|exaequo|ex[ -]?aequo|ex[ -]?æquo|egalite|=)\.?\)?)?"
)
_TOTAL: Final = re.compile(r"([-−]?)(\d{1,3}(?:[ '’]\d{3})+|\d{1,9}) ?(?:points|pts|pt|p)?\.?")
_SOME_DAY: Final = re.compile(
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}"
    r"|\d{1,2}(?:er|st|nd|rd|th)? [a-z]+\.? \d{4}"
)
# Two-digit years above this one are of the last century.
_LAST_OF_THIS_CENTURY: Final = 68


def read_day(text: str) -> date | None:
    """Parse a date such as 21/11/2025, 2025-11-21 or "21 novembre 2025"; the day comes first."""
    plain = plain_words(text)
    if found := _ISO.fullmatch(plain):
        year, month, day = (int(part) for part in found.groups())
    elif found := _NUMBERS.fullmatch(plain):
        day, month = int(found[1]), int(found[2])
        year = _year(found[3])
    elif (found := _IN_WORDS.fullmatch(plain)) and found[2] in _MONTHS:
        day, month, year = int(found[1]), _MONTHS[found[2]], _year(found[3])
    else:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _year(text: str) -> int:
    year = int(text)
    if len(text) > 2:
        return year
    return year + (2000 if year <= _LAST_OF_THIS_CENTURY else 1900)


def read_place(text: str) -> int | None:
    found = _PLACE.fullmatch(plain_words(text))
    return int(found[1]) or None if found else None


def read_total(text: str) -> int | None:
    """Parse a total such as 4250 or "4 250 pts"; a dot or a comma would be ambiguous."""
    found = _TOTAL.fullmatch(plain_words(text))
    if found is None:
        return None
    total = int(re.sub(r"\D", "", found[2]))
    if total > 10**9:
        return None
    return -total if found[1] else total


def read_past(
    text: str, *, today: date, choice: Choice | None = None, once: ListDefaults | None = None
) -> ReadList[PastLine]:
    """Return the results of a pasted list, every line with all its errors.

    `once` applies to the whole list. Raises UnreadableListError, MissingColumnsError if the columns
    are named, and AskOnceError.
    """
    headed = headed_list(rows_of(text, most=MOST_LINES), PAST, choice)
    columns, once = headed.columns, once or ListDefaults()
    if columns and (missing := [part for part in _NEEDED if not _has(columns, part)]):
        raise MissingColumnsError(missing, headed)
    given = {Part.DATE: once.day, Part.CONTEST: once.contest}
    if asked := [part for part in lacking(headed) if not given[part]]:
        raise AskOnceError(asked, headed)
    ordered = [(row, columns or _usual_order(row[2])) for row in headed.rows]
    lines = list(_lines(ordered, once, today))
    are_one = may_be_one_person(
        [line.names for line in lines],
        [cells for _, _, cells in headed.rows],
        is_headed=columns is not None,
    )
    lines = [replace(line, may_be_one=one) for line, one in zip(lines, are_one, strict=True)]
    return headed.read(_held_against_games(lines, headed), most=MOST_LINES)


def lacking(headed: HeadedList) -> list[Part]:
    """Return which of date and contest the lines of a list do not state."""
    found = [headed.columns or _usual_order(cells) for _number, _text, cells in headed.rows]
    return [part for part in _ONCE if any(one and not one.has(part) for one in found)]


def defaults_in_title(headed: HeadedList) -> ListDefaults:
    """Return the date and the contest that the title of a list states."""
    words = " ".join(headed.above)
    days = (read_day(found[0]) for found in _SOME_DAY.finditer(plain_words(words)))
    day = next((one for one in days if one), None)
    return ListDefaults(day=day, contest=headed.above[0][:LONGEST_NAME] if headed.above else "")


def _has(columns: Columns, part: Part) -> bool:
    return columns.has_names if part is Part.NAME_1 else columns.has(part)


def _lines(
    rows: Sequence[tuple[Row, Columns | None]], once: ListDefaults, today: date
) -> Iterator[PastLine]:
    before = PastLine(number=0, text="")
    for (number, text, cells), columns in rows:
        if columns is None:
            yield PastLine(number=number, text=text, faults=(PastFault.WRONG_COUNT,))
            continue
        before = _line((number, text, cells), columns, before, once, today)
        yield before


def _held_against_games(lines: Sequence[PastLine], headed: HeadedList) -> list[PastLine]:
    """Mark the lines whose columns of games do not add up to their total.

    If no line at all adds up, these columns are something else.
    """
    columns = _columns_of_games(headed)
    if len(columns) < 2:
        return list(lines)
    sums = []
    for _number, _text, cells in headed.rows:
        games = [read_total(cell_at(cells, place)) for place in columns]
        known = [one for one in games if one is not None]
        sums.append(sum(known) if len(known) == len(games) else None)
    if not any(made == line.total for made, line in zip(sums, lines, strict=True)):
        return list(lines)
    return [
        line if made in {None, line.total} else replace(line, added=made)
        for made, line in zip(sums, lines, strict=True)
    ]


def _columns_of_games(headed: HeadedList) -> list[int]:
    """Return the columns that hold the points of a game each."""
    if headed.columns is None:
        return []
    return [
        place
        for place, part in enumerate(headed.columns.parts)
        if part is Part.IGNORED
        and (words := words_in(cell_at(headed.headings, place)))
        and words & _GAMES
        and all(word in _GAMES or word in FILLING or word.isdigit() for word in words)
    ]


def _usual_order(cells: Sequence[str]) -> Columns | None:
    """Return date, contest, place, one name or two, total; the place may come first. Else None."""
    count = max((place for place, cell in enumerate(cells, start=1) if cell), default=0)
    is_plain = count in {3, 4} and read_place(cells[0]) is not None
    if count not in {5, 6} and not is_plain:
        return None
    before = () if is_plain else _ONCE
    names = (Part.NAME_1, Part.NAME_2)[: count - len(before) - 2]
    return Columns((*before, Part.PLACE, *names, Part.TOTAL))


def _line(
    row: Row, columns: Columns, before: PastLine, once: ListDefaults, today: date
) -> PastLine:
    number, text, cells = row
    day_text = columns.text_in(cells, Part.DATE)
    day, contest = read_day(day_text), columns.text_in(cells, Part.CONTEST)
    if not columns.has(Part.CONTEST):
        contest = once.contest
    # Applies to all lines and is not inherited by the next date or contest.
    if not columns.has(Part.DATE):
        day = once.day
    elif not day_text and plain_words(contest) in {"", plain_words(before.contest)}:
        day, contest = before.day, contest or before.contest
    if not contest and day is not None and day == before.day:
        contest = before.contest
    line = PastLine(
        number=number,
        text=text,
        day=day,
        contest=contest,
        place=read_place(columns.text_in(cells, Part.PLACE)),
        names=tuple(columns.names_on(cells)),
        total=read_total(columns.text_in(cells, Part.TOTAL)),
    )
    return replace(line, faults=tuple(_faults(line, day_text, today)))


FIRST_YEAR: Final = 1900


def _faults(line: PastLine, day: str, today: date) -> Iterator[PastFault | NameFault]:
    if line.day is None:
        yield PastFault.BAD_DATE if day else PastFault.NO_DATE
    elif line.day > today:
        yield PastFault.DAY_TO_COME
    elif line.day.year < FIRST_YEAR:
        yield PastFault.BAD_DATE
    if not line.contest:
        yield PastFault.NO_CONTEST
    if len(line.contest) > LONGEST_NAME:
        yield PastFault.LONG_CONTEST
    if line.place is None:
        yield PastFault.BAD_PLACE
    yield from name_faults(line.names, most=MOST_NAMES)
    if line.total is None:
        yield PastFault.BAD_TOTAL
