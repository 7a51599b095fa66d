"""The drawings of a contest's story: the race of the first five, and who led when.

Both are 360 wide; every number of a drawing is a string made here, never a localised one.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from django.utils.translation import gettext as _

from scorekeeper.labels.sheets import points_text
from tournaments.story.labels import points_with_word, span_text
from tournaments.story.moments import Story
from tournaments.story.race import Lead, Race

LEFT: Final = 6
RIGHT: Final = 336
TOP: Final = 14
BOTTOM: Final = 196
LABEL_GAP: Final = 15
"""Labels at the ends of lines stand at least so far apart."""
DIGIT: Final = 8
"""About as wide is a digit of a label."""

# Marks of the five lines, round the origin; with the dashes they tell the lines apart.
SHAPES: Final = (
    "m-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0z",
    "m0,-5l5,5l-5,5l-5,-5z",
    "m-4,-4h8v8h-8z",
    "m0,-5l5,9h-10z",
    "m-5,-4h10l-5,9z",
)

Drawn: TypeAlias = dict[str, Any]
"""What a template draws: an element, or a drawing of them with the same numbers as rows."""


def draw_race(story: Story, names: Mapping[int, str]) -> Drawn:
    """Return points behind the leader over the hands; the leader is the line at the top."""
    race = story.race
    behind = {number: race.behind(number) for number in story.top}
    deepest = max((max(points) for points in behind.values()), default=0) or 1
    labels = _apart([_y(behind[number][-1], deepest) for number in story.top])
    return {
        "lines": [
            {
                "style": index + 1,
                "number": number,
                "name": names[number],
                "total": points_text(race.totals[number][-1]),
                "label_y": f"{labels[index] + 4:.1f}",
                **_line(race, SHAPES[index], behind[number], deepest),
            }
            for index, number in enumerate(story.top)
        ],
        "depths": _depths(deepest),
        "rounds": _rounds(race),
        "rows": [
            {
                "step": step,
                "cells": [
                    f"−{points_text(points[step])}" if points[step] else "0"
                    for points in behind.values()
                ],
                "ends_round": race.ends.index(step) + 1 if step in race.ends else 0,
            }
            for step in range(1, race.steps + 1)
        ],
        "summary": _summary(story, names, behind),
        "is_by_round": race.is_by_round,
    }


def _x(step: int, steps: int) -> float:
    return LEFT + (RIGHT - LEFT) * step / max(1, steps)


def _y(points: int, deepest: int) -> float:
    return TOP + (BOTTOM - TOP) * points / deepest


def _line(race: Race, shape: str, behind: Sequence[int], deepest: int) -> Drawn:
    at = [(_x(step, race.steps), _y(points, deepest)) for step, points in enumerate(behind)]
    return {
        "line": " ".join(f"{x:.1f},{y:.1f}" for x, y in at),
        "marks": " ".join(f"M{at[end][0]:.1f},{at[end][1]:.1f}{shape}" for end in race.ends),
        "sample_mark": f"M16,8{shape}",
    }


def _apart(wanted: Sequence[float]) -> list[float]:
    """Return places for labels near those wanted, none over another; the first are on top."""
    found: list[float] = []
    for y in wanted:
        found.append(max(y, found[-1] + LABEL_GAP) if found else y)
    overflow = (found[-1] if found else 0) - BOTTOM
    return [y - overflow for y in found] if overflow > 0 else found


def _depths(deepest: int) -> list[Drawn]:
    """Return two or three round numbers of points behind the leader."""
    step = next(
        size * 10**power
        for power in range(1, 7)
        for size in (1, 2, 5)
        if size * 10**power * 4 > deepest
    )
    return [
        {
            "at": f"{_y(points, deepest):.1f}",
            "label": f"−{points_text(points)}",
            "label_at": f"{_y(points, deepest) - 3:.1f}",
        }
        for points in range(step, deepest + 1, step)
    ]


def _rounds(race: Race) -> list[Drawn]:
    name = _("Round %(number)d") if len(race.ends) <= 4 else "%(number)d"
    starts = [0, *race.ends[:-1]]
    return [
        {
            "at": f"{_x(end, race.steps):.1f}",
            "label": name % {"number": number},
            "label_at": f"{(_x(start, race.steps) + _x(end, race.steps)) / 2:.1f}",
        }
        for number, (start, end) in enumerate(zip(starts, race.ends, strict=True), start=1)
    ]


def _summary(story: Story, names: Mapping[int, str], behind: Mapping[int, Sequence[int]]) -> str:
    parts = []
    for number in story.top:
        off = behind[number][-1]
        text = _("%(place)d. %(who)s, %(points)s behind") if off else _("%(place)d. %(who)s")
        values = {"place": story.places[number], "who": names[number]}
        parts.append(text % {**values, "points": points_with_word(off)})
    return _("In the end: %(list)s.") % {"list": "; ".join(parts)}


def draw_strip(story: Story, names: Mapping[int, str]) -> Drawn | None:
    """Return who led when as a strip of numbers of entries, None where nobody ever led alone."""
    race = story.race
    if not race.leads:
        return None
    return {
        "stretches": [
            _stretch(lead, race.steps) | {"is_odd": index % 2}
            for index, lead in enumerate(race.leads)
        ],
        "rounds": _rounds(race),
        "rows": [
            {
                "span": span_text(lead.first, lead.last),
                "number": lead.entrant,
                "name": names[lead.entrant],
                "by": points_text(lead.by),
            }
            for lead in race.leads
        ],
        "is_by_round": race.is_by_round,
    }


def _stretch(lead: Lead, steps: int) -> Drawn:
    start, end = _x(lead.first - 1, steps), _x(lead.last, steps)
    has_room = end - start >= DIGIT * len(str(lead.entrant)) + 2
    return {
        "x": f"{start:.1f}",
        "width": f"{end - start:.1f}",
        "label": str(lead.entrant) if has_room else "",
        "label_x": f"{(start + end) / 2:.1f}",
    }
