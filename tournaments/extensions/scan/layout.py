"""Where everything stands on a sheet that is made to be read. Pure.

Lengths are tenths of a millimetre on A4, from the top left corner. The same cells are printed and
cut out of the picture.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

PAGE: Final = (2100, 2970)
MARK: Final = 130
"""The side of a corner mark."""
MARGIN: Final = 100
MOST_HANDS: Final = 20

# The marks 0 to 3 of OpenCV's dictionary DICT_4X4_50, line by line, white as 1; a black frame of
# one square stands around each.
MARK_SQUARES: Final = (
    ("1011", "0101", "0011", "0010"),
    ("0000", "1111", "1001", "1010"),
    ("0011", "0011", "0010", "1101"),
    ("1001", "1001", "0100", "0110"),
)
CORNERS: Final = (
    (MARGIN, MARGIN),
    (PAGE[0] - MARGIN - MARK, MARGIN),
    (PAGE[0] - MARGIN - MARK, PAGE[1] - MARGIN - MARK),
    (MARGIN, PAGE[1] - MARGIN - MARK),
)
"""The top left corners of the marks, clockwise from the top left of the page."""
CODE_AT: Final = (1460, 100)
CODE: Final = 370
"""The side of the square code, with its white edge; `scan.css` has both in millimetres."""
EMPTY: Final = 0.012
"""The share of ink up to which a box for a digit is empty."""


class Field(StrEnum):
    """What a cell of a line is for."""

    TAKER = "taker"
    POINTS = "points"
    BELOTE = "belote"
    CAPOT = "capot"
    PENALTY = "penalty"
    TOTAL = "total"


@dataclass(frozen=True, slots=True)
class Cell:
    """A box to write a digit or a tick into. `row` is the hand, 0 for the totals.

    `who` is a seat (A1, B1, A2, B2) or a side (A, B); `place` counts digits from the left.
    """

    row: int
    field: Field
    who: str
    place: int
    x: int
    y: int
    width: int
    height: int

    @property
    def is_digit(self) -> bool:
        return self.field in {Field.POINTS, Field.TOTAL}


LINES_FROM: Final = 140
LINES_TO: Final = 1840
"""What is shown of the width of a line beside what was read of it."""
ABOVE_LINE: Final = 14
DIGIT: Final = (72, 82)
TICK: Final = (62, 62)
FIRST_LINE: Final = 760
LAST_LINE: Final = 2500
HIGHEST_PITCH: Final = 140
TOTALS_AT: Final = 2600

# Columns: what, for whom, how many digits (0 is a tick); gaps between groups.
_GROUPS: Final = (
    (Field.TAKER, ("A1", "B1", "A2", "B2"), 0),
    (Field.POINTS, ("A",), 3),
    (Field.POINTS, ("B",), 3),
    (Field.BELOTE, ("A", "B"), 0),
    (Field.CAPOT, ("A", "B"), 0),
    (Field.PENALTY, ("A", "B"), 0),
)
_LEFT: Final = 230
_GAP: Final = 92
_BETWEEN_TICKS: Final = 12
TOTAL_DIGITS: Final = 4


def white_of(mark: int) -> str:
    """Return the white squares of a corner mark as the path of a drawing."""
    left, top = CORNERS[mark]
    square = MARK / 6
    return " ".join(
        f"M{left + right * square:.1f} {top + down * square:.1f}"
        f"h{square:.2f}v{square:.2f}h{-square:.2f}z"
        for down, line in enumerate(MARK_SQUARES[mark], start=1)
        for right, white in enumerate(line, start=1)
        if white == "1"
    )


def columns() -> Iterator[tuple[Field, str, int, int]]:
    """Yield field, who, place and left edge of each column of a line."""
    at = _LEFT
    for field, people, digits in _GROUPS:
        for who in people:
            for place in range(digits or 1):
                yield field, who, place, at
                at += DIGIT[0] if digits else TICK[0] + _BETWEEN_TICKS
        at += _GAP - (0 if digits else _BETWEEN_TICKS)


def left_edge(field: Field, who: str) -> int:
    return next(x for name, one, place, x in columns() if (name, one, place) == (field, who, 0))


def tops(hands: int) -> list[int]:
    """Return the top edge of each hand's line."""
    pitch = min(HIGHEST_PITCH, (LAST_LINE - FIRST_LINE) // hands)
    return [*accumulate([pitch] * (hands - 1), initial=FIRST_LINE)]


@lru_cache(maxsize=32)
def cells(hands: int) -> tuple[Cell, ...]:
    """Return the boxes of a sheet for so many hands, line by line, the totals last."""
    found = []
    for row, top in enumerate(tops(hands), start=1):
        for field, who, place, x in columns():
            width, height = DIGIT if field is Field.POINTS else TICK
            y = top + (DIGIT[1] - height) // 2
            found.append(Cell(row, field, who, place, x, y, width, height))
    for who in ("A", "B"):
        # As wide as the points above and one digit more, to the left.
        x = left_edge(Field.POINTS, who) - (TOTAL_DIGITS - 3) * DIGIT[0]
        for place in range(TOTAL_DIGITS):
            left = x + place * DIGIT[0]
            found.append(Cell(0, Field.TOTAL, who, place, left, TOTALS_AT, *DIGIT))
    return tuple(found)


class Strip(NamedTuple):
    """A part of the page: what is shown of it beside what was read of a line."""

    x: int
    y: int
    width: int
    height: int


NAMES: Final = Strip(240, 90, 1200, 410)
"""Where the table and the names stand, left of the code."""


def strip_of(row: int, hands: int) -> Strip:
    """Return where a line is, 0 for the totals."""
    line = [one for one in cells(hands) if one.row == row]
    top = min(one.y for one in line) - ABOVE_LINE
    bottom = max(one.y + one.height for one in line) + ABOVE_LINE
    return Strip(LINES_FROM, top, LINES_TO - LINES_FROM, bottom - top)


@dataclass(frozen=True, slots=True)
class SheetCode:
    """What the code of a sheet says: contest, round, table, number of hands, and who sits there."""

    contest: int
    round: int
    table: int
    hands: int
    seats: str
    """A short hash of who sits there."""

    @property
    def is_blank(self) -> bool:
        """Return whether the sheet was printed for any game, of a club evening."""
        return not self.contest

    @property
    def text(self) -> str:
        return f"BELOTE1:{self.contest}:{self.round}:{self.table}:{self.hands}:{self.seats}"


@dataclass(frozen=True, slots=True)
class ReadCell:
    """A box as it was read: how much ink is in it, and for digits the chance of each class.

    `is_clear` says that its printed frame is seen, so that an empty box is an empty one, and that
    nothing was written beside it to correct what is in it.
    """

    cell: Cell
    ink: float
    chances: tuple[float, ...] = ()
    is_clear: bool = True


SEATS_DIGITS: Final = 8
BLANK: Final = SheetCode(0, 0, 0, MOST_HANDS, "0" * SEATS_DIGITS)
"""The code of a sheet on which nobody's name is printed."""
_CODE: Final = re.compile(
    r"BELOTE1:([0-9]{1,9}):([0-9]{1,3}):([0-9]{1,4}):([0-9]{1,2}):([0-9a-f]{8})"
)


def code_of(text: str) -> SheetCode | None:
    """Return what the code on a sheet says, None for any other code."""
    if not (match := _CODE.fullmatch(text)):
        return None
    contest, played, table, hands = map(int, match.groups()[:4])
    code = SheetCode(contest, played, table, hands, match[5])
    return code if 1 <= code.hands <= MOST_HANDS else None
