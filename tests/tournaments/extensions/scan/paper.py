"""Sheets as people fill them in and photograph them, by a seed. Simulated; real ones are to come.

Digits are those of writers who did not teach the classifier: `strangers.npz`, 8 × 8 each, a part
of the UCI collection that scikit-learn ships (E. Alpaydin, C. Kaynak, 1998; CC BY 4.0).
"""

from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
import segno

from tournaments.extensions.scan.layout import (
    CODE,
    CODE_AT,
    CORNERS,
    MARK,
    MARK_SQUARES,
    PAGE,
    Cell,
    Field,
    cells,
)

DOTS: Final = 1.0
"""Pixels for a tenth of a millimetre on simulated paper."""
Picture: TypeAlias = Any


@lru_cache(maxsize=1)
def strangers() -> dict[int, Picture]:
    with np.load(Path(__file__).with_name("strangers.npz")) as kept:
        return {
            digit: kept["ink"][kept["digit"] == digit].astype(np.float32) / 16
            for digit in range(10)
        }


def at(value: float) -> int:
    return round(value * DOTS)


def blank_paper(hands: int, code: str) -> Picture:
    """Return a printed sheet without any writing."""
    paper = np.full((at(PAGE[1]), at(PAGE[0])), 255, np.uint8)
    square = MARK / 6
    for (x, y), lines in zip(CORNERS, MARK_SQUARES, strict=True):
        cv2.rectangle(paper, (at(x), at(y)), (at(x + MARK) - 1, at(y + MARK) - 1), 0, -1)
        for down, line in enumerate(lines, start=1):
            for right, white in enumerate(line, start=1):
                if white == "1":
                    one = (at(x + right * square), at(y + down * square))
                    other = (at(x + (right + 1) * square) - 1, at(y + (down + 1) * square) - 1)
                    cv2.rectangle(paper, one, other, 255, -1)
    modules = np.array(
        [list(row) for row in segno.make(code, error="m", micro=False).matrix_iter(border=2)]
    )
    drawn = np.where(modules == 1, 0, 255).astype(np.uint8)
    side = at(CODE)
    x, y = at(CODE_AT[0]), at(CODE_AT[1])
    paper[y : y + side, x : x + side] = cv2.resize(
        drawn, (side, side), interpolation=cv2.INTER_NEAREST
    )
    for cell in cells(hands):
        one = at(cell.x), at(cell.y)
        other = at(cell.x + cell.width), at(cell.y + cell.height)
        cv2.rectangle(paper, one, other, 110, 3)
    for text, x, y, size in (
        ("Concours de la Saint-Martin", 260, 200, 1.6),
        ("Table 7", 260, 330, 3.0),
    ):
        cv2.putText(paper, text, (at(x), at(y)), cv2.FONT_HERSHEY_SIMPLEX, size, 0, 4, cv2.LINE_AA)
    for row in range(1, hands + 1):
        top = next(cell.y for cell in cells(hands) if cell.row == row)
        cv2.putText(paper, str(row), (at(150), at(top + 60)), cv2.FONT_HERSHEY_SIMPLEX, 1.3, 0, 3)
    return paper


