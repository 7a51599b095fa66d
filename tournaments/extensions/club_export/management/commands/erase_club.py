"""Erase all that is a club's."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from scorekeeper.management.club_command import ClubCommand
from tournaments.extensions.club_export.management.club_command import club_meant
from tournaments.extensions.club_export.services import erase_club


class Command(ClubCommand):
    help = (
        "Erase all that is a club's, for ever: export_club first. Copies of the whole server that "
        "were made before still hold it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", metavar="CLUB", help="name or number of the club")
        parser.add_argument(
            "--sure", metavar="NAME", default="", help="the club's name once more, as it is written"
        )

    def run(self, **options: Any) -> None:
        club = club_meant(options["club"])
        if options["sure"] != club.name:
            raise CommandError(
                _("Nothing was erased. To erase it for ever, add --sure “%(name)s”.")
                % {"name": club.name}
            )
        erased = erase_club(club_id=club.pk)
        self.stdout.write(
            _("%(name)s is erased. Rows: %(rows)s, accounts: %(accounts)s.")
            % {"name": club.name, "rows": erased.rows, "accounts": len(erased.accounts)}
        )
        self.stdout.write(
            _("Copies of the whole server made earlier still contain it, until they are deleted.")
        )
