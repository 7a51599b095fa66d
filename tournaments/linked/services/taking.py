"""On the server: what is the same for everything that a hall's computer sends."""

import zlib
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Final

from scorekeeper.models import Player
from tournaments.linked.server import RefusedError
from tournaments.linked.troubles import DocumentRefusal
from tournaments.models import ArrivedName, HallComputer
from tournaments.models.linked import ArrivedDocument
from tournaments.transfer.services.transfer import MOST_CHARACTERS

MOST_BYTES: Final = 20_000_000
"""Of a document as it comes over the line, compressed."""
_GZIP: Final = 16 + zlib.MAX_WBITS


def unpacked(read: Callable[[int], bytes]) -> str:
    """Return the text of a compressed document; raises RefusedError for what is too large or none.

    A few bytes can unpack to all of the memory: no more is unpacked than a document may have.
    """
    packed = read(MOST_BYTES + 1)
    if len(packed) > MOST_BYTES:
        raise RefusedError(DocumentRefusal.TOO_LARGE)
    unpacking = zlib.decompressobj(_GZIP)
    try:
        content = unpacking.decompress(packed, MOST_CHARACTERS)
        text = content.decode()
    except (zlib.error, ValueError):
        raise RefusedError(DocumentRefusal.NO_DOCUMENT) from None
    if unpacking.unconsumed_tail:
        raise RefusedError(DocumentRefusal.TOO_LARGE)
    if not unpacking.eof:
        raise RefusedError(DocumentRefusal.NO_DOCUMENT)
    return text


def note_refusal(arrived: ArrivedDocument, refusal: DocumentRefusal, now: datetime) -> None:
    """Keep for the club to see why a document was not taken."""
    arrived.refused, arrived.refused_at = refusal.value, now
    arrived.save()


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
