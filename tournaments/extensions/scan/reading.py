"""From a picture to the ink in each box of a sheet: found by its marks, straightened, evened.

Needs opencv-python-headless and zxing-cpp: `pip install "belote[scan]"`.
"""

from dataclasses import dataclass
from itertools import groupby
from math import pi, sqrt
from operator import attrgetter
from typing import Any, Final

import cv2
import numpy as np
import zxingcpp

from tournaments.extensions.scan.digits import Picture, framed, log_chances
from tournaments.extensions.scan.layout import (
    CODE,
    CODE_AT,
    CORNERS,
    EMPTY,
    MARK,
    PAGE,
    Cell,
    Field,
    ReadCell,
    SheetCode,
    cells,
    code_of,
)

SCALE: Final = 0.6
"""Pixels for a tenth of a millimetre in the straightened sheet."""
SEARCHED: Final = 1600
"""Marks are searched in a picture of so many pixels at most, and then looked at closely."""
BEGINNINGS: Final = (b"\xff\xd8\xff", b"\x89PNG", b"RIFF")
"""Of the files of cameras: JPEG, PNG, WebP."""
SHOWN_WIDTH: Final = 1240
"""Pixels of the picture that is kept: 150 to the inch, so that people can read it."""
SHOWN_BYTES: Final = 250_000
QUALITIES: Final = (70, 55, 40, 20, 5)
SEARCHED_CLOSELY: Final = 4000
"""And in a larger one if not all are found."""
SMALLEST_MARK: Final = 24
"""Pixels of a mark's side from which digits can be read: the sheet is some 400 wide."""
DARK: Final = 60
BLURRED: Final = 1.9
IN_SHADOW: Final = 0.4
WHITE: Final = 252
FRAME: Final = 0.1
"""Ink along a box's frame from which the box is seen: not in glare, nor under a finger."""
MOST_UNSEEN: Final = 0.2
"""The share of boxes that may be unseen; more of them, and the sheet is photographed again."""
BESIDE: Final = (20, 72)
"""Where corrections are written beside the boxes of a number, in tenths of a millimetre from its
last box to the next, or back from the first."""
WRITTEN: Final = 0.01
"""The share of dark points there from which something is written."""
INSIDE: Final = 6
"""What is printed of a box's frame reaches so far into it, in tenths of a millimetre."""
MOVED: Final = 14
"""How far a line of boxes may lie beside its place, in tenths of a millimetre: paper curls."""


class NotReadError(ValueError):
    """The picture holds no sheet that can be read; the text is a reason: see `labels`."""


@dataclass(frozen=True, slots=True)
class ReadSheet:
    """A sheet as it was read; `picture` is straightened."""

    code: SheetCode
    cells: tuple[ReadCell, ...]
    picture: Picture


def shown(sheet: ReadSheet) -> bytes:
    """Return the straightened sheet as a JPEG for people, of 100 to 250 KB as a rule.

    It is made of the read pixels alone: nothing of the file that was sent, such as the place where
    it was taken, and nothing that lay beside the sheet.
    """
    high, wide = sheet.picture.shape
    size = SHOWN_WIDTH, round(high * SHOWN_WIDTH / wide)
    small = cv2.resize(sheet.picture, size, interpolation=cv2.INTER_AREA)
    # The paper becomes white, so that a sheet from a dim hall can be read on a screen and printed.
    small = cv2.convertScaleAbs(small, alpha=240 / max(60.0, float(np.percentile(small, 90))))
    found = b""
    for quality in QUALITIES:
        settings = [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_OPTIMIZE, 1]
        found = cv2.imencode(".jpg", small, settings)[1].tobytes()
        if len(found) <= SHOWN_BYTES:
            break
    return found


def decoded(data: bytes) -> Picture:
    """Return a picture in shades of gray. Raises NotReadError."""
    if not data:
        raise NotReadError("no_picture")
    try:
        found = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    except cv2.error:  # too many dots
        found = None
    if found is None:
        raise NotReadError("damaged" if data.startswith(BEGINNINGS) else "no_picture")
    return found


def read(picture: Picture) -> ReadSheet:
    """Read a photographed or scanned sheet. Raises NotReadError."""
    corners = _marks(picture)
    straighten = _straightening(corners)
    straight = _cut_straight(picture, straighten, (0, 0, *PAGE), SCALE)
    code = _code(straight, picture, straighten)
    even = _evened(straight)
    boxes = _boxes(even, code.hands)
    if sum(not box.is_seen for box in boxes) > MOST_UNSEEN * len(boxes):
        raise NotReadError(_why_unseen(straight))
    return ReadSheet(code, tuple(_read_cells(boxes)), straight)


