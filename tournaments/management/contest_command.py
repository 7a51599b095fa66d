"""The common parts of commands about one contest."""

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
        """Return the contest with that number; raises CommandError with a list of them."""
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
    """Return the clubs with that name, or all clubs without a name.

    Raises CommandError with a list of the existing ones.
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
