"""Measure what must be quick, and print it: python -m tests.benchmarks.measure.

Nothing here asserts: machines differ by a factor of two from minute to minute.
"""

import os

from tests.benchmarks.figures import tell, timed

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")


def measure_engine() -> None:
    """Measure the possible totals of twelve hands, from nothing, and a scored sheet."""
    from scorekeeper.engine import causes, likelihood, moves, possible, totals
    from scorekeeper.engine.choices import Bidding
    from scorekeeper.engine.hand import HandEntry, Seat
    from scorekeeper.engine.presets import PRESETS
    from scorekeeper.engine.rulesets import RuleSet
    from scorekeeper.engine.tally import tally

    modules = (causes, likelihood, moves, possible)
    kept = [f for one in modules for f in vars(one).values() if hasattr(f, "cache_clear")]
    for key, ruleset in PRESETS.items():

        def count(ruleset: RuleSet = ruleset) -> None:
            for function in kept:
                function.cache_clear()
            totals.possible_totals(ruleset, 12)

        tell(f"possible totals of 12 hands, {key}", timed(count))
    bidding = RuleSet(bidding=Bidding.POINTS_AND_BID)
    for hands, a, b in ((12, 1601, 1500), (36, 5001, 4400)):

        def explain(hands: int = hands, a: int = a, b: int = b) -> None:
            for function in kept:
                function.cache_clear()
            totals.explanations(bidding, hands, a, b)

        tell(f"why a bidding slip of {hands} hands cannot be, from nothing", timed(explain, runs=3))
    sheet = [HandEntry(taker=Seat.B2, card_points=81 + n % 3) for n in range(36)]
    tell("tally of 36 hands", timed(lambda: tally(sheet, PRESETS["salon"])))


def main() -> None:
    """Measure everything."""
    import django

    django.setup()
    from tests.benchmarks.guessing import measure_guessing
    from tests.benchmarks.halls import measure_hall
    from tests.benchmarks.pages import measure_pages
    from tests.benchmarks.questions import measure_questions

    measure_engine()
    measure_pages()
    measure_questions()
    measure_hall()
    measure_guessing()


if __name__ == "__main__":
    main()