def _marks(picture: Picture) -> Picture:
    """Return the sixteen corners of the four marks, in the order of `layout`."""
    small, shrunk = _shrunk(picture, SEARCHED)
    found = _found_marks(small)
    if len(found) < len(CORNERS) and shrunk < 1:
        closer, shrunk_less = _shrunk(picture, SEARCHED_CLOSELY)
        if len(more := _found_marks(closer)) > len(found):
            found = {one: points * shrunk / shrunk_less for one, points in more.items()}
    if len(found) < len(CORNERS):
        raise NotReadError(_why_no_marks(small, found))
    points = np.concatenate([found[one] for one in range(len(CORNERS))]).astype(np.float32)
    points /= shrunk
    if _smallest_side(points) < SMALLEST_MARK:
        raise NotReadError("closer")
    reach = max(2, round(3 / shrunk))
    limits = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.01)
    refined = cv2.cornerSubPix(
        picture, points.reshape(-1, 1, 2).copy(), (reach, reach), (-1, -1), limits
    )
    return refined.reshape(-1, 2)


def _shrunk(picture: Picture, longest: int) -> tuple[Picture, float]:
    """Return a picture of so many pixels at most, and its scale."""
    scale = min(1.0, longest / max(picture.shape))
    if scale == 1:
        return picture, scale
    return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), scale


def _found_marks(picture: Picture) -> dict[int, Picture]:
    """Return the corners of each mark that is seen; a sheet has each of them once."""
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeMax = 53
    detector = cv2.aruco.ArucoDetector(
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), settings
    )
    quads, numbers, _refused = detector.detectMarkers(picture)
    found: dict[int, Any] = {}
    if numbers is not None:
        for quad, number in zip(quads, numbers.flatten(), strict=True):
            if number in found:
                raise NotReadError("two_sheets")
            if number < len(CORNERS):
                found[int(number)] = quad.reshape(4, 2)
    return found


def _smallest_side(points: Picture) -> float:
    """Return the length of the shortest side of the marks whose corners these are."""
    quads = points.reshape(-1, 4, 2)
    return float(np.hypot(*(quads - np.roll(quads, 1, axis=1)).transpose(2, 0, 1)).min())


def _why_no_marks(small: Picture, found: dict[int, Picture]) -> str:
    """Return why not all marks are seen, as what to do about it."""
    if reason := _why_unclear(small):
        return reason
    if not found:
        return "no_sheet"
    if _smallest_side(np.concatenate([*found.values()])) < SMALLEST_MARK * 1.2:
        return "closer"
    return "shadow" if _is_shadow_on(small, found) else "corner_missing"


def _why_unclear(small: Picture) -> str:
    """Return what is wrong with all of a picture, if anything is."""
    if np.percentile(small, 95) < DARK:
        return "too_dark"
    return "blurred" if _blur(small) > BLURRED else ""


def _blur(picture: Picture) -> float:
    """Return by how many pixels edges are spread, whichever way; a sharp picture has about one."""
    shades = picture.astype(np.float32)
    darkest, brightest = np.percentile(shades, (1, 99))
    across, down = shades[:, 2:] - shades[:, :-2], shades[2:] - shades[:-2]
    steepest = min(float(np.percentile(np.abs(one), 99.8)) for one in (across, down))
    # An edge blurred by a Gaussian is steepest in its middle.
    return float(brightest - darkest) * 2 / (max(steepest, 1e-3) * sqrt(2 * pi))


def _is_shadow_on(picture: Picture, found: dict[int, Picture]) -> bool:
    """Return whether a mark that is not seen lies in the picture where it is dark."""
    places: Picture = np.concatenate([_on_paper(one) for one in found])
    matrix, _used = cv2.findHomography(places, np.concatenate([*found.values()]), 0)
    high, wide = picture.shape
    paper = max(float(np.percentile(_around(picture, one), 90)) for one in found.values())
    for one in {*range(len(CORNERS))} - {*found}:
        seen = cv2.perspectiveTransform(_on_paper(one)[None], matrix)[0]
        is_inside = (seen >= 0).all() and (seen < (wide, high)).all()
        if is_inside and np.percentile(_around(picture, seen), 90) < IN_SHADOW * paper:
            return True
    return False


