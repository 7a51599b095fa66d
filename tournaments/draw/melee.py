"""Draw of a mêlée: a plain lot, repaired until nothing repeats, with a view to later rounds."""

from typing import Final

from tournaments.draw.chance import Chance
from tournaments.draw.future import bits
from tournaments.draw.melee_exact import fewest_of_all, unavoidable_again
from tournaments.draw.melee_lots import two_matchings
from tournaments.draw.melee_plan import look_ahead
from tournaments.draw.melee_players import Exempt, Players, SeatedMelee, as_draw, melee_players
from tournaments.draw.melee_repair import PARTNERS, MeleeRounds
from tournaments.draw.request import DrawRequest
from tournaments.draw.result import Draw, Proof
from tournaments.draw.steps import OutOfStepsError, Steps

MATCHED_PLAYERS: Final = 400
"""In fields up to this size, a lot that cannot be repaired is followed by two exact matchings."""
LOTS: Final = 8
"""How many more lots are repaired if the first one still has repeats."""


def draw_melee(request: DrawRequest, steps: Steps) -> Draw:
    """Draw one round of a mêlée: fewest repeated partners first, then fewest repeated opponents."""
    players = melee_players(request)
    found = fewest_repeats(request, players, steps.part(steps.left // 2))
    found, code, safe = look_ahead(request, players, found, steps)
    return as_draw(request, found, code, safe)


def fewest_repeats(request: DrawRequest, players: Players, steps: Steps) -> SeatedMelee:
    """Return the tables with the fewest repeats that the steps can find, and the proof."""
    seating = _mended(request, players, steps.part(steps.left // 4))
    if not seating.cost:
        return _found(seating, Proof.NO_REPEATS)
    try:
        return fewest_of_all(players, steps.part(steps.left // 2))
    except OutOfStepsError:
        pass
    return _fewest_mended(request, players, seating, steps)


def mended_lot(request: DrawRequest, players: Players, steps: Steps) -> SeatedMelee:
    """Return the plain lot, repaired as far as the steps go."""
    seating = _mended(request, players, steps)
    return _found(seating, Proof.NOT_PROVEN if seating.cost else Proof.NO_REPEATS)


def _mended(request: DrawRequest, players: Players, steps: Steps) -> MeleeRounds:
    exempt = next(players.exempt_sets())
    members = list(bits(players.but(exempt)))
    seating = MeleeRounds(players.hall, Chance(request, "mend"))
    seating.add([*members, *exempt])
    seating.mend(steps)
    return seating


def _fewest_mended(
    request: DrawRequest, players: Players, seating: MeleeRounds, steps: Steps
) -> SeatedMelee:
    """Return the best of several repaired lots; who is exempt may change."""
    least = unavoidable_again(players, steps.part(steps.left // 4))
    floor = 0 if least is None else least[0] * PARTNERS + least[1]
    first = next(players.exempt_sets())
    free = players.others_exempt()
    best, kept = seating.cost, seating.rounds[0]
    each = steps.left // LOTS
    for attempt in range(LOTS):
        if best == floor:
            break
        seating.take_away()
        seating.add([*_lot(request, players, first, attempt), *first])
        seating.mend(steps.part(each), free, floor)
        if seating.cost < best:
            best, kept = seating.cost, seating.rounds[0]
    seating.take_away()
    seating.add(kept)
    is_counted = least is not None and best == floor
    proof = Proof.COUNTED if is_counted else Proof.NOT_PROVEN
    return _found(seating, proof if best else Proof.NO_REPEATS)


def _lot(request: DrawRequest, players: Players, exempt: Exempt, attempt: int) -> list[int]:
    """Return the players in another order of seats; in small fields, from two matchings."""
    members = list(bits(players.but(exempt)))
    if len(members) > MATCHED_PLAYERS:
        return Chance(request, f"lot {attempt}").shuffled(members)
    tables = two_matchings(request, players.hall, members, attempt)
    return [player for table in tables for player in table]


def _found(seating: MeleeRounds, proof: Proof) -> SeatedMelee:
    return SeatedMelee(seating.tables(0), seating.exempt(0), seating.again, proof)
