"""Which hand a line says, from the chances of what was read; no picture is needed."""

from dataclasses import replace

import pytest

from scorekeeper.engine.hand import HandEntry, Seat, Side
from scorekeeper.engine.presets import PRESETS
from tournaments.extensions.scan.judging import judge, written_totals
from tournaments.extensions.scan.layout import (
    CORNERS,
    MARK,
    PAGE,
    Cell,
    Field,
    ReadCell,
    SheetCode,
    cells,
    code_of,
)

RULES = PRESETS["contest"]
TICK, BLANK, FAINT = 0.25, 0.001, 0.04


def sure(digit: str) -> tuple[float, ...]:
    return (*tuple(-0.02 if str(one) == digit else -6.5 for one in range(10)), -8.0)


def between(one: str, other: str) -> tuple[float, ...]:
    return (*tuple(-0.7 if str(d) in (one, other) else -6.5 for d in range(10)), -8.0)


def read(
    line: str, doubts: dict[int, tuple[float, ...]] | None = None, hands: int = 1
) -> list[ReadCell]:
    """Return the first line of a sheet, written as "A1  92  70 A- -- --": taker, points, ticks.

    `doubts` are other chances for some of the six digits. The other lines are empty.
    """
    taker, points, ticks = line[:2], line[3:6] + line[7:10], line[11:].split()
    marked = dict(zip((Field.BELOTE, Field.CAPOT, Field.PENALTY), ticks, strict=True))
    found = []
    digits = iter(enumerate(points))
    for cell in cells(hands):
        if cell.row != 1:
            found.append(ReadCell(cell, 0.0))
        elif cell.is_digit:
            place, digit = next(digits)
            chances = (doubts or {}).get(place) or (() if digit == " " else sure(digit))
            found.append(ReadCell(cell, 0.1 if chances else BLANK, chances))
        elif cell.field is Field.TAKER:
            found.append(ReadCell(cell, TICK if cell.who == taker else BLANK))
        else:
            found.append(
                ReadCell(
                    cell,
                    {"?": FAINT}.get(marked[cell.field][0], BLANK)
                    if cell.who not in marked[cell.field]
                    else TICK,
                )
            )
    return found


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("A1  92  70 -- -- --", HandEntry(taker=Seat.A1, card_points=92)),
        ("B2  92  70 -B -- --", HandEntry(taker=Seat.B2, card_points=70, belote=Side.B)),
        ("A2 70  92  -- -- --", HandEntry(taker=Seat.A2, card_points=70)),
        ("A2 070 092 -- -- --", HandEntry(taker=Seat.A2, card_points=70)),
        ("B1   0 162 -- -B --", HandEntry(taker=Seat.B1, card_points=162, capot=Side.B)),
        ("A1   0 162 -- -B --", HandEntry(taker=Seat.A1, card_points=0, capot=Side.B)),
        ("--         -- -- A-", HandEntry(penalty=Side.A)),
        ("--         -- -- --", None),
    ],
    ids=["plain", "belote", "left", "zeros", "capot", "of the defence", "penalty", "empty"],
)
def test_what_is_written_clearly_is_proposed(line: str, entry: HandEntry | None) -> None:
    (row,) = judge(read(line), RULES)
    assert (row.entry, row.is_sure, row.doubts) == (entry, True, frozenset())


@pytest.mark.parametrize(
    "line",
    [
        "A1  92  71 -- -- --",
        "A1  92     -- -- --",
        "--  92  70 -- -- --",
        "A1 161   1 -- -- --",
        "A1 162   0 -- -- --",
        "A1  92  70 -- A- --",
        "A1  92  70 AB -- --",
        "A1  92  70 ?- -- --",
        "A1  92  70 -- -- A-",
        "A1         -- -- --",
    ],
    ids=[
        "not together 162",
        "one side alone",
        "no taker",
        "impossible points",
        "all points, no capot",
        "a capot with less",
        "two belotes",
        "half a tick",
        "a penalty beside points",
        "no points",
    ],
)
def test_whatever_is_not_clear_is_asked(line: str) -> None:
    (row,) = judge(read(line), RULES)
    assert not row.is_sure


