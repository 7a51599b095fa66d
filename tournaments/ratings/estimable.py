"""Whom the games of a club, or of many, cannot tell apart, whatever method rates them. Pure.

A game says which of two sides is the stronger: a line with +1 for the players of one side and −1
for those of the other. Two players can be compared where the lines settle their difference, that is
where every vector that all lines take to nought has the same value for both: their difference is
estimable, as it is called of a design that lacks rank. Two who have only ever played with each
other never can be; nor can circles that never met.
"""

import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import chain
from typing import Final, TypeAlias

Team: TypeAlias = tuple[int, int]
Game: TypeAlias = tuple[Team, Team]

PRIME: Final = 2**61 - 1
"""Lines are reduced modulo it: exact, but for one case in about 10¹⁸."""
MOST: Final = 400
"""Players of a circle of whom more than fixed partners is looked for."""


@dataclass(frozen=True, slots=True)
class ToldApart:
    """What games leave open.

    `fixed` are partners who never played with anybody else, `crossed` partners who did, but so that
    the games still do not say which of the two is the stronger; `circles` are players who met, over
    others where not at one table, the largest circle first.
    """

    fixed: tuple[Team, ...]
    crossed: tuple[Team, ...]
    circles: tuple[frozenset[int], ...]

    def partners_of(self, player: int) -> list[int]:
        """Return the partners whom a player cannot be told apart from."""
        pairs = (pair for pair in chain(self.fixed, self.crossed) if player in pair)
        return [one if other == player else other for one, other in pairs]


def told_apart(games: Iterable[Game]) -> ToldApart:
    """Return what games leave open; each has two teams of two."""
    met = list(dict.fromkeys(_ordered(game) for game in games))
    teams = list(dict.fromkeys(chain.from_iterable(met)))
    fixed = fixed_teams(teams)
    meetings = Circles()
    for game in met:
        meetings.add(chain.from_iterable(game))
    circles = meetings.found()
    place = {player: number for number, circle in enumerate(circles) for player in circle}
    within: defaultdict[int, list[Game]] = defaultdict(list)
    for game in met:
        within[place[game[0][0]]].append(game)
    crossed: set[Team] = set()
    for number, circle in enumerate(circles):
        if len(circle) <= MOST:
            crossed |= _crossed(within[number], fixed)
    return ToldApart(
        fixed=tuple(team for team in teams if team in fixed),
        crossed=tuple(team for team in teams if team in crossed),
        circles=tuple(circles),
    )


def fixed_teams(teams: Iterable[Team]) -> frozenset[Team]:
    """Return the teams of two of whom neither ever played in another one."""
    found = {(min(team), max(team)) for team in teams}
    times: defaultdict[int, int] = defaultdict(int)
    for player in chain.from_iterable(found):
        times[player] += 1
    return frozenset(team for team in found if all(times[player] == 1 for player in team))


def _ordered(game: Game) -> Game:
    one, other = sorted((min(team), max(team)) for team in game)
    return one, other


class Circles:
    """Who met whom, over others where not at one table; told table by table."""

    def __init__(self) -> None:
        self._leader: dict[int, int] = {}

    def _find(self, player: int) -> int:
        leader = self._leader
        while leader.setdefault(player, player) != player:
            leader[player] = leader[leader[player]]
            player = leader[player]
        return player

    def add(self, players: Iterable[int]) -> None:
        first, *others = map(self._find, players)
        for other in others:
            self._leader[self._find(other)] = self._find(first)

    def found(self) -> list[frozenset[int]]:
        """Return the circles, the largest first."""
        circles: defaultdict[int, set[int]] = defaultdict(set)
        for player in self._leader:
            circles[self._find(player)].add(player)
        return sorted(map(frozenset, circles.values()), key=lambda one: (-len(one), min(one)))


def _crossed(games: Sequence[Game], fixed: AbstractSet[Team]) -> set[Team]:
    """Return the teams of a circle, no fixed ones, whose two players the games do not compare.

    A fixed team is one unknown: of its two players no game says more than the sum.
    """

    def unknowns(team: Team) -> tuple[int, ...]:
        return (min(team),) if team in fixed else team

    players = {unknown for game in games for team in game for unknown in unknowns(team)}
    lines: list[tuple[int, dict[int, int]]] = []
    pivots: dict[int, int] = {}
    for one, other in games:
        if len(lines) == len(players) - 1:
            break
        line = dict.fromkeys(unknowns(one), 1)
        for unknown in unknowns(other):
            line[unknown] = line.get(unknown, 0) - 1
        pivot = _reduced(line, lines, pivots)
        if pivot is not None:
            pivots[pivot] = len(lines)
            lines.append((pivot, line))
    value = _one_of_nought(players, lines)
    teams = set(chain.from_iterable(games)) - fixed
    return {(one, other) for one, other in teams if value[one] != value[other]}


def _reduced(
    line: dict[int, int], lines: Sequence[tuple[int, dict[int, int]]], pivots: dict[int, int]
) -> int | None:
    """Take the lines before out of one, and scale it; return its pivot, None if nothing is left."""
    while True:
        known = [pivots[unknown] for unknown in line if unknown in pivots]
        if not known:
            break
        pivot, before = lines[min(known)]
        factor = line[pivot]
        for unknown, number in before.items():
            left = (line.get(unknown, 0) - factor * number) % PRIME
            if left:
                line[unknown] = left
            else:
                line.pop(unknown, None)
    if not line:
        return None
    pivot = min(line)
    scale = pow(line[pivot], -1, PRIME)
    for unknown in line:
        line[unknown] = line[unknown] * scale % PRIME
    return pivot


def _one_of_nought(
    players: Iterable[int], lines: Sequence[tuple[int, dict[int, int]]]
) -> dict[int, int]:
    """Return a vector that the lines take to nought, drawn by lot among all of them.

    Where it has the same value for two players, all of them have.
    """
    lot = random.Random(0)
    pivots = {pivot for pivot, _line in lines}
    value = {player: lot.randrange(PRIME) for player in sorted(players) if player not in pivots}
    # A line holds no pivot of an earlier one.
    for pivot, line in reversed(lines):
        rest = sum(number * value[unknown] for unknown, number in line.items() if unknown != pivot)
        value[pivot] = -rest % PRIME
    return value
