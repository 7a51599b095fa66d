"""Which hand a line of a sheet most likely says, and whether that is sure enough. Pure.

What is read of a box is the chance of each digit, or how much ink a box for a tick has. Only hands
that the rule set allows are considered: both sides' points have to belong together. What is not
clear is asked, and nothing is repaired in silence.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, product
from math import exp, log
from operator import attrgetter
from statistics import median, quantiles
from typing import Final

from scorekeeper.engine.checks import check, has_errors
from scorekeeper.engine.hand import HandEntry, Seat, Side
from scorekeeper.engine.rulesets import RuleSet
from tournaments.extensions.scan.layout import EMPTY, Field, ReadCell

MARGIN: Final = 6.0
"""By how much the best hand must be more likely than the second, as a natural logarithm."""
MISFIT: Final = 3.0
"""By how much what is in the boxes may be more likely than the best hand, alike."""
UNLIKELY: Final = -9.0
OTHER_DIGIT: Final = -5.0
"""What the chance of a digit may weigh at least: less than `MARGIN`, so that no digit that is clear
decides alone about another that is not. A 3 for a 9 on both sides makes the same sum."""
TICKED: Final = 0.04
"""The share of ink from which a tick is as likely as none."""
SURE: Final = 0.0035
"""By so much more or less ink a tick is e times as likely, or less."""
STRANGE: Final = 10
HEAVY: Final = 1.55
"""So many times the ink of a sheet's usual digit: crossed out, or another digit written over it."""
FEW_DIGITS: Final = 12
"""So many digits tell what is usual on a sheet."""
CANDIDATES: Final = 3
ALIKE: Final = 0.7
MOST_ALIKE: Final = 4
"""So many hands may be as likely as the best one, as four takers; more, and none is named."""
WHOLE: Final = 162
"""The card points of both sides together, without bids."""
WRITTEN: Final = ("taker", "points_a", "points_b", "belote", "capot", "penalty")
"""The fields of a line, as they are typed."""


@dataclass(frozen=True, slots=True)
class LikelyHand:
    """A hand that a line may say, None if it is empty, and how likely that is."""

    entry: HandEntry | None
    score: float


@dataclass(frozen=True, slots=True)
class JudgedRow:
    """A line of a sheet: what it most likely says, what else it may say, what is doubtful.

    There are no candidates where almost everything is possible.
    `is_sure` says that it may be proposed as it stands. `written` is what the boxes say one by one,
    by field: there points that do not belong together stay as they are.
    """

    row: int
    candidates: tuple[LikelyHand, ...]
    doubts: frozenset[tuple[Field, str]]
    is_sure: bool
    written: Mapping[str, str]

    @property
    def entry(self) -> HandEntry | None:
        return self.candidates[0].entry if self.candidates else None


def judge(cells: Sequence[ReadCell], ruleset: RuleSet) -> list[JudgedRow]:
    """Return what each line says."""
    base = _bases(cells)
    most_ink = HEAVY * _usual_ink(cells)
    lines = groupby(cells, attrgetter("cell.row"))
    return [_judged(row, _Line(read, base), ruleset, most_ink) for row, read in lines if row]


def written_totals(cells: Sequence[ReadCell]) -> tuple[int | None, int | None]:
    """Return the totals at the bottom of the sheet, each None if it is missing or not clear."""
    found = []
    for side in Side:
        boxes = [
            one for one in cells if one.cell.field is Field.TOTAL and one.cell.who == side.value
        ]
        found.append(_clear_number([digit_chances(one) for one in boxes]))
    return found[0], found[1]


def _clear_number(boxes: list[Mapping[str, float]]) -> int | None:
    digits = ""
    for box in boxes:
        best, second = sorted(box.values(), reverse=True)[:2]
        if best - second < MARGIN / 2:
            return None
        digits += max(box, key=box.__getitem__)
    text = digits.strip()
    return int(text) if text.isdecimal() else None


