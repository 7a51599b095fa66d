"""What the commands about a club's data as a whole have in common."""

import sys
from abc import abstractmethod
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import translation

from scorekeeper.copies.problems import CopyProblemError
from scorekeeper.startup.database import check_folders
from scorekeeper.startup.language import console_language
from scorekeeper.startup.problems import StartProblemError
from scorekeeper.startup.terminal import survive_narrow_alphabets


class ClubCommand(BaseCommand):
    """Run in the terminal's language, a problem is one line; a subclass implements `run`."""

    # They would come before the folder and the database are known to be usable.
    requires_system_checks: list[str] = []

    @abstractmethod
    def run(self, **options: Any) -> None:
        """Do what the command is for; may raise StartProblemError and CopyProblemError."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Run; end with 1 where there is a problem."""
        survive_narrow_alphabets(sys.stdout, sys.stderr)
        with translation.override(console_language()):
            try:
                check_folders()
                self.run(**options)
            except (StartProblemError, CopyProblemError) as problem:
                self.stderr.write(str(problem))
                raise SystemExit(1) from None
