"""What is wrong with a list of old results, in words."""

from django.utils.translation import gettext as _

from tournaments.files.labels import list_fault_text, name_fault_text
from tournaments.files.reading.faults import ListFault, UnreadableListError
from tournaments.files.rows import LONGEST_NAME, NameFault
from tournaments.past.pasted import MOST_LINES, PastFault


def past_fault_text(fault: PastFault | NameFault) -> str:
    if isinstance(fault, NameFault):
        return name_fault_text(fault)
    texts = {
        PastFault.NO_DATE: _("There is no date on it."),
        PastFault.BAD_DATE: _("That is no date: write the day first, as in 21/11/2025."),
        PastFault.DAY_TO_COME: _("That day is still to come."),
        PastFault.NO_CONTEST: _("There is no contest on it."),
        PastFault.LONG_CONTEST: _("A contest with more than %(count)d letters.")
        % {"count": LONGEST_NAME},
        PastFault.BAD_PLACE: _("The place is no number from 1 on."),
        PastFault.BAD_TOTAL: _("The total is no whole number: write 4250 or 4 250."),
        PastFault.WRONG_COUNT: _(
            "Not date, contest, place, one name or two, total; nor place, names and total alone."
        ),
    }
    return texts[fault]


def past_list_text(error: UnreadableListError) -> str:
    """Return why a list cannot be read at all, and what helps."""
    if error.fault is ListFault.EMPTY:
        return _("There is no result in it: paste one a line, or choose a file.")
    return list_fault_text(error, most_lines=MOST_LINES)
