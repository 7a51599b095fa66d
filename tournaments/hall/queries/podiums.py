"""The podium at the end of a board, presented from third to first place."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, NamedTuple

PLACES: Final = 3
NAMES_ON_A_STEP: Final = 2
"""If more share a place, the others are only counted."""
ORDER: Final = (2, 1, 3)
"""From left to right, like a real podium."""


class Ranked(NamedTuple):
    """A line of a ranking, with the prize of its place."""

    place: int
    name: str
    points: int
    prize: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PodiumView:
    """A stage of the podium: steps from left to right; only those in `shown` have names."""

    name: str
    steps: tuple[dict[str, Any], ...]
    shown: frozenset[int]
    is_whole: bool


def podium_views(lines: Iterable[Ranked]) -> tuple[PodiumView, ...]:
    """Return the stages of the podium of a ranking, best first: third, second, first."""
    best = [line for line in lines if line.place <= PLACES]
    steps = {
        place: _step(place, list(shared))
        for place, shared in groupby(best, key=lambda line: line.place)
    }
    revealed = sorted(steps, reverse=True)
    return tuple(_view(steps, revealed[: number + 1]) for number in range(len(revealed)))


def _step(place: int, lines: list[Ranked]) -> dict[str, Any]:
    return {
        "place": place,
        "names": tuple(line.name for line in lines[:NAMES_ON_A_STEP]),
        "points": lines[0].points,
        "more": len(lines[NAMES_ON_A_STEP:]),
        "prize": lines[0].prize,
    }


def _view(steps: Mapping[int, dict[str, Any]], revealed: list[int]) -> PodiumView:
    return PodiumView(
        name=f"podium-{revealed[-1]}",
        steps=tuple(steps[place] for place in ORDER if place in steps),
        shown=frozenset(revealed),
        is_whole=len(revealed) == len(steps),
    )
