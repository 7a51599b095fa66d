"""Later rounds of a mêlée: guaranteed in large fields, planned in others."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tournaments.draw.chance import Chance
from tournaments.draw.future import bits
from tournaments.draw.melee_future import choose
from tournaments.draw.melee_players import Exempt, Players, SeatedMelee, always_has_tables
from tournaments.draw.melee_repair import MeleeRounds
from tournaments.draw.request import DrawRequest
from tournaments.draw.result import LookAhead
from tournaments.draw.steps import Steps

TRIES: Final = 3
"""How many lots are tried to plan one more round."""


def look_ahead(
    request: DrawRequest, players: Players, found: SeatedMelee, steps: Steps
) -> tuple[SeatedMelee, LookAhead, int]:
    """Return the draw that leaves the most rounds without repeats, as far as the steps go."""
    to_come = request.rounds_left
    if known := known_ahead(request, players, found):
        return (found, *known)
    most = most_melee_rounds(players, 1 + to_come)
    found, safe = _plan(request, players, found, most, steps.part(steps.left // 2))
    is_certain = safe == most - 1
    if not is_certain:
        found, safe, is_certain = _searched(players, found, safe, most - 1, steps)
    if safe == to_come:
        return found, LookAhead.PLANNED, safe
    return found, LookAhead.SHORT if is_certain else LookAhead.NOT_PROVEN, safe


def known_ahead(
    request: DrawRequest, players: Players, found: SeatedMelee
) -> tuple[LookAhead, int] | None:
    """Return what is known of later rounds without a search; None if nothing is."""
    if not request.rounds_left:
        return LookAhead.LAST_ROUND, 0
    if always_has_tables(players, 1 + request.rounds_left):
        return LookAhead.GUARANTEED, request.rounds_left
    return None if found.cost == (0, 0) else (LookAhead.NOT_PROVEN, 0)


def most_melee_rounds(players: Players, at_most: int) -> int:
    """Return an upper bound of the rounds without repeats, from the players left to meet.

    A round takes one new partner and two new opponents from everybody at its tables.
    """
    hall = players.hall
    can = [
        min(partners.bit_count(), opponents.bit_count() // 2)
        for partners, opponents in zip(hall.partners, hall.opponents, strict=True)
    ]
    seats = len(can) // 4 * 4
    rounds = at_most
    while sum(min(left, rounds) for left in can) < rounds * seats:
        rounds -= 1
    return max(1, rounds)


def _plan(
    request: DrawRequest, players: Players, found: SeatedMelee, rounds: int, steps: Steps
) -> tuple[SeatedMelee, int]:
    """Return the draw and the number of rounds planned after it; planning may change its tables."""
    seating = MeleeRounds(players.hall, Chance(request, "plan"))
    seating.add([*(player for table in found.tables for player in table), *found.exempt])
    for members, exempt in _seats_to_come(players, found.exempt, rounds):
        if not _add_round(seating, members, exempt, steps):
            break
    tables = seating.tables(0)
    return replace(found, tables=tables), len(seating.rounds) - 1


def _seats_to_come(
    players: Players, exempt: Exempt, rounds: int
) -> Iterator[tuple[list[int], Exempt]]:
    """Yield who plays and who is exempt in each later round, as far as it can be foreseen."""
    for _ in range(1, rounds):
        players = players.after((), exempt)
        exempt = next(players.exempt_sets())
        yield list(bits(players.but(exempt))), exempt


def _add_round(seating: MeleeRounds, members: list[int], exempt: Exempt, steps: Steps) -> bool:
    """Add a round without repeats, repairing earlier ones too; return whether it succeeded."""
    kept = [list(seats) for seats in seating.rounds]
    for tries in range(TRIES, 0, -1):
        seating.add([*seating.chance.shuffled(members), *exempt])
        seating.mend(steps.part(steps.left // tries))
        if not seating.cost:
            return True
        seating.put(kept)
    return False


def _searched(
    players: Players, found: SeatedMelee, safe: int, rounds: int, steps: Steps
) -> tuple[SeatedMelee, int, bool]:
    """Return the draw that leaves the most rounds of all that are searched.

    Also return how many rounds it leaves, and whether no draw leaves more. The planned draw is kept
    unless the search finds a better one; it gets far only if few draws are left.
    """
    best, code, most = choose(players, (found.tables, found.exempt), rounds, steps)
    if most > safe:
        found, safe = replace(found, tables=best[0], exempt=best[1]), most
    return found, safe, code is not LookAhead.NOT_PROVEN
