"""How simulated photos of sheets are read: python -m tests.benchmarks.sheets [SHEETS] [FIRST].

Handwriting, pictures and the writers' errors are simulated (`tests/tournaments/extensions/scan`):
real sheets are still to come. For each kind of picture: sheets located, digits right, rows proposed
and of those wrongly, writers' errors that are asked; for all seconds (median) and memory (at most).
"""

import resource
import statistics
import sys
import time
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Any

import numpy as np

from scorekeeper.engine.presets import PRESETS
from tests.tournaments.extensions.scan.paper import (
    KINDS,
    Photo,
    Picture,
    Writer,
    WrittenRow,
    blank_paper,
    write_row,
)
from tests.tournaments.extensions.scan.test_reading import meant
from tournaments.extensions.scan.judging import allowed_points, judge
from tournaments.extensions.scan.layout import Field, SheetCode, cells
from tournaments.extensions.scan.reading import NotReadError, ReadSheet, read

HANDS = 12
RULES = PRESETS["contest"]
MISTAKES = (-20, -10, -2, -1, 1, 2, 10, 20)
# Photos of these sheets are like "perspective", what is on them is not; or they cannot be read.
OTHER_KINDS = ("cut_corner", "crossed_out")


@dataclass(frozen=True)
class Line:
    """A line, and why it has to be asked, if it has."""

    row: WrittenRow
    reason: str = ""


def line(dice: Any) -> Line:
    """Return a line, now and then with an error of the writer's."""
    pairs = allowed_points(RULES)
    capots = [one for one in pairs if one[2]]
    usual = [one for one in pairs if not one[2] and one[0] not in (0, 162)]
    fate = dice.random()
    taker = str(dice.choice(["A1", "B1", "A2", "B2"]))
    belote = str(dice.choice(["", "", "A", "B"]))
    if fate < 0.03:
        return Line(WrittenRow("", None, penalty=str(dice.choice(["A", "B"]))))
    some = capots if fate < 0.09 else usual
    a, b, capot = some[int(dice.integers(len(some)))]
    if fate > 0.99:
        return Line(WrittenRow("", (a, b), belote=belote, capot=capot), "errors")
    reason = ""
    if fate > 0.95:
        b = abs(b + int(dice.choice(MISTAKES)))
        reason = "errors" if a + b != 162 else ""
    return Line(WrittenRow(taker, (a, b), belote=belote, capot=capot), reason)


def cross_out(paper: Picture, writer: Writer, row: int, written: Line) -> Line:
    """Cross something out in a line, or write over it."""
    boxes = [cell for cell in cells(HANDS) if cell.row == row]
    assert written.row.points
    # The first digit of a number on the left, the last one of others.
    place = 0 if writer.aligned == "left" else 2
    numbers = [[cell for cell in boxes if cell.is_digit and cell.who == side] for side in "AB"]
    digits = [number[place] for number in numbers]
    kind = writer.dice.integers(4)
    if kind == 0:
        writer.strike_line(paper, boxes)
    elif kind == 1:
        side = int(writer.dice.integers(2))
        writer.strike(paper, digits[side])
        if writer.dice.random() < 0.5:
            writer.write_beside(paper, numbers[side], int(writer.dice.integers(163)))
    elif kind == 2:
        side = int(writer.dice.integers(2))
        number = str(written.row.points[side])
        writer.write_over(paper, digits[side], int(number[0 if place == 0 else -1]))
    else:
        takers = [cell for cell in boxes if cell.field is Field.TAKER]
        for cell in takers:
            if cell.who != written.row.taker:
                writer.mark(paper, cell)
                break
    return Line(written.row, "crossed out")


def sheet(seed: int, kind: str) -> tuple[Picture, Writer, list[Line]]:
    """Return a photo, who wrote, and each line."""
    dice = np.random.default_rng(seed)
    writer = Writer.by(dice)
    paper = blank_paper(HANDS, SheetCode(1, 1, 1, HANDS, "0123abcd").text)
    lines = []
    for number in range(1, HANDS + 1):
        written = line(dice)
        write_row(paper, writer, HANDS, number, written.row)
        is_plain = bool(written.row.points) and not written.reason
        if kind == "crossed_out" and is_plain and dice.random() < 0.3:
            written = cross_out(paper, writer, number, written)
        lines.append(written)
    kinds = (kind,) if kind == "clean" else ("perspective", kind, "noise")
    return Photo(dice, kinds).of(paper), writer, lines


def digits_right(found: ReadSheet, writer: Writer, lines: list[Line]) -> Counter[bool]:
    """Count the boxes for digits that were read as they were written, empty ones among them."""
    counted: Counter[bool] = Counter()
    for one in found.cells:
        cell = one.cell
        if cell.field is not Field.POINTS:
            continue
        points = lines[cell.row - 1].row.points
        text = "" if points is None else str(points["AB".index(cell.who)])
        spelt = {"right": text.rjust(3), "left": text.ljust(3)}.get(
            writer.aligned, text.zfill(3) if text else "   "
        )
        read_as = str(int(np.argmax(one.chances))) if one.chances else " "
        counted[read_as == spelt[cell.place]] += 1
    return counted


def main() -> None:
    asked = [int(one) for one in sys.argv[1:]]
    count, first = [*asked, *(110, 0)[len(asked) :]]
    told: defaultdict[str, Counter[str]] = defaultdict(Counter)
    seconds = []
    kinds = (*KINDS, *OTHER_KINDS)
    for seed in range(first, first + count):
        kind = kinds[seed % len(kinds)]
        picture, writer, lines = sheet(seed, kind)
        by = told[kind]
        by["sheets"] += 1
        start = time.perf_counter()
        try:
            found = read(picture)
        except NotReadError as error:
            by[f"refused: {error}"] += 1
            continue
        judged = judge(found.cells, RULES)
        seconds.append(time.perf_counter() - start)
        by["located"] += 1
        digits = digits_right(found, writer, lines)
        by["digits"] += digits.total()
        by["digits right"] += digits[True]
        for written, one in zip(lines, judged, strict=True):
            by[written.reason or "rows"] += 1
            if written.reason:
                by[f"{written.reason} asked"] += not one.is_sure
            elif one.is_sure:
                by["proposed"] += 1
                if one.entry != meant(written.row):
                    by["WRONG"] += 1
                    sys.stdout.write(f"WRONG: seed {seed}, row {one.row}: {written.row}\n")
    told["all"] = sum(told.values(), Counter())
    for kind, by in told.items():
        sys.stdout.write(f"{kind:12} {', '.join(f'{name} {by[name]}' for name in sorted(by))}\n")
    # In kilobytes; on macOS in bytes.
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    megabytes = peak // (1_000_000 if sys.platform == "darwin" else 1_000)
    sys.stdout.write(
        f"median {statistics.median(seconds):.2f} s, at most {megabytes} MB with what simulates\n"
    )


if __name__ == "__main__":
    main()
