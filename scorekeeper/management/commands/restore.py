"""Put a copy in the place of the club's data; nothing is asked, and nothing is lost."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.management.club_command import DataCommand
from scorekeeper.server.database import refuse_other_database
from scorekeeper.server.restoring import restore


class Command(DataCommand):
    help = (
        "Check a copy and put it back: into a folder without a club, or with --replace in the "
        "place of the one that is there, which is kept aside. Not while the program runs. Names "
        "that were taken away since the copy was made are taken away again."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", metavar="FILE", type=Path, help="a copy, or the file of a database"
        )
        parser.add_argument(
            "--replace", action="store_true", help="keep the club that is there aside"
        )

    def run(self, **options: Any) -> None:
        copy: Path = options["file"]
        refuse_other_database("restore", copy)
        done = restore(copy, replace=options["replace"], now=timezone.now())
        self.stdout.write(_("The copy %(copy)s is in its place.") % {"copy": copy})
        if done.aside:
            self.stdout.write(_("What was there before is in %(folder)s.") % {"folder": done.aside})
        if done.names:
            self.stdout.write(
                ngettext(
                    "A name that was hidden or erased since was removed again: %(count)d.",
                    "Names that were hidden or erased since were removed again: %(count)d.",
                    done.names,
                )
                % {"count": done.names}
            )
        if not done.has_key:
            self.stdout.write(
                _("The file contains no key: people who were signed in may have to sign in again.")
            )
