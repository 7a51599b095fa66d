"""The child process that reads one workbook: it limits itself and answers on standard output.

A malicious file may exhaust the memory or crash the process, so it must not be the web server's. It
loads neither Django nor settings; `reader.py` starts it.
"""

import io
import json
import sys
import zipfile
from typing import Final

import python_calamine

from scorekeeper.limited_process import limit_itself
from tournaments.files.reading.faults import (
    LARGEST_FILE,
    LARGEST_TEXT,
    MOST_CELLS,
    ListFault,
    UnreadableListError,
)
from tournaments.files.reading.look import TOO_LARGE, SeenWorkbook, look_at

MEMORY: Final = 160_000_000
SECONDS: Final = 4
MOST_OTHERS: Final = 20

ARCHIVE: Final = b"PK\x03\x04"


def main() -> None:
    """Read a workbook from standard input; write its contents, or why it cannot be read."""
    is_limited = limit_itself(memory=MEMORY, seconds=SECONDS)
    try:
        answer = read_workbook(sys.stdin.buffer.read(LARGEST_FILE), is_limited=is_limited)
    except UnreadableListError as error:
        answer = {"fault": error.fault.value, "rows": error.rows, "columns": error.columns}
    except MemoryError:
        answer = {"fault": ListFault.TOO_COSTLY.value}
    sys.stdout.buffer.write(json.dumps(answer).encode())


def read_workbook(data: bytes, *, is_limited: bool) -> dict[str, object]:
    """Return the first readable sheet as lines of text, and the names of the others.

    Formats that do not state their size are read only if the memory is limited. Raises
    UnreadableListError.
    """
    try:
        seen = look_at(data) if data.startswith(ARCHIVE) else SeenWorkbook(data, False, None)
        if not seen.is_whole and not is_limited:
            raise UnreadableListError(ListFault.OLD_FORMAT)
        book = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(seen.data))
        return _read(book, seen.refused)
    except (UnreadableListError, MemoryError):
        raise
    except python_calamine.PasswordError:
        raise UnreadableListError(ListFault.HAS_PASSWORD) from None
    except (python_calamine.CalamineError, zipfile.BadZipFile) as error:
        raise UnreadableListError(ListFault.NOT_A_LIST) from error
    # A Rust panic is raised as a BaseException.
    except BaseException as error:
        raise UnreadableListError(ListFault.NOT_A_LIST) from error


def _read(
    book: python_calamine.CalamineWorkbook, refused: UnreadableListError | None
) -> dict[str, object]:
    """Return the non-empty sheets, visible ones first.

    `text` and `sheet` are the first readable one, `others` the names of the rest, and `texts` their
    contents: None for one that is too large, on its own or together with the others. `refused` says
    why a sheet was left out.
    """
    shown = python_calamine.SheetVisibleEnum.Visible
    order = sorted(enumerate(book.sheets_metadata), key=lambda one: one[1].visible != shown)
    answer: dict[str, object] = {"text": "", "sheet": ""}
    others: list[str] = []
    texts: list[str | None] = []
    room = LARGEST_TEXT
    for place, about in order:
        if about.visible != shown and (answer["sheet"] or others):
            break
        if about.typ != python_calamine.SheetTypeEnum.WorkSheet:
            continue
        sheet = book.get_sheet_by_index(place)
        if not sheet.height:
            continue
        text = None
        try:
            text = _text(sheet)
        except UnreadableListError as error:
            refused = refused or error
        if refused and text == TOO_LARGE:
            text = None
        if text is not None and not answer["sheet"]:
            answer = {"text": text, "sheet": about.name}
        else:
            text = text if len(text or "") <= room else None
            others.append(about.name)
            texts.append(text)
        room -= len(text or "")
        if len(others) == MOST_OTHERS:
            break
    if refused and not answer["sheet"]:
        raise refused
    return {**answer, "others": others, "texts": texts}


def _text(sheet: python_calamine.CalamineSheet) -> str:
    """Return the rows of a sheet, one a line, with tabs between cells."""
    row, column = sheet.end or (0, 0)
    if (row + 1) * (column + 1) > MOST_CELLS:
        raise UnreadableListError(ListFault.TOO_MANY_CELLS, rows=row + 1, columns=column + 1)
    lines, size = [], 0
    for cells in sheet.to_python(skip_empty_area=False):
        lines.append("\t".join(map(_cell_text, cells)).rstrip("\t"))
        size += len(lines[-1]) + 1
        if size > LARGEST_TEXT:
            raise UnreadableListError(ListFault.TOO_MUCH_TEXT)
    return "\n".join(lines)


def _cell_text(value: object) -> str:
    """Return a cell as a person would type it: integers without decimals, on one line."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return " ".join(str(value).split())


if __name__ == "__main__":
    main()