def test_nothing_is_repaired_in_silence() -> None:
    (row,) = judge(read("A1  92  80 -- A- --"), RULES)
    assert not row.is_sure
    assert row.written == {
        "taker": "A1",
        "points_a": "92",
        "points_b": "80",
        "belote": "",
        "capot": "A",
        "penalty": "",
    }


def test_one_side_helps_to_read_the_other() -> None:
    doubtful = (*(-6.5,) * 4, -1.4, *(-6.5,) * 4, -0.3, -8.0)
    (row,) = judge(read("A1  92  70 -- -- --", {1: doubtful}), RULES)
    assert row.is_sure
    assert row.entry == HandEntry(taker=Seat.A1, card_points=92)


def test_a_clear_digit_does_not_decide_alone_about_one_that_is_not() -> None:
    (row,) = judge(read("B1   3 159 -- -- --", {2: between("3", "9")}), RULES)
    assert not row.is_sure
    assert [one.entry.card_points for one in row.candidates[:2] if one.entry] == [159, 153]


def test_where_both_may_be_misread_the_next_candidates_are_offered() -> None:
    doubts = {1: between("9", "8"), 4: between("7", "8")}
    (row,) = judge(read("A1  92  70 -- -- --", doubts), RULES)
    assert not row.is_sure
    points = {one.entry.card_points for one in row.candidates[:2] if one.entry}
    assert points == {92, 82}
    assert {(Field.POINTS, "A"), (Field.POINTS, "B")} <= row.doubts


def test_a_digit_with_far_more_ink_than_the_others_is_asked() -> None:
    """It was crossed out, or another one is written over it, however clear it looks."""
    line = [one for one in read("A1  92  70 -- -- --") if one.cell.row]
    found = [
        replace(one, cell=replace(one.cell, row=row), ink=0.16 if is_heavy else one.ink)
        for row in range(1, 5)
        for one in line
        for is_heavy in [row == 3 and bool(one.chances) and one.cell.place == 2]
    ]
    assert [one.is_sure for one in judge(found, RULES)] == [True, True, False, True]


def test_a_shadow_on_a_whole_column_ticks_nothing() -> None:
    read_cells = [
        ReadCell(one.cell, one.ink + 0.02)
        if (one.cell.field, one.cell.who) == (Field.CAPOT, "B")
        else one
        for one in read("A1  92  70 -- -- --", hands=8)
    ]
    first, *_empty = judge(read_cells, RULES)
    assert first.is_sure
    assert first.entry == HandEntry(taker=Seat.A1, card_points=92)


def test_totals_are_read_or_not_at_all() -> None:
    def totals(a: str, b: str) -> list[ReadCell]:
        digits = iter(a + b)
        return [
            ReadCell(cell, 0.1, sure(digit))
            if (digit := next(digits)) != " "
            else ReadCell(cell, 0)
            for cell in cells(4)
            if cell.field is Field.TOTAL
        ]

    assert written_totals(totals("1254", " 690")) == (1254, 690)
    assert written_totals(totals("1254", "    ")) == (1254, None)
    assert written_totals(totals("1 54", " 690")) == (None, 690)


@pytest.mark.parametrize("hands", [1, 8, 12, 16, 20])
def test_boxes_stand_apart_on_the_page_and_clear_of_the_corners(hands: int) -> None:
    boxes = cells(hands)
    for one in boxes:
        assert 0 < one.x < one.x + one.width < PAGE[0] - 100
        assert 0 < one.y < one.y + one.height < CORNERS[2][1] - MARK / 6
    for place, one in enumerate(boxes):
        assert not any(_overlap(one, other) for other in boxes[place + 1 :])


def _overlap(one: Cell, other: Cell) -> bool:
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("BELOTE1:12:3:7:12:0123abcd", SheetCode(12, 3, 7, 12, "0123abcd")),
        ("BELOTE1:12:3:7:21:0123abcd", None),
        ("BELOTE1:12:3:7:0:0123abcd", None),
        ("BELOTE2:12:3:7:12:0123abcd", None),
        ("http://192.0.2.1/c/abc/", None),
        ("BELOTE1:١٢:3:7:12:0123abcd", None),
    ],
)
def test_the_code_of_a_sheet(text: str, code: SheetCode | None) -> None:
    assert code_of(text) == code
    if code:
        assert code.text == text
