"""How simulated photos of sheets are read: python -m tests.benchmarks.sheets [SHEETS] [FIRST].

Handwriting, pictures and the writers' errors are simulated (`tests/tournaments/extensions/scan`):
real sheets are still to come. For each kind of picture: sheets located, digits right, rows proposed
and of those wrongly, writers' errors that are asked, seconds (median).
"""

import statistics
import sys
import time
from collections import Counter, defaultdict

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
from tournaments.extensions.scan.layout import Field, SheetCode
from tournaments.extensions.scan.reading import NotReadError, ReadSheet, read

HANDS = 12
RULES = PRESETS["contest"]
MISTAKES = (-20, -10, -2, -1, 1, 2, 10, 20)


def sheet(seed: int, kind: str) -> tuple[Picture, Writer, list[tuple[WrittenRow, bool]]]:
    """Return a photo, who wrote, and each row with whether it has a writer's error."""
    dice = np.random.default_rng(seed)
    writer = Writer.by(dice)
    paper = blank_paper(HANDS, SheetCode(1, 1, 1, HANDS, "0123abcd").text)
    pairs = allowed_points(RULES)
    capots = [one for one in pairs if one[2]]
    usual = [one for one in pairs if not one[2] and one[0] not in (0, 162)]
    rows = []
    for number in range(1, HANDS + 1):
        fate = dice.random()
        taker = str(dice.choice(["A1", "B1", "A2", "B2"]))
        belote = str(dice.choice(["", "", "A", "B"]))
        is_wrong = False
        if fate < 0.03:
            row = WrittenRow("", None, penalty=str(dice.choice(["A", "B"])))
        else:
            some = capots if fate < 0.09 else usual
            a, b, capot = some[int(dice.integers(len(some)))]
            if fate > 0.96:
                b = abs(b + int(dice.choice(MISTAKES)))
                is_wrong = a + b != 162
            row = WrittenRow(taker, (a, b), belote=belote, capot=capot)
        rows.append((row, is_wrong))
        write_row(paper, writer, HANDS, number, row)
    kinds = (kind,) if kind == "clean" else ("perspective", kind, "noise")
    return Photo(dice, kinds).of(paper), writer, rows


def digits_right(
    found: ReadSheet, writer: Writer, rows: list[tuple[WrittenRow, bool]]
) -> Counter[bool]:
    """Count the boxes for digits that were read as they were written, empty ones among them."""
    counted: Counter[bool] = Counter()
    for one in found.cells:
        cell = one.cell
        if cell.field is not Field.POINTS:
            continue
        points = rows[cell.row - 1][0].points
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
    for seed in range(first, first + count):
        kind = KINDS[seed % len(KINDS)]
        picture, writer, rows = sheet(seed, kind)
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
        digits = digits_right(found, writer, rows)
        by["digits"] += digits.total()
        by["digits right"] += digits[True]
        for (row, is_wrong), one in zip(rows, judged, strict=True):
            by["errors" if is_wrong else "rows"] += 1
            if is_wrong:
                by["errors asked"] += not one.is_sure
            elif one.is_sure:
                by["proposed"] += 1
                if one.entry != meant(row):
                    by["WRONG"] += 1
                    sys.stdout.write(f"WRONG: seed {seed}, row {one.row}: {row}\n")
    told["all"] = sum(told.values(), Counter())
    for kind, by in told.items():
        sys.stdout.write(f"{kind:12} {', '.join(f'{name} {by[name]}' for name in sorted(by))}\n")
    sys.stdout.write(f"median {statistics.median(seconds):.2f} s\n")


if __name__ == "__main__":
    main()
