"""Server side: contests and evenings from a hall's computer are verified and stored."""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final
from uuid import UUID

from django.db import DataError, IntegrityError
from django.db.models import F

from scorekeeper.documents.document import EveningDocument
from scorekeeper.documents.queries import document_of_evening, evenings_with_state
from scorekeeper.documents.services import store_evening
from scorekeeper.documents.verifying import (
    Course,
    EveningDocumentError,
    EveningProblem,
    course_of,
    read_evening,
)
from scorekeeper.models import Evening, Game, GameSeat
from tournaments.audit_log.replay.completing import has_no_log
from tournaments.audit_log.replay.shape import ShapeCode
from tournaments.audit_log.room_left import TooManyContestsError, refuse_one_too_many
from tournaments.audit_log.services import DocumentError, read_document, store_document
from tournaments.extensions.sync.errors import DocumentRefusal
from tournaments.extensions.sync.server import DocumentRefusedError
from tournaments.extensions.sync.services.taking import known_names, remember_names
from tournaments.models import (
    ArrivedContest,
    ArrivedEvening,
    EntryPlayer,
    FormerPlayer,
    HallComputer,
    Tournament,
)

Plain = dict[str, Any]

_REFUSED: Final[Mapping[ShapeCode | None, DocumentRefusal]] = {
    ShapeCode.NOT_JSON: DocumentRefusal.NO_DOCUMENT,
    ShapeCode.TOO_DEEP: DocumentRefusal.NO_DOCUMENT,
    ShapeCode.TOO_LARGE: DocumentRefusal.TOO_LARGE,
    ShapeCode.TOO_MANY_VALUES: DocumentRefusal.TOO_LARGE,
    ShapeCode.TOO_COSTLY: DocumentRefusal.TOO_LARGE,
}


class _Contests:
    arrived, stored = ArrivedContest, Tournament
    key, place = "first_hash", "tournament"
    forgotten: Mapping[str, object] = MappingProxyType({"version": 0, "log_hash": ""})

    def proven(self, computer: HallComputer, key: str, data: bytes) -> Plain:
        try:
            proven: Plain = read_document(data, club=computer.club_id)
        except DocumentError as error:
            code = error.problems[0].code if error.problems else None
            raise DocumentRefusedError(_REFUSED.get(code, DocumentRefusal.WRONG)) from None
        if has_no_log(proven) or proven["log"][0]["hash"] != key:
            raise DocumentRefusedError(DocumentRefusal.WRONG)
        return proven

    def name(self, document: Plain) -> str:
        return str(document["tournament"]["name"])

    def refuse_new(self, computer: HallComputer, key: str) -> None:
        lines = Tournament.objects.filter(
            club=computer.club, log__number=1, log__hash=key, arrived=None
        )
        others = ArrivedContest.objects.filter(
            computer__club=computer.club, first_hash=key, tournament__isnull=False
        )
        if lines.exists() or (computer.is_apart and others.exists()):
            raise DocumentRefusedError(DocumentRefusal.ELSEWHERE)
        if others.exists():
            raise DocumentRefusedError(DocumentRefusal.COMPUTER)
        try:
            refuse_one_too_many(computer.club)
        except TooManyContestsError:
            raise DocumentRefusedError(DocumentRefusal.FULL) from None

    def is_newer(self, stored: Tournament, document: Plain) -> bool:
        log = document["log"]
        if len(log) >= stored.version:
            if log[stored.version - 1]["hash"] != stored.log_hash:
                raise DocumentRefusedError(DocumentRefusal.PARTED)
            return len(log) > stored.version
        same = stored.log.filter(number=len(log), hash=log[-1]["hash"]).exists()
        raise DocumentRefusedError(DocumentRefusal.OLDER if same else DocumentRefusal.PARTED)

    def store(
        self, computer: HallComputer, stored: Tournament, document: Plain, now: datetime
    ) -> None:
        if stored.pk:
            empty_contest(stored)
        known = known_names(computer)
        store_document(stored, document, now=now, known=known)
        for rows in (EntryPlayer.objects, FormerPlayer.objects):
            people = rows.filter(entry__tournament=stored, player__isnull=False)
            remember_names(computer, people.values_list("name", "player_id"), known)

    def taken(self, stored: Tournament) -> int:
        return stored.version

    def release(self, stored: Tournament) -> None:
        stored.is_mirror = False
        # The hall's version may have been preferred earlier without a new document since.
        if last := stored.log.order_by("number").last():
            stored.version, stored.log_hash = last.number, last.hash
        stored.save(update_fields=["is_mirror", "version", "log_hash"])


