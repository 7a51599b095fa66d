"""A hall that plays: draws round after round and remembers who met whom."""

import random
from dataclasses import dataclass, field

from tournaments.draw.drawing import draw
from tournaments.draw.request import DrawRequest, Entrant, Method, Pair, pair_of
from tournaments.draw.result import Draw


@dataclass
class Hall:
    """A contest of `size` entrants and `rounds` rounds whose ranking is shuffled each round."""

    size: int
    rounds: int
    method: Method
    seed: int = 1
    search_limit: int | None = None
    met: list[Pair] = field(default_factory=list)
    partners: list[Pair] = field(default_factory=list)
    byes: dict[int, int] = field(default_factory=dict)
    places: list[int] = field(default_factory=list)

    def request(self, number: int) -> DrawRequest:
        places = self.places or [0] * self.size
        entrants = tuple(
            Entrant(n, places[n - 1], self.byes.get(n, 0)) for n in range(1, self.size + 1)
        )
        return DrawRequest(
            self.method,
            self.seed,
            number,
            self.rounds - number,
            entrants,
            tuple(self.met),
            tuple(self.partners),
            self.search_limit,
        )

    def play(self, drawn: Draw, number: int) -> None:
        for pairing in drawn.pairings:
            self.met += [pair_of(a, b) for a in pairing.a for b in pairing.b]
            self.partners += [pair_of(*side) for side in (pairing.a, pairing.b) if len(side) == 2]
        for exempt in drawn.exempt:
            self.byes[exempt] = self.byes.get(exempt, 0) + 1
        self.places = list(range(1, self.size + 1))
        random.Random(self.seed * 1000 + number).shuffle(self.places)

    def run(self) -> list[tuple[DrawRequest, Draw]]:
        played = []
        for number in range(1, self.rounds + 1):
            request = self.request(number)
            drawn = draw(request)
            played.append((request, drawn))
            self.play(drawn, number)
        return played


def seats(drawn: Draw) -> list[int]:
    """Return every number that the draw names, sorted."""
    tables = [number for p in drawn.pairings for number in (*p.a, *p.b)]
    return sorted([*tables, *drawn.exempt])
