"""Reading a CSV sheet from a file or standard input, line by line, every problem told by its line.

Whatever spreadsheets write is read: a byte order mark, `;` or tabs between the cells, CRLF, blank
lines, the columns in any order.
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

# Thousands may stand apart, as French sheets write them: 1 230. More digits are no score.
_WHOLE_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,9}|[+-]?[0-9]{1,3}([ \u00a0\u202f][0-9]{3}){1,2}")


class UnreadableCsvError(Exception):
    """Raised when nothing of a sheet can be read; its translated text is one line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CsvLine:
    """One line of a sheet: `number` counts the lines of the file, the header being line 1.

    `cells` hold stripped text by column, "" where empty. `problems` say what is wrong with the
    shape of the line; it has no cells then.
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
    """Return the whole number that a cell holds, None where it holds anything else."""
    if not _WHOLE_NUMBER.fullmatch(text):
        return None
    return int(re.sub(r"[^-0-9]", "", text))


def cell_text(text: str) -> str:
    """Return what a cell holds as a message may repeat it: short and printable."""
    printable = "".join(letter if letter.isprintable() else "?" for letter in text)
    return printable if len(printable) <= LONGEST_SHOWN else printable[: LONGEST_SHOWN - 1] + "…"


def read_text(path: str | None, *, advice: str) -> str:
    """Return the whole text of a file with LF newlines, without its byte order mark.

    `advice` says how to save it where it is not UTF-8. Raises UnreadableCsvError.
    """
    is_file = path is not None and path != STANDARD_INPUT
    name = path if is_file else _("Standard input")
    try:
        data = Path(str(path)).read_bytes() if is_file else _read_standard_input()
        text = data.decode("utf-8-sig")
    except FileNotFoundError:
        raise UnreadableCsvError(_("There is no file %(file)s.") % {"file": name}) from None
    # A name with a NUL inside is no OSError, but a ValueError.
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
    # None where the program was started without any.
    stdin: Any = sys.stdin
    if stdin is None:
        return b""
    data: bytes | str = getattr(stdin, "buffer", stdin).read()
    return data if isinstance(data, bytes) else data.encode()


def _split(text: str, separator: str) -> list[str] | None:
    """Return the stripped cells of one line, None where its quotes do not match.

    Lines are split one by one: no cell of a score sheet spans lines, and a lost quote then spoils
    its own line only.
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
            problems.append(_("The column “%(column)s” stands there twice.") % {"column": name})
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
    # Such cells at the end are left out with their separators.
    while len(cells) < len(names) and names[len(cells)] in left_out:
        cells.append("")
    if len(cells) != len(names):
        problem = ngettext(
            "%(count)d cell stands here, the header names %(columns)d columns.",
            "%(count)d cells stand here, the header names %(columns)d columns.",
            len(cells),
        ) % {"count": len(cells), "columns": len(names)}
        return CsvLine(number=number, cells={}, problems=(problem,))
    return CsvLine(number=number, cells=dict(zip(names, cells, strict=True)))


def _unmatched_quotes() -> str:
    return _("The quotation marks do not match.")
