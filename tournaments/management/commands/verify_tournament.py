"""Replay the log of a contest, and report differences from the stored rows or the document."""

from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.management.club_command import read_document as document_text
from tournaments.audit_log.actions import ACTIONS, is_brought_in
from tournaments.audit_log.chain import ChainEntry, LogHead, read_head
from tournaments.audit_log.labels import (
    document_problem_text,
    parting_text,
    refusal_texts,
    spot_text,
)
from tournaments.audit_log.queries.logs import holds, verify_tournament
from tournaments.audit_log.replay.compare import DocumentPlace
from tournaments.audit_log.replay.completing import has_no_log
from tournaments.audit_log.replay.shape import DocumentProblem
from tournaments.audit_log.replay.verification import Verification
from tournaments.audit_log.services import DocumentError, read_document
from tournaments.management.contest_command import OneContestCommand


class Command(OneContestCommand):
    help = (
        "Replay the log of a contest and compare: every hand, total, result, signature, draw and "
        "place. Draws are drawn again. Say every difference, exit 1 if there is any. A file is "
        "compared with its own log, and stays a file."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "contest",
            metavar="ID|FILE",
            help="number of the contest, or the document of one; - is standard input",
        )
        parser.add_argument(
            "--head",
            metavar="N:HASH",
            action="append",
            default=[],
            help="line and mark of the log as they were printed: does it still have them?",
        )

    def prepare(self) -> None:
        """Leave the database alone until a contest in it is asked for."""

    def run(self, **options: Any) -> None:
        named = options["contest"]
        heads = [_read(text) for text in options["head"]]
        if named.isdecimal():
            super().prepare()
            contest = self.contest(int(named))
            is_whole = self._tell(verify_tournament(contest))
            lost = [head for head in heads if not holds(contest, head)]
        else:
            links = self._links_of(named)
            is_whole = bool(links)
            lost = [head for head in heads if not _has(links, head)]
        for head in lost:
            self.stdout.write(
                _(
                    "Line %(number)s of the log does not have the fingerprint %(mark)s: the "
                    "log was cut off or rewritten since that was printed."
                )
                % {"number": head.number, "mark": head.digits}
            )
        if lost or not is_whole:
            raise SystemExit(1)

    def _links_of(self, file: str) -> list[ChainEntry]:
        """Verify a document, and return its log; empty if anything in it is wrong."""
        try:
            document = read_document(document_text(file))
        except DocumentError as error:
            for text in refusal_texts(error.problems, error.differences):
                self.stdout.write(text)
            self.stdout.write(_parts_text(error.count))
            return []
        if has_no_log(document):
            self.stdout.write(
                _("The document has no log: nobody can check how this contest came about.")
            )
            return []
        links = [ChainEntry.from_dict(link) for link in document["log"]]
        matches = [match for played in document["rounds"] for match in played["matches"]]
        self._tell(
            Verification(
                acts=len(links),
                rounds=len(document["rounds"]),
                hands=sum(len(match["hands"]) for match in matches),
                brought_in=links[0] if is_brought_in(links[0]) else None,
            )
        )
        self.stdout.write(
            _(
                "A document does not contain who sat on which chair, nor the logs of the games: "
                "these were not compared."
            )
        )
        return links

    def _tell(self, found: Verification) -> bool:
        """Say everything that was found; return whether that is nothing."""
        if found.broken_at is not None:
            self.stdout.write(
                _("Line %(number)s of the log was changed, removed or added.")
                % {"number": found.broken_at}
            )
        if found.stopped_at:
            self._tell_stop(found.stopped_at, found.reasons)
        for problem in found.problems:
            self.stdout.write(document_problem_text(problem))
        for difference in found.differences:
            self.stdout.write(parting_text(difference))
        self.stdout.write(_summary(found))
        if link := found.brought_in:
            self.stdout.write(
                _(
                    "The contest was imported without a log by %(who)s on %(at)s: nobody can "
                    "check what was done before that."
                )
                % {"who": link.author, "at": link.at}
            )
        return found.is_whole

    def _tell_stop(self, link: ChainEntry, reasons: Sequence[DocumentProblem]) -> None:
        place = DocumentPlace(round_number=link.round_number, table=link.table_number)
        self.stdout.write(
            _(
                "%(place)s: line %(number)s of the log (%(kind)s, %(at)s) cannot have been "
                "done in the state that the contest was in: %(reason)s What follows was not "
                "compared."
            )
            % {
                "place": spot_text(place),
                "number": link.number,
                "kind": _kind_text(link.kind),
                "at": link.at,
                "reason": " ".join(map(document_problem_text, reasons)),
            }
        )


def _read(text: str) -> LogHead:
    head = read_head(text)
    if head is None:
        raise CommandError(
            _(
                "“%(text)s” is not a line of a log with its fingerprint, such as "
                "214:3fa901bc77de0012."
            )
            % {"text": text}
        )
    return head


def _has(links: Sequence[ChainEntry], head: LogHead) -> bool:
    return any(link.number == head.number and head.names(link.hash) for link in links)


def _kind_text(kind: str) -> str:
    return _(ACTIONS[kind].title) if kind in ACTIONS else kind


def _summary(found: Verification) -> str:
    if found.is_whole:
        return ngettext(
            "The log matches this contest exactly: %(count)s line, %(rounds)s rounds, "
            "%(hands)s hands.",
            "The log matches this contest exactly: %(count)s lines, %(rounds)s rounds, "
            "%(hands)s hands.",
            found.acts,
        ) % {"count": found.acts, "rounds": found.rounds, "hands": found.hands}
    return _parts_text(found.count)


def _parts_text(count: int) -> str:
    text = ngettext(
        "The log and the contest differ in %(count)s place.",
        "The log and the contest differ in %(count)s places.",
        count,
    )
    return text % {"count": count}
