"""What the commands about a club's data have in common."""

import sys
from abc import abstractmethod
from typing import Any, ClassVar

from django.core.management.base import BaseCommand
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from scorekeeper.copies.problems import CopyProblemError
from scorekeeper.startup.database import check_folders
from scorekeeper.startup.language import console_language
from scorekeeper.startup.preparing import prepare_for_command
from scorekeeper.startup.problems import StartProblemError
from scorekeeper.terminal import survive_narrow_alphabets


class DataCommand(BaseCommand):
    """Run in the terminal's language; what a person can mend is one line, and the end is 1."""

    # They would come before the folder and the database are known to be usable.
    requires_system_checks: list[str] = []

    @abstractmethod
    def run(self, **options: Any) -> None:
        """Do what the command is for; may raise StartProblemError and CopyProblemError."""

    def prepare(self) -> None:
        check_folders()

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepare the data, then run; say in one line what stands in the way."""
        survive_narrow_alphabets(sys.stdout, sys.stderr)
        with translation.override(console_language()):
            try:
                self.prepare()
                self.run(**options)
            except (StartProblemError, CopyProblemError) as problem:
                self.stderr.write(str(problem))
                raise SystemExit(1) from None


class ClubCommand(DataCommand):
    """Run on a database that is there and of today.

    A subclass says whether it may begin a club where there is none.
    """

    may_begin_club: ClassVar[bool] = False

    def prepare(self) -> None:
        copy = prepare_for_command(now=timezone.now(), may_begin_club=self.may_begin_club)
        if copy:
            # What the command itself prints may be read by a program.
            self.stderr.write(_("Older database: copied to %(copy)s first.") % {"copy": copy})
