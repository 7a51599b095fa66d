"""How a sheet stands: open, accepted, disputed, settled."""

from collections.abc import Iterable
from enum import StrEnum

from tournaments.models.matches import Match, SheetVerdict


class Signature(StrEnum):
    """What is known of both sides' signatures."""

    NONE = "none"
    """The game goes on, or there is none."""
    WAITING = "waiting"
    ONE_SIDE = "one_side"
    DISPUTED = "disputed"
    SETTLED = "settled"


def signature_of(match: Match, verdicts: Iterable[SheetVerdict]) -> Signature:
    """Return how a match's sheet stands, given what both sides said of it."""
    if not match.receipt:
        return Signature.NONE
    if match.is_signed:
        return Signature.SETTLED
    current = {v.side: v.agrees for v in verdicts if v.receipt == match.receipt}
    if not all(current.values()):
        return Signature.DISPUTED
    return {0: Signature.WAITING, 1: Signature.ONE_SIDE}.get(len(current), Signature.SETTLED)
