"""Later rounds of a mêlée, searched draw by draw: for very small fields."""

from collections.abc import Iterator
from typing import Final

from tournaments.draw.melee_players import Exempt, Players
from tournaments.draw.melee_search import Tables
from tournaments.draw.result import LookAhead
from tournaments.draw.steps import OutOfStepsError, Steps

STEPS_EACH: Final = 500
"""How many tables are tried to plan the rounds after one draw."""
DRAWS: Final = 200
"""How many draws are compared by the rounds they leave."""
UNFINISHED_DRAWS: Final = 20
"""How many of these may run out of steps."""


def choose(
    players: Players, first: tuple[Tables, Exempt], rounds: int, steps: Steps
) -> tuple[tuple[Tables, Exempt], LookAhead, int]:
    """Return the draw that leaves the most later rounds, what is known of them, and how many.

    `first` is a draw without repeats; it is kept unless a better one is found.
    """
    best, safe = first, -1
    is_certain, unfinished = True, 0
    try:
        for index, (tables, exempt) in enumerate(_first_and_others(players, first, steps)):
            found, is_whole = plan(players.after(tables, exempt), rounds, steps)
            if found > safe:
                best, safe = (tables, exempt), found
            if safe == rounds:
                return best, LookAhead.PLANNED, safe
            is_certain = is_certain and is_whole
            unfinished += not is_whole
            if unfinished == UNFINISHED_DRAWS or index == DRAWS:
                is_certain = False
                break
    except OutOfStepsError:
        is_certain = False
    return best, LookAhead.SHORT if is_certain else LookAhead.NOT_PROVEN, safe


def _first_and_others(
    players: Players, first: tuple[Tables, Exempt], steps: Steps
) -> Iterator[tuple[Tables, Exempt]]:
    yield first
    yield from players.draws(steps)


def plan(players: Players, rounds: int, steps: Steps) -> tuple[int, bool]:
    """Return for how many rounds draws without repeats were found, and whether all were tried."""
    deepest = 0

    def go_on(now: Players, done: int, tables: Steps) -> None:
        nonlocal deepest
        deepest = max(deepest, done)
        if done == rounds:
            return
        for drawn, exempt in now.draws(steps, tables):
            go_on(now.after(drawn, exempt), done + 1, tables)
            if deepest == rounds:
                return

    try:
        go_on(players, 0, Steps(STEPS_EACH))
    except OutOfStepsError:
        return deepest, False
    return deepest, True
