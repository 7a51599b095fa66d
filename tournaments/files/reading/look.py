"""The size of a workbook, checked before a library reads it. Pure.

Libraries allocate every cell between the first and the last, and every repeated cell: a file of one
kilobyte can require more memory than any machine has.
"""

import io
import re
import zipfile
from collections.abc import Container
from typing import IO, Final, NamedTuple, NoReturn
from xml.parsers import expat

from tournaments.files.reading.faults import (
    MOST_CELLS,
    MOST_COLUMNS,
    MOST_ROWS,
    ListFault,
    UnreadableListError,
)

MOST_PARTS: Final = 2_000
LARGEST_UNPACKED: Final = 40_000_000
MOST_ELEMENTS: Final = 1_000_000
MOST_SPREAD: Final = 2_000_000
AT_ONCE: Final = 65_536

_PACKED: Final = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
_BINARY_WORKBOOK: Final = "xl/workbook.bin"
_SHEET_PARTS: Final = "xl/worksheets/"
TOO_LARGE: Final = "too large"
"""The only cell of a sheet that replaces one that is too large."""
_SMALL_SHEET: Final = (
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
    f'<row r="1"><c r="A1" t="inlineStr"><is><t>{TOO_LARGE}</t></is></c></row>'
    "</sheetData></worksheet>"
)
_PLACE: Final = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_SHEETS: Final = {"worksheet", "table"}
_CELLS: Final = {"c", "table-cell", "covered-table-cell"}
# Elements inside a cell that are its content.
_CONTENTS: Final = {"v", "is", "f", "p"}


class SeenWorkbook(NamedTuple):
    """A workbook that can be read, and whether all of it could be checked.

    Sheets that are too large are left out; `refused` is the reason for the first of them.
    """

    data: bytes
    is_whole: bool
    refused: UnreadableListError | None


def look_at(data: bytes) -> SeenWorkbook:
    """Check the size of a zipped workbook.

    Raises UnreadableListError, and zipfile.BadZipFile for an invalid archive.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = archive.infolist()
        if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > LARGEST_UNPACKED:
            raise UnreadableListError(ListFault.TOO_COSTLY)
        if any(part.flag_bits & 1 for part in parts):
            raise UnreadableListError(ListFault.HAS_PASSWORD)
        if any(part.compress_type not in _PACKED for part in parts):
            raise UnreadableListError(ListFault.NOT_A_LIST)
        elements = 0
        refused: dict[str, UnreadableListError] = {}
        for part in parts:
            try:
                with archive.open(part) as file:
                    elements += _look_at_part(file, MOST_ELEMENTS - elements)
            except UnreadableListError as error:
                is_sheet = part.filename.startswith(_SHEET_PARTS)
                if error.fault is not ListFault.TOO_MANY_CELLS or not is_sheet:
                    raise
                refused[part.filename] = error
        is_whole = _BINARY_WORKBOOK not in archive.namelist()
        first = next(iter(refused.values()), None)
        return SeenWorkbook(_without(archive, refused) if refused else data, is_whole, first)


def _without(archive: zipfile.ZipFile, names: Container[str]) -> bytes:
    """Return a workbook with these sheets replaced."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as smaller:
        for name in archive.namelist():
            smaller.writestr(name, _SMALL_SHEET if name in names else archive.read(name))
    return file.getvalue()


def _look_at_part(file: IO[bytes], most: int) -> int:
    """Check the extent of a part's cells; return its number of elements.

    The part is read to its end, because only that shows whether it is longer than declared.
    """
    seen = _Part(most)
    is_text = (start := file.read(AT_ONCE)).lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")
    while start:
        if is_text:
            try:
                seen.parser.Parse(start)
            except expat.ExpatError:
                # Drawings written by old programs are not well-formed, and are not needed.
                if seen.is_sheet:
                    raise UnreadableListError(ListFault.NOT_A_LIST) from None
                is_text = False
        start = file.read(AT_ONCE)
    seen.judge()
    return seen.elements


class _Part:
    """The extent of the non-empty cells of a sheet, or of all sheets of an ODS file."""

    def __init__(self, most: int) -> None:
        """Set the parser's handlers."""
        self.is_sheet, self.elements = False, 0
        self._most, self._rows, self._columns = most, 0, 0
        # The current cell, from 1, and how often its row and the cell are repeated.
        self._row = self._column = self._spread = 0
        self._row_times = self._column_times = 1
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.EntityDeclHandler = self._refuse_entity

    def judge(self) -> None:
        """Raise an error if the sheet is larger than a list."""
        rows, columns = self._rows, self._columns
        if rows > MOST_ROWS or columns > MOST_COLUMNS or rows * columns > MOST_CELLS:
            raise UnreadableListError(ListFault.TOO_MANY_CELLS, rows=rows, columns=columns)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.elements += 1
        if self.elements > self._most:
            raise UnreadableListError(ListFault.TOO_COSTLY)
        kind = name.rpartition(":")[2]
        if kind in _CONTENTS:
            self._rows = max(self._rows, self._row + self._row_times - 1)
            self._columns = max(self._columns, self._column + self._column_times - 1)
        elif kind in _CELLS:
            self._begin_cell(attributes)
        elif kind in {"row", "table-row"}:
            self._row = _number(attributes.get("r")) or self._row + self._row_times
            self._row_times = _number(attributes.get("table:number-rows-repeated")) or 1
            self._column, self._column_times = 0, 1
        elif kind in _SHEETS:
            self.judge()
            self.is_sheet = True
            self._row = self._rows = self._columns = 0
            self._row_times = 1

    def _begin_cell(self, attributes: dict[str, str]) -> None:
        self._column += self._column_times
        # Empty cells are allocated too if others follow them.
        self._spread += self._column_times
        if self._spread > MOST_SPREAD:
            raise UnreadableListError(ListFault.TOO_COSTLY)
        self._column_times = _number(attributes.get("table:number-columns-repeated")) or 1
        if place := attributes.get("r"):
            found = _PLACE.fullmatch(place)
            if found is None:  # whatever else would make of it
                raise UnreadableListError(ListFault.NOT_A_LIST)
            self._column, self._row = _column_number(found[1]), int(found[2])
        if "office:value-type" in attributes:
            self._start("p", {})

    @staticmethod
    def _refuse_entity(*_: object) -> NoReturn:
        raise UnreadableListError(ListFault.NOT_A_LIST)


def _number(text: str | None) -> int:
    """Return a repeat count; an invalid or huge one counts as the largest possible."""
    if not text:
        return 0
    return int(text) if len(text) < 10 and text.isdecimal() else 10**9


def _column_number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number
