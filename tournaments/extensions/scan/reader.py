"""Pictures of sheets, and PDFs, as what is in the boxes; a child process reads them."""

import base64
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Final

from scorekeeper.limited_process import BusyError, Child, NoAnswerError
from tournaments.extensions.scan.layout import ReadCell, SheetCode, cells

# Of a club, two phones and a scanner at a time.
CHILD: Final = Child(
    "tournaments.extensions.scan.child", seconds=20.0, at_once=1, waiting=3, of_club=3
)
LARGEST: Final = 20_000_000
LARGEST_PDF: Final = 60_000_000
"""Bytes of one file: sixty sheets as scanners keep them."""


class UnreadSheetError(Exception):
    """Raised for a picture that was not read, with the code of the reason: see `labels.FAULTS`."""

    def __init__(self, fault: str) -> None:
        super().__init__(fault)
        self.fault = fault


@dataclass(frozen=True, slots=True)
class SeenSheet:
    """What was read of a sheet.

    `picture` is the straightened sheet (JPEG), without anything else of the file that was read.
    """

    code: SheetCode
    cells: tuple[ReadCell, ...]
    picture: bytes

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.picture).hexdigest()


def is_installed() -> bool:
    """Return whether pictures can be read here: `pip install "belote[scan]"`."""
    return all(map(find_spec, ("cv2", "numpy", "pypdfium2", "zxingcpp")))


def is_pdf(data: bytes) -> bool:
    """Return whether a file says to be a PDF, where readers of PDFs look for it."""
    return b"%PDF-" in data[:1024]


def read_pages(data: bytes, club: int | None = None) -> Iterator[SeenSheet | str]:
    """Yield the sheet on each page of a PDF, or the code of the reason why it was not read.

    A picture is a file of one page. Each page has a process of its own, so that memory does not
    grow with the file. Where one ends without an answer the rest is not read, and the last fault
    says so.
    """
    number, pages = 0, 1
    while number < pages:
        # Later pages wait for their turn: others of the club photograph sheets at the same time.
        answer = _answer(number, data, None if number else club)
        fault = answer.get("fault")
        if number and "pages" not in answer:
            fault = "rest_not_read"
        yield fault or _sheet(answer)
        number, pages = number + 1, answer.get("pages", 1)


def _answer(number: int, data: bytes, club: int | None) -> dict[str, Any]:
    """Return what the child says of a page; its number of pages is missing if it says nothing."""
    if len(data) > (LARGEST_PDF if is_pdf(data) else LARGEST):
        return {"fault": "too_large"}
    try:
        answer: dict[str, Any] = CHILD.answer_to(b"%d\n" % number + data, club)
    except BusyError:
        return {"fault": "busy"}
    except NoAnswerError:
        return {"fault": "too_costly"}
    return answer


def _sheet(answer: dict[str, Any]) -> SeenSheet:
    code = SheetCode(*answer["code"])
    read = zip(cells(code.hands), answer["cells"], strict=True)
    return SeenSheet(
        code,
        tuple(
            ReadCell(cell, ink, tuple(chances), is_clear) for cell, (ink, chances, is_clear) in read
        ),
        base64.b64decode(answer["picture"]),
    )