def _around(picture: Picture, quad: Picture) -> Picture:
    """Return the part of a picture in which a mark lies, with the paper beside it."""
    low, high = quad.min(axis=0), quad.max(axis=0)
    (left, top), (right, bottom) = low - (high - low) / 4, high + (high - low) / 4
    return picture[max(0, int(top)) : int(bottom) + 1, max(0, int(left)) : int(right) + 1]


def _on_paper(mark: int) -> Picture:
    """Return the corners of a mark in tenths of a millimetre, clockwise."""
    x, y = CORNERS[mark]
    return np.array(
        [(x + right * MARK, y + down * MARK) for right, down in ((0, 0), (1, 0), (1, 1), (0, 1))],
        np.float32,
    )


def _straightening(corners: Picture) -> Picture:
    """Return the matrix from the picture to tenths of a millimetre on the paper."""
    aims: Picture = np.concatenate([_on_paper(one) for one in range(len(CORNERS))])
    matrix: Picture = cv2.findHomography(corners, aims, 0)[0]
    if matrix is None:
        raise NotReadError("corner_missing")
    return matrix


def _cut_straight(
    picture: Picture, straighten: Picture, area: tuple[int, int, int, int], scale: float
) -> Picture:
    """Return a part of the paper: left, top, right, bottom."""
    left, top, right, bottom = area
    moved = np.array([[scale, 0, -left * scale], [0, scale, -top * scale], [0, 0, 1]])
    size = round((right - left) * scale), round((bottom - top) * scale)
    return cv2.warpPerspective(
        picture, moved @ straighten, size, flags=cv2.INTER_AREA, borderValue=255
    )


