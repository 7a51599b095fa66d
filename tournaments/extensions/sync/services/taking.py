"""Server side: the common part of receiving contests and evenings."""

import zlib
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any, Final, Protocol

from django.db import transaction

from scorekeeper.limited_json import MOST_BYTES as MOST_UNPACKED
from scorekeeper.models import Player
from tournaments.extensions.sync.errors import DocumentRefusal
from tournaments.extensions.sync.server import DocumentRefusedError
from tournaments.models import ArrivedName, HallComputer
from tournaments.models.sync import ArrivedDocument

MOST_BYTES: Final = 20_000_000
"""The largest compressed document."""
UNKNOWN: Final = (
    DocumentRefusal.NO_DOCUMENT,
    DocumentRefusal.TOO_LARGE,
    DocumentRefusal.WRONG,
    DocumentRefusal.FULL,
)
"""Reasons to reject a document without a record: a computer can invent any number of these."""
_GZIP: Final = 16 + zlib.MAX_WBITS


def unpacked(read: Callable[[int], bytes]) -> bytes:
    """Return the bytes of a compressed document.

    Decompression stops at the limit, as protection against decompression bombs. Raises
    DocumentRefusedError if the document is invalid or too large.
    """
    packed = read(MOST_BYTES + 1)
    if len(packed) > MOST_BYTES:
        raise DocumentRefusedError(DocumentRefusal.TOO_LARGE)
    unpacking = zlib.decompressobj(_GZIP)
    try:
        content = unpacking.decompress(packed, MOST_UNPACKED)
    except zlib.error:
        raise DocumentRefusedError(DocumentRefusal.NO_DOCUMENT) from None
    if unpacking.unconsumed_tail:
        raise DocumentRefusedError(DocumentRefusal.TOO_LARGE)
    if not unpacking.eof:
        raise DocumentRefusedError(DocumentRefusal.NO_DOCUMENT)
    return content


class ArrivingKind(Protocol):
    """A kind of document on the server: how it is stored and verified.

    `arrived` is the record of what a computer sent under `key`, and `place` its reference to the
    stored object; `forgotten` are the values of a stored object that accepts any next document.
    """

    arrived: type[Any]
    stored: type[Any]
    key: str
    place: str
    forgotten: Mapping[str, object]

    def proven(self, computer: HallComputer, key: Any, data: bytes) -> Any:
        """Return the verified document; raises DocumentRefusedError and BusyError."""

    def name(self, document: Any) -> str: ...

    def refuse_new(self, computer: HallComputer, key: Any) -> None:
        """Raise DocumentRefusedError if the club has it from elsewhere or is at its limit."""

    def is_newer(self, stored: Any, document: Any) -> bool:
        """Return whether a document continues what is stored; False if it is the same.

        Raises DocumentRefusedError.
        """

    def store(self, computer: HallComputer, stored: Any, document: Any, now: datetime) -> None: ...

    def taken(self, stored: Any) -> int:
        """Return the length of the stored log."""

    def release(self, stored: Any) -> None:
        """Make the object writable here."""


def take(
    kind: ArrivingKind,
    *,
    computer: HallComputer,
    key: Any,
    read: Callable[[int], bytes],
    now: datetime,
    name: str = "",
) -> Any:
    """Store a document, or nothing of it; return the stored object.

    The document is verified first, and its log must continue the stored one. Raises
    DocumentRefusedError, after recording the reason for the club under the sent `name`; for unknown
    objects only the last reason is recorded. Raises BusyError without recording anything.
    """
    try:
        document = kind.proven(computer, key, unpacked(read))
        return _stored(kind, computer, key, document, now)
    except DocumentRefusedError as error:
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
    """Forget that one of these was rejected, because it has been stored since."""
    refused = HallComputer.objects.filter(
        pk=computer.pk, refused_key__in=[str(key) for key in keys]
    )
    refused.update(refused="", refused_name="", refused_key="", refused_at=None)


@transaction.atomic
def _stored(
    kind: ArrivingKind, computer: HallComputer, key: Any, document: Any, now: datetime
) -> Any:
    # Serialize simultaneous attempts of one computer.
    HallComputer.objects.select_for_update().get(pk=computer.pk)
    HallComputer.objects.filter(pk=computer.pk).update(heard_at=now)
    arrived, _is_new = kind.arrived.objects.get_or_create(
        computer=computer, **{kind.key: key}, defaults={"name": kind.name(document)}
    )
    # Wait for somebody who decides at the same time to continue here.
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
        raise DocumentRefusedError(DocumentRefusal.ELSEWHERE)
    # No version: somebody at the club preferred the version of the hall's computer.
    return not stored.version or kind.is_newer(stored, document)


def _locked(kind: ArrivingKind, arrived: Any) -> Any:
    stored = kind.stored.objects.select_for_update(of=("self",)).select_related("club")
    return stored.filter(arrived=arrived).first()


@transaction.atomic
def prefer_hall(kind: ArrivingKind, *, arrived: ArrivedDocument) -> None:
    """Accept the next document of an object, whatever is stored here."""
    kind.stored.objects.filter(arrived=arrived, is_mirror=True).update(**kind.forgotten)
    kind.arrived.objects.filter(pk=arrived.pk).update(refused="", refused_at=None)


@transaction.atomic
def go_on_here(kind: ArrivingKind, *, arrived: ArrivedDocument) -> None:
    """Continue an object here; further documents from the hall's computer are rejected."""
    kind.arrived.objects.filter(pk=arrived.pk).update(taken=None)
    let_go(kind, arrived=arrived)


def let_go(kind: ArrivingKind, *, arrived: ArrivedDocument) -> None:
    """Make an object writable here, because no more documents will come."""
    if stored := _locked(kind, arrived):
        kind.release(stored)


def known_names(computer: HallComputer) -> Mapping[str, Player]:
    """Return the players that names of the computer stand for, merges and corrections included."""
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
