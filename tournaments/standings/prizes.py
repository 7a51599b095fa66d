"""The prize list: from the first place down, and for the last if wished."""

from dataclasses import dataclass
from itertools import groupby

from tournaments.standings.ranking import Standings


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """Who gets what: `prizes` are numbers of prizes, 1 the best; several where a place is shared.

    The prize for the last has no number: `is_last` is set and `prizes` is empty.
    """

    rank: int
    entrants: tuple[int, ...]
    prizes: tuple[int, ...]
    is_last: bool = False


def prize_list(
    standings: Standings, *, prizes: int, for_last: bool = False
) -> tuple[PrizeLine, ...]:
    """Return who gets each of that many prizes, from the top, and then the last.

    Those who share a place share the prizes of the places they fill, as far as there are any. The
    last is the last of those who stayed to the end and have a result; who has a prize already
    gets none for being last (decisions). Entrants without any result get nothing.
    """
    lines: list[PrizeLine] = []
    taken = 0
    present = [line for line in standings.lines if line.record.has_results]
    for rank, sharing in groupby(present, key=lambda line: line.rank):
        entrants = tuple(line.entrant for line in sharing)
        numbers = tuple(range(taken + 1, min(taken + len(entrants), prizes) + 1))
        if numbers:
            lines.append(PrizeLine(rank, entrants, numbers))
        taken += len(entrants)
    stayed = [line for line in present if not line.record.has_left]
    if for_last and stayed:
        rank = stayed[-1].rank
        entrants = tuple(line.entrant for line in stayed if line.rank == rank)
        if not any(set(entrants) & set(line.entrants) for line in lines):
            lines.append(PrizeLine(rank, entrants, (), is_last=True))
    return tuple(lines)
