"""Replay the log of a contest, and report differences from the stored rows."""

from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.audit_log.actions import ACTIONS
from tournaments.audit_log.chain import ChainEntry, LogHead, read_head
from tournaments.audit_log.labels import document_problem_text, parting_text, spot_text
from tournaments.audit_log.queries.logs import holds, verify_tournament
from tournaments.audit_log.replay.compare import DocumentPlace
from tournaments.audit_log.replay.shape import DocumentProblem
from tournaments.audit_log.replay.verification import Verification
from tournaments.management.contest_command import OneContestCommand


class Command(OneContestCommand):
    help = (
        "Replay the log of a contest and compare: every hand, total, result, signature, draw and "
        "place. Draws are drawn again. Say every difference, exit 1 if there is any."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--head",
            metavar="N:HASH",
            action="append",
            default=[],
            help="line and mark of the log as they were printed: does it still have them?",
        )

    def run(self, **options: Any) -> None:
        contest = self.contest(options["id"])
        heads = [_read(text) for text in options["head"]]
        found = verify_tournament(contest)
        if found.broken_at is not None:
            self.stdout.write(
                _("Line %(number)s of the log was changed, left out or put in.")
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
                    "The contest was brought in without a log by %(who)s on %(at)s: what was done "
                    "before that nobody can check."
                )
                % {"who": link.author, "at": link.at}
            )
        lost = [head for head in heads if not holds(contest, head)]
        for head in lost:
            self.stdout.write(
                _(
                    "Line %(number)s of the log does not carry the mark %(mark)s: it was cut off "
                    "or written anew since that was printed."
                )
                % {"number": head.number, "mark": head.digits}
            )
        if lost or not found.is_whole:
            raise SystemExit(1)

    def _tell_stop(self, link: ChainEntry, reasons: Sequence[DocumentProblem]) -> None:
        place = DocumentPlace(round_number=link.round_number, table=link.table_number)
        self.stdout.write(
            _(
                "%(place)s: line %(number)s of the log (%(kind)s, %(at)s) cannot have been done "
                "as the contest then stood: %(reason)s What follows was not compared."
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
            _("“%(text)s” is no line of a log with its mark, such as 214:3fa901bc77de0012.")
            % {"text": text}
        )
    return head


def _kind_text(kind: str) -> str:
    return _(ACTIONS[kind].title) if kind in ACTIONS else kind


def _summary(found: Verification) -> str:
    if found.is_whole:
        return ngettext(
            "The log tells exactly this contest: %(count)s line, %(rounds)s rounds, "
            "%(hands)s hands.",
            "The log tells exactly this contest: %(count)s lines, %(rounds)s rounds, "
            "%(hands)s hands.",
            found.acts,
        ) % {"count": found.acts, "rounds": found.rounds, "hands": found.hands}
    return ngettext(
        "The log and the contest part in %(count)s place.",
        "The log and the contest part in %(count)s places.",
        found.count,
    ) % {"count": found.count}
