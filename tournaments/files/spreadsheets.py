"""Lists as files for spreadsheets: CSV as French Excel reads it, and XLSX.

Pure: rows of plain values in, bytes out. No cell is ever a formula, because names come from users.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Final, TypeAlias

Cell: TypeAlias = str | int | Decimal | datetime | None
"""A text, a number, a naive local time, or nothing."""

# Characters that start a formula, including their full-width forms.
FORMULA_SIGNS: Final = tuple("=+-@\t\r\n＝＋－＠")
TIME_FORMAT: Final = "%Y-%m-%d %H:%M:%S"
SHEET_NAME_LENGTH: Final = 31
NOT_IN_SHEET_NAMES: Final = str.maketrans(dict.fromkeys("[]:*?/\\'", " "))
ROOM_FOR_FILTER: Final = 4


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, and its width in characters if the heading is not wide enough."""

    heading: str
    width: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedList:
    """A list to export: title, columns, and rows, which are read lazily."""

    title: str
    columns: tuple[Column, ...]
    rows: Iterator[Sequence[Cell]]


def harmless(text: str) -> str:
    """Return a text that no spreadsheet interprets as a formula."""
    return f"'{text}" if text.lstrip(" ").startswith(FORMULA_SIGNS) else text


def csv_file(
    columns: Sequence[Column], rows: Iterable[Sequence[Cell]], *, decimal_mark: str = "."
) -> bytes:
    """Return a CSV file: UTF-8 with a byte order mark, semicolons, so that Excel opens it directly.

    `decimal_mark` is the one that the reader's Excel expects in numbers.
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    writer.writerow([harmless(column.heading) for column in columns])
    writer.writerows([_csv_cell(cell, decimal_mark) for cell in row] for row in rows)
    return out.getvalue().encode("utf-8-sig")


def _csv_cell(cell: Cell, decimal_mark: str) -> str | int:
    if cell is None:
        return ""
    if isinstance(cell, Decimal):
        return f"{cell:f}".replace(".", decimal_mark)
    if isinstance(cell, datetime):
        return cell.strftime(TIME_FORMAT)
    return harmless(cell) if isinstance(cell, str) else cell


def xlsx_file(title: str, columns: Sequence[Column], rows: Iterable[Sequence[Cell]]) -> bytes:
    """Return an XLSX file of one sheet with a frozen header; written row by row."""
    # Imported here, because it is slow and rarely needed.
    import xlsxwriter

    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"constant_memory": True}) as book:
        name = title.translate(NOT_IN_SHEET_NAMES).strip()[:SHEET_NAME_LENGTH]
        sheet = book.add_worksheet(name or None)
        bold = book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"})
        time = book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"})
        sheet.freeze_panes(1, 0)
        for place, column in enumerate(columns):
            width = max(len(column.heading) + ROOM_FOR_FILTER, column.width)
            sheet.set_column(place, place, width)
            sheet.write_string(0, place, column.heading, bold)
        number = 0
        for number, row in enumerate(rows, start=1):
            for place, cell in enumerate(row):
                _write(sheet, number, place, cell, time)
        sheet.autofilter(0, 0, number, len(columns) - 1)
    return out.getvalue()


def _write(sheet: Any, row: int, column: int, cell: Cell, time: Any) -> None:
    if isinstance(cell, datetime):
        sheet.write_datetime(row, column, cell, time)
    elif isinstance(cell, int | Decimal):
        sheet.write_number(row, column, cell)
    elif cell:
        # Always a string: never a formula or a link.
        sheet.write_string(row, column, cell)
