"""The drawings of a contest's story: the race of the first five, and who led when.

Both are 360 wide; every number is a string made here, never a localised one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

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

# Marks of the five lines, round the origin; with the dashes they tell the lines apart.
SHAPES: Final = (
    "m-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0z",
    "m0,-5l5,5l-5,5l-5,-5z",
    "m-4,-4h8v8h-8z",
    "m0,-5l5,9h-10z",
    "m-5,-4h10l-5,9z",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceLine:
    """One entry's way: how far behind the leader it was; `style` is 1 to 5."""

    style: int
    rank: int
    number: int
    name: str
    total: str
    line: str
    marks: str
    sample_mark: str
    label_y: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """A line across the drawing, or down it, with its label."""

    at: str
    label: str
    label_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceRow:
    """The same numbers after one hand; `ends_round` is the number of a round it ends, or 0."""

    step: int
    cells: tuple[str, ...]
    ends_round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceChart:
    """Points behind the leader over the hands; the leader is the line at the top."""

    lines: tuple[RaceLine, ...]
    depths: tuple[Tick, ...]
    rounds: tuple[Tick, ...]
    rows: tuple[RaceRow, ...]
    summary: str
    is_by_round: bool


def draw_race(story: Story, names: Mapping[int, str]) -> RaceChart:
    race = story.race
    behind = {number: race.behind(number) for number in story.top}
    deepest = max((max(points) for points in behind.values()), default=0) or 1
    lines = [
        _line(story, number, names[number], index, behind[number], deepest)
        for index, number in enumerate(story.top)
    ]
    labels = _apart([_y(behind[number][-1], deepest) for number in story.top])
    return RaceChart(
        lines=tuple(_with_label(line, label) for line, label in zip(lines, labels, strict=True)),
        depths=tuple(_depths(deepest)),
        rounds=tuple(_rounds(race)),
        rows=tuple(_rows(race, behind)),
        summary=_summary(story, names, behind),
        is_by_round=race.is_by_round,
    )


def _x(step: int, steps: int) -> float:
    return LEFT + (RIGHT - LEFT) * step / max(1, steps)


def _y(points: int, deepest: int) -> float:
    return TOP + (BOTTOM - TOP) * points / deepest


def _line(
    story: Story, number: int, name: str, index: int, behind: Sequence[int], deepest: int
) -> RaceLine:
    race = story.race
    at = [(_x(step, race.steps), _y(points, deepest)) for step, points in enumerate(behind)]
    shape = SHAPES[index]
    return RaceLine(
        style=index + 1,
        rank=story.places[number],
        number=number,
        name=name,
        total=points_text(race.totals[number][-1]),
        line=" ".join(f"{x:.1f},{y:.1f}" for x, y in at),
        marks=" ".join(f"M{at[end][0]:.1f},{at[end][1]:.1f}{shape}" for end in race.ends),
        sample_mark=f"M16,8{shape}",
        label_y="",
    )


def _with_label(line: RaceLine, y: float) -> RaceLine:
    return replace(line, label_y=f"{y + 4:.1f}")


def _apart(wanted: Sequence[float]) -> list[float]:
    """Return places for labels near those wanted, none over another; the first are on top."""
    found: list[float] = []
    for y in wanted:
        found.append(max(y, found[-1] + LABEL_GAP) if found else y)
    overflow = (found[-1] if found else 0) - BOTTOM
    return [y - overflow for y in found] if overflow > 0 else found


def _depths(deepest: int) -> list[Tick]:
    """Return two or three round numbers of points behind the leader."""
    step = next(
        size * 10**power
        for power in range(1, 7)
        for size in (1, 2, 5)
        if size * 10**power * 4 > deepest
    )
    ticks = range(step, deepest + 1, step)
    return [
        Tick(
            at=f"{_y(points, deepest):.1f}",
            label=f"−{points_text(points)}",
            label_at=f"{_y(points, deepest) - 3:.1f}",
        )
        for points in ticks
    ]


def _rounds(race: Race) -> list[Tick]:
    starts = [0, *race.ends[:-1]]
    return [
        Tick(
            at=f"{_x(end, race.steps):.1f}",
            label=_("Round %(number)d") % {"number": number}
            if len(race.ends) <= 4
            else str(number),
            label_at=f"{(_x(start, race.steps) + _x(end, race.steps)) / 2:.1f}",
        )
        for number, (start, end) in enumerate(zip(starts, race.ends, strict=True), start=1)
    ]


def _rows(race: Race, behind: Mapping[int, Sequence[int]]) -> list[RaceRow]:
    return [
        RaceRow(
            step=step,
            cells=tuple(
                f"−{points_text(points[step])}" if points[step] else "0"
                for points in behind.values()
            ),
            ends_round=race.ends.index(step) + 1 if step in race.ends else 0,
        )
        for step in range(1, race.steps + 1)
    ]


def _summary(story: Story, names: Mapping[int, str], behind: Mapping[int, Sequence[int]]) -> str:
    parts = [
        _("%(place)d. %(who)s, %(points)s behind")
        % {
            "place": story.places[number],
            "who": names[number],
            "points": points_with_word(behind[number][-1]),
        }
        if behind[number][-1]
        else _("%(place)d. %(who)s") % {"place": story.places[number], "who": names[number]}
        for number in story.top
    ]
    return _("In the end: %(list)s.") % {"list": "; ".join(parts)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """A part of the strip; without a label where there is no room for one."""

    x: str
    width: str
    label: str
    label_x: str
    is_odd: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LeadRow:
    """The same as a line of a table."""

    span: str
    number: int
    name: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LeadStrip:
    """Who led when, as a strip of the numbers of entries."""

    stretches: tuple[Stretch, ...]
    rounds: tuple[Tick, ...]
    rows: tuple[LeadRow, ...]
    is_by_round: bool


def draw_strip(story: Story, names: Mapping[int, str]) -> LeadStrip | None:
    """Return who led when, None where nobody ever led alone."""
    race = story.race
    if not race.leads:
        return None
    return LeadStrip(
        stretches=tuple(
            _stretch(lead, race.steps, is_odd=bool(index % 2))
            for index, lead in enumerate(race.leads)
        ),
        rounds=tuple(_rounds(race)),
        rows=tuple(
            LeadRow(
                span=span_text(lead.first, lead.last),
                number=lead.entrant,
                name=names[lead.entrant],
                by=points_text(lead.by),
            )
            for lead in race.leads
        ),
        is_by_round=race.is_by_round,
    )


DIGIT: Final = 8
"""About as wide is a digit of a label."""


def _stretch(lead: Lead, steps: int, *, is_odd: bool) -> Stretch:
    start, end = _x(lead.first - 1, steps), _x(lead.last, steps)
    has_room = end - start >= DIGIT * len(str(lead.entrant)) + 2
    return Stretch(
        x=f"{start:.1f}",
        width=f"{end - start:.1f}",
        label=str(lead.entrant) if has_room else "",
        label_x=f"{(start + end) / 2:.1f}",
        is_odd=is_odd,
    )