CONTESTS: Final = _Contests()


def take_on(*, computer: HallComputer) -> None:
    """Let a computer continue contests that were continued here but not changed."""
    untouched = Tournament.objects.filter(arrived__computer=computer, version=F("arrived__taken"))
    Tournament.objects.filter(pk__in=untouched.values("pk")).update(is_mirror=True)


def empty_contest(stored: Tournament) -> None:
    """Delete what the document contains from a contest; its address and codes stay."""
    games = list(Game.objects.filter(match__round__tournament=stored).values_list("pk", flat=True))
    # In the order of protected references: games by tables, entries by seats.
    stored.rounds.all().delete()
    Game.objects.filter(pk__in=games).delete()
    stored.entries.all().delete()
    stored.log.all().delete()


_REFUSED_EVENINGS: Final = {
    EveningProblem.TOO_LARGE: DocumentRefusal.TOO_LARGE,
    EveningProblem.NO_DOCUMENT: DocumentRefusal.NO_DOCUMENT,
}
_COURSES: Final = {Course.OLDER: DocumentRefusal.OLDER, Course.PARTED: DocumentRefusal.PARTED}


class _Evenings:
    arrived, stored = ArrivedEvening, Evening
    key, place = "key", "evening"
    forgotten: Mapping[str, object] = MappingProxyType({"version": 0})

    def proven(self, computer: HallComputer, key: UUID, data: bytes) -> EveningDocument:
        try:
            document = read_evening(data, club=computer.club_id)
        except EveningDocumentError as error:
            refusal = _REFUSED_EVENINGS.get(error.problems[0][0], DocumentRefusal.WRONG)
            raise DocumentRefusedError(refusal) from None
        if document.evening.key != key:
            raise DocumentRefusedError(DocumentRefusal.WRONG)
        return document

    def name(self, document: EveningDocument) -> str:
        return document.evening.name

    def refuse_new(self, computer: HallComputer, key: UUID) -> None:
        there = Evening.objects.filter(club=computer.club_id, key=key).first()
        if there is None:
            return
        others = ArrivedEvening.objects.filter(evening=there)
        if computer.is_apart or not others.exists():
            raise DocumentRefusedError(DocumentRefusal.ELSEWHERE)
        raise DocumentRefusedError(DocumentRefusal.COMPUTER)

    def is_newer(self, stored: Evening, document: EveningDocument) -> bool:
        course = course_of(document_of_evening(stored), document)
        if course in _COURSES:
            raise DocumentRefusedError(_COURSES[course])
        return course is Course.NEWER

    def store(
        self, computer: HallComputer, stored: Evening, document: EveningDocument, now: datetime
    ) -> None:
        known = known_names(computer)
        try:
            store_evening(evening=stored, document=document, now=now, known=known)
        except (EveningDocumentError, IntegrityError, DataError):
            # A value that the database rejects is an error; a busy database is tried again later.
            raise DocumentRefusedError(DocumentRefusal.WRONG) from None
        seats = GameSeat.every.filter(game__evening=stored, player__isnull=False)
        found = [*stored.attendances.values_list("name", "player_id")]
        remember_names(computer, [*found, *seats.values_list("name", "player_id")], known)

    def taken(self, stored: Evening) -> int:
        return int(evenings_with_state().get(pk=stored.pk).state)

    def release(self, stored: Evening) -> None:
        stored.is_mirror, stored.version = False, len(stored.acts)
        stored.save(update_fields=["is_mirror", "version"])
        stored.games.update(is_mirror=False)


EVENINGS: Final = _Evenings()


def take_evenings_on(*, computer: HallComputer) -> None:
    """Let a computer continue evenings that were continued here but not changed."""
    evenings = evenings_with_state().filter(arrived__computer=computer)
    untouched = list(evenings.filter(state=F("arrived__taken")).values_list("pk", flat=True))
    Evening.objects.filter(pk__in=untouched).update(is_mirror=True)
    Game.objects.filter(evening__in=untouched).update(is_mirror=True)
