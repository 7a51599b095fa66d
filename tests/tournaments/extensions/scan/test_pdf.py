"""PDFs of scanners are read page by page; hostile ones are refused with a reason."""

import re
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.tournaments.extensions.scan.pdfs import drawn, image, of_pages, packed, scanned
from tests.tournaments.extensions.scan.test_reading import CODE, filled
from tournaments.extensions import scan
from tournaments.extensions.scan.labels import FAULTS
from tournaments.extensions.scan.reader import (
    CHILD,
    LARGEST_PDF,
    read_pages,
)


def read_as(data: bytes) -> list[object]:
    """Return the table on each page, or the fault."""
    return [one if isinstance(one, str) else one.code.table for one in read_pages(data)]


def test_a_pile_is_read_page_by_page_and_the_empty_backs_are_told() -> None:
    paper, _rows = filled(6)
    back = np.full_like(paper, 250)
    torn = paper.copy()
    torn[:, 1700:] = 255
    pages = (paper, back, cv2.rotate(paper, cv2.ROTATE_180), torn)
    pile = of_pages(*map(scanned, pages))
    assert read_as(pile) == [7, "empty_page", 7, "corner_missing"]
    first = next(read_pages(pile))
    assert not isinstance(first, str)
    assert (first.code, len(first.cells)) == (CODE, 200)
    # A picture alone is a file of one page.
    assert read_as(cv2.imencode(".jpg", paper)[1].tobytes()) == [7]


DOT = image(1, 1, b"FlateDecode", zlib.compress(b"\0"))
WIDE = image(60_000, 60_000, b"FlateDecode", zlib.compress(bytes(1000)))
LOCK = b"/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<%b>/U<%b>>>/ID[<00><00>]"


def hostile() -> Iterator[tuple[str, bytes, str]]:
    yield "a beginning only", b"%PDF-1.7\n", "damaged_pdf"
    yield "cut off", of_pages(DOT, DOT)[:400], "damaged_pdf"
    yield "without pages", of_pages(), "damaged_pdf"
    yield "locked", of_pages(DOT, trailer=LOCK % (b"41" * 32, b"42" * 32)), "locked_pdf"
    yield "a thousand pages", of_pages(*[DOT] * 1000), "too_many_pages"
    yield "a gigantic page", of_pages(DOT, box=b"0 0 99999999 99999999"), "too_large_page"
    yield "a thin page", of_pages(DOT, box=b"0 0 0.001 4000"), "empty_page"
    yield "a gigantic picture", of_pages(WIDE), "too_large_page"
    yield "too many bytes", b"%PDF-1.7\n" + bytes(LARGEST_PDF), "too_large"
    if sys.platform == "linux":  # Elsewhere memory is not limited, only size and time are.
        program = drawn(b"/FlateDecode", packed(b"q " * 500_000, 600))
        yield "a program of 600 MB", program, "too_costly"
        twice = zlib.compress(packed(bytes(1_000_000), 1000))
        yield "packed twice", drawn(b"[/FlateDecode/FlateDecode]", twice), "too_costly"


def test_hostile_pdfs_are_refused_with_the_reason() -> None:
    for name, data, fault in hostile():
        assert read_as(data) == [fault], name


def test_a_page_that_takes_too_long_ends_the_reading_of_its_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers = iter([(b'{"fault": "no_sheet", "pages": 60}', ""), (b"", "its time over")])
    monkeypatch.setattr(CHILD, "run", lambda _data: next(answers))
    assert read_as(of_pages(DOT)) == ["no_sheet", "rest_not_read"]


def test_every_fault_has_its_words() -> None:
    folder = Path(scan.__file__).parent
    files = [folder / f"{name}.py" for name in ("child", "pdf", "reader", "reading")]
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    raised = set(re.findall(r'(?:NotReadError\(|"fault": |fault = )"(\w+)"', text))
    assert len(raised) > 10
    assert raised <= set(FAULTS)
