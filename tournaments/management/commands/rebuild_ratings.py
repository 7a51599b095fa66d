"""Recompute every rating from the games."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from tqdm import tqdm

from scorekeeper.management.club_command import ClubCommand
from tournaments.management.contest_command import clubs_named
from tournaments.ratings.services import rated_games, rebuild_ratings


class Command(ClubCommand):
    help = (
        "Compute the ratings of all players again from every finished game. Pages that show "
        "ratings keep them up to date by themselves: this is for after a repair of the data."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", metavar="NAME", help="one club; all of them by default")

    def run(self, **options: Any) -> None:
        for club in clubs_named(options["club"]):
            total = rated_games(club).count()
            label = _("Games of %(club)s") % {"club": club.name}
            with tqdm(total=total, file=sys.stderr, desc=label, unit="") as bar:
                games = rebuild_ratings(club, progress=bar.update)
            text = ngettext(
                "%(club)s: %(games)d game rated.", "%(club)s: %(games)d games rated.", games
            )
            self.stdout.write(text % {"club": club.name, "games": games})
