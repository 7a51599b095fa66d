"""Why a backup cannot be made, read or restored."""

from enum import StrEnum
from typing import Final

from django.utils.translation import gettext, gettext_noop


class CopyProblem(StrEnum):
    """One reason, about which a person can do something."""

    NO_CLUB = "no_club"
    NO_ROOM = "no_room"
    NO_FOLDER = "no_folder"
    NOT_WRITABLE = "not_writable"
    UNREADABLE_DATABASE = "unreadable_database"
    DAMAGED_DATABASE = "damaged_database"
    NAME_TAKEN = "name_taken"
    NO_FILE = "no_file"
    NO_COPY = "no_copy"
    DAMAGED = "damaged"
    TOO_LARGE = "too_large"
    UNKNOWN_FORMAT = "unknown_format"


TEXTS: Final[dict[CopyProblem, str]] = {
    CopyProblem.NO_CLUB: gettext_noop(
        "There is no club here yet that could be copied: start first."
    ),
    CopyProblem.NO_ROOM: gettext_noop(
        "The disk of %(place)s is full: a copy needs %(needed)s, %(free)s are free."
    ),
    CopyProblem.NO_FOLDER: gettext_noop(
        "The folder %(place)s is not there: is the stick put in, the drive connected?"
    ),
    CopyProblem.NOT_WRITABLE: gettext_noop("%(place)s cannot be written (%(reason)s)."),
    CopyProblem.UNREADABLE_DATABASE: gettext_noop("The database cannot be copied (%(reason)s)."),
    CopyProblem.DAMAGED_DATABASE: gettext_noop(
        "The database is damaged (%(reason)s), so no copy of it can be made. End the program, and "
        "start it again: it says which copy is whole."
    ),
    CopyProblem.NAME_TAKEN: gettext_noop("%(place)s is there already: name another file."),
    CopyProblem.NO_FILE: gettext_noop("There is no file %(place)s."),
    CopyProblem.NO_COPY: gettext_noop("%(place)s is no copy of this program, or not all of it."),
    CopyProblem.DAMAGED: gettext_noop(
        "The copy %(place)s is damaged (%(reason)s): take another one."
    ),
    CopyProblem.TOO_LARGE: gettext_noop(
        "The copy %(place)s says that it holds %(needed)s, which cannot be: it is not used."
    ),
    CopyProblem.UNKNOWN_FORMAT: gettext_noop(
        "The copy %(place)s was made by a newer version of the program: update the program first."
    ),
}


class CopyProblemError(Exception):
    """Raised with the reason; its text is translated when it is read."""

    def __init__(self, problem: CopyProblem, **values: object) -> None:
        super().__init__(problem, values)
        self.problem = problem
        self.values = values

    def __str__(self) -> str:
        return gettext(TEXTS[self.problem]) % self.values
