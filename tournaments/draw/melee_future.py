"""The rounds of a mêlée still to come: certain in large fields, searched in small ones."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from tournaments.draw.future import least_degree
from tournaments.draw.melee_search import Hall, OutOfStepsError, Steps, Tables, search_tables
from tournaments.draw.result import LookAhead

STEPS_EACH: Final = 500
"""How many tables are tried to plan the rounds after one draw."""
DRAWS: Final = 200
"""How many draws are compared by their rounds to come."""
UNFINISHED_DRAWS: Final = 20
"""How many of these may take too many steps."""

Exempt = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Players:
    """The players as vertices; `byes` by vertex, `ranking` the vertices with the best first."""

    hall: Hall
    byes: tuple[int, ...]
    ranking: tuple[int, ...]

    def but(self, exempt: Exempt) -> int:
        """Return the players at the tables as a bit mask."""
        return ((1 << len(self.byes)) - 1) & ~sum(1 << player for player in exempt)

    def after(self, tables: Tables, exempt: Exempt) -> "Players":
        """Return the players after this round."""
        byes = tuple(times + (player in exempt) for player, times in enumerate(self.byes))
        return Players(self.hall.after(tables), byes, self.ranking)

    def exempt_sets(self) -> Iterator[Exempt]:
        """Yield who can be exempt with the fewest exempt again: the lowest-ranked first.

        One to three are exempt when the number of players is no multiple of four: all below four.
        """
        left_over = len(self.byes) % 4
        if not left_over:
            yield ()
            return
        last_first = self.ranking[::-1]
        lowest = sorted(last_first, key=lambda player: self.byes[player])
        limit = self.byes[lowest[left_over - 1]]
        certain = [player for player in lowest if self.byes[player] < limit]
        others = [player for player in lowest if self.byes[player] == limit]
        for chosen in combinations(others, left_over - len(certain)):
            yield (*certain, *chosen)

    def draws(self, steps: Steps) -> Iterator[tuple[Tables, Exempt]]:
        """Yield every draw without partners or opponents again; raise OutOfStepsError."""
        for exempt in self.exempt_sets():
            for tables in search_tables(self.hall, self.but(exempt), (0, 0), steps):
                yield tables, exempt


def always_has_tables(players: Players, rounds: int) -> bool:
    """Return whether the rounds can be drawn one after the other, however each of them is drawn.

    Dirac's theorem twice: for partners among the players, then for tables among the partners. Two
    pairs that met o opponents each rule out at most 2 o others: README.md, *Mêlée*.
    """
    size = len(players.byes) // 4 * 4
    others = len(players.byes) - 1
    partners = others - least_degree(players.hall.partners) + rounds - 1
    opponents = others - least_degree(players.hall.opponents) + 2 * (rounds - 1)
    return 2 * (size - 1 - partners) >= size and size >= 8 * opponents + 4


def choose(
    players: Players, first: tuple[Tables, Exempt], rounds: int
) -> tuple[tuple[Tables, Exempt], LookAhead, int]:
    """Return the draw that leaves the most of the rounds to come, what is known, and how many.

    `first` is a draw without repeats; it stays where nothing better was found.
    """
    best, safe = first, -1
    is_certain, unfinished = True, 0
    for index, (tables, exempt) in enumerate(_first_and_others(players, first)):
        found, is_whole = plan(players.after(tables, exempt), rounds)
        if found > safe:
            best, safe = (tables, exempt), found
        if safe == rounds:
            return best, LookAhead.PLANNED, safe
        is_certain = is_certain and is_whole
        unfinished += not is_whole
        if unfinished == UNFINISHED_DRAWS or index == DRAWS:
            is_certain = False
            break
    return best, LookAhead.SHORT if is_certain else LookAhead.NOT_PROVEN, safe


def _first_and_others(
    players: Players, first: tuple[Tables, Exempt]
) -> Iterator[tuple[Tables, Exempt]]:
    yield first
    yield from players.draws(Steps(None))


def plan(players: Players, rounds: int) -> tuple[int, bool]:
    """Return for how many rounds a draw without repeats was found, and whether all were tried."""
    deepest = 0

    def go_on(now: Players, done: int, steps: Steps) -> None:
        nonlocal deepest
        deepest = max(deepest, done)
        if done == rounds:
            return
        for tables, exempt in now.draws(steps):
            go_on(now.after(tables, exempt), done + 1, steps)
            if deepest == rounds:
                return

    try:
        go_on(players, 0, Steps(STEPS_EACH))
    except OutOfStepsError:
        return deepest, False
    return deepest, True
