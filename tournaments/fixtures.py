"""A calendar in which every team meets every other, as plain numbers: the circle method.

All teams but one sit on a circle and move on by one place a day, the last stands still: whoever
is opposite is the day's opponent. With an odd number of teams nobody stands still, and whoever
would meet that place has the day off. Source: the circle method of Kirkman (1847), as the world
chess federation's Berger tables use it; sides alternate along the circle, which is what balances
them (arithmetic, tested for every number of teams).
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pair:
    """Two teams that meet: `home` is named first."""

    home: int
    away: int

    @property
    def turned(self) -> "Pair":
        """Return the meeting with the sides changed."""
        return Pair(self.away, self.home)


def round_robin(teams: Sequence[int], *, twice: bool = False) -> tuple[tuple[Pair, ...], ...]:
    """Return the days of a calendar in order, each with its meetings.

    Every team meets every other once, or `twice`: then once on either side. Nobody plays more
    than once a day, and the number of days is the smallest there is. Home and away differ by one
    at most for every team, and not at all where it is twice. With an odd number each team has one
    day off in each half. Raises ValueError for fewer than two teams, or a team named twice.
    """
    if len(teams) < 2 or len(set(teams)) < len(teams):
        raise ValueError("two teams at least, each once")
    still = teams[-1] if len(teams) % 2 == 0 else None
    circle = teams[:-1] if still is not None else teams
    half = tuple(_day(circle, still, day) for day in range(len(circle)))
    if not twice:
        return half
    return half + tuple(tuple(pair.turned for pair in day) for day in half)


def _day(circle: Sequence[int], still: int | None, day: int) -> tuple[Pair, ...]:
    """Return the meetings of one day: the two at equal distance from the day's place."""
    size = len(circle)
    pairs: list[Pair] = []
    if still is not None:
        pair = Pair(circle[day], still)
        # The one that stands still would otherwise always be on one side.
        pairs.append(pair.turned if day % 2 else pair)
    for distance in range(1, size // 2 + 1):
        pair = Pair(circle[(day - distance) % size], circle[(day + distance) % size])
        pairs.append(pair if distance % 2 else pair.turned)
    return tuple(pairs)


def day_off(teams: Sequence[int], day: Sequence[Pair]) -> tuple[int, ...]:
    """Return the teams that do not play on a day, in their own order."""
    playing = {team for pair in day for team in (pair.home, pair.away)}
    return tuple(team for team in teams if team not in playing)
