"""Entry point: draw a round, or swap two seats of it by hand."""

from dataclasses import replace

from tournaments.draw.kept_apart import broken_apart
from tournaments.draw.melee import draw_melee
from tournaments.draw.melee_wishes import draw_wished_melee
from tournaments.draw.phased import draw_phased
from tournaments.draw.repeats import repeats_of
from tournaments.draw.request import SEARCH_LIMIT, DrawRequest, Method
from tournaments.draw.result import Draw, LookAhead, Pairing, Proof
from tournaments.draw.seats import broken_seats, refuse_too_few
from tournaments.draw.steps import Steps
from tournaments.draw.teams import distance_of, draw_teams


class SwapError(ValueError):
    """One of the two numbers has no seat in the draw."""


def draw(request: DrawRequest, whole: Steps | None = None) -> Draw:
    """Draw one round: equal requests give equal draws, whatever the order of their items.

    Its steps are part of the `whole`. Raises RequestError if there are too few tables.
    """
    refuse_too_few(request)
    if request.is_phased:
        return draw_phased(request)
    limit = SEARCH_LIMIT if request.search_limit is None else request.search_limit
    steps = Steps(limit, whole)
    if request.method is not Method.MELEE:
        return draw_teams(request, steps)
    if request.wishes is not None:
        return draw_wished_melee(request, steps)
    return draw_melee(request, steps)


def swap(request: DrawRequest, drawn: Draw, one: int, other: int) -> Draw:
    """Return the draw with two entrants in each other's place, and all its repeats.

    Either entrant may be exempt. What was proven of the rounds to come is kept only if it holds for
    any draw. Raises SwapError.
    """
    exchanged = {one: other, other: one}
    seated = {number for pairing in drawn.pairings for number in (*pairing.a, *pairing.b)}
    if not exchanged.keys() <= seated | set(drawn.exempt):
        raise SwapError(f"{one} and {other}")

    def seats(numbers: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(exchanged.get(number, number) for number in numbers)

    pairings = tuple(Pairing(p.table, seats(p.a), seats(p.b)) for p in drawn.pairings)
    exempt = seats(drawn.exempt)
    if request.is_phased:
        broken = (*broken_apart(request, pairings), *broken_seats(request, pairings))
        groups = tuple(group.exchanged(one, other) for group in drawn.groups)
        return replace(drawn, pairings=pairings, exempt=exempt, broken=broken, groups=groups)
    repeats = repeats_of(request, pairings, exempt)
    always = drawn.look_ahead in (LookAhead.GUARANTEED, LookAhead.LAST_ROUND)
    # A repeat leaves others without a meeting, which may change who can be exempt: not certain.
    is_certain = always and not repeats
    return replace(
        drawn,
        pairings=pairings,
        exempt=exempt,
        repeats=repeats,
        proof=Proof.NOT_PROVEN if repeats else Proof.NO_REPEATS,
        barrier=None,
        distance=distance_of(request, pairings),
        look_ahead=drawn.look_ahead if is_certain else LookAhead.NOT_PROVEN,
        rounds_safe=drawn.rounds_safe if is_certain else 0,
        broken=(*broken_apart(request, pairings), *broken_seats(request, pairings)),
    )
