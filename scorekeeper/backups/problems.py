"""Why a backup cannot be made, read or restored."""

from enum import StrEnum
from typing import Final

from django.utils.translation import gettext, gettext_noop


class BackupProblem(StrEnum):
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


TEXTS: Final[dict[BackupProblem, str]] = {
    BackupProblem.NO_CLUB: gettext_noop(
        "There is no club here yet that could be copied: start first."
    ),
    BackupProblem.NO_ROOM: gettext_noop(
        "The disk of %(place)s is full: a copy needs %(needed)s, %(free)s are free."
    ),
    BackupProblem.NO_FOLDER: gettext_noop(
        "The folder %(place)s is not there: is the USB stick plugged in, the drive connected?"
    ),
    BackupProblem.NOT_WRITABLE: gettext_noop("Cannot write to %(place)s (%(reason)s)."),
    BackupProblem.UNREADABLE_DATABASE: gettext_noop("The database cannot be copied (%(reason)s)."),
    BackupProblem.DAMAGED_DATABASE: gettext_noop(
        "The database is damaged (%(reason)s), so no copy of it can be made. Stop the program, "
        "and start it again: it says which copy is whole."
    ),
    BackupProblem.NAME_TAKEN: gettext_noop("%(place)s already exists: name another file."),
    BackupProblem.NO_FILE: gettext_noop("There is no file %(place)s."),
    BackupProblem.NO_COPY: gettext_noop(
        "%(place)s is not a copy of this program, or not a complete one."
    ),
    BackupProblem.DAMAGED: gettext_noop(
        "The copy %(place)s is damaged (%(reason)s): use another one."
    ),
    BackupProblem.TOO_LARGE: gettext_noop(
        "The copy %(place)s says that it contains %(needed)s, which is impossible: it is not used."
    ),
    BackupProblem.UNKNOWN_FORMAT: gettext_noop(
        "The copy %(place)s was made by a newer version of the program: update the program first."
    ),
}


class BackupError(Exception):
    """Raised with the reason; its text is translated when it is read."""

    def __init__(self, problem: BackupProblem, **values: object) -> None:
        super().__init__(problem, values)
        self.problem = problem
        self.values = values

    def __str__(self) -> str:
        return gettext(TEXTS[self.problem]) % self.values
