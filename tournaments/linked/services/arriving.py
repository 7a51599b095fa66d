"""On the server: contests that a hall's computer sends, taken once they are proven to be right."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F

from scorekeeper.models import Game
from tournaments.ledger.room_left import TooManyContestsError, refuse_one_too_many
from tournaments.linked.server import RefusedError
from tournaments.linked.services.taking import (
    known_names,
    note_refusal,
    remember_names,
    unpacked,
)
from tournaments.linked.troubles import DocumentRefusal
from tournaments.models import (
    ArrivedContest,
    EntryPlayer,
    FormerPlayer,
    HallComputer,
    Tournament,
)
from tournaments.replay.completing import has_no_log
from tournaments.transfer.services.transfer import (
    DocumentError,
    read_document,
    refuse_wrong,
    store_document,
)

Plain = dict[str, Any]


def take_contest(
    *,
    computer: HallComputer,
    first_hash: str,
    read: Callable[[int], bytes],
    now: datetime,
    name: str = "",
) -> ArrivedContest:
    """Store what a computer sent of a contest, or nothing of it; return what is there then.

    The document is worked out again before it counts, and its log must go on from the one that is
    stored: a contest is written in one place. Raises RefusedError; why is kept for the club to see,
    under the `name` that was said of it.
    """
    try:
        document = _proven(first_hash, unpacked(read))
        return _stored(computer, first_hash, document, now)
    except RefusedError as error:
        found = computer.contests.filter(first_hash=first_hash).first()
        arrived = found or ArrivedContest(computer=computer, first_hash=first_hash, name=name)
        note_refusal(arrived, error.refusal, now)
        raise


def _proven(first_hash: str, text: str) -> Plain:
    try:
        document = read_document(text)
    except DocumentError:
        raise RefusedError(DocumentRefusal.NO_DOCUMENT) from None
    try:
        if has_no_log(document):
            raise RefusedError(DocumentRefusal.WRONG)
        refuse_wrong(document)
    except DocumentError:
        raise RefusedError(DocumentRefusal.WRONG) from None
    proven: Plain = document
    if not proven["log"] or proven["log"][0]["hash"] != first_hash:
        raise RefusedError(DocumentRefusal.WRONG)
    return proven


@transaction.atomic
def _stored(
    computer: HallComputer, first_hash: str, document: Plain, now: datetime
) -> ArrivedContest:
    # Sent twice at once, by two tries of one computer: one after the other.
    HallComputer.objects.select_for_update().get(pk=computer.pk)
    HallComputer.objects.filter(pk=computer.pk).update(heard_at=now)
    arrived, _is_new = ArrivedContest.objects.get_or_create(
        computer=computer, first_hash=first_hash, defaults={"name": document["tournament"]["name"]}
    )
    # Whoever decides at the same time to go on here waits, or has decided.
    stored = arrived.tournament = _locked(arrived)
    if stored is None:
        _refuse_known(computer, first_hash)
        _refuse_full(computer)
        arrived.tournament = stored = Tournament(club=computer.club, is_mirror=True)
        _store(computer, stored, document, now)
    elif _brings_more(stored, document["log"]):
        empty_contest(stored)
        _store(computer, stored, document, now)
    arrived.name, arrived.arrived_at = document["tournament"]["name"], now
    arrived.taken = len(document["log"])
    arrived.refused, arrived.refused_at = "", None
    arrived.save()
    return arrived


@transaction.atomic
def prefer_hall(*, arrived: ArrivedContest) -> None:
    """Let the next document of a contest be taken, whatever is stored here."""
    Tournament.objects.filter(arrived=arrived, is_mirror=True).update(version=0, log_hash="")
    ArrivedContest.objects.filter(pk=arrived.pk).update(refused="", refused_at=None)


@transaction.atomic
def go_on_here(*, arrived: ArrivedContest) -> None:
    """Write a contest here from now on; what the hall's computer sends of it is refused."""
    ArrivedContest.objects.filter(pk=arrived.pk).update(taken=None)
    let_go(arrived=arrived)


def let_go(*, arrived: ArrivedContest) -> None:
    """Let a contest be written here, as nothing more comes of it."""
    contest = _locked(arrived)
    if contest is None:
        return
    contest.is_mirror = False
    # The hall's may have been preferred before, and nothing come of it.
    if last := contest.log.order_by("number").last():
        contest.version, contest.log_hash = last.number, last.hash
    contest.save(update_fields=["is_mirror", "version", "log_hash"])


def take_on(*, computer: HallComputer) -> None:
    """Let a computer go on with contests that went on here, where nothing was written to them."""
    untouched = Tournament.objects.filter(arrived__computer=computer, version=F("arrived__taken"))
    Tournament.objects.filter(pk__in=untouched.values("pk")).update(is_mirror=True)


def _locked(arrived: ArrivedContest) -> Tournament | None:
    contests = Tournament.objects.select_for_update(of=("self",)).select_related("club")
    return contests.filter(arrived=arrived).first()


def _refuse_known(computer: HallComputer, first_hash: str) -> None:
    """Raise RefusedError where the club has the contest already from somewhere else."""
    lines = Tournament.objects.filter(
        club=computer.club, log__number=1, log__hash=first_hash, arrived=None
    )
    others = ArrivedContest.objects.filter(
        computer__club=computer.club, first_hash=first_hash, tournament__isnull=False
    )
    if lines.exists() or (computer.is_apart and others.exists()):
        raise RefusedError(DocumentRefusal.ELSEWHERE)
    if others.exists():
        raise RefusedError(DocumentRefusal.COMPUTER)


def _refuse_full(computer: HallComputer) -> None:
    try:
        refuse_one_too_many(computer.club)
    except TooManyContestsError:
        raise RefusedError(DocumentRefusal.FULL) from None


def _brings_more(stored: Tournament, log: list[Plain]) -> bool:
    """Return whether a document goes on from what is stored, False where it is the same.

    Raises RefusedError.
    """
    if not stored.is_mirror:
        raise RefusedError(DocumentRefusal.ELSEWHERE)
    if not stored.version:
        # Somebody at the club decided for what the hall's computer has.
        return True
    if len(log) >= stored.version:
        if log[stored.version - 1]["hash"] != stored.log_hash:
            raise RefusedError(DocumentRefusal.PARTED)
        return len(log) > stored.version
    same = stored.log.filter(number=len(log), hash=log[-1]["hash"]).exists()
    raise RefusedError(DocumentRefusal.OLDER if same else DocumentRefusal.PARTED)


def empty_contest(stored: Tournament) -> None:
    """Take out of a contest what the document brings anew; its address and its codes stay."""
    games = list(Game.objects.filter(match__round__tournament=stored).values_list("pk", flat=True))
    # A game is held by its table, an entry by its seats: in this order.
    stored.rounds.all().delete()
    Game.objects.filter(pk__in=games).delete()
    stored.entries.all().delete()
    stored.log.all().delete()


def _store(computer: HallComputer, tournament: Tournament, document: Plain, now: datetime) -> None:
    known = known_names(computer)
    store_document(tournament, document, now=now, known=known)
    for rows in (EntryPlayer.objects, FormerPlayer.objects):
        people = rows.filter(entry__tournament=tournament, player__isnull=False)
        remember_names(computer, people.values_list("name", "player_id"), known)
