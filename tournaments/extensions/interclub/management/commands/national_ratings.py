"""Work out the ratings over all clubs that take part; or from documents alone."""

import csv
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from tqdm import tqdm

from scorekeeper.management.club_command import ClubCommand
from tournaments.extensions.interclub.documents import UnreadableFolderError, rated_folder
from tournaments.extensions.interclub.queries import counted_contests, write_folder
from tournaments.extensions.interclub.services import bring_up_to_date

COLUMNS = ("place", "club", "name", "mu", "sigma", "games", "won", "contests", "contests_won")


class Command(ClubCommand):
    help = (
        "Work out the ratings over all clubs that take part; a server does it by itself. --export "
        "writes the documents that they follow from, --from works them out from such a folder, "
        "without the database, and prints them as CSV."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--export", metavar="FOLDER", help="write the documents there")
        what.add_argument("--from", dest="source", metavar="FOLDER", help="read documents there")

    def handle(self, *args: Any, **options: Any) -> None:
        self.is_of_documents = bool(options["source"])
        super().handle(*args, **options)

    def prepare(self) -> None:
        # Documents alone need no database.
        if not self.is_of_documents:
            super().prepare()

    def run(self, **options: Any) -> None:
        if options["source"]:
            self._print(Path(options["source"]))
        elif options["export"]:
            self._export(Path(options["export"]))
        else:
            self._work_out()

    def _work_out(self) -> None:
        table = bring_up_to_date(now=timezone.now(), waits=True)
        if table is None:
            raise CommandError(
                _("No club takes part: its owner can change that on the page “Clubs together”.")
            )
        players = table.lines.count()
        text = ngettext("%(count)d player is rated.", "%(count)d players are rated.", players)
        self.stdout.write(text % {"count": players})

    def _export(self, folder: Path) -> None:
        total = counted_contests().count()
        label = _("Documents")
        try:
            with tqdm(total=total, file=sys.stderr, desc=label, unit="") as bar:
                count = write_folder(folder, progress=bar.update)
        except OSError as error:
            text = _("The documents cannot be written: %(reason)s")
            raise CommandError(text % {"reason": error}) from None
        text = ngettext("%(count)d document written.", "%(count)d documents written.", count)
        self.stdout.write(text % {"count": count})

    def _print(self, folder: Path) -> None:
        if not folder.is_dir():
            raise CommandError(_("There is no folder %(folder)s.") % {"folder": folder})
        try:
            rated = rated_folder(folder)
        except UnreadableFolderError as error:
            text = _("%(file)s is neither a document of a contest nor a list of who is who.")
            raise CommandError(text % {"file": error}) from None
        except OSError as error:
            raise CommandError(str(error)) from None
        lines = csv.writer(self.stdout, lineterminator="\n")
        lines.writerow(COLUMNS)
        for place, who in enumerate(rated.ranking, start=1):
            own = rated.figures[who]
            strength = [repr(own.strength.mu), repr(own.strength.sigma)]
            counts = [own.games, own.won, own.contests, own.contests_won]
            lines.writerow([place, *who, *strength, *counts])
