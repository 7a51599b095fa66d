"""Results of old seasons, pasted or from a file: date, contest, place, names, total. Pure.

The columns are named in the first line, in any order, or stand in the order above. What a line
leaves empty of date and contest is that of the line before: sheets write them once. Every line that
cannot be read keeps all its reasons; nothing is guessed.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Final

from tournaments.files.rows import (
    LONGEST_NAME,
    Columns,
    NameFault,
    ReadList,
    Row,
    columns_named,
    headed,
    name_faults,
    plain_words,
    rows_of,
    word_set,
)

MOST_LINES: Final = 5_000
MOST_NAMES: Final = 2


class Part(StrEnum):
    """What a column holds."""

    DATE = "date"
    CONTEST = "contest"
    PLACE = "place"
    NAMES = "names"
    TOTAL = "total"


class PastFault(StrEnum):
    """Why a line cannot be read, beside its names."""

    NO_DATE = "no_date"
    BAD_DATE = "bad_date"
    DAY_TO_COME = "day_to_come"
    NO_CONTEST = "no_contest"
    LONG_CONTEST = "long_contest"
    BAD_PLACE = "bad_place"
    BAD_TOTAL = "bad_total"
    WRONG_COUNT = "wrong_count"


class MissingColumnsError(ValueError):
    """Raised where the first line names columns and some are missing."""

    def __init__(self, missing: Sequence[Part]) -> None:
        super().__init__(", ".join(missing))
        self.missing = tuple(missing)


@dataclass(frozen=True, slots=True, kw_only=True)
class PastLine:
    """One line by its number in the list; what could not be read is None or empty."""

    number: int
    text: str
    day: date | None = None
    contest: str = ""
    place: int | None = None
    names: tuple[str, ...] = ()
    total: int | None = None
    faults: tuple[PastFault | NameFault, ...] = ()

    @property
    def key(self) -> tuple[date | None, str]:
        """Return what tells its contest from others, however it is spelled."""
        return self.day, plain_words(self.contest)


_MEANINGS: Final[Mapping[str, frozenset[str]]] = {
    Part.DATE: word_set("date dates jour day"),
    Part.CONTEST: word_set(
        "concours contest contests soiree soirees evening tournoi tournois tournament epreuve"
        " competition manifestation event manche"
    ),
    Part.PLACE: word_set("place places rang rank classement position clt clst pl cl pos"),
    Part.TOTAL: word_set("total totaux points pts score scores marque"),
}
_FILLING: Final = word_set("final finale general generale name nom libelle obtenus marques scored")

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
_PLACE: Final = re.compile(r"(\d{1,4}) ?(?:ere|er|eme|e|st|nd|rd|th|o|°|\.|\))?")
_TOTAL: Final = re.compile(r"([-−]?)(\d{1,3}(?:[ '’]\d{3})+|\d{1,9}) ?(?:points|pts|pt|p)?\.?")
# Beyond that year, two digits are of the last century.
_LAST_OF_THIS_CENTURY: Final = 68


def read_day(text: str) -> date | None:
    """Return a day written as 21/11/2025, 2025-11-21 or "21 novembre 2025", the day first."""
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
    """Return a total written as 4250 or "4 250 pts"; with a dot or a comma it might be anything."""
    found = _TOTAL.fullmatch(plain_words(text))
    if found is None:
        return None
    total = int(re.sub(r"\D", "", found[2]))
    if total > 10**9:
        return None
    return -total if found[1] else total


def read_past(text: str, *, today: date) -> ReadList[PastLine]:
    """Return the results of a pasted list, every line with all that is wrong with it.

    Raises UnreadableListError, and MissingColumnsError where the first line names columns.
    """
    found = headed(rows_of(text, most=MOST_LINES), _header)
    columns = found.columns
    if columns and (missing := [part for part in Part if not _holds(columns, part)]):
        raise MissingColumnsError(missing)
    return found.read(_lines(found.rows, columns, today), most=MOST_LINES)


def _holds(columns: Columns, part: Part) -> bool:
    return bool(columns.names) if part is Part.NAMES else part in columns.parts


def _header(cells: Sequence[str]) -> Columns | None:
    """Return what the columns hold if the line names them, else None."""
    columns = columns_named(cells, _MEANINGS, filling=_FILLING, once=True)
    known = sum(_holds(columns, part) for part in Part)
    return columns if known >= 3 or (known == 2 and not any(map(_is_number, cells))) else None


def _is_number(cell: str) -> bool:
    return any(map(str.isdigit, cell))


def _lines(rows: Sequence[Row], columns: Columns | None, today: date) -> Iterator[PastLine]:
    before = PastLine(number=0, text="")
    for number, text, cells in rows:
        ordered = columns or _usual_order(cells)
        if ordered is None:
            yield PastLine(number=number, text=text, faults=(PastFault.WRONG_COUNT,))
            continue
        before = _line((number, text, cells), ordered, before, today)
        yield before


def _usual_order(cells: Sequence[str]) -> Columns | None:
    """Return date, contest, place, one name or two, total; None for another count of cells."""
    count = max((place for place, cell in enumerate(cells, start=1) if cell), default=0)
    if count not in {5, 6}:
        return None
    places = {Part.DATE: 0, Part.CONTEST: 1, Part.PLACE: 2, Part.TOTAL: count - 1}
    parts: dict[str, list[int]] = {part: [place] for part, place in places.items()}
    return Columns(parts=parts, names=list(range(3, count - 1)))


def _line(row: Row, columns: Columns, before: PastLine, today: date) -> PastLine:
    number, text, cells = row
    said = {part: columns.cells(cells, part)[0] for part in Part if part is not Part.NAMES}
    day = read_day(said[Part.DATE])
    contest = said[Part.CONTEST]
    # Written once for all its lines: never carried over to another day or contest.
    if not said[Part.DATE] and plain_words(contest) in {"", plain_words(before.contest)}:
        day, contest = before.day, contest or before.contest
    elif not contest and day is not None and day == before.day:
        contest = before.contest
    line = PastLine(
        number=number,
        text=text,
        day=day,
        contest=contest,
        place=read_place(said[Part.PLACE]),
        names=tuple(columns.names_on(cells)),
        total=read_total(said[Part.TOTAL]),
    )
    return replace(line, faults=tuple(_faults(line, said[Part.DATE], today)))


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
