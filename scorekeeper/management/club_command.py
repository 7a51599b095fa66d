"""What the commands that need a club's data have in common."""

import sys
from abc import abstractmethod
from typing import Any, ClassVar

from django.core.management.base import BaseCommand
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from scorekeeper.startup.language import console_language
from scorekeeper.startup.preparing import prepare_for_command
from scorekeeper.startup.problems import StartProblemError
from scorekeeper.startup.terminal import survive_narrow_alphabets


class ClubCommand(BaseCommand):
    """Run in the terminal's language, on a database that is there and of today.

    A subclass implements `run`, and says whether it may begin a club where there is none.
    """

    # They would come before the folder and the database are known to be usable.
    requires_system_checks: list[str] = []
    may_begin_club: ClassVar[bool] = False

    @abstractmethod
    def run(self, **options: Any) -> None:
        """Do what the command is for."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepare the data, then run; say in one line what stands in the way."""
        survive_narrow_alphabets(sys.stdout, sys.stderr)
        with translation.override(console_language()):
            try:
                copy = prepare_for_command(now=timezone.now(), may_begin_club=self.may_begin_club)
            except StartProblemError as problem:
                self.stderr.write(str(problem))
                raise SystemExit(1) from None
            if copy:
                # What the command itself prints may be read by a program.
                self.stderr.write(_("Older database: copied to %(copy)s first.") % {"copy": copy})
            self.run(**options)
