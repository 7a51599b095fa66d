"""Read scanned sheets from files: pictures, PDFs, and folders of them."""

from argparse import ArgumentParser
from collections.abc import Iterator
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.management.club_command import ClubCommand, author_at_computer
from tournaments.extensions.scan.labels import FAULTS
from tournaments.extensions.scan.reader import is_installed
from tournaments.extensions.scan.services import keep_file


class Command(ClubCommand):
    help = (
        "Read the sheets in pictures, PDFs and folders of them, a pile in any order: the code on "
        "each says its contest, round and table. They wait there for somebody to look at them and "
        "enter them. Exits with 1 if any was not read."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", metavar="FILE", nargs="+", help="a file or a folder")
        parser.add_argument(
            "--by",
            metavar="NAME",
            help="who brings them in: stands in the log of the contest; your name on this "
            "computer without it",
        )

    def run(self, **options: Any) -> None:
        if not is_installed():
            raise CommandError(
                _("This computer cannot read photos. Install what is missing: %(command)s")
                % {"command": 'pip install "belote[scan]"'}
            )
        author, refused = author_at_computer(options["by"]), 0
        for file in files_in(options["files"]):
            try:
                data = file.read_bytes()
            except OSError as error:
                raise CommandError(
                    _("The file cannot be read: %(reason)s") % {"reason": error}
                ) from None
            found = keep_file(data, author=author, now=timezone.now())
            for page, one in enumerate(found, start=1):
                if one == "empty_page":
                    continue  # The back of a sheet.
                name = f"{file.name}:{page}"
                if isinstance(one, str):
                    refused += 1
                    self.stderr.write(f"{name}: {FAULTS[one]}")
                else:
                    text = _("%(contest)s, round %(round)d, table %(table)d")
                    facts = {
                        "contest": one.round.tournament.name,
                        "round": one.round.number,
                        "table": one.table_number,
                    }
                    self.stdout.write(f"{name}: {text % facts}")
        if refused:
            raise SystemExit(1)


def files_in(named: list[str]) -> Iterator[Path]:
    """Yield the named files, and those in the named folders in the order of their names."""
    for path in map(Path, named):
        if path.is_dir():
            yield from sorted(one for one in path.iterdir() if one.is_file() and is_scan(one))
        else:
            yield path


def is_scan(file: Path) -> bool:
    """Return whether a file is named as a picture or a PDF: systems keep others in folders."""
    kind = guess_type(file.name)[0] or ""
    return kind.startswith("image/") or kind == "application/pdf"
