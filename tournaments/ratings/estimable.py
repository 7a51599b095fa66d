"""Players whose ratings cannot be told apart by the games played, whatever the method. Pure.

Each game is a row of a design matrix: +1 for the players of one side, −1 for those of the other.
The difference between two players is estimable if every vector in the null space of the matrix has
the same value for both. It is not for two players who only ever played together, nor between groups
that never met.
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
"""Rows are reduced modulo this prime: exact, but for one case in about 10¹⁸."""
MOST: Final = 400
"""In a larger group of players only fixed partners are looked for."""


@dataclass(frozen=True, slots=True)
class Indistinguishable:
    """Which players the games do not tell apart.

    `fixed` are partners who never played with anybody else; `crossed` are partners who did, but
    whose difference is not estimable all the same; `circles` are groups of players connected by
    games, largest first.
    """

    fixed: tuple[Team, ...]
    crossed: tuple[Team, ...]
    circles: tuple[frozenset[int], ...]

    def partners_of(self, player: int) -> list[int]:
        """Return the partners that a player cannot be told apart from."""
        pairs = (pair for pair in chain(self.fixed, self.crossed) if player in pair)
        return [one if other == player else other for one, other in pairs]


def find_indistinguishable(games: Iterable[Game]) -> Indistinguishable:
    """Return which players cannot be told apart; each game has two teams of two."""
    distinct = list(dict.fromkeys(_ordered(game) for game in games))
    teams = list(dict.fromkeys(chain.from_iterable(distinct)))
    fixed = fixed_teams(teams)
    meetings = Circles()
    for game in distinct:
        meetings.add(chain.from_iterable(game))
    circles = meetings.found()
    place = {player: number for number, circle in enumerate(circles) for player in circle}
    within: defaultdict[int, list[Game]] = defaultdict(list)
    for game in distinct:
        within[place[game[0][0]]].append(game)
    crossed: set[Team] = set()
    for number, circle in enumerate(circles):
        if len(circle) <= MOST:
            crossed |= _crossed(within[number], fixed)
    return Indistinguishable(
        fixed=tuple(team for team in teams if team in fixed),
        crossed=tuple(team for team in teams if team in crossed),
        circles=tuple(circles),
    )


def fixed_teams(teams: Iterable[Team]) -> frozenset[Team]:
    """Return the teams of two whose players never had another partner."""
    found = {(min(team), max(team)) for team in teams}
    times: defaultdict[int, int] = defaultdict(int)
    for player in chain.from_iterable(found):
        times[player] += 1
    return frozenset(team for team in found if all(times[player] == 1 for player in team))


def _ordered(game: Game) -> Game:
    one, other = sorted((min(team), max(team)) for team in game)
    return one, other


class Circles:
    """Groups of players connected by games (union-find)."""

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
        """Return the groups, largest first."""
        circles: defaultdict[int, set[int]] = defaultdict(set)
        for player in self._leader:
            circles[self._find(player)].add(player)
        return sorted(map(frozenset, circles.values()), key=lambda one: (-len(one), min(one)))


def _crossed(games: Sequence[Game], fixed: AbstractSet[Team]) -> set[Team]:
    """Return the teams, other than fixed ones, whose two players the games do not compare.

    A fixed team is one unknown: games determine only the sum of its two players.
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
    """Reduce a row by earlier ones and scale it; return its pivot, None if it becomes zero."""
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
    """Return a random vector of the null space of the rows.

    If it has the same value for two players, so have (almost surely) all vectors.
    """
    lot = random.Random(0)
    pivots = {pivot for pivot, _line in lines}
    value = {player: lot.randrange(PRIME) for player in sorted(players) if player not in pivots}
    # Rows are reduced: none contains the pivot of an earlier one.
    for pivot, line in reversed(lines):
        rest = sum(number * value[unknown] for unknown, number in line.items() if unknown != pivot)
        value[pivot] = -rest % PRIME
    return value
