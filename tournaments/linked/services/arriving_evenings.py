"""On the server: evenings that a hall's computer sends, taken once everything is scored again."""

from collections.abc import Callable
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction
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
from tournaments.linked.services.taking import (
    known_names,
    note_refusal,
    remember_names,
    unpacked,
)
from tournaments.linked.troubles import DocumentRefusal
from tournaments.models import ArrivedEvening, HallComputer

_REFUSED: Final = {
    EveningProblem.TOO_LARGE: DocumentRefusal.TOO_LARGE,
    EveningProblem.NO_DOCUMENT: DocumentRefusal.NO_DOCUMENT,
}
_COURSES: Final = {Course.OLDER: DocumentRefusal.OLDER, Course.PARTED: DocumentRefusal.PARTED}


def take_evening(
    *,
    computer: HallComputer,
    key: UUID,
    read: Callable[[int], bytes],
    now: datetime,
    name: str = "",
) -> ArrivedEvening:
    """Store what a computer sent of an evening, or nothing of it; return what is there then.

    Raises RefusedError; why is kept for the club to see, under the `name` that was said of it.
    """
    try:
        return _stored(computer, key, _verified(key, unpacked(read)), now)
    except RefusedError as error:
        found = computer.evenings.filter(key=key).first()
        arrived = found or ArrivedEvening(computer=computer, key=key, name=name)
        note_refusal(arrived, error.refusal, now)
        raise


def _verified(key: UUID, text: str) -> EveningDocument:
    try:
        document = read_evening(text)
    except EveningDocumentError as error:
        refusal = _REFUSED.get(error.problems[0][0], DocumentRefusal.WRONG)
        raise RefusedError(refusal) from None
    if document.evening.key != key:
        raise RefusedError(DocumentRefusal.WRONG)
    return document


@transaction.atomic
def _stored(
    computer: HallComputer, key: UUID, document: EveningDocument, now: datetime
) -> ArrivedEvening:
    # Sent twice at once, by two tries of one computer: one after the other.
    HallComputer.objects.select_for_update().get(pk=computer.pk)
    HallComputer.objects.filter(pk=computer.pk).update(heard_at=now)
    arrived, _is_new = ArrivedEvening.objects.get_or_create(
        computer=computer, key=key, defaults={"name": document.evening.name}
    )
    # Whoever decides at the same time to go on here waits, or has decided.
    stored = _locked(arrived)
    if stored is None:
        _refuse_known(computer, key)
        stored = Evening(club=computer.club, is_mirror=True)
        _store(computer, stored, document, now)
    elif _brings_more(stored, document):
        _store(computer, stored, document, now)
    arrived.evening = stored
    arrived.name, arrived.arrived_at = document.evening.name, now
    arrived.taken = evenings_with_state().get(pk=stored.pk).state
    arrived.refused, arrived.refused_at = "", None
    arrived.save()
    return arrived


def _store(
    computer: HallComputer, evening: Evening, document: EveningDocument, now: datetime
) -> None:
    known = known_names(computer)
    try:
        store_evening(evening=evening, document=document, now=now, known=known)
    except EveningDocumentError:
        raise RefusedError(DocumentRefusal.WRONG) from None
    seats = GameSeat.objects.filter(game__evening=evening, player__isnull=False)
    found = [*evening.attendances.values_list("name", "player_id")]
    remember_names(computer, [*found, *seats.values_list("name", "player_id")], known)


def _brings_more(stored: Evening, document: EveningDocument) -> bool:
    """Return whether a document goes on from what is stored; raises RefusedError."""
    if not stored.is_mirror:
        raise RefusedError(DocumentRefusal.ELSEWHERE)
    if not stored.version:
        # Somebody at the club decided for what the hall's computer has.
        return True
    course = course_of(document_of_evening(stored), document)
    if course in _COURSES:
        raise RefusedError(_COURSES[course])
    return course is Course.NEWER


def _refuse_known(computer: HallComputer, key: UUID) -> None:
    """Raise RefusedError where the club has the evening already from somewhere else."""
    there = Evening.objects.filter(club=computer.club_id, key=key).first()
    if there is None:
        return
    others = ArrivedEvening.objects.filter(evening=there)
    if computer.is_apart or not others.exists():
        raise RefusedError(DocumentRefusal.ELSEWHERE)
    raise RefusedError(DocumentRefusal.COMPUTER)


def _locked(arrived: ArrivedEvening) -> Evening | None:
    evenings = Evening.objects.select_for_update(of=("self",)).select_related("club")
    return evenings.filter(arrived=arrived).first()


@transaction.atomic
def prefer_hall_of_evening(*, arrived: ArrivedEvening) -> None:
    """Let the next document of an evening be taken, whatever is stored here."""
    Evening.objects.filter(arrived=arrived, is_mirror=True).update(version=0)
    ArrivedEvening.objects.filter(pk=arrived.pk).update(refused="", refused_at=None)


@transaction.atomic
def evening_goes_on_here(*, arrived: ArrivedEvening) -> None:
    """Write an evening here from now on; what the hall's computer sends of it is refused."""
    ArrivedEvening.objects.filter(pk=arrived.pk).update(taken=None)
    let_evening_go(arrived=arrived)


def let_evening_go(*, arrived: ArrivedEvening) -> None:
    """Let an evening be written here, as nothing more comes of it."""
    if evening := _locked(arrived):
        evening.is_mirror, evening.version = False, len(evening.acts)
        evening.save(update_fields=["is_mirror", "version"])
        evening.games.update(is_mirror=False)


def take_evenings_on(*, computer: HallComputer) -> None:
    """Let a computer go on with evenings that went on here, where nothing was written to them."""
    evenings = evenings_with_state().filter(arrived__computer=computer)
    untouched = list(evenings.filter(state=F("arrived__taken")).values_list("pk", flat=True))
    Evening.objects.filter(pk__in=untouched).update(is_mirror=True)
    Game.objects.filter(evening__in=untouched).update(is_mirror=True)
