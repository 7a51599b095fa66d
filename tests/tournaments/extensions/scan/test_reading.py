"""Simulated photos of filled-in sheets are read, or refused with a reason, and never wrongly."""

import struct
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Event

import cv2
import numpy as np
import pytest

from scorekeeper.engine.hand import HandEntry, Seat, Side
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
from tournaments.extensions.scan.judging import judge
from tournaments.extensions.scan.layout import SheetCode, cells
from tournaments.extensions.scan.reader import CHILD, SeenSheet, read_pages
from tournaments.extensions.scan.reading import SHOWN_BYTES, NotReadError, ReadSheet, read, shown

RULES = PRESETS["contest"]
PLACE = b"47.2184N 1.5536W"
CODE = SheetCode(12, 1, 7, 12, "0123abcd")


def filled(seed: int) -> tuple[Picture, list[WrittenRow]]:
    """Return a sheet filled in by a hand of its own, and what was meant."""
    dice = np.random.default_rng(seed)
    writer, paper = Writer.by(dice), blank_paper(CODE.hands, CODE.text)
    rows = []
    for number in range(1, CODE.hands + 1):
        points = int(dice.integers(20, 142))
        taker = str(dice.choice([one.value for one in Seat]))
        written = WrittenRow(taker, (points, 162 - points), belote=str(dice.choice(["", "A", "B"])))
        if number == 5:
            written = WrittenRow(taker, (162, 0), capot="A")
        if number == 9:
            written = WrittenRow("", None, penalty="B")
        rows.append(written)
        write_row(paper, writer, CODE.hands, number, written)
    return paper, rows