def digit_chances(one: ReadCell) -> dict[str, float]:
    """Return the natural logarithm of the chance of each digit and of an empty box (" ")."""
    if not one.is_clear:
        return dict.fromkeys(" 0123456789?", -log(12))
    if not one.chances:
        return {" ": 0.0, **dict.fromkeys("0123456789", UNLIKELY), "?": UNLIKELY}
    blank = UNLIKELY if one.ink > 2 * EMPTY else -2.0
    found = {str(digit): max(one.chances[digit], OTHER_DIGIT) for digit in range(10)}
    return {" ": blank, **found, "?": max(one.chances[STRANGE], OTHER_DIGIT)}


def _usual_ink(cells: Sequence[ReadCell]) -> float:
    """Return the ink of half of the boxes with a digit, or more than any has if these are few."""
    inks = [one.ink for one in cells if one.cell.field is Field.POINTS and one.chances]
    return median(inks) if len(inks) >= FEW_DIGITS else 1.0


def _bases(cells: Sequence[ReadCell]) -> dict[tuple[Field, str], float]:
    """Return the ink of the emptier boxes of each column: a shadow lies on a whole column."""
    columns: dict[tuple[Field, str], list[float]] = {}
    for one in cells:
        if one.cell.row and not one.cell.is_digit:
            columns.setdefault((one.cell.field, one.cell.who), []).append(one.ink)
    return {
        column: min(TICKED / 2, max(0.0, quantiles(inks, n=4)[0])) if len(inks) > 1 else 0.0
        for column, inks in columns.items()
    }


class _Line:
    """One line: the chance of each number, taker, belote, capot and penalty."""

    def __init__(self, cells: Iterable[ReadCell], base: Mapping[tuple[Field, str], float]) -> None:
        self.digits: dict[str, list[dict[str, float]]] = {"A": [], "B": []}
        self.most_ink = 0.0
        self.ticks: dict[Field, dict[str, tuple[float, float]]] = {}
        for one in cells:
            if one.cell.field is Field.POINTS:
                self.digits[one.cell.who].append(digit_chances(one))
                self.most_ink = max(self.most_ink, one.ink)
            else:
                ink = one.ink - base[one.cell.field, one.cell.who]
                odds = max(-8.0, min(8.0, (ink - TICKED) / SURE)) if one.is_clear else 0.0
                yes = -log(1 + exp(-odds))
                self.ticks.setdefault(one.cell.field, {})[one.cell.who] = (yes, yes - odds)

    def number(self, side: str, value: int | None) -> float:
        boxes = self.digits[side]
        if value is None:
            return sum(box[" "] for box in boxes)
        text = str(value)
        spellings = {text.rjust(len(boxes)), text.zfill(len(boxes)), text.ljust(len(boxes))}
        return max(
            sum(box[one] for box, one in zip(boxes, text, strict=True)) for text in spellings
        )

    def written(self) -> dict[str, str]:
        """Return the likeliest content of each box for itself, by field; unclear ones are empty."""
        found = {}
        for side, boxes in self.digits.items():
            text = "".join(max(box, key=box.__getitem__) for box in boxes).strip()
            found[f"points_{side.lower()}"] = text if text.isdecimal() else ""
        for field, ticks in self.ticks.items():
            ticked = [who for who, (yes, no) in ticks.items() if yes > no]
            found[field.value] = ticked[0] if len(ticked) == 1 else ""
        return found

    def best_number(self, side: str) -> float:
        return sum(max(box.values()) for box in self.digits[side])

    def tick(self, field: Field, who: str) -> float:
        """Return the chance that this box alone of its group has a tick; none of them for ""."""
        return sum(yes if one == who else no for one, (yes, no) in self.ticks[field].items())

    def best_tick(self, field: Field) -> float:
        return sum(max(chances) for chances in self.ticks[field].values())


@lru_cache(maxsize=16)
def allowed_points(ruleset: RuleSet) -> tuple[tuple[int, int, str], ...]:
    """Return what both sides may have written, and which capot goes with it."""
    found = []
    for points in range(WHOLE + 1):
        for capot in ("", "A", "B"):
            entry = HandEntry(
                taker=Seat.A1, card_points=points, capot=Side(capot) if capot else None
            )
            if not has_errors(check(entry, ruleset)):
                found.append((points, WHOLE - points, capot))
    return tuple(found)


