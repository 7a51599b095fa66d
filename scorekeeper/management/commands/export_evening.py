"""Write an evening as one JSON document."""

from argparse import ArgumentParser
from typing import Any, Final

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from scorekeeper.documents.queries import document_of_evening
from scorekeeper.management.club_command import ClubCommand, write_document
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
        if options["output"]:
            write_document(options["output"], text)
        else:
            self.stdout.write(text)


def _evening(number: int) -> Evening:
    if found := Evening.objects.filter(pk=number).first():
        return found
    there = Evening.objects.newest_first()[:MOST_SHOWN]
    known = ", ".join(f"{evening.pk} ({evening.name})" for evening in there)
    raise CommandError(
        _("There is no evening %(number)s. There are: %(known)s.")
        % {"number": number, "known": known or "–"}
    )
