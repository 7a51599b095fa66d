"""A mêlée with wishes: players kept apart are at different tables."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Final

from tournaments.draw.kept_apart import ApartPairs, Worth, apart_in
from tournaments.draw.melee import fewest_repeats, mended_lot
from tournaments.draw.melee_exact import fewest_of_all, options_of
from tournaments.draw.melee_plan import known_ahead, look_ahead
from tournaments.draw.melee_players import (
    Exempt,
    Players,
    SeatedMelee,
    as_draw,
    in_method_order,
    melee_players,
)
from tournaments.draw.melee_search import Tables, search_tables
from tournaments.draw.request import DrawRequest, Pair, by_lot, pair_of
from tournaments.draw.result import BrokenWish, Draw, LookAhead, Proof, WishProof
from tournaments.draw.seats import proven_seats
from tournaments.draw.steps import OutOfStepsError, Steps

SEARCHED_TABLES: Final = 3
"""With more tables than this, there are too many draws to try them all."""


def draw_wished_melee(request: DrawRequest, steps: Steps) -> Draw:
    """Draw one round of a mêlée: fewest repeats, then fewest meetings of those kept apart."""
    apart = apart_in(request)
    pairs = (*apart.always, *apart.rounds)
    # Treat players kept apart as if they had met: without repeats, every wish is then kept.
    as_met = replace(
        request,
        opponents=(*request.opponents, *pairs),
        partners=(*request.partners, *pairs),
        wishes=None,
    )
    players, kept = melee_players(request), melee_players(as_met)
    found = mended_lot(request, kept, steps.part(steps.left // 4))
    if found.cost == (0, 0):
        return _with_rounds_to_come(request, players, kept, found, steps)
    worths = _Worths(request, apart)
    is_small = len(request.entrants) < 4 * (SEARCHED_TABLES + 1)
    choice = _searched(players, worths, steps.part(steps.left // 2)) if is_small else None
    if choice is None:
        least = fewest_repeats(request, players, steps.part(steps.left // 2))
        choice = min(
            (_with_actual_repeats(players, found), least), key=lambda one: worths.of(players, one)
        )
        worths.forget()
    code, safe = known_ahead(request, players, choice) or (LookAhead.NOT_PROVEN, 0)
    return _finished(request, worths, players, choice, (code, safe), steps)


def _with_rounds_to_come(
    request: DrawRequest, players: Players, kept: Players, found: SeatedMelee, steps: Steps
) -> Draw:
    """Return a draw that keeps every wish, planning later rounds as if those apart had met."""
    known = known_ahead(request, players, found)
    if known is None:
        found, code, safe = look_ahead(request, kept, found, steps)
        # The search excluded draws that break a wish, so more rounds may be possible.
        known = (LookAhead.NOT_PROVEN if code is LookAhead.SHORT else code, safe)
    return _finished(request, _Worths(request, apart_in(request)), players, found, known, steps)


def _with_actual_repeats(players: Players, found: SeatedMelee) -> SeatedMelee:
    """Return tables drawn with wishes, with their actual repeats."""
    cost = players.hall.cost(found.tables)
    return replace(found, cost=cost, proof=Proof.NOT_PROVEN if any(cost) else Proof.NO_REPEATS)


@dataclass
class _Worths:
    """The worth of draws: for each pair, the best draw seen in which the pair is apart."""

    request: DrawRequest
    apart: ApartPairs
    best_without: dict[Pair, Worth] = field(default_factory=dict)
    is_whole: bool = False

    def __post_init__(self) -> None:
        """Map vertices to the numbers of players."""
        self._order = by_lot(self.request)

    def pairs(self, tables: Tables) -> Iterator[Pair]:
        for table in tables:
            for one, other in combinations(table, 2):
                yield pair_of(self._order[one], self._order[other])

    def of(self, players: Players, found: SeatedMelee) -> Worth:
        return self.worth(players.hall.cost(found.tables), self.pairs(found.tables))

    def worth(self, repeats: tuple[int, int], pairs: Iterable[Pair]) -> Worth:
        """Return the worth of a draw with those repeats and meetings."""
        met = set(pairs)
        return (*repeats, len(met & self.apart.always), len(met & self.apart.rounds))

    def see(self, worth: Worth, pairs: set[Pair]) -> None:
        """Record the worth of a draw for every pair that is apart in it."""
        for pair in (self.apart.always | self.apart.rounds) - pairs:
            self.best_without[pair] = min(worth, self.best_without.get(pair, worth))

    def forget(self) -> None:
        """Discard all proofs, because not every draw was examined."""
        self.best_without.clear()
        self.is_whole = False

    def proven(self, wish: BrokenWish) -> BrokenWish:
        """Return a wish with its proof."""
        pair = pair_of(*wish.entrants)
        if not self.is_whole:
            return wish
        if pair in self.best_without:
            return replace(wish, proof=WishProof.COMPARED, worth=self.best_without[pair])
        return replace(wish, proof=WishProof.SEARCHED)


def _searched(players: Players, worths: _Worths, steps: Steps) -> SeatedMelee | None:
    """Return the best of all draws with the fewest repeats, None if there are too many."""
    best: tuple[Worth, Tables, Exempt] | None = None
    try:
        least = fewest_of_all(players, steps)
        for exempt, mask in options_of(players, steps):
            for tables in search_tables(players.hall, mask, least.cost, steps):
                steps.take(len(tables))
                pairs = set(worths.pairs(tables))
                worth = worths.worth(least.cost, pairs)
                worths.see(worth, pairs)
                if best is None or worth < best[0]:
                    best = (worth, tables, exempt)
    except OutOfStepsError:
        return None
    assert best is not None
    worths.is_whole = True
    return replace(least, tables=best[1], exempt=best[2])


def _finished(
    request: DrawRequest,
    worths: _Worths,
    players: Players,
    found: SeatedMelee,
    ahead: tuple[LookAhead, int],
    steps: Steps,
) -> Draw:
    drawn = as_draw(request, found, *ahead)
    pairs = worths.pairs(found.tables)
    apart = [worths.proven(wish) for wish in worths.apart.broken(pairs)]
    seats = proven_seats(request, in_method_order(request, found), drawn.pairings, steps)
    worth = worths.of(players, found)
    return replace(drawn, broken=(*apart, *seats), worth=worth)
