"""Why something of a contest or a season is not done: codes with their words."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class ContestRefusal(TextChoices):
    """What `Refused` is raised with; by room."""

    # club_export
    FILE_UNREADABLE = (
        "file_unreadable",
        _("This file cannot be read as a club’s: name the .zip that was saved, whole."),
    )
    FILE_FOREIGN = (
        "file_foreign",
        _("This zip holds no club: name the file that “The club’s data” or export_club saved."),
    )
    FILE_DAMAGED = (
        "file_damaged",
        _(
            "The file is damaged: “%(place)s” is not what was written. Save it once more where the "
            "club is, and bring that one."
        ),
    )
    FILE_NEWER = (
        "file_newer",
        _(
            "A newer version of the program wrote this file (%(place)s): update the program here "
            "first."
        ),
    )
    FILE_OLDER = (
        "file_older",
        _(
            "An older version of the program wrote this file (%(place)s): update the program where "
            "the club is, and save the file once more. Its contests alone can be brought in one by "
            "one."
        ),
    )
    FILE_PRESENT = (
        "file_present",
        _(
            "The club “%(place)s” is here already: it is brought in once. Erase it first if the "
            "file is what counts."
        ),
    )
    FILE_TOO_LARGE = (
        "file_too_large",
        _("The club is larger than this server takes: see BELOTE_MAX_CONTESTS."),
    )

    # calls
    NO_SUCH_ENTRY = "no_such_entry", _("Nobody has this number.")
    NO_SUCH_TABLE = "no_such_table", _("There is no table %(number)d in this contest.")
    CALLED_ENOUGH = "called_enough", _("The referee knows: your calls wait in the list.")
    CALL_CLOSED = "call_closed", _("This call is closed already.")
    COUNTERED = "countered", _("It counted no more already.")

    # entry_requests
    ENTERING_CLOSED = (
        "entering_closed",
        _("Nobody is taken by this page any more: ask the organiser."),
    )
    TOO_LATE = "too_late", _("It is too late for that here: ask the organiser.")
    ASKED_TOO_OFTEN = (
        "asked_too_often",
        _("Many requests came from your connection. Wait two minutes, then send it again."),
    )
    TOO_MANY_REQUESTS = (
        "too_many_requests",
        _("Too many requests wait for the organiser: ask by phone, or come back later."),
    )
    SETTLED_IN_PERSON = (
        "settled_in_person",
        _("You have paid, or are here: ask the organiser."),
    )

    # prizes
    HANDED_OVER = "handed_over", _("This prize was handed over: take that back first.")
    PRIZES_CHANGED = (
        "prizes_changed",
        _("Not kept: the list has changed. Look whose prize it is now."),
    )

    # till
    NOTHING_PAID = "nothing_paid", _("Nothing was paid that could be given back.")
    NOTHING_OWED = "nothing_owed", _("Nothing is owed any more.")
    PAID_LESS = "paid_less", _("Only %(most)s were paid.")
    OWED_LESS = "owed_less", _("Only %(most)s are owed.")
