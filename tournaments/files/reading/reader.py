"""The content of a file as lines of text; workbooks are read by a child process, which may fail."""

import logging
import re
import sys
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.limited_process import BusyError, Child, NoAnswerError
from tournaments.files.reading.faults import LARGEST_FILE, ListFault, UnreadableListError

CHILD: Final = Child(
    "tournaments.files.reading.child",
    seconds=15.0 if sys.platform != "win32" else 5.0,
    # One for each of two cores.
    at_once=2,
    waiting=2,
)

_WORKBOOKS: Final = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
# Control characters that no text contains; 0x1A ends files of old DOS programs.
_NO_TEXT: Final = re.compile(rb"[\x00-\x08\x0e-\x19\x1c-\x1f]")

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetText:
    """The text of one sheet of a workbook."""

    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FileText:
    """The text of a file. `sheet` is the one that was read, `others` are the other non-empty ones.

    `sheets` are all readable sheets, including that one, if there are several.
    """

    text: str
    sheet: str = ""
    others: tuple[str, ...] = ()
    sheets: tuple[SheetText, ...] = ()


def read_file(data: bytes) -> FileText:
    """Return the text of a CSV file or a workbook, one row a line, in the order of the file.

    Raises UnreadableListError.
    """
    if len(data) > LARGEST_FILE:
        raise UnreadableListError(ListFault.TOO_LARGE)
    if data.startswith(_WORKBOOKS):
        return _read_workbook(data)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return FileText(text=data.decode("utf-16", errors="replace"))
    if _NO_TEXT.search(data):
        raise UnreadableListError(ListFault.NOT_A_LIST)
    try:
        return FileText(text=data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return FileText(text=data.decode("cp1252", errors="replace"))


def _read_workbook(data: bytes) -> FileText:
    try:
        found: dict[str, Any] = CHILD.answer_to(data)
    except BusyError:
        raise UnreadableListError(ListFault.BUSY) from None
    except NoAnswerError as end:
        logger.warning("The reader of a workbook of %d bytes ended with %s.", len(data), end)
        raise UnreadableListError(ListFault.TOO_COSTLY) from None
    if "fault" in found:
        raise UnreadableListError(ListFault(found.pop("fault")), **found)
    first = SheetText(name=found["sheet"], text=found["text"])
    rest = zip(found["others"], found.get("texts", ()), strict=False)
    more = [SheetText(name=name, text=text) for name, text in rest if text]
    return FileText(
        text=first.text,
        sheet=first.name,
        others=tuple(found["others"]),
        sheets=(first, *more) if more else (),
    )
