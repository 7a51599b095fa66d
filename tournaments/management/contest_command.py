"""What the commands about one contest have in common."""

from argparse import ArgumentParser

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from scorekeeper.management.club_command import ClubCommand
from scorekeeper.models import Club
from tournaments.models import Tournament

MOST_SHOWN = 10


class OneContestCommand(ClubCommand):
    """A command that reads one contest, named by its number."""

    def add_arguments(self, parser: ArgumentParser) -> None:
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
