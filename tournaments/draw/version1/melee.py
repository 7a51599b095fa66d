"""Mêlées of version 1: ten lots, then an exhaustive search without a limit."""

from dataclasses import replace
from typing import Final

from tournaments.draw.future import bits
from tournaments.draw.melee_exact import fewest_of_all
from tournaments.draw.melee_future import choose
from tournaments.draw.melee_lots import two_matchings
from tournaments.draw.melee_plan import known_ahead
from tournaments.draw.melee_players import Players, SeatedMelee, as_draw, melee_players
from tournaments.draw.request import DrawRequest
from tournaments.draw.result import Draw, LookAhead, Proof
from tournaments.draw.steps import OutOfStepsError, Steps

FIRST_LOTS: Final = 10
"""How many lots of partners are drawn before the search, to give it a good start."""


def draw_melee(request: DrawRequest, steps: Steps) -> Draw:
    """Draw one round of a mêlée: fewest repeated partners first, then fewest repeated opponents."""
    players = melee_players(request)
    found = _fewest(request, players, steps)
    found, look_ahead, safe = _look_ahead(request, players, found, steps)
    return as_draw(request, found, look_ahead, safe)


def _look_ahead(
    request: DrawRequest, players: Players, found: SeatedMelee, steps: Steps
) -> tuple[SeatedMelee, LookAhead, int]:
    if known := known_ahead(request, players, found):
        return (found, *known)
    to_come = request.rounds_left
    (tables, exempt), code, safe = choose(players, (found.tables, found.exempt), to_come, steps)
    return replace(found, tables=tables, exempt=exempt), code, safe


def _fewest(request: DrawRequest, players: Players, steps: Steps) -> SeatedMelee:
    exempt = next(players.exempt_sets())
    members = list(bits(players.but(exempt)))
    lots = []
    for attempt in range(FIRST_LOTS):
        tables = two_matchings(request, players.hall, members, attempt)
        cost = players.hall.cost(tables)
        if cost == (0, 0):
            return SeatedMelee(tables, exempt, cost, Proof.NO_REPEATS)
        lots.append((cost, tables))
    limit = request.search_limit
    try:
        return fewest_of_all(players, steps, None if limit is None else Steps(limit))
    except OutOfStepsError:
        cost, tables = min(lots)
        return SeatedMelee(tables, exempt, cost, Proof.NOT_PROVEN)
