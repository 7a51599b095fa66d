"""On the server: evenings that a hall's computer sends, taken once everything is scored again."""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Final
from uuid import UUID

from django.db import DataError, IntegrityError
from django.db.models import F

from scorekeeper.documents.document import EveningDocument
from scorekeeper.documents.pages import document_of_evening, evenings_with_state
from scorekeeper.documents.services import store_evening
from scorekeeper.documents.verifying import (
    Course,
    EveningDocumentError,
    EveningProblem,
    course_of,
    read_evening,
)
from scorekeeper.models import Evening, Game, GameSeat
from tournaments.linked.server import RefusedError
from tournaments.linked.services.taking import known_names, remember_names
from tournaments.linked.troubles import DocumentRefusal
from tournaments.models import ArrivedEvening, HallComputer

_REFUSED: Final = {
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
            refusal = _REFUSED.get(error.problems[0][0], DocumentRefusal.WRONG)
            raise RefusedError(refusal) from None
        if document.evening.key != key:
            raise RefusedError(DocumentRefusal.WRONG)
        return document

    def name(self, document: EveningDocument) -> str:
        return document.evening.name

    def refuse_new(self, computer: HallComputer, key: UUID) -> None:
        there = Evening.objects.filter(club=computer.club_id, key=key).first()
        if there is None:
            return
        others = ArrivedEvening.objects.filter(evening=there)
        if computer.is_apart or not others.exists():
            raise RefusedError(DocumentRefusal.ELSEWHERE)
        raise RefusedError(DocumentRefusal.COMPUTER)

    def is_newer(self, stored: Evening, document: EveningDocument) -> bool:
        course = course_of(document_of_evening(stored), document)
        if course in _COURSES:
            raise RefusedError(_COURSES[course])
        return course is Course.NEWER

    def store(
        self, computer: HallComputer, stored: Evening, document: EveningDocument, now: datetime
    ) -> None:
        known = known_names(computer)
        try:
            store_evening(evening=stored, document=document, now=now, known=known)
        except (EveningDocumentError, IntegrityError, DataError):
            # What no database keeps is wrong; one that is busy or away is asked again later.
            raise RefusedError(DocumentRefusal.WRONG) from None
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
    """Let a computer go on with evenings that went on here, where nothing was written to them."""
    evenings = evenings_with_state().filter(arrived__computer=computer)
    untouched = list(evenings.filter(state=F("arrived__taken")).values_list("pk", flat=True))
    Evening.objects.filter(pk__in=untouched).update(is_mirror=True)
    Game.objects.filter(evening__in=untouched).update(is_mirror=True)
