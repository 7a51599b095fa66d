"""A picture of a sheet as what is in its boxes; a child process reads it, which may fail."""

import base64
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Final

from scorekeeper.limited_process import BusyError, Child, NoAnswerError
from tournaments.extensions.scan.layout import ReadCell, SheetCode, cells

CHILD: Final = Child("tournaments.extensions.scan.child", seconds=20.0, at_once=1, waiting=3)
LARGEST: Final = 20_000_000


class UnreadSheetError(Exception):
    """Raised for a picture that was not read, with the code of the reason: see `labels.FAULTS`."""

    def __init__(self, fault: str) -> None:
        super().__init__(fault)
        self.fault = fault


@dataclass(frozen=True, slots=True)
class SeenSheet:
    """What was read of a sheet; `strips` are pictures of its lines (JPEG in Base64).

    `picture` is the straightened sheet (JPEG), without anything else of the file that was read.
    """

    code: SheetCode
    cells: tuple[ReadCell, ...]
    strips: tuple[str, ...]
    picture: bytes


def is_installed() -> bool:
    """Return whether pictures can be read here: `pip install "belote[scan]"`."""
    return all(map(find_spec, ("cv2", "numpy", "zxingcpp")))


def read_picture(data: bytes, club: int | None = None) -> SeenSheet:
    """Read a picture, one of a club at a time; raises UnreadSheetError."""
    try:
        answer: dict[str, Any] = CHILD.answer_to(data, club)
    except BusyError:
        raise UnreadSheetError("busy") from None
    except NoAnswerError:
        raise UnreadSheetError("too_costly") from None
    if fault := answer.get("fault"):
        raise UnreadSheetError(fault)
    code = SheetCode(*answer["code"])
    read = zip(cells(code.hands), answer["cells"], strict=True)
    return SeenSheet(
        code,
        tuple(ReadCell(cell, ink, tuple(chances)) for cell, (ink, chances) in read),
        tuple(answer["strips"]),
        base64.b64decode(answer["picture"]),
    )
