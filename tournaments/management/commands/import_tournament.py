"""Import the JSON document of a contest from another installation."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.db import DatabaseError
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.management.club_command import ClubCommand, author_at_computer
from scorekeeper.management.club_command import read_document as document_text
from tournaments.audit_log.labels import nothing_stored_text, refusal_texts
from tournaments.audit_log.room_left import TooManyContestsError
from tournaments.audit_log.services import DocumentError, import_tournament, read_document
from tournaments.contests.labels import contests_full_text
from tournaments.management.contest_command import clubs_named


class Command(ClubCommand):
    may_begin_club = True
    help = (
        "Read the JSON document of a contest, which export_tournament wrote, and print the number "
        "it has here. Where anything in it is wrong, say what and where, store nothing, exit 1."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the document; - is standard input")
        parser.add_argument(
            "--club", metavar="NAME", help="the oldest club, or a new one, without it"
        )
        parser.add_argument(
            "--without-log",
            action="store_true",
            help="take a document of another program, of which nobody can see how it came to be",
        )
        parser.add_argument(
            "--by",
            metavar="NAME",
            help="who brings it in: stands in the first line of its log; your name on this "
            "computer without it",
        )

    def run(self, **options: Any) -> None:
        club = clubs_named(name)[0] if (name := options["club"]) else None
        try:
            document = read_document(document_text(options["file"]))
            by = author_at_computer(options["by"]) if options["without_log"] else None
            stored = import_tournament(
                document=document, club=club, now=timezone.now(), without_log=by, is_proven=True
            )
        except DocumentError as error:
            self._refuse(error)
        except TooManyContestsError as error:
            raise CommandError(contests_full_text(error.most)) from None
        except DatabaseError as error:
            raise CommandError(
                _("The document cannot be stored: %(reason)s") % {"reason": error}
            ) from None
        else:
            self.stdout.write(str(stored.pk))

    def _refuse(self, error: DocumentError) -> None:
        texts = refusal_texts(error.problems, error.differences)
        for text in texts:
            self.stderr.write(text)
        if more := error.count - len(texts):
            self.stderr.write(_("… and %(count)s more.") % {"count": more})
        self.stderr.write(nothing_stored_text(error.count))
        raise SystemExit(1)
