"""Write an evening as one JSON document."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from scorekeeper.documents.pages import document_of_evening
from scorekeeper.management.club_command import ClubCommand
from scorekeeper.models import Evening

MOST_SHOWN: Final = 10


class Command(ClubCommand):
    help = (
        "Write a club evening as one JSON document, which import_evening reads. It holds names, "
        "but neither codes nor any address."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("id", metavar="ID", type=int, help="number of the evening")
        parser.add_argument("--output", metavar="FILE", help="standard output without one")

    def run(self, **options: Any) -> None:
        text = document_of_evening(_evening(options["id"])).text()
        if not options["output"]:
            self.stdout.write(text)
            return
        try:
            Path(options["output"]).write_text(f"{text}\n", encoding="utf-8", newline="\n")
        except OSError as error:
            raise CommandError(
                _("The document cannot be written: %(reason)s") % {"reason": error}
            ) from None


def _evening(number: int) -> Evening:
    if found := Evening.objects.filter(pk=number).first():
        return found
    there = Evening.objects.newest_first()[:MOST_SHOWN]
    known = ", ".join(f"{evening.pk} ({evening.name})" for evening in there)
    raise CommandError(
        _("There is no evening %(number)s. There are: %(known)s.")
        % {"number": number, "known": known or "–"}
    )
