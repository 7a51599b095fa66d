"""Reads a CSV sheet from a file or standard input; problems are reported by line.

Accepts what spreadsheets write: a byte order mark, `;` or tabs between cells, CRLF, blank lines,
and columns in any order.
"""

import csv
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

STANDARD_INPUT: Final = "-"
SEPARATORS: Final = ",;\t"
LONGEST_SHOWN: Final = 40

# Thousands may be separated by spaces, as in French: 1 230. No score has more digits.
_WHOLE_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,9}|[+-]?[0-9]{1,3}([ \u00a0\u202f][0-9]{3}){1,2}")


class UnreadableCsvError(Exception):
    """Raised if nothing in a sheet can be read; its translated text is one line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CsvLine:
    """One line of a sheet: `number` counts the lines of the file, the header being line 1.

    `cells` hold stripped text by column, "" if empty. `problems` describe a malformed line, which
    has no cells.
    """

    number: int
    cells: Mapping[str, str]
    problems: tuple[str, ...] = ()


def line_report(number: int, problems: Sequence[str]) -> str:
    """Return `line N: what is wrong`; the prefix is for scripts and is not translated."""
    return f"line {number}: {' '.join(problems)}"


def read_csv(
    path: str | None,
    *,
    columns: Sequence[str],
    optional: Sequence[str] = (),
    left_out: Sequence[str] = (),
) -> list[CsvLine]:
    """Return the lines of a file (None or "-": of standard input) below its header.

    The header names each of `columns` once and `optional` ones at will. The cells of the
    `left_out` may be missing at the end of a line. Raises UnreadableCsvError.
    """
    text = read_text(path, advice=_("Save it as “CSV UTF-8” and try again."))
    lines = [
        (number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()
    ]
    if not lines:
        example = ",".join(columns)
        raise UnreadableCsvError(
            _("The file is empty. Its first line names the columns: %(columns)s")
            % {"columns": example}
        )
    (header_number, header), *rest = lines
    separator = max(SEPARATORS, key=header.count)
    names = _read_header(header_number, header, separator, columns, optional)
    return [_read_line(number, text, separator, names, left_out) for number, text in rest]


def whole_number(text: str) -> int | None:
    """Return the whole number in a cell, None if it is something else."""
    if not _WHOLE_NUMBER.fullmatch(text):
        return None
    return int(re.sub(r"[^-0-9]", "", text))


def cell_text(text: str) -> str:
    """Return the text of a cell for use in a message: short and printable."""
    printable = "".join(letter if letter.isprintable() else "?" for letter in text)
    return printable if len(printable) <= LONGEST_SHOWN else printable[: LONGEST_SHOWN - 1] + "…"


def read_text(path: str | None, *, advice: str) -> str:
    """Return the whole text of a file with LF newlines, without its byte order mark.

    `advice` says how to save it if it is not UTF-8. Raises UnreadableCsvError.
    """
    is_file = path is not None and path != STANDARD_INPUT
    name = path if is_file else _("Standard input")
    try:
        data = Path(str(path)).read_bytes() if is_file else _read_standard_input()
        text = data.decode("utf-8-sig")
    except FileNotFoundError:
        raise UnreadableCsvError(_("There is no file %(file)s.") % {"file": name}) from None
    # A path that contains a NUL raises ValueError, not OSError.
    except UnicodeDecodeError:
        raise UnreadableCsvError(
            _("%(file)s is not UTF-8 text. %(advice)s") % {"file": name, "advice": advice}
        ) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UnreadableCsvError(
            _("%(file)s cannot be read: %(reason)s")
            % {"file": cell_text(str(name)), "reason": reason}
        ) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _read_standard_input() -> bytes:
    # stdin is None if the program was started without one.
    stdin: Any = sys.stdin
    if stdin is None:
        return b""
    data: bytes | str = getattr(stdin, "buffer", stdin).read()
    return data if isinstance(data, bytes) else data.encode()


def _split(text: str, separator: str) -> list[str] | None:
    """Return the stripped cells of one line, None if its quotes do not match.

    Lines are split one by one: no cell of a score sheet spans lines, so an unmatched quote affects
    only its own line.
    """
    try:
        (cells,) = csv.reader([text], delimiter=separator, skipinitialspace=True, strict=True)
    except csv.Error:
        return None
    return [cell.strip() for cell in cells]


def _read_header(
    number: int, text: str, separator: str, columns: Sequence[str], optional: Sequence[str]
) -> list[str]:
    """Return the column names in lower case; raises UnreadableCsvError with every problem."""
    cells = _split(text, separator)
    if cells is None:
        raise UnreadableCsvError(line_report(number, [_unmatched_quotes()]))
    while len(cells) > 1 and not cells[-1]:
        cells.pop()
    names = [cell.lower() for cell in cells]
    known = [*columns, *optional]
    problems = [
        _("The column “%(column)s” is missing.") % {"column": column}
        for column in columns
        if column not in names
    ]
    for place, name in enumerate(names):
        if name not in known:
            problems.append(
                _("The column “%(column)s” is not known; there are: %(columns)s.")
                % {"column": cell_text(name), "columns": ", ".join(known)}
            )
        elif name in names[:place]:
            problems.append(_("The column “%(column)s” is in it twice.") % {"column": name})
    if problems:
        raise UnreadableCsvError(line_report(number, problems))
    return names


def _read_line(
    number: int, text: str, separator: str, names: list[str], left_out: Sequence[str]
) -> CsvLine:
    cells = _split(text, separator)
    if cells is None:
        return CsvLine(number=number, cells={}, problems=(_unmatched_quotes(),))
    while len(cells) > len(names) and not cells[-1]:
        cells.pop()
    # Empty cells at the end are left out with their separators.
    while len(cells) < len(names) and names[len(cells)] in left_out:
        cells.append("")
    if len(cells) != len(names):
        problem = ngettext(
            "%(count)d cell here, but the header names %(columns)d columns.",
            "%(count)d cells here, but the header names %(columns)d columns.",
            len(cells),
        ) % {"count": len(cells), "columns": len(names)}
        return CsvLine(number=number, cells={}, problems=(problem,))
    return CsvLine(number=number, cells=dict(zip(names, cells, strict=True)))


def _unmatched_quotes() -> str:
    return _("The quotation marks do not match.")