def meant(row: WrittenRow) -> HandEntry:
    if row.penalty:
        return HandEntry(penalty=Side(row.penalty))
    seat = Seat(row.taker)
    assert row.points
    return HandEntry(
        taker=seat,
        card_points=row.points[0 if seat.side is Side.A else 1],
        belote=Side(row.belote) if row.belote else None,
        capot=Side(row.capot) if row.capot else None,
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_photo_is_read(kind: str) -> None:
    seed = KINDS.index(kind)
    paper, rows = filled(seed)
    kinds = (kind,) if kind == "clean" else ("perspective", kind, "noise")
    sheet = read(Photo(np.random.default_rng(seed), kinds).of(paper))
    assert sheet.code == CODE
    judged = judge(sheet.cells, RULES)
    proposed = [one for one in judged if one.is_sure]
    assert [one.entry for one in proposed] == [meant(rows[one.row - 1]) for one in proposed]
    # How many depends on the hand that wrote; `tests.benchmarks.sheets` counts them.
    assert len(proposed) >= len(rows) / 4


def test_what_was_crossed_out_is_asked() -> None:
    paper, _rows = filled(3)
    dice = np.random.default_rng(3)
    writer = Writer.by(dice)
    boxes = [one.cell for one in read(Photo(dice, ("clean",)).of(paper)).cells]
    for one in boxes:
        if one.row in (2, 7) and one.is_digit and one.place == 2:
            writer.strike(paper, one)
    judged = judge(read(Photo(dice, ("clean",)).of(paper)).cells, RULES)
    assert [one.is_sure for one in judged if one.row in (2, 7)] == [False, False]


def test_what_is_written_beside_the_boxes_is_asked() -> None:
    """The number in the boxes is not what counts, even where it was crossed out lightly."""
    paper, _rows = filled(3)
    dice = np.random.default_rng(3)
    writer = Writer.by(dice)
    for row, side in ((1, "A"), (6, "B")):
        boxes = [one for one in cells(CODE.hands) if one.row == row and one.is_digit]
        writer.write_beside(paper, [one for one in boxes if one.who == side], 64)
    judged = {one.row: one for one in judge(read(Photo(dice, ("clean",)).of(paper)).cells, RULES)}
    for row, side in ((1, "a"), (6, "b")):
        assert not judged[row].is_sure
        assert judged[row].written[f"points_{side}"] == ""
    # So much is possible there that nothing is named.
    assert not judged[1].candidates
    assert [row for row, one in judged.items() if one.is_sure]


def covered(paper: Picture, corner: int) -> Picture:
    found = paper.copy()
    found[:300, :300] = 255
    if corner == 2:
        found[:600, 1300:] = 255
    return found


def test_a_sheet_that_is_not_whole_is_refused_with_the_reason() -> None:
    paper, _rows = filled(4)
    dice = np.random.default_rng(4)
    for picture, reason in (
        (np.full((900, 700), 200, np.uint8), "no_sheet"),
        (covered(paper, 1), "corner_missing"),
    ):
        with pytest.raises(NotReadError, match=reason):
            read(Photo(dice, ("clean",)).of(picture))
    without_code = paper.copy()
    without_code[90:480, 1440:1840] = 255
    with pytest.raises(NotReadError, match="no_code"):
        read(without_code)


def on_a_table(*papers: tuple[Picture, int, int], width: int = 1400) -> Picture:
    """Return a photo of small sheets, each with its place."""
    table = np.full((1600, width), 110, np.uint8)
    for paper, x, y in papers:
        small = cv2.resize(paper, (840, 1188), interpolation=cv2.INTER_AREA)
        part = table[y : y + 1188, x : x + 840]
        part[:] = small[: part.shape[0], : part.shape[1]]
    return table


def shaded(photo: Picture, light: float) -> Picture:
    """Return a photo whose lower part lies in a hard shadow."""
    found = photo.copy()
    found[2600:] = (found[2600:] * light).astype(np.uint8)
    return found


def test_a_photo_that_cannot_be_read_says_what_to_do() -> None:
    paper, _rows = filled(8)
    photo = Photo(np.random.default_rng(8), ("perspective",)).of(paper)
    for reason, picture in (
        ("closer", cv2.resize(photo, (300, 400), interpolation=cv2.INTER_AREA)),
        ("blurred", cv2.GaussianBlur(photo, (0, 0), 10)),
        ("blurred", cv2.blur(photo, (45, 1))),
        ("too_dark", (photo * 0.02).astype(np.uint8)),
        ("too_bright", cv2.convertScaleAbs(photo, alpha=3, beta=30)),
        ("shadow", shaded(photo, 0.03)),
        ("corner_missing", photo[:3200]),
        ("corner_missing", photo[:, 600:]),
        ("two_sheets", on_a_table((paper, 20, 20), (paper, 900, 60), width=1800)),
        ("two_sheets", on_a_table((paper, 20, 20), (paper, 900, 60))),
    ):
        with pytest.raises(NotReadError, match=reason):
            read(picture)


def test_a_sheet_far_away_is_read() -> None:
    paper, _rows = filled(8)
    far = np.full((4000, 3000), 110, np.uint8)
    far[500:1348, 700:1300] = cv2.resize(paper, (600, 848), interpolation=cv2.INTER_AREA)
    assert read(far).code == CODE


def test_the_code_of_a_sheet_beside_it_is_not_taken() -> None:
    paper, _rows = filled(8)
    other = blank_paper(CODE.hands, replace(CODE, table=9).text)
    paper[90:480, 1440:1840] = 255
    beside = on_a_table((paper, 20, 300))
    beside[300:540, 900:1140] = cv2.resize(other[90:480, 1450:1840], (240, 240))
    with pytest.raises(NotReadError, match="no_code"):
        read(beside)


@pytest.mark.parametrize("place", [(0.3, 0.5), (0.55, 0.6)], ids=["takers", "points"])
def test_boxes_that_are_not_seen_are_not_empty(place: tuple[float, float]) -> None:
    """A line under a thumb, or in the reflection of a lamp, is asked, not taken for empty."""
    paper, rows = filled(8)
    high, wide = paper.shape
    for covered_by in (170, 255):
        thumb = paper.copy()
        centre = round(wide * place[0]), round(high * place[1])
        cv2.ellipse(thumb, centre, (180, 130), 0, 0, 360, covered_by, -1)
        sheet = read(Photo(np.random.default_rng(8), ("clean",)).of(thumb))
        judged = judge(sheet.cells, RULES)
        under = {one.cell.row for one in sheet.cells if not one.is_clear}
        assert under
        assert not any(one.is_sure for one in judged if one.row in under)
        sure = [one for one in judged if one.is_sure]
        assert [one.entry for one in sure] == [meant(rows[one.row - 1]) for one in sure]


def bomb() -> bytes:
    """Return a small PNG that says to be 30 000 dots wide and high."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", 30_000, 30_000, 8, 0, 0, 0, 0)
    rows = zlib.compress(bytes(30_001) * 50)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def hostile() -> Iterator[tuple[str, bytes, str]]:
    paper, _rows = filled(5)
    _is_done, jpeg = cv2.imencode(".jpg", paper)
    yield "nothing", b"", "no_picture"
    yield "a text", b"hello " * 500, "no_picture"
    yield "a bomb", bomb(), "damaged"
    yield "cut off", jpeg.tobytes()[:300], "damaged"


def test_hostile_files_are_refused_by_a_process_of_their_own() -> None:
    for name, data, reason in hostile():
        assert [*read_pages(data)] == [reason], name


def test_phones_of_one_club_wait_for_one_another(monkeypatch: pytest.MonkeyPatch) -> None:
    are_sent = Event()

    def run(_data: bytes) -> tuple[bytes, str]:
        are_sent.wait(10)
        return b'{"fault": "no_sheet", "pages": 1}', ""

    monkeypatch.setattr(CHILD, "run", run)
    with ThreadPoolExecutor(3) as phones:
        answers = [phones.submit(lambda: [*read_pages(b"x", 1)]) for _phone in range(3)]
        are_sent.set()
    assert [one.result() for one in answers] == [["no_sheet"]] * 3


def with_metadata(jpeg: bytes) -> bytes:
    """Return the same picture with a segment of metadata, as cameras write it."""
    note = b"Exif\0\0" + PLACE
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(note) + 2) + note + jpeg[2:]


def test_the_child_reads_as_the_program_does() -> None:
    paper, _rows = filled(6)
    photo = Photo(np.random.default_rng(6), ("perspective",)).of(paper)
    _is_done, jpeg = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, 92])
    (seen,) = read_pages(with_metadata(jpeg.tobytes()))
    assert isinstance(seen, SeenSheet)
    assert seen.code == CODE
    inks = [one.ink for one in read(cv2.imdecode(jpeg, cv2.IMREAD_GRAYSCALE)).cells]
    assert [one.ink for one in seen.cells] == pytest.approx(inks, abs=0.01)
    # The picture that is kept: the sheet alone, upright, and nothing of the camera or the place.
    assert PLACE not in seen.picture
    assert b"Exif" not in seen.picture
    assert 80_000 < len(seen.picture) <= SHOWN_BYTES
    kept = cv2.imdecode(np.frombuffer(seen.picture, np.uint8), cv2.IMREAD_UNCHANGED)
    assert kept is not None
    assert kept.shape == (1754, 1240)
    printed = cv2.resize(paper, (1240, 1754), interpolation=cv2.INTER_AREA)
    assert np.corrcoef(kept.ravel(), printed.ravel())[0, 1] > 0.8


def test_the_picture_that_is_kept_is_never_large() -> None:
    grain = np.random.default_rng(1).integers(0, 256, (1782, 1260)).astype(np.uint8)
    kept = shown(ReadSheet(CODE, (), grain))
    assert len(kept) <= SHOWN_BYTES