@dataclass
class Writer:
    """A hand that writes: how thick, how slanted, how large, how it ticks, where it puts digits."""

    dice: Any
    ink: int = 60
    size: float = 0.8
    lean: float = 0.0
    thickness: float = 1.0
    tick: str = "cross"
    aligned: str = "right"

    @classmethod
    def by(cls, dice: Any) -> "Writer":
        return cls(
            dice,
            ink=int(dice.integers(20, 110)),
            size=float(dice.uniform(0.62, 0.92)),
            lean=float(dice.normal(0, 0.12)),
            thickness=float(dice.uniform(1.0, 1.45)),
            tick=str(dice.choice(["cross", "tick", "fill", "line", "circle"])),
            aligned=str(dice.choice(["right", "right", "left", "zeros"])),
        )

    def digit(self, paper: Picture, cell: Cell, digit: int) -> None:
        some = strangers()[digit]
        ink = some[int(self.dice.integers(len(some)))]
        high = at(cell.height * self.size * self.dice.uniform(0.9, 1.08))
        wide = round(high * self.dice.uniform(0.7, 0.9))
        large = cv2.resize(ink, (wide, high), interpolation=cv2.INTER_CUBIC)
        lean = np.array([[1, self.lean, -self.lean * high / 2], [0, 1, 0]], np.float32)
        large = cv2.warpAffine(large, lean, (wide, high))
        dark = np.clip(large * 1.3 * self.thickness, 0, 1)
        centre = (
            cell.x + cell.width / 2 + self.dice.normal(0, cell.width * 0.05),
            cell.y + cell.height / 2 + self.dice.normal(0, cell.height * 0.05),
        )
        self._put(paper, dark, at(centre[0]) - wide // 2, at(centre[1]) - high // 2)

    def _put(self, paper: Picture, dark: Picture, x: int, y: int) -> None:
        part = paper[y : y + dark.shape[0], x : x + dark.shape[1]]
        dark = dark[: part.shape[0], : part.shape[1]]
        part[:] = np.minimum(part, part * (1 - dark) + self.ink * dark).astype(np.uint8)

    def mark(self, paper: Picture, cell: Cell) -> None:
        """Tick a box in this writer's way."""
        moved = self.dice.normal(0, 4, 2)
        x, y = cell.x + cell.width / 2 + moved[0], cell.y + cell.height / 2 + moved[1]
        r = cell.width * self.dice.uniform(0.28, 0.42)
        thick = max(2, at(5 * self.thickness))

        def line(*points: tuple[float, float]) -> None:
            drawn = np.array([[at(x + a * r), at(y + b * r)] for a, b in points], np.int32)
            cv2.polylines(paper, [drawn], False, self.ink, thick, cv2.LINE_AA)

        if self.tick == "cross":
            line((-1, -1), (1, 1))
            line((-1, 1), (1, -1))
        elif self.tick == "tick":
            line((-1, 0), (-0.3, 0.9), (1.2, -1.1))
        elif self.tick == "fill":
            for part in np.linspace(-0.9, 0.9, 7):
                line((-0.9, part), (0.9, part + 0.1))
        elif self.tick == "line":
            line((-1, 0.6), (1, -0.6))
        else:
            cv2.ellipse(
                paper, (at(x), at(y)), (at(r), at(r * 0.9)), 0, 0, 350, self.ink, thick, cv2.LINE_AA
            )

    def number(self, paper: Picture, boxes: list[Cell], value: int) -> None:
        digits = str(value)
        if self.aligned == "zeros" and len(boxes) == 3:
            digits = digits.zfill(len(boxes))
        start = 0 if self.aligned == "left" else len(boxes) - len(digits)
        for place, one in enumerate(digits):
            self.digit(paper, boxes[start + place], int(one))

    def write_over(self, paper: Picture, cell: Cell, digit: int) -> None:
        """Write another digit over the one that is in a box."""
        self.digit(paper, cell, (digit + int(self.dice.integers(1, 10))) % 10)

    def write_beside(self, paper: Picture, boxes: list[Cell], value: int) -> None:
        """Write what is right into the space after the boxes of a number, as far as it goes."""
        last = boxes[-1]
        space = replace(last, x=last.x + last.width + 12, width=66)
        self.digit(paper, space, value % 10)

    def strike_line(self, paper: Picture, boxes: list[Cell]) -> None:
        """Cross a whole line out."""
        left, right = at(boxes[0].x), at(boxes[-1].x + boxes[-1].width)
        for part in self.dice.uniform(0.2, 0.8, 2):
            y = at(boxes[0].y + boxes[0].height * part)
            slope = int(self.dice.normal(0, 6))
            thick = max(2, at(5 * self.thickness))
            cv2.line(paper, (left, y - slope), (right, y + slope), self.ink, thick, cv2.LINE_AA)

    def strike(self, paper: Picture, cell: Cell) -> None:
        """Cross a box out."""
        left, right = at(cell.x + 4), at(cell.x + cell.width - 4)
        top, bottom = at(cell.y + 8), at(cell.y + cell.height - 8)
        thick = max(2, at(5 * self.thickness))
        for _again in range(3):
            one, other = (int(self.dice.integers(top, bottom)) for _end in range(2))
            cv2.line(paper, (left, one), (right, other), self.ink, thick, cv2.LINE_AA)


@dataclass(frozen=True)
class WrittenRow:
    """What somebody writes into a line; points as written, for A and for B."""

    taker: str
    points: tuple[int, int] | None
    belote: str = ""
    capot: str = ""
    penalty: str = ""


def write_row(paper: Picture, writer: Writer, hands: int, row: int, written: WrittenRow) -> None:
    boxes = [cell for cell in cells(hands) if cell.row == row]
    for name, who in (
        (Field.TAKER, written.taker),
        (Field.BELOTE, written.belote),
        (Field.CAPOT, written.capot),
        (Field.PENALTY, written.penalty),
    ):
        for cell in boxes:
            if who and cell.field is name and cell.who == who:
                writer.mark(paper, cell)
    if written.points:
        for side, value in zip("AB", written.points, strict=True):
            places = [c for c in boxes if c.field is Field.POINTS and c.who == side]
            writer.number(paper, places, value)


def write_totals(paper: Picture, writer: Writer, hands: int, totals: tuple[int, int]) -> None:
    for side, value in zip("AB", totals, strict=True):
        places = [c for c in cells(hands) if c.field is Field.TOTAL and c.who == side]
        writer.number(paper, places, value)


KINDS: Final = (
    "clean",
    "perspective",
    "curl",
    "fold",
    "shadow",
    "blur",
    "noise",
    "dim",
    "upside_down",
    "stain",
    "copy",
    "glare",
)


@dataclass
class Photo:
    """What a camera makes of a sheet."""

    dice: Any
    kinds: tuple[str, ...] = field(default=("perspective", "shadow", "noise"))

    def of(self, paper: Picture) -> Picture:
        """Return a picture of some 12 megapixels, the sheet on a darker table."""
        dice = self.dice
        page = paper
        if "copy" in self.kinds:
            page = cv2.GaussianBlur(page, (0, 0), 1.2)
            page = np.clip((page.astype(np.float32) - 128) * 1.8 + 150, 0, 255).astype(np.uint8)
        if "stain" in self.kinds:
            page = self._stained(page)
        if "cut_corner" in self.kinds:
            page = self._torn(page)
        if "curl" in self.kinds:
            page = self._curled(page)
        if "fold" in self.kinds:
            page = self._folded(page)
        width, height = 3000, 4000
        picture: Picture = np.full((height, width), int(dice.integers(60, 150)), np.uint8)
        high, wide = page.shape
        shift = 0.05 if "perspective" in self.kinds else 0.012
        frame = np.array([[0.06, 0.05], [0.94, 0.05], [0.94, 0.95], [0.06, 0.95]])
        moved = (frame + dice.uniform(-shift, shift, (4, 2))) * [width, height]
        aims = moved.astype(np.float32)
        matrix = cv2.getPerspectiveTransform(
            np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32), aims
        )
        seen = cv2.warpPerspective(page, matrix, (width, height), flags=cv2.INTER_LINEAR)
        mask = cv2.warpPerspective(np.full_like(page, 255), matrix, (width, height))
        picture = np.where(mask > 127, seen, picture).astype(np.float32)
        if "shadow" in self.kinds:
            picture *= self._shadow(width, height)
        if "dim" in self.kinds:
            picture = picture * dice.uniform(0.25, 0.45) + 8
        if "glare" in self.kinds:
            picture += self._lamp(width, height)
        if "blur" in self.kinds:
            picture = cv2.GaussianBlur(picture, (0, 0), dice.uniform(1.5, 3.2))
        noise = dice.uniform(6, 12) if "noise" in self.kinds or "dim" in self.kinds else 2
        picture += dice.normal(0, noise, picture.shape).astype(np.float32)
        found: Picture = np.clip(picture, 0, 255).astype(np.uint8)
        if "upside_down" in self.kinds:
            found = cv2.rotate(found, int(dice.choice([cv2.ROTATE_180, cv2.ROTATE_90_CLOCKWISE])))
        return found

    def _shadow(self, width: int, height: int) -> Picture:
        """Return how bright each point is: a lamp to one side, the edge of a shadow."""
        dice = self.dice
        x, y = np.meshgrid(np.linspace(0, 1, width), np.linspace(0, 1, height))
        angle = dice.uniform(0, 2 * np.pi)
        slope = (x - 0.5) * np.cos(angle) + (y - 0.5) * np.sin(angle)
        lamp = 1 - dice.uniform(0.1, 0.5) * (slope + 0.7)
        edge = np.clip((slope - dice.uniform(-0.3, 0.3)) * dice.uniform(8, 120), -1, 1)
        return (lamp * (1 - dice.uniform(0.1, 0.4) * (edge + 1) / 2)).astype(np.float32)

    def _lamp(self, width: int, height: int, size: float = 0.06) -> Picture:
        """Return the light of a lamp that is reflected somewhere on the sheet."""
        x, y = np.meshgrid(np.arange(width), np.arange(height))
        place = self.dice.uniform(0.2, 0.8, 2) * (width, height)
        away = np.hypot(x - place[0], y - place[1]) / (width * size * self.dice.uniform(0.5, 1.5))
        return (300 * np.exp(-(away**2))).astype(np.float32)

    def _torn(self, page: Picture) -> Picture:
        """Return a page without one of its right corners, as far as its mark or not."""
        is_lower = self.dice.random() < 0.5
        found = page[::-1].copy() if is_lower else page.copy()
        wide = page.shape[1]
        one, other = (at(leg) for leg in self.dice.uniform(80, 450, 2))
        cv2.fillPoly(found, [np.array([[wide, 0], [wide - one, 0], [wide, other]], np.int32)], 90)
        return found[::-1].copy() if is_lower else found

    def _curled(self, page: Picture) -> Picture:
        high, wide = page.shape
        y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
        bow = self.dice.uniform(4, 12) * DOTS * self.dice.choice([-1, 1])
        y += bow * np.sin(np.pi * x / wide).astype(np.float32)
        x += self.dice.uniform(-6, 6) * DOTS * np.sin(np.pi * y / high).astype(np.float32)
        return cv2.remap(page, x, y, cv2.INTER_LINEAR, borderValue=255)

    def _folded(self, page: Picture) -> Picture:
        found = page.astype(np.float32)
        for place in (page.shape[0] // 2, page.shape[0] // 4):
            reach = np.abs(np.arange(page.shape[0]) - place)
            found *= (1 - 0.35 * np.exp(-reach / 4.0))[:, None]
        found[: page.shape[0] // 2] *= self.dice.uniform(0.85, 1)
        return found.astype(np.uint8)

    def _stained(self, page: Picture) -> Picture:
        found = page.astype(np.float32)
        for _one in range(int(self.dice.integers(1, 4))):
            spot = np.zeros_like(page)
            centre = tuple(int(self.dice.integers(200, one - 200)) for one in page.shape[::-1])
            size = int(self.dice.integers(40, 130)), int(self.dice.integers(40, 130))
            cv2.ellipse(spot, centre, size, float(self.dice.uniform(0, 180)), 0, 360, 255, -1)
            soft = cv2.GaussianBlur(spot, (0, 0), 12).astype(np.float32) / 255
            found *= 1 - soft * self.dice.uniform(0.1, 0.3)
        return found.astype(np.uint8)
