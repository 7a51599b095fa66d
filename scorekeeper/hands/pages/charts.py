"""The chart of one game: both totals over its hands."""

from collections.abc import Mapping

from scorekeeper.engine.hand import Side
from scorekeeper.engine.tally import Tally, Totals
from scorekeeper.labels.sheets import chart_summary, points_text

CHART_LEFT, CHART_RIGHT, CHART_TOP, CHART_BOTTOM = 4, 300, 8, 130


def draw_chart(tally: Tally, sides: Mapping[Side, str]) -> dict[str, str]:
    """Return the chart of a game of two hands at least, points of a 320 × 150 drawing."""
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

    return {
        "line_a": line(Side.A),
        "line_b": line(Side.B),
        "target_y": y(target) if target else "",
        "target_label": points_text(target) if target else "",
        "first_label": "0",
        "last_label": str(len(hands)),
        "summary": chart_summary(tally, sides),
    }