def _code(straight: Picture, picture: Picture, straighten: Picture) -> SheetCode:
    x, y = CODE_AT
    area = (x - CODE // 4, 0, x + CODE * 5 // 4, y + CODE * 5 // 4)
    # Only where it is printed: another sheet may lie beside this one.
    for image in (
        straight[: straight.shape[0] // 4],
        _cut_straight(picture, straighten, area, 3 * SCALE),
    ):
        for code in zxingcpp.read_barcodes(
            np.ascontiguousarray(image), formats=zxingcpp.barcode_formats_from_str("QRCode")
        ):
            if found := code_of(code.text):
                return found
    raise NotReadError(_why_unclear(_shrunk(picture, SEARCHED)[0]) or "no_code")


def _why_unseen(straight: Picture) -> str:
    """Return why the frames of boxes are not seen, as what to do about it."""
    if reason := _why_unclear(straight):
        return reason
    return "too_bright" if np.mean(straight >= WHITE) > 0.2 else "shadow"


def _evened(straight: Picture) -> Picture:
    """Return ink from 0 to 1: how much darker than the paper around each point is."""
    small = cv2.resize(straight, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    paper = cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((13, 13), np.uint8))
    paper = cv2.GaussianBlur(paper, (0, 0), 3)
    paper = cv2.resize(paper, (straight.shape[1], straight.shape[0])).astype(np.float32)
    ink = 1 - straight.astype(np.float32) / np.maximum(paper, 1)
    darkest = float(np.percentile(ink, 99.5))
    if darkest < 0.15:
        raise NotReadError("too_pale")
    found: Picture = np.clip((ink - 0.12) / (0.75 * darkest), 0, 1)
    return found


@dataclass(frozen=True, slots=True)
class _Box:
    """A box that was cut out. `is_corrected` says that something is written beside its number."""

    cell: Cell
    ink: Picture
    is_seen: bool
    is_corrected: bool

    @property
    def share(self) -> float:
        return float(self.ink.mean())


def _boxes(even: Picture, hands: int) -> list[_Box]:
    found = []
    for number, in_row in groupby(cells(hands), attrgetter("row")):
        row = list(in_row)
        moved = _moved(even, row)
        corrected = {who for who in ("A", "B") if number and _is_beside(even, row, who, moved)}
        found += [
            _Box(
                cell,
                _cut(even, cell, *moved),
                _is_seen(even, cell, *moved),
                cell.field is Field.POINTS and cell.who in corrected,
            )
            for cell in row
        ]
    return found


def _is_beside(even: Picture, row: list[Cell], who: str, moved: tuple[int, int]) -> bool:
    """Return whether something is written before or after the boxes for points of a side."""
    boxes = [cell for cell in row if cell.field is Field.POINTS and cell.who == who]
    first, last = boxes[0], boxes[-1]
    near, far = BESIDE
    right, down = moved
    top, bottom = (round(y * SCALE) + down for y in (first.y, first.y + first.height))
    for left, end in (
        (first.x - far, first.x - near),
        (last.x + last.width + near, last.x + last.width + far),
    ):
        part = even[top:bottom, round(left * SCALE) + right : round(end * SCALE) + right]
        if (part > 0.45).mean() > WRITTEN:
            return True
    return False


def _read_cells(boxes: list[_Box]) -> list[ReadCell]:
    written = [one for one in boxes if one.cell.is_digit and one.share > EMPTY]
    squares = np.stack([framed(_cleaned(one.ink)) for one in written]) if written else None
    chances = iter(log_chances(squares)) if squares is not None else iter(())
    return [
        ReadCell(
            one.cell,
            one.share,
            tuple(map(float, next(chances))) if one.cell.is_digit and one.share > EMPTY else (),
            one.is_seen and not one.is_corrected,
        )
        for one in boxes
    ]


def _is_seen(even: Picture, cell: Cell, right: int, down: int) -> bool:
    """Return whether at least three sides of a box's printed frame are seen."""
    x, y = round(cell.x * SCALE) + right, round(cell.y * SCALE) + down
    w, h = round(cell.width * SCALE), round(cell.height * SCALE)
    box = even[max(0, y - 2) : y + h + 3, max(0, x - 2) : x + w + 3]
    across, along = box[:, 2:-2].mean(axis=1), box[2:-2].mean(axis=0)
    sides = (across[:5], across[-5:], along[:5], along[-5:])
    return sum(float(one.max(initial=0)) > FRAME for one in sides) >= 3


def _moved(even: Picture, row: list[Cell]) -> tuple[int, int]:
    """Return by how many pixels the frames of a line lie beside their place."""
    left, right = min(one.x for one in row), max(one.x + one.width for one in row)
    top, bottom = min(one.y for one in row), max(one.y + one.height for one in row)
    reach = round(MOVED * SCALE)
    frame = np.zeros(
        (round((bottom - top) * SCALE) + 3, round((right - left) * SCALE) + 3), np.float32
    )
    for one in row:
        x, y = round((one.x - left) * SCALE) + 1, round((one.y - top) * SCALE) + 1
        w, h = round(one.width * SCALE), round(one.height * SCALE)
        cv2.rectangle(frame, (x, y), (x + w, y + h), 1.0, 2)
    x, y = round(left * SCALE) - 1, round(top * SCALE) - 1
    area = even[
        max(0, y - reach) : y + frame.shape[0] + reach,
        max(0, x - reach) : x + frame.shape[1] + reach,
    ]
    if area.shape[0] < frame.shape[0] or area.shape[1] < frame.shape[1]:
        return 0, 0
    fits = cv2.matchTemplate(np.ascontiguousarray(area), frame, cv2.TM_CCORR)
    _low, _high, _where, best = cv2.minMaxLoc(fits)
    return best[0] - reach, best[1] - reach


def _cut(even: Picture, cell: Cell, right: int, down: int) -> Picture:
    x, y = round((cell.x + INSIDE) * SCALE) + right, round((cell.y + INSIDE) * SCALE) + down
    w, h = round((cell.width - 2 * INSIDE) * SCALE), round((cell.height - 2 * INSIDE) * SCALE)
    return even[y : y + h, x : x + w]


def _cleaned(ink: Picture) -> Picture:
    """Return the ink without specks, and without frames and neighbours that reach in."""
    strong = (ink > 0.3).astype(np.uint8)
    count, places, sizes, _centres = cv2.connectedComponentsWithStats(strong, connectivity=8)
    if count <= 2:
        return ink
    largest = max(int(sizes[one, cv2.CC_STAT_AREA]) for one in range(1, count))
    kept = np.zeros_like(strong)
    high, wide = ink.shape
    for one in range(1, count):
        x, y, w, h, area = (int(value) for value in sizes[one])
        is_at_edge = x == 0 or y == 0 or x + w == wide or y + h == high
        is_thin = min(w, h) <= 3
        if area >= max(6, largest * 0.06) and not (is_at_edge and is_thin and area < largest):
            kept[places == one] = 1
    return ink * cv2.dilate(kept, np.ones((3, 3), np.uint8))
