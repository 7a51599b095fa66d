"""The fewest repeats of a mêlée by exhaustive search: for small fields."""

from itertools import combinations, count

from tournaments.draw.future import bits
from tournaments.draw.matching import largest_matching
from tournaments.draw.melee_players import Exempt, Players, SeatedMelee
from tournaments.draw.melee_search import Cost, PlayerGraph, search_tables
from tournaments.draw.result import Proof
from tournaments.draw.steps import OutOfStepsError, Steps


def fewest_of_all(players: Players, steps: Steps, tables: Steps | None = None) -> SeatedMelee:
    """Return the tables with the fewest repeats, allowing one more after each complete search.

    `tables` counts the tables tried. Raises the error of the steps.
    """
    hall = players.hall
    options, least = _bounds(players, steps)
    for opponents in count(least[1]):
        allowed = (least[0], opponents)
        for exempt, mask in options:
            for drawn in search_tables(hall, mask, allowed, steps, tables):
                return SeatedMelee(drawn, exempt, allowed, _proof(allowed, least))
    raise AssertionError("with enough repeats allowed there are always tables")


def options_of(players: Players, steps: Steps) -> list[tuple[Exempt, int]]:
    """Return who can be exempt with the fewest repeated partners, each with those who then play."""
    return _bounds(players, steps)[0]


def unavoidable_again(players: Players, steps: Steps) -> Cost | None:
    """Return a lower bound of the repeats, None if it takes too many steps to count."""
    try:
        return _bounds(players, steps)[1]
    except OutOfStepsError:
        return None


def _bounds(players: Players, steps: Steps) -> tuple[list[tuple[Exempt, int]], Cost]:
    """Return who can be exempt with the fewest repeated partners, and a lower bound of repeats."""
    options = []
    for exempt in players.exempt_sets():
        steps.take(len(players.byes) ** 2)
        mask = players.but(exempt)
        options.append((_fewest_partners_again(players.hall, mask), exempt, mask))
    partners = min(again for again, _, _ in options)
    kept = [(exempt, mask) for again, exempt, mask in options if again == partners]
    return kept, (partners, min(players.hall.unavoidable(mask)[1] for _, mask in kept))


def _proof(cost: Cost, bound: Cost) -> Proof:
    if cost == (0, 0):
        return Proof.NO_REPEATS
    return Proof.COUNTED if cost == bound else Proof.SEARCHED


def _fewest_partners_again(hall: PlayerGraph, players: int) -> int:
    """Return the smallest number of repeated partners: exact."""
    members = list(bits(players))
    free = [(u, v) for u, v in combinations(members, 2) if hall.partners[u] >> v & 1]
    return len(members) // 2 - largest_matching(players.bit_length(), free)
