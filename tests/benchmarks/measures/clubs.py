"""A tenth of a thousand clubs on one evening, on this machine, and what one poll and hand cost."""

import asyncio
from typing import TYPE_CHECKING, Final

from tests.benchmarks.ratios import Figure, Measure, Reached, percentile

if TYPE_CHECKING:
    from tests.benchmarks.clubs import Evening

CLUBS: Final = 100
TEAMS: Final = 40
HANDS_A_SECOND: Final = 11.0
PHONES: Final = (0, 500, 1_000, 2_000, 3_000, 4_000, 5_000)
"""The last is a tenth of all; where a machine cannot serve them, the most that it can are told."""
SECONDS: Final = 20.0
WORKERS: Final = 4
FRESH_SECONDS: Final = 5.0


def play_a_tenth() -> Reached:
    """Play two thousand tables against PostgreSQL, followed by more and more phones."""
    from tests.benchmarks import serving
    from tests.benchmarks.clubs import Evening

    played: list[Evening] = []
    with serving.new_places(1) as (folder,), serving.postgres() as server:
        place = serving.Place(folder, serving.new_database(server, "clubs"))
        clubs = place.ask("tests.benchmarks.clubs", str(CLUBS), str(TEAMS))
        with serving.gunicorn(place, serving.PROGRAM, workers=WORKERS) as (port, _pid):
            # What a process asks for the first time takes it seconds.
            asyncio.run(Evening(port, clubs, 1, WORKERS * 2, SECONDS / 2).play())
            for step, phones in enumerate(PHONES, start=1):
                evening = Evening(port, clubs, HANDS_A_SECOND, phones, SECONDS, step)
                before = spent()
                asyncio.run(evening.play())
                program, database = (now - then for now, then in zip(spent(), before, strict=True))
                evening.spent = program, database
                if not is_served(evening):
                    break
                played.append(evening)
    if not played:
        return Reached("not even the hands alone", meets=False)
    return told(played[0], played[-1])


def spent() -> tuple[float, float]:
    """Return how long the program and PostgreSQL had a processor so far, in seconds."""
    from tests.benchmarks.serving import processor_seconds

    return processor_seconds("gunicorn"), processor_seconds("postgres")


def is_served(evening: "Evening") -> bool:
    """Return whether every hand was written, and in the public ranking at once."""
    if not evening.stale or evening.failures:
        return False
    return percentile(evening.hands + evening.stale, 95) <= 1000 * FRESH_SECONDS


def costs(alone: "Evening", evening: "Evening") -> str:
    """Return what a hand took of the processor where nobody followed, and a question beside it."""
    hand = [seconds / len(alone.hands) for seconds in alone.spent]
    costs = [f"a hand {1000 * hand[0]:.1f} + {1000 * hand[1]:.1f} ms"]
    if evening.polls:
        left = [s - h * len(evening.hands) for s, h in zip(evening.spent, hand, strict=True)]
        program, database = (1000 * seconds / len(evening.polls) for seconds in left)
        costs.append(f"a question {program:.1f} + {database:.1f} ms")
    return f"of processors (program + PostgreSQL) {', '.join(costs)}"


def told(alone: "Evening", evening: "Evening") -> Reached:
    """Return what an evening came to that was served, `alone` being the one without phones."""
    hands = Figure("a hand", tuple(evening.hands))
    stale = Figure("from a hand to the public ranking", tuple(evening.stale))
    polls = [Figure("a poll", tuple(evening.polls))] if evening.polls else []
    said = (
        f"{len(evening.hands) / evening.seconds:.1f} hands/s, {evening.phones:,} phones "
        f"({len(evening.polls) / evening.seconds:.0f} polls/s); a hand 95 % "
        f"{percentile(evening.hands, 95) / 1000:.2f} s, 99 % "
        f"{percentile(evening.hands, 99) / 1000:.2f} s; in the public ranking after "
        f"{stale.median / 1000:.1f} s; {costs(alone, evening)}"
    )
    profile = (
        "The next larger number of phones is not served: questions come faster than the processes\n"
        "answer them, and phones give up waiting. Processes run out first, see the README."
    )
    return Reached(said, evening.phones == PHONES[-1], (hands, *polls, stale), profile)


MEASURES = (
    Measure(
        row=180,
        name="clubs",
        what="a thousand clubs on one evening: a tenth (2 000 tables, 11 hands/s, 5 000 phones)",
        how=f"by sockets: PostgreSQL, {WORKERS} processes of gunicorn, more phones until it cannot",
        goal="every hand written and in the public ranking within 5 s",
        take=play_a_tenth,
        long=True,
    ),
)
