"""Texts for imported lists: their columns, and why they cannot be read."""

from collections.abc import Sequence
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.files.columns import ListKind, Part
from tournaments.files.reading.faults import (
    LARGEST_TEXT,
    MOST_COLUMNS,
    MOST_QUESTIONS,
    MOST_ROWS,
    ListFault,
    UnreadableListError,
)
from tournaments.files.rows import LONGEST_NAME, NameFault

_SINGLE: Final = {
    Part.NAME_1: gettext_lazy("Name"),
    Part.LAST_1: gettext_lazy("Family name"),
    Part.FIRST_1: gettext_lazy("First name"),
    Part.TAGS: gettext_lazy("Categories"),
}
_LABELS: Final = {
    Part.NAME_1: gettext_lazy("Player 1, or both"),
    Part.LAST_1: gettext_lazy("Player 1: family name"),
    Part.FIRST_1: gettext_lazy("Player 1: first name"),
    Part.NAME_2: gettext_lazy("Player 2"),
    Part.LAST_2: gettext_lazy("Player 2: family name"),
    Part.FIRST_2: gettext_lazy("Player 2: first name"),
    Part.TEAM: gettext_lazy("Team"),
    Part.NUMBER: pgettext_lazy("column of a list", "Number"),
    Part.PAID: gettext_lazy("Paid"),
    Part.HERE: gettext_lazy("Here"),
    Part.TAGS: gettext_lazy("Categories"),
    Part.DATE: gettext_lazy("Date"),
    Part.CONTEST: gettext_lazy("Contest"),
    Part.PLACE: pgettext_lazy("column of a list", "Place"),
    Part.TOTAL: pgettext_lazy("column of a list", "Total"),
    Part.ARCHIVED: gettext_lazy("No longer comes"),
    Part.INITIALS: gettext_lazy("Initials in public"),
    Part.LICENCE: gettext_lazy("Licence number"),
    Part.IGNORED: gettext_lazy("Not saved"),
}


def _figure(number: int) -> str:
    return number_format(number, force_grouping=True)


def list_fault_text(error: UnreadableListError, *, most_lines: int) -> str:
    """Return why a list cannot be read at all, and what helps; `most_lines` is the limit."""
    if error.fault is ListFault.TOO_MANY_CELLS:
        return _(
            "The sheet reaches to row %(row)s and column %(column)s, and %(rows)s rows and "
            "%(columns)s columns are read at most: delete what is far outside the list, or "
            "copy the list alone into a new file."
        ) % {
            "row": _figure(error.rows),
            "column": _figure(error.columns),
            "rows": _figure(MOST_ROWS),
            "columns": _figure(MOST_COLUMNS),
        }
    texts = {
        ListFault.EMPTY: _("There is no name in it: paste one entry per line, or choose a file."),
        ListFault.TOO_LARGE: _(
            "That is more than one megabyte: keep only the names, or import the list in parts."
        ),
        ListFault.TOO_MUCH_TEXT: _(
            "That is more than %(count)s characters: keep only the columns that are needed, or "
            "import the list in parts."
        )
        % {"count": _figure(LARGEST_TEXT)},
        ListFault.TOO_MANY_LINES: _("That is more than %(count)s lines: import the list in parts.")
        % {"count": _figure(most_lines)},
        ListFault.TOO_MANY_ALIKE: _(
            "More than %(count)d names look like others: import the list in parts."
        )
        % {"count": MOST_QUESTIONS},
        ListFault.TOO_COSTLY: _(
            "Reading this file would take too much memory or time: copy the list alone into a new"
            " file, or paste the lines."
        ),
        ListFault.HAS_PASSWORD: _(
            "This file is locked with a password: save it without one, or paste the lines."
        ),
        ListFault.OLD_FORMAT: _(
            "This is a workbook of an old or binary format: open it and save it as .xlsx, or "
            "paste the lines."
        ),
        ListFault.BUSY: _("Several files are being read at the moment: try again shortly."),
        ListFault.NOT_A_LIST: _(
            "This file is not a list that can be read: save it as XLSX or CSV, or paste the lines."
        ),
    }
    return texts[error.fault]


def name_fault_text(fault: NameFault, *, names_at_most: int = 2) -> str:
    """Return what is wrong with the names on a line."""
    if fault is NameFault.TOO_MANY_NAMES and names_at_most == 1:
        return _("More than one name: in a mêlée every player has a line of their own.")
    texts = {
        NameFault.NO_NAME: _("There is no name on it."),
        NameFault.TOO_MANY_NAMES: _("More than two names."),
        NameFault.LONG_NAME: _("A name of more than %(count)d letters.") % {"count": LONGEST_NAME},
        NameFault.NO_LETTER: _("A name without a letter."),
        NameFault.SAME_NAME_TWICE: _("The same name twice."),
    }
    return texts[fault]


def part_label(part: Part, kind: ListKind) -> str:
    """Return the name of a part in a list of that kind."""
    if Part.NAME_2 not in kind.parts and part in _SINGLE:
        return str(_SINGLE[part])
    return str(_LABELS[part])


def missing_columns_text(missing: Sequence[Part], kind: ListKind) -> str:
    """Return which columns a list lacks, and what helps."""
    names = [_("Names") if part is Part.NAME_1 else part_label(part, kind) for part in missing]
    text = _("No column is read as: %(missing)s. Say below which one it is.")
    return text % {"missing": ", ".join(names)}
