"""Copy everything that the club has entered into one file, while the program runs or not."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.backups.making import make_backup
from scorekeeper.backups.places import backups_folder, thin
from scorekeeper.management.club_command import DataCommand
from scorekeeper.server.database import refuse_other_database


class Command(DataCommand):
    help = (
        "Copy the database and the key into one zip, at any time, also while hands are written. "
        "The last line printed says where it lies. It holds all names and the key: keep it safe."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file",
            metavar="FILE",
            nargs="?",
            type=Path,
            help="a new file, or a folder; without it the folder of the copies",
        )

    def run(self, **options: Any) -> None:
        now = timezone.now()
        target: Path | None = options["file"]
        refuse_other_database("backup", target or Path(f"belote-{now:%Y-%m-%d-%H%M%S}.dump"))
        made = make_backup(now=now, target=target)
        if target is None:
            thin(backups_folder(), now=now, made=made)
        self.stderr.write(_("The copy contains all names and the key: keep it in a safe place."))
        self.stdout.write(str(made))
