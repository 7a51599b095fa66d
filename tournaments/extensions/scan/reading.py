"""From a picture to the ink in each box of a sheet: found by its marks, straightened, evened.

Needs opencv-python-headless and zxing-cpp: `pip install "belote[scan]"`.
"""

from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

import cv2
import numpy as np
import zxingcpp

from tournaments.extensions.scan.digits import Picture, framed, log_chances
from tournaments.extensions.scan.layout import (
    CORNERS,
    EMPTY,
    LINES_FROM,
    LINES_TO,
    MARK,
    PAGE,
    Cell,
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


def strips(sheet: ReadSheet) -> list[bytes]:
    """Return a picture (JPEG) of each line, and of the totals last."""
    found = []
    for _number, boxes in groupby(cells(sheet.code.hands), attrgetter("row")):
        row = list(boxes)
        top = min(cell.y for cell in row) - 14
        bottom = max(cell.y + cell.height for cell in row) + 14
        left, right = LINES_FROM, LINES_TO
        part = sheet.picture[
            round(top * SCALE) : round(bottom * SCALE), round(left * SCALE) : round(right * SCALE)
        ]
        _is_done, picture = cv2.imencode(".jpg", part, [cv2.IMWRITE_JPEG_QUALITY, 70])
        found.append(picture.tobytes())
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
    straight = _straightened(picture, corners)
    code = _code(straight, picture)
    even = _evened(straight)
    return ReadSheet(code, tuple(_read_cells(even, code.hands)), straight)


def _marks(picture: Picture) -> Picture:
    """Return the sixteen corners of the four marks, in the order of `layout`."""
    longest = max(picture.shape)
    shrunk = min(1.0, SEARCHED / longest)
    small = (
        cv2.resize(picture, None, fx=shrunk, fy=shrunk, interpolation=cv2.INTER_AREA)
        if shrunk < 1
        else picture
    )
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeMax = 53
    detector = cv2.aruco.ArucoDetector(
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), settings
    )
    quads, numbers, _refused = detector.detectMarkers(small)
    found: dict[int, Any] = {}
    if numbers is not None:
        for quad, number in zip(quads, numbers.flatten(), strict=True):
            if number < len(CORNERS):
                found.setdefault(int(number), quad.reshape(4, 2))
    if len(found) < len(CORNERS):
        raise NotReadError("no_sheet" if len(found) < 2 else "corner_missing")
    points = np.concatenate([found[one] for one in range(len(CORNERS))]).astype(np.float32)
    points /= shrunk
    reach = max(2, round(3 / shrunk))
    limits = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.01)
    refined = cv2.cornerSubPix(
        picture, points.reshape(-1, 1, 2).copy(), (reach, reach), (-1, -1), limits
    )
    return refined.reshape(-1, 2)


def _straightened(picture: Picture, corners: Picture) -> Picture:
    aims = [
        (x + right * MARK, y + down * MARK)
        for x, y in CORNERS
        for right, down in ((0, 0), (1, 0), (1, 1), (0, 1))
    ]
    matrix, _used = cv2.findHomography(corners, np.array(aims, np.float32) * SCALE, 0)
    if matrix is None:
        raise NotReadError("corner_missing")
    size = round(PAGE[0] * SCALE), round(PAGE[1] * SCALE)
    return cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_AREA, borderValue=255)


def _code(straight: Picture, picture: Picture) -> SheetCode:
    for image in (straight[: straight.shape[0] // 4], straight, picture):
        for code in zxingcpp.read_barcodes(
            np.ascontiguousarray(image), formats=zxingcpp.barcode_formats_from_str("QRCode")
        ):
            if found := code_of(code.text):
                return found
    raise NotReadError("no_code")


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


def _read_cells(even: Picture, hands: int) -> list[ReadCell]:
    found: list[tuple[Cell, float, Any]] = []
    for _number, boxes in groupby(cells(hands), attrgetter("row")):
        row = list(boxes)
        right, down = _moved(even, row)
        for cell in row:
            ink = _cut(even, cell, right, down)
            found.append((cell, float(ink.mean()), ink))
    written = [one for one in found if one[0].is_digit and one[1] > EMPTY]
    squares = (
        np.stack([framed(_cleaned(ink)) for _cell, _share, ink in written]) if written else None
    )
    chances = iter(log_chances(squares)) if squares is not None else iter(())
    return [
        ReadCell(cell, share, tuple(map(float, next(chances))))
        if cell.is_digit and share > EMPTY
        else ReadCell(cell, share)
        for cell, share, _ink in found
    ]


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
