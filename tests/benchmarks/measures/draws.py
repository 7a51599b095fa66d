"""How long a draw takes as the field grows, and the largest mêlée."""

import time
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from tests.benchmarks.draws import most_megabytes
from tests.benchmarks.ratios import Figure, Measure, Reached, profiled

if TYPE_CHECKING:
    from tournaments.draw.request import DrawRequest
    from tournaments.draw.result import Draw

SIZES: Final = (250, 500, 1_000, 2_000)
ROUND: Final = 5
ROUNDS: Final = 6
RUNS: Final = 5
NEAR_LINEAR: Final = 2.6
"""How much longer twice the field may take."""


def round_five(size: int, method: str) -> "tuple[DrawRequest, list[float], Draw]":
    """Return what round five of six is drawn from, the seconds of its draws, and the draw."""
    from tests.tournaments.draw.hall import Hall
    from tournaments.draw.drawing import draw
    from tournaments.draw.request import Method

    hall = Hall(size, ROUNDS, Method(method))
    for number in range(1, ROUND):
        hall.play(draw(hall.request(number)), number)
    request = hall.request(ROUND)
    seconds = []
    for _ in range(RUNS):
        start = time.process_time()
        drawn = draw(request)
        seconds.append(time.process_time() - start)
    return request, seconds, drawn


def draw_by_ranking() -> Reached:
    """Draw round five by ranking in fields of every size; say how the time grows."""
    from tournaments.draw.drawing import draw

    figures = []
    for size in SIZES:
        request, seconds, _drawn = round_five(size, "ranking")
        figures.append(Figure(f"{size} teams", tuple(1000 * one for one in seconds)))
    medians = [figure.median for figure in figures]
    growth = [later / earlier for earlier, later in pairwise(medians)]
    said = f"{medians[0]:.0f} to {medians[-1]:.0f} ms; twice the teams: " + ", ".join(
        f"{times:.1f} ×" for times in growth
    )
    whole = medians[-1] / medians[0] <= NEAR_LINEAR ** len(growth)
    return Reached(said, whole, tuple(figures), profiled(lambda: draw(request)))


def draw_a_melee() -> Reached:
    """Draw round five of two thousand players in mêlée, in the memory of this process alone."""
    from tournaments.draw.drawing import draw

    request, seconds, drawn = round_five(SIZES[-1], "melee")
    megabytes = most_megabytes()
    taken = Figure("a draw, processor time", tuple(seconds), "s")
    repeats = sum(repeat.kind != "exempt" for repeat in drawn.repeats)
    said = f"{repeats or 'no'} repeat, {taken.median:.1f} s, {megabytes:.0f} MB"
    meets = not repeats and taken.median < 3 and megabytes < 200
    figures = (taken, Figure("most memory", (megabytes,), "MB"))
    return Reached(said, meets, figures, profiled(lambda: draw(request)))


MEASURES = (
    Measure(
        row=90,
        name="ranking-draw",
        what="draw by ranking, round 5, 250 to 2 000 teams",
        how="the pure part in one process, processor time; each size beside the one before",
        goal="near linear",
        take=draw_by_ranking,
    ),
    Measure(
        row=100,
        name="melee-draw",
        what="mêlée, 2 000 players, round 5",
        how="the pure part in one process, processor time and the most memory of it",
        goal="no repeat, under 3 s, 200 MB",
        take=draw_a_melee,
    ),
)
