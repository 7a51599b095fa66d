"""Read the JSON document of an evening that another installation wrote."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.clubs.services.clubs import oldest_club
from scorekeeper.documents.labels import problem_lines
from scorekeeper.documents.services import import_evening
from scorekeeper.documents.verifying import EveningDocumentError, read_evening
from scorekeeper.management.club_command import ClubCommand, read_document
from scorekeeper.models import Club


class Command(ClubCommand):
    may_begin_club = True
    help = (
        "Read the JSON document of a club evening, which export_evening wrote, and print the "
        "number it has here. Everything in it is scored again first: where anything is wrong, say "
        "what and where, store nothing, exit 1."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the document; - is standard input")
        parser.add_argument("--club", metavar="NAME", help="the oldest club without it")

    def run(self, **options: Any) -> None:
        now = timezone.now()
        club = _club(name) if (name := options["club"]) else oldest_club(now=now)
        try:
            document = read_evening(read_document(options["file"]))
            stored = import_evening(club=club, document=document, now=now)
        except EveningDocumentError as error:
            for line in problem_lines(error.problems):
                self.stderr.write(line)
            if more := error.count - len(error.problems):
                self.stderr.write(_("… and %(count)s more.") % {"count": more})
            self.stderr.write(_("Nothing was stored."))
            raise SystemExit(1) from None
        self.stdout.write(str(stored.pk))


def _club(name: str) -> Club:
    if found := Club.objects.filter(name=name).order_by("pk").first():
        return found
    raise CommandError(_("There is no club “%(name)s”.") % {"name": name})
