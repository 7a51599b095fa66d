"""Base classes of the commands."""

import getpass
import sys
from abc import abstractmethod
from pathlib import Path
from typing import Any, ClassVar

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from scorekeeper.backups.problems import BackupError
from scorekeeper.models.authors import Author
from scorekeeper.models.clubs import NAME_LENGTH
from scorekeeper.server.database import check_folders
from scorekeeper.server.errors import StartProblemError
from scorekeeper.server.language import console_language
from scorekeeper.server.preparing import prepare_for_command


class TerminalCommand(BaseCommand):
    """A command in the terminal's language; errors of the user are one line and exit status 1."""

    # Checks would run before the folder and the database are known to be usable.
    requires_system_checks: list[str] = []
    mendable: ClassVar[tuple[type[Exception], ...]] = (StartProblemError, BackupError)

    @abstractmethod
    def run(self, **options: Any) -> None:
        """Run the command; may raise the exceptions in `mendable`."""

    def prepare(self) -> None:
        """Prepare the data first, if the command uses any."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepare the data, then run; report a problem in one line."""
        with translation.override(console_language()):
            try:
                self.prepare()
                self.run(**options)
            except self.mendable as problem:
                self.stderr.write(str(problem))
                raise SystemExit(1) from None


class DataCommand(TerminalCommand):
    """A command that needs a writable data folder."""

    def prepare(self) -> None:
        check_folders()


class ClubCommand(TerminalCommand):
    """A command that needs an up-to-date database.

    A subclass says whether it may create a club if there is none.
    """

    may_begin_club: ClassVar[bool] = False

    def prepare(self) -> None:
        copy = prepare_for_command(now=timezone.now(), may_begin_club=self.may_begin_club)
        if copy:
            # Standard output may be read by a program.
            self.stderr.write(_("Older database: copied to %(copy)s first.") % {"copy": copy})


def author_at_computer(name: str | None) -> Author:
    """Return the named author, or whoever uses this computer."""
    try:
        named = name or getpass.getuser()
    except (ImportError, KeyError, OSError):
        named = _("somebody at the computer")
    return Author(named[:NAME_LENGTH])


def read_document(file: str) -> str:
    """Return the content of a document, from standard input for "-"; raises CommandError."""
    try:
        return sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        text = _("The document cannot be read: %(reason)s")
        raise CommandError(text % {"reason": error}) from None


def write_document(file: str, text: str) -> None:
    """Write a document to a file; raises CommandError."""
    try:
        Path(file).write_text(f"{text}\n", encoding="utf-8", newline="\n")
    except OSError as error:
        message = _("The document cannot be written: %(reason)s")
        raise CommandError(message % {"reason": error}) from None
