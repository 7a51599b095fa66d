"""On the server: contests that a hall's computer sends, taken once they are proven to be right."""

import zlib
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final

from django.db import transaction

from scorekeeper.models import Game, Player
from tournaments.ledger.room_left import TooManyContestsError, refuse_one_too_many
from tournaments.linked.server import RefusedError
from tournaments.linked.troubles import ContestRefusal
from tournaments.models import (
    ArrivedContest,
    ArrivedName,
    EntryPlayer,
    HallComputer,
    Tournament,
)
from tournaments.replay.completing import has_no_log
from tournaments.transfer.services.transfer import (
    MOST_CHARACTERS,
    DocumentError,
    read_document,
    refuse_wrong,
    store_document,
)

Plain = dict[str, Any]

MOST_BYTES: Final = 20_000_000
"""Of a document as it comes over the line, compressed."""
_GZIP: Final = 16 + zlib.MAX_WBITS


def unpacked(read: Callable[[int], bytes]) -> str:
    """Return the text of a compressed document; raises RefusedError for what is too large or none.

    A few bytes can unpack to all of the memory: no more is unpacked than a document may have.
    """
    packed = read(MOST_BYTES + 1)
    if len(packed) > MOST_BYTES:
        raise RefusedError(ContestRefusal.TOO_LARGE)
    unpacking = zlib.decompressobj(_GZIP)
    try:
        content = unpacking.decompress(packed, MOST_CHARACTERS)
        text = content.decode()
    except (zlib.error, ValueError):
        raise RefusedError(ContestRefusal.WRONG) from None
    if unpacking.unconsumed_tail:
        raise RefusedError(ContestRefusal.TOO_LARGE)
    if not unpacking.eof:
        raise RefusedError(ContestRefusal.WRONG)
    return text


def take_contest(
    *, computer: HallComputer, first_hash: str, text: str, now: datetime
) -> ArrivedContest:
    """Store what a computer sent of a contest, or nothing of it; return what is there then.

    The document is worked out again before it counts, and its log must go on from the one that is
    stored: a contest is written in one place. Raises RefusedError; why is kept for the club to see.
    """
    try:
        document = _proven(first_hash, text)
        return _stored(computer, first_hash, document, now)
    except RefusedError as error:
        _note_refusal(computer, first_hash, error.refusal, now)
        raise


def _proven(first_hash: str, text: str) -> Plain:
    try:
        document = read_document(text)
        if has_no_log(document):
            raise RefusedError(ContestRefusal.WRONG)
        refuse_wrong(document)
    except DocumentError:
        raise RefusedError(ContestRefusal.WRONG) from None
    proven: Plain = document
    if not proven["log"] or proven["log"][0]["hash"] != first_hash:
        raise RefusedError(ContestRefusal.WRONG)
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
    contest = _locked(arrived)
    if contest is None:
        return
    contest.is_mirror = False
    # The hall's may have been preferred before, and nothing come of it.
    if last := contest.log.order_by("number").last():
        contest.version, contest.log_hash = last.number, last.hash
    contest.save(update_fields=["is_mirror", "version", "log_hash"])


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
    if lines.exists() or others.exists():
        raise RefusedError(ContestRefusal.ELSEWHERE)


def _refuse_full(computer: HallComputer) -> None:
    try:
        refuse_one_too_many(computer.club)
    except TooManyContestsError:
        raise RefusedError(ContestRefusal.FULL) from None


def _brings_more(stored: Tournament, log: list[Plain]) -> bool:
    """Return whether a document goes on from what is stored, False where it is the same.

    Raises RefusedError.
    """
    if not stored.is_mirror:
        raise RefusedError(ContestRefusal.ELSEWHERE)
    if not stored.version:
        # Somebody at the club decided for what the hall's computer has.
        return True
    if len(log) >= stored.version:
        if log[stored.version - 1]["hash"] != stored.log_hash:
            raise RefusedError(ContestRefusal.PARTED)
        return len(log) > stored.version
    same = stored.log.filter(number=len(log), hash=log[-1]["hash"]).exists()
    raise RefusedError(ContestRefusal.OLDER if same else ContestRefusal.PARTED)


def empty_contest(stored: Tournament) -> None:
    """Take out of a contest what the document brings anew; its address and its codes stay."""
    games = list(Game.objects.filter(match__round__tournament=stored).values_list("pk", flat=True))
    # A game is held by its table, an entry by its seats: in this order.
    stored.rounds.all().delete()
    Game.objects.filter(pk__in=games).delete()
    stored.entries.all().delete()
    stored.log.all().delete()


def _store(computer: HallComputer, tournament: Tournament, document: Plain, now: datetime) -> None:
    known = _known_names(computer)
    store_document(tournament, document, now=now, known=known)
    _remember_names(computer, tournament, known)


def _known_names(computer: HallComputer) -> Mapping[str, Player]:
    """Return whom the club's own people know by a name: found once, merged or put right since."""
    names = computer.names.select_related("player__merged_into")
    return {one.name: one.player.merged_into or one.player for one in names}


def _remember_names(
    computer: HallComputer, tournament: Tournament, known: Mapping[str, Player]
) -> None:
    people = EntryPlayer.objects.filter(entry__tournament=tournament, player__isnull=False)
    found = dict(people.values_list("name", "player_id"))
    ArrivedName.objects.bulk_create(
        (
            ArrivedName(computer=computer, name=name, player_id=player)
            for name, player in found.items()
            if name not in known
        ),
        ignore_conflicts=True,
    )


def _note_refusal(
    computer: HallComputer, first_hash: str, refusal: ContestRefusal, now: datetime
) -> None:
    said = {"refused": refusal.value, "refused_at": now}
    ArrivedContest.objects.update_or_create(
        computer=computer,
        first_hash=first_hash,
        defaults=said,
        create_defaults={**said, "name": first_hash[:8]},
    )
    HallComputer.objects.filter(pk=computer.pk).update(heard_at=now)
