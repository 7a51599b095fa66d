"""Whether the log tells the same contest after very many random acts in every kind of phase."""

import time
from typing import Final

from tests.benchmarks.ratios import Figure, Measure, Reached

ACTS: Final = 3_000
ACTS_OF_A_CONTEST: Final = (100, 100, 100, 100, 100, 500)
"""Mostly many contests, now and then one in which nobody stops."""
LOOKED_AT: Final = 50
MOST_TOLD: Final = 5


def act_at_random() -> Reached:
    """Act in one contest after the other, and look again and again; count where something parts."""
    from tests.benchmarks.figures import empty_database

    with empty_database(in_memory=True):
        from tests.table import make_club
        from tests.tournaments.phases.hall import COURSES, Hall

        club, names = make_club(), list(COURSES)
        done = contests = 0
        parted: list[str] = []
        start = time.process_time()
        while done < ACTS:
            hall = Hall(club, names[contests % len(names)], contests)
            for number in range(1, ACTS_OF_A_CONTEST[contests // len(names) % 6] + 1):
                done += 1
                try:
                    hall.act()
                    if number % LOOKED_AT == 0:
                        hall.look()
                # Whatever it is: what nobody foresaw is what is looked for.
                except Exception as error:
                    where = f"{names[contests % len(names)]} {contests}, act {number}"
                    parted.append(f"{where}: {type(error).__name__} {str(error)[:600]}")
                    break
            contests += 1
        seconds = time.process_time() - start
    said = f"{done} acts in {contests} contests, parted: {len(parted)}"
    figures = (Figure("an act, looked at", (1000 * seconds / done,), "ms"),)
    return Reached(said, not parted, figures, "\n".join(parted[:MOST_TOLD]))


MEASURES = (
    Measure(
        row=190,
        name="phases",
        what=f"{ACTS:,} random acts over every kind of phase".replace(",", " "),
        how="in one process, in memory: ranking recomputed and log verified after every "
        f"{LOOKED_AT} acts",
        goal="the log tells every contest",
        take=act_at_random,
        long=True,
    ),
)
