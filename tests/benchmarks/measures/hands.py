"""What one hand costs: against a bare view that writes the same rows, and in queries."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from statistics import median
from typing import Any, Final

from tests.benchmarks.halls import phone_at
from tests.benchmarks.ratios import Figure, Measure, Reached, ratio_of
from tests.benchmarks.serving import Place, new_places, wait_until_at_rest, waitress

TEAMS: Final = 42
HANDS: Final = 12
STARTS: Final = 3
MOST_QUERIES: Final = {
    "a hand from a phone": 10,
    "a hand sent again": 4,
    "a slip typed at the desk": 16,
    "a draw published": 16,
    "a hand corrected after closing": 16,
}

Application = Callable[[dict[str, Any], Any], Any]


@contextmanager
def durable_database() -> Iterator[None]:
    """Work on a database that is as sure of what it stores as a club's."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django
    from django.conf import settings

    django.setup()
    from scorekeeper.config.settings import SQLITE_OPTIONS
    from tests.benchmarks.figures import empty_database

    if "timeout" in settings.DATABASES["default"]["OPTIONS"]:
        settings.DATABASES["default"]["OPTIONS"] = SQLITE_OPTIONS
    with empty_database():
        yield


def hand_over_a_socket() -> Reached:
    """Send hands to the program and to the bare view, each under the program's own server.

    The first hand that a server gets once it has started, then turn about when both have loaded
    everything.
    """
    first: tuple[list[float], ...] = ([], [])
    warm: tuple[list[float], ...] = ([], [])
    with new_places(2) as folders:
        places = [Place(folder) for folder in folders]
        made = [
            place.ask("tests.journeys.hall", "make", str(TEAMS), str(HANDS))["tables"]
            for place in places
        ]
        for start in range(1, STARTS + 1):
            with ExitStack() as stack:
                ours, theirs = (
                    stack.enter_context(waitress(place, bare=place is places[1]))
                    for place in places
                )
                servers = list(zip((ours[0], theirs[0]), made, strict=True))
                for found, (port, tables) in zip(first, servers, strict=True):
                    found += _hands(port, tables[:1], start)
                if start == STARTS:
                    wait_until_at_rest(ours[1], theirs[1])
                    _in_turns(servers, warm)
    names = ("the program", "the bare view")
    cold = [Figure(f"{who}, first hand", tuple(one)) for who, one in zip(names, first, strict=True)]
    mine, other = (
        Figure(f"{who}, a hand", tuple(one)) for who, one in zip(names, warm, strict=True)
    )
    ratio = ratio_of(other, mine)
    said = (
        f"{ratio.median:.2f} ({mine.median:.1f} v {other.median:.1f} ms); first hand "
        f"{cold[0].median:.0f} v {cold[1].median:.0f} ms"
    )
    return Reached(said, ratio.median >= 0.35, (mine, other, ratio, *cold))


def _hands(port: int, tables: Sequence[dict[str, Any]], number: int) -> Iterator[float]:
    for table in tables:
        with closing(phone_at(port, table["token"])) as phone:
            yield phone.write_hand(table["game"], number)


def _in_turns(servers: Sequence[tuple[int, Any]], warm: tuple[list[float], ...]) -> None:
    """Write the hands of all further tables turn about; of each number the median of its tables."""
    for number in range(1, HANDS + 1):
        for found, (port, tables) in zip(warm, servers, strict=True):
            times = list(_hands(port, tables[1:], number))
            # With the first hand of a table its game begins.
            if number > 1:
                found.append(median(times))


def queries() -> Reached:
    """Go the ways of an evening, and count what each asks of the database."""
    from tests.benchmarks.ways import go_way, measure_contest

    asked: dict[str, int] = {}

    def way(name: str, go: Callable[[], object]) -> None:
        asked[name] = len(go_way(go)[0])

    with durable_database():
        from tests.table import make_club

        measure_contest(make_club(), way)
    found = {name: asked[name] for name in MOST_QUERIES}
    figures = tuple(Figure(name, (count,), "queries") for name, count in found.items())
    meets = all(count <= MOST_QUERIES[name] for name, count in found.items())
    return Reached("; ".join(map(str, found.values())), meets, figures)


MEASURES = (
    Measure(
        row=20,
        name="hand",
        what="a hand (checked, scored, logged, durable): a second, beside the bare view's",
        how="by a socket, a new connection each, both by `start`'s server; the bare Django view "
        "inserts hand, event and line of the log and updates the columns that change",
        goal="0.35",
        take=hand_over_a_socket,
        twice=True,
    ),
    Measure(
        row=40,
        name="queries",
        what="queries of a hand; of a hand sent again; a slip; a draw published; a correction",
        how="counted in one process on SQLite, beginning and ending transactions apart",
        goal="; ".join(map(str, MOST_QUERIES.values())),
        take=queries,
    ),
)
