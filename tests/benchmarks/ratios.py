"""What is measured against what, and how a ratio is taken.

Absolute times of a shared machine mean little: two things are timed in turns, in one process, and
their ratio is told with its spread.
"""

import cProfile
import io
import pstats
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import median, quantiles
from typing import Final

SHOWN_OF_A_PROFILE: Final = 15


@dataclass(frozen=True, slots=True)
class Figure:
    """What was taken several times: `unit` is "ms", "MB", "queries" and so on."""

    what: str
    values: tuple[float, ...]
    unit: str = "ms"

    @property
    def median(self) -> float:
        """The middle of the values."""
        return median(self.values)

    @property
    def spread(self) -> tuple[float, float]:
        """The first and the third quartile; of one value itself twice."""
        if len(self.values) == 1:
            return self.values[0], self.values[0]
        first, _, third = quantiles(self.values, n=4, method="inclusive")
        return first, third


@dataclass(frozen=True, slots=True)
class Reached:
    """What a measure found: in words for the table, whether that meets the goal, and its figures.

    `profile` says where the time goes, and is given where the goal is missed.
    """

    said: str
    meets: bool
    figures: tuple[Figure, ...] = ()
    profile: str = ""


@dataclass(frozen=True, slots=True)
class Measure:
    """One row of the table; `row` is its place there, `long` ones run only when asked for.

    `how` is a sentence about what is measured and beside what, `goal` what was to be reached. What
    is taken `twice` is taken once more with the garbage collector as Python has it.
    """

    row: int
    name: str
    what: str
    how: str
    goal: str
    take: Callable[[], Reached]
    long: bool = False
    twice: bool = False


class CannotMeasureError(Exception):
    """Something that a measure needs is not on this machine; the message says what."""


def milliseconds(act: Callable[[], object], *, times: int = 1) -> float:
    """Return how many milliseconds one of so many calls in a row takes."""
    start = time.perf_counter()
    for _ in range(times):
        act()
    return 1000 * (time.perf_counter() - start) / times


def in_turns(
    ours: Callable[[], object], theirs: Callable[[], object], *, runs: int = 15, times: int = 1
) -> tuple[Figure, Figure]:
    """Time both in turns, after one warm-up each; return ours, then theirs, in milliseconds."""
    ours(), theirs()
    pairs = [
        (milliseconds(ours, times=times), milliseconds(theirs, times=times)) for _ in range(runs)
    ]
    mine, other = zip(*pairs, strict=True)
    return Figure("ours", mine), Figure("the other", other)


def ratio_of(first: Figure, second: Figure) -> Figure:
    """Return how many times the second goes into the first, run by run."""
    pairs = zip(first.values, second.values, strict=True)
    return Figure("ratio", tuple(a / b for a, b in pairs), "×")


def profiled(act: Callable[[], object], *, times: int = 1) -> str:
    """Return where the time of an act goes: the functions with the most of their own."""
    profile = cProfile.Profile()
    with profile:
        for _ in range(times):
            act()
    told = io.StringIO()
    pstats.Stats(profile, stream=told).strip_dirs().sort_stats("tottime").print_stats(
        SHOWN_OF_A_PROFILE
    )
    return "\n".join(line.rstrip() for line in told.getvalue().splitlines() if line.strip())


def percentile(values: Iterable[float], hundredth: int) -> float:
    """Return the value that so many of a hundred do not pass."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * hundredth // 100)]
