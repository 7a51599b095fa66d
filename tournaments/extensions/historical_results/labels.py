"""Texts for errors and warnings in lists of past results."""

from collections.abc import Iterable, Sequence

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.labels.sheets import parts_text
from tournaments.extensions.historical_results.text_import import MOST_LINES, PastFault, PastLine
from tournaments.extensions.historical_results.warnings import (
    ResultWarning,
    UnequalTotals,
    WrongOrder,
    WrongSum,
)
from tournaments.files.labels import list_fault_text, name_fault_text
from tournaments.files.reading.faults import ListFault, UnreadableListError
from tournaments.files.rows import LONGEST_NAME, NameFault


def past_fault_text(fault: PastFault | NameFault) -> str:
    if isinstance(fault, NameFault):
        return name_fault_text(fault)
    texts = {
        PastFault.NO_DATE: _("There is no date on it."),
        PastFault.BAD_DATE: _("That is not a date: write the day first, like 21/11/2025."),
        PastFault.DAY_TO_COME: _("That day is still to come."),
        PastFault.NO_CONTEST: _("There is no contest on it."),
        PastFault.LONG_CONTEST: _("A contest with more than %(count)d letters.")
        % {"count": LONGEST_NAME},
        PastFault.BAD_PLACE: _("The place must be a whole number, from 1."),
        PastFault.BAD_TOTAL: _("The total is not a whole number: write 4250 or 4 250."),
        PastFault.WRONG_COUNT: _(
            "It must be date, contest, place, one name or two, total; or place, names and "
            "total only."
        ),
    }
    return texts[fault]


def past_list_text(error: UnreadableListError) -> str:
    """Return why a list cannot be read at all, and what helps."""
    if error.fault is ListFault.EMPTY:
        return _("There is no result in it: paste one per line, or choose a file.")
    return list_fault_text(error, most_lines=MOST_LINES)


def warning_texts(warnings: Iterable[ResultWarning], lines: Sequence[PastLine]) -> list[str]:
    """Return the warnings about a contest's results."""
    return [_warning_text(warning, lines) for warning in warnings]


def added_text(line: PastLine) -> str:
    """Return the warning that the games of a line add up to another total than the one given."""
    text = _("The games of %(names)s make %(added)s, and the total says %(total)s.")
    values = {"added": _points(line.added or 0), "total": _points(line.total or 0)}
    return text % {"names": _names(line), **values}


def one_or_two_text(line: PastLine) -> str:
    """Return the question whether two names on a line are one player's."""
    text = _(
        "%(names)s: two players, or the family name and the first name of one? Say above what "
        "each column contains."
    )
    return text % {"names": _names(line)}


def _warning_text(warning: ResultWarning, lines: Sequence[PastLine]) -> str:
    if isinstance(warning, WrongOrder):
        above, below = lines[warning.above], lines[warning.below]
        text = _(
            "%(below)s at place %(place)d has %(by)s points more than %(above)s at place"
            " %(better)d: %(more)s against %(less)s."
        )
        return text % {
            "below": _names(below),
            "above": _names(above),
            "place": below.place,
            "better": above.place,
            "by": _points(warning.by),
            "more": _points(below.total or 0),
            "less": _points(above.total or 0),
        }
    if isinstance(warning, UnequalTotals):
        text = _("Two lines share place %(place)d with different totals: %(one)s and %(other)s.")
        one, other = _points(warning.one), _points(warning.other)
        return text % {"place": warning.place, "one": one, "other": other}
    if isinstance(warning, WrongSum):
        if warning.by < 0:
            text = _(
                "All totals make %(total)s, but these hands are worth %(whole)s: %(by)s "
                "are missing."
            )
        else:
            text = _(
                "All totals make %(total)s, but these hands are worth %(whole)s: no belotes "
                "and capots explain the %(by)s on top."
            )
        by = _points(abs(warning.by))
        return text % {"total": _points(warning.total), "whole": _points(warning.whole), "by": by}
    names = [_names(lines[at]) for at in warning.lines]
    text = ngettext(
        "If one total alone is wrong, it is that of %(names)s.",
        "If one total alone is wrong, it is one of these: %(names)s.",
        len(names),
    )
    return text % {"names": parts_text(names)}


def _names(line: PastLine) -> str:
    return " & ".join(line.names)


def _points(points: int) -> str:
    return number_format(points, force_grouping=True)
