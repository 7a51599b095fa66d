"""Write all that is a club's into one file."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.management.club_command import ClubCommand
from tournaments.extensions.club_export.management.club_command import club_meant
from tournaments.extensions.club_export.queries import file_name, write_club


class Command(ClubCommand):
    help = (
        "Write all that is a club's into one zip, which import_club reads on another server, and "
        "print its name. It holds names and the codes of tables, but no password and no key."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", metavar="CLUB", help="name or number of the club")
        parser.add_argument(
            "--output", metavar="FILE", help="in this folder, by the club's name, without one"
        )

    def run(self, **options: Any) -> None:
        club, now = club_meant(options["club"]), timezone.now()
        target = Path(options["output"] or file_name(club, now))
        half = target.with_name(f"{target.name}.part")
        try:
            # Readable by whoever writes it alone, and there only once it is whole.
            with open(half, "wb", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
                write_club(club, file, now=now)
            half.replace(target)
        except OSError as error:
            half.unlink(missing_ok=True)
            raise CommandError(
                _("The file cannot be written: %(reason)s") % {"reason": error}
            ) from None
        self.stdout.write(str(target))