def _entry(points: int, capot: str, taker: str, belote: str) -> HandEntry:
    seat = Seat(taker)
    return HandEntry(
        taker=seat,
        card_points=points if seat.side is Side.A else WHOLE - points,
        capot=Side(capot) if capot else None,
        belote=Side(belote) if belote else None,
    )


def _candidates(line: _Line, ruleset: RuleSet) -> Iterator[LikelyHand]:
    takers = {who: line.tick(Field.TAKER, who) for who in ("", *line.ticks[Field.TAKER])}
    belotes = {who: line.tick(Field.BELOTE, who) for who in ("", "A", "B")}
    capots = {who: line.tick(Field.CAPOT, who) for who in ("", "A", "B")}
    penalties = {who: line.tick(Field.PENALTY, who) for who in ("", "A", "B")}
    nothing = (
        line.number("A", None) + line.number("B", None) + takers[""] + belotes[""] + capots[""]
    )
    yield LikelyHand(None, nothing + penalties[""])
    for side in ("A", "B"):
        yield LikelyHand(HandEntry(penalty=Side(side)), nothing + penalties[side])
    for a, b, capot in allowed_points(ruleset):
        written = line.number("A", a) + line.number("B", b)
        score = written + capots[capot] + penalties[""]
        for taker, belote in product(line.ticks[Field.TAKER], ("", "A", "B")):
            yield LikelyHand(
                _entry(a, capot, taker, belote), score + takers[taker] + belotes[belote]
            )


def _judged(number: int, line: _Line, ruleset: RuleSet, most_ink: float) -> JudgedRow:
    every = sorted(_candidates(line, ruleset), key=lambda one: -one.score)
    best = every[:CANDIDATES]
    first, second = best[0], best[1]
    most = sum(map(line.best_number, ("A", "B"))) + sum(map(line.best_tick, line.ticks))
    doubts = frozenset(_doubts(line, best))
    is_possible = first.entry is None or not check(first.entry, ruleset)
    is_sure = (
        first.score - second.score >= MARGIN
        and most - first.score <= MISFIT
        and line.most_ink <= most_ink
        and is_possible
    )
    if first.score - every[MOST_ALIKE].score < ALIKE:
        best = []
    return JudgedRow(number, tuple(best), doubts, is_sure, line.written())


def _doubts(line: _Line, best: Sequence[LikelyHand]) -> Iterator[tuple[Field, str]]:
    """Yield what is not clear by itself, or not as the best hand says."""
    entry = best[0].entry or HandEntry()
    a = entry.card_points
    if a is not None and entry.takers is Side.B:
        a = WHOLE - a
    for side, value in (("A", a), ("B", None if a is None else WHOLE - a)):
        if line.best_number(side) - line.number(side, value) > 0.1 or any(
            sum(sorted(box.values(), reverse=True)[:2]) > -MARGIN / 2 for box in line.digits[side]
        ):
            yield Field.POINTS, side
    said = {
        Field.TAKER: entry.taker.value if entry.taker else "",
        Field.BELOTE: entry.belote.value if entry.belote else "",
        Field.CAPOT: entry.capot.value if entry.capot else "",
        Field.PENALTY: entry.penalty.value if entry.penalty else "",
    }
    for field, who in said.items():
        for one, (yes, no) in line.ticks[field].items():
            if abs(yes - no) < MARGIN / 2 or (yes > no) != (one == who):
                yield field, one


def typed_of(entry: HandEntry | None) -> dict[str, str]:
    """Return what the fields of a line say of a hand; nothing of none."""
    if entry is None:
        return {}
    if entry.penalty:
        return {"penalty": entry.penalty.value}
    points = entry.card_points or 0
    a, b = (points, WHOLE - points) if entry.takers is Side.A else (WHOLE - points, points)
    return {
        "taker": entry.taker.value if entry.taker else "",
        "points_a": str(a),
        "points_b": str(b),
        "belote": entry.belote.value if entry.belote else "",
        "capot": entry.capot.value if entry.capot else "",
    }
