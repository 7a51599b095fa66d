"""On the server: what is the same for everything that a hall's computer sends."""

import zlib
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any, Final, Protocol

from django.db import transaction

from scorekeeper.limited_json import MOST_BYTES as MOST_UNPACKED
from scorekeeper.models import Player
from tournaments.models import ArrivedName, HallComputer
from tournaments.models.sync import ArrivedDocument
from tournaments.sync.errors import DocumentRefusal
from tournaments.sync.server import RefusedError

MOST_BYTES: Final = 20_000_000
"""Of a document as it comes over the line, compressed."""
UNKNOWN: Final = (
    DocumentRefusal.NO_DOCUMENT,
    DocumentRefusal.TOO_LARGE,
    DocumentRefusal.WRONG,
    DocumentRefusal.FULL,
)
"""Why nothing is known of a document: a computer can make up any number of those."""
_GZIP: Final = 16 + zlib.MAX_WBITS


def unpacked(read: Callable[[int], bytes]) -> bytes:
    """Return the bytes of a compressed document; raises RefusedError for what is too large or none.

    A few bytes can unpack to all of the memory: no more is unpacked than a document may have.
    """
    packed = read(MOST_BYTES + 1)
    if len(packed) > MOST_BYTES:
        raise RefusedError(DocumentRefusal.TOO_LARGE)
    unpacking = zlib.decompressobj(_GZIP)
    try:
        content = unpacking.decompress(packed, MOST_UNPACKED)
    except zlib.error:
        raise RefusedError(DocumentRefusal.NO_DOCUMENT) from None
    if unpacking.unconsumed_tail:
        raise RefusedError(DocumentRefusal.TOO_LARGE)
    if not unpacking.eof:
        raise RefusedError(DocumentRefusal.NO_DOCUMENT)
    return content


class ArrivingKind(Protocol):
    """A kind of document as it arrives: what is stored of it, and how it is proven.

    `arrived` keeps what a computer sent under `key`, and names what is stored in `place`;
    `forgotten` is what a stored one says once whatever comes next is to be taken.
    """

    arrived: type[Any]
    stored: type[Any]
    key: str
    place: str
    forgotten: Mapping[str, object]

    def proven(self, computer: HallComputer, key: Any, data: bytes) -> Any:
        """Return the document, worked out again; raises RefusedError and BusyError."""

    def name(self, document: Any) -> str: ...

    def refuse_new(self, computer: HallComputer, key: Any) -> None:
        """Raise RefusedError where the club has it from somewhere else, or has no room for it."""

    def is_newer(self, stored: Any, document: Any) -> bool:
        """Return whether a document goes on from what is stored, False where it is the same.

        Raises RefusedError.
        """

    def store(self, computer: HallComputer, stored: Any, document: Any, now: datetime) -> None: ...

    def taken(self, stored: Any) -> int:
        """Return how much of its log is there."""

    def release(self, stored: Any) -> None:
        """Let it be written here."""


def take(
    kind: ArrivingKind,
    *,
    computer: HallComputer,
    key: Any,
    read: Callable[[int], bytes],
    now: datetime,
    name: str = "",
) -> Any:
    """Store what a computer sent, or nothing of it; return what is there then.

    The document is worked out again before it counts, and its log must go on from the one that is
    stored: it is written in one place. Raises RefusedError; why is kept for the club to see, under
    the `name` that was said of it, and of what is not known here only the last time. Raises
    BusyError, and nothing is kept of that.
    """
    try:
        document = kind.proven(computer, key, unpacked(read))
        return _stored(kind, computer, key, document, now)
    except RefusedError as error:
        known = {"computer": computer, kind.key: key}
        found = kind.arrived.objects.filter(**known).first()
        if found is None and error.refusal in UNKNOWN:
            HallComputer.objects.filter(pk=computer.pk).update(
                refused=error.refusal.value, refused_name=name, refused_key=str(key), refused_at=now
            )
            raise
        arrived = found or kind.arrived(**known, name=name)
        arrived.refused, arrived.refused_at = error.refusal.value, now
        arrived.save()
        raise


def forget_refused(computer: HallComputer, keys: Iterable[object]) -> None:
    """Tell no longer that one of these was refused: it is here now."""
    told = HallComputer.objects.filter(pk=computer.pk, refused_key__in=[str(key) for key in keys])
    told.update(refused="", refused_name="", refused_key="", refused_at=None)


@transaction.atomic
def _stored(
    kind: ArrivingKind, computer: HallComputer, key: Any, document: Any, now: datetime
) -> Any:
    # Sent twice at once, by two tries of one computer: one after the other.
    HallComputer.objects.select_for_update().get(pk=computer.pk)
    HallComputer.objects.filter(pk=computer.pk).update(heard_at=now)
    arrived, _is_new = kind.arrived.objects.get_or_create(
        computer=computer, **{kind.key: key}, defaults={"name": kind.name(document)}
    )
    # Whoever decides at the same time to go on here waits, or has decided.
    stored = _locked(kind, arrived)
    if stored is None:
        kind.refuse_new(computer, key)
        stored = kind.stored(club=computer.club, is_mirror=True)
        kind.store(computer, stored, document, now)
    elif _brings_more(kind, stored, document):
        kind.store(computer, stored, document, now)
    setattr(arrived, kind.place, stored)
    arrived.name, arrived.arrived_at = kind.name(document), now
    arrived.taken = kind.taken(stored)
    arrived.refused, arrived.refused_at = "", None
    arrived.save()
    forget_refused(computer, [key])
    return arrived


def _brings_more(kind: ArrivingKind, stored: Any, document: Any) -> bool:
    if not stored.is_mirror:
        raise RefusedError(DocumentRefusal.ELSEWHERE)
    # Without a version somebody at the club decided for what the hall's computer has.
    return not stored.version or kind.is_newer(stored, document)


def _locked(kind: ArrivingKind, arrived: Any) -> Any:
    stored = kind.stored.objects.select_for_update(of=("self",)).select_related("club")
    return stored.filter(arrived=arrived).first()


@transaction.atomic
def prefer_hall(kind: ArrivingKind, *, arrived: ArrivedDocument) -> None:
    """Let the next document of something be taken, whatever is stored here."""
    kind.stored.objects.filter(arrived=arrived, is_mirror=True).update(**kind.forgotten)
    kind.arrived.objects.filter(pk=arrived.pk).update(refused="", refused_at=None)


@transaction.atomic
def go_on_here(kind: ArrivingKind, *, arrived: ArrivedDocument) -> None:
    """Write something here from now on; what the hall's computer sends of it is refused."""
    kind.arrived.objects.filter(pk=arrived.pk).update(taken=None)
    let_go(kind, arrived=arrived)


def let_go(kind: ArrivingKind, *, arrived: ArrivedDocument) -> None:
    """Let something be written here, as nothing more comes of it."""
    if stored := _locked(kind, arrived):
        kind.release(stored)


def known_names(computer: HallComputer) -> Mapping[str, Player]:
    """Return whom the club's own people know by a name: found once, merged or put right since."""
    names = computer.names.select_related("player__merged_into")
    return {one.name: one.player.merged_into or one.player for one in names}


def remember_names(
    computer: HallComputer, found: Iterable[tuple[str, int | None]], known: Mapping[str, Player]
) -> None:
    ArrivedName.objects.bulk_create(
        (
            ArrivedName(computer=computer, name=name, player_id=player)
            for name, player in dict(found).items()
            if player is not None and name not in known
        ),
        ignore_conflicts=True,
    )
