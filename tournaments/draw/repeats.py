"""Repeats of a draw: partners, opponents and byes."""

from collections import Counter
from collections.abc import Iterator

from tournaments.draw.request import DrawRequest, pair_of
from tournaments.draw.result import Pairing, Repeat, RepeatKind


def repeats_of(
    request: DrawRequest, pairings: tuple[Pairing, ...], exempt: tuple[int, ...]
) -> tuple[Repeat, ...]:
    """Return every repeat of these tables: opponents, partners, then who is exempt again."""
    return tuple(_repeats(request, pairings, exempt))


def _repeats(
    request: DrawRequest, pairings: tuple[Pairing, ...], exempt: tuple[int, ...]
) -> Iterator[Repeat]:
    opponents, partners = Counter(request.opponents), Counter(request.partners)
    for pairing in pairings:
        for pair in (pair_of(a, b) for a in pairing.a for b in pairing.b):
            if opponents[pair]:
                yield Repeat(RepeatKind.OPPONENTS, pair, opponents[pair])
    for pairing in pairings:
        for side in (pairing.a, pairing.b):
            if len(side) == 2 and partners[pair_of(*side)]:
                pair = pair_of(*side)
                yield Repeat(RepeatKind.PARTNERS, pair, partners[pair])
    byes = {entrant.number: entrant.byes for entrant in request.entrants}
    for number in exempt:
        if byes[number]:
            yield Repeat(RepeatKind.EXEMPT, (number,), byes[number])
