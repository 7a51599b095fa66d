"""The chart of one game: both totals over its hands."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.engine.hand import Side
from scorekeeper.engine.tally import Tally, Totals
from scorekeeper.labels.sheets import chart_summary, points_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """Both totals over the hands as points of a 320 × 150 drawing."""

    line_a: str
    line_b: str
    target_y: str
    target_label: str
    first_label: str
    last_label: str
    summary: str


CHART_LEFT, CHART_RIGHT, CHART_TOP, CHART_BOTTOM = 4, 300, 8, 130


def draw_chart(tally: Tally, sides: Mapping[Side, str]) -> Chart:
    """Return the chart of a game of two hands at least."""
    hands = tally.hands
    target = tally.format.target if tally.format.games == 1 else None
    # The last point shows what counts: held points that came back are in the final totals.
    totals = [Totals(), *(hand.totals for hand in hands[:-1]), tally.totals]
    highest = max([1, target or 0, *(max(t.a, t.b) for t in totals)])

    def y(points: int) -> str:
        return f"{CHART_BOTTOM - points * (CHART_BOTTOM - CHART_TOP) / highest:.1f}"

    def line(side: Side) -> str:
        step = (CHART_RIGHT - CHART_LEFT) / len(hands)
        return " ".join(
            f"{CHART_LEFT + step * i:.1f},{y(total.of(side))}" for i, total in enumerate(totals)
        )

    return Chart(
        line_a=line(Side.A),
        line_b=line(Side.B),
        target_y=y(target) if target else "",
        target_label=points_text(target) if target else "",
        first_label="0",
        last_label=str(len(hands)),
        summary=chart_summary(tally, sides),
    )
