"""Write a contest as one JSON document."""

from argparse import ArgumentParser
from typing import Any

from scorekeeper.management.club_command import write_document
from tournaments.audit_log.queries.documents import document_of, document_text
from tournaments.management.contest_command import OneContestCommand


class Command(OneContestCommand):
    help = (
        "Write a contest as one JSON document, which import_tournament reads. It holds names, but "
        "neither the codes of the tables nor any address."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--output", metavar="FILE", help="standard output without one")

    def run(self, **options: Any) -> None:
        document = document_of(self.contest(options["id"]))
        if options["output"]:
            write_document(options["output"], document_text(document))
            return
        # Readers expect UTF-8, whatever the terminal's encoding is.
        alphabet = getattr(self.stdout, "encoding", None) or "utf-8"
        is_narrow = alphabet.replace("-", "").lower() != "utf8"
        self.stdout.write(document_text(document, ascii_only=is_narrow))
