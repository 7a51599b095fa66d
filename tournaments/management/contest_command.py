"""What the commands of contests have in common."""

import sys
from abc import abstractmethod
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext as _

from scorekeeper.models import Club
from scorekeeper.startup.language import console_language
from scorekeeper.startup.terminal import survive_narrow_alphabets
from tournaments.models import Tournament

MOST_SHOWN = 10


class ContestCommand(BaseCommand):
    """Run in the terminal's language; a subclass implements `run`."""

    @abstractmethod
    def run(self, **options: Any) -> None:
        """Do what the command is for."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Run in the terminal's language, whatever its alphabet."""
        survive_narrow_alphabets(sys.stdout, sys.stderr)
        with translation.override(console_language()):
            self.run(**options)


class OneContestCommand(ContestCommand):
    """A command about one contest, named by its number."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the contest's number."""
        parser.add_argument("id", metavar="ID", type=int, help="number of the contest")

    def contest(self, number: int) -> Tournament:
        """Return the contest of that number; raises CommandError that names those there are."""
        found = Tournament.objects.filter(pk=number).first()
        if found:
            return found
        there = Tournament.objects.newest_first()[:MOST_SHOWN]
        known = ", ".join(f"{contest.pk} ({contest.name})" for contest in there)
        raise CommandError(
            _("There is no contest %(number)s. There are: %(known)s.")
            % {"number": number, "known": known or "–"}
        )


def clubs_named(name: str | None) -> list[Club]:
    """Return the clubs that are meant, all without a name.

    Raises CommandError that names those there are.
    """
    clubs = list(Club.objects.order_by("name", "pk"))
    if name is None:
        return clubs
    wanted = name.strip().casefold()
    if found := [club for club in clubs if club.name.casefold() == wanted]:
        return found
    known = ", ".join(club.name for club in clubs)
    raise CommandError(
        _("There is no club “%(name)s”. There are: %(known)s.")
        % {"name": name, "known": known or "–"}
    )
