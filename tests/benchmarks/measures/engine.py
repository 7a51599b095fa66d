"""How fast a hand is scored."""

from tests.benchmarks.ratios import Measure, Reached, in_turns, profiled, ratio_of

HANDS = 2_000


def score_a_hand() -> Reached:
    """Score two thousand hands by the plain rules, and by the shortest function that marks them."""
    from scorekeeper.engine.hand import HandEntry, Seat
    from scorekeeper.engine.presets import PRESETS
    from scorekeeper.engine.scoring import score

    ruleset = PRESETS["salon"]
    entries = [
        HandEntry(taker=Seat.A1 if n % 2 else Seat.B2, card_points=2 + n % 150)
        for n in range(HANDS)
    ]
    pairs = [("A" if n % 2 else "B", 2 + n % 150) for n in range(HANDS)]

    def ours() -> None:
        for entry in entries:
            score(entry, ruleset)

    def plain() -> None:
        for taker, points in pairs:
            marks(taker, points)

    mine, other = in_turns(ours, plain)
    ratio = ratio_of(other, mine)
    said = f"1/{1 / ratio.median:.1f}"
    return Reached(said, ratio.median >= 1 / 4, (mine, other, ratio), profiled(ours))


def marks(taker: str, points: int) -> tuple[int, int]:
    """Return the marks of team A and team B, and nothing else."""
    made = points > 81
    takers = (252 if points == 162 else points) if made else 0
    defenders = 162 - points if made else 162
    return (takers, defenders) if taker == "A" else (defenders, takers)


MEASURES = (
    Measure(
        row=10,
        name="engine",
        what="score a hand in the engine",
        against="the shortest plain function that returns the two marks",
        before="1/6 to 1/40",
        goal="1/4",
        take=score_a_hand,
    ),
)
