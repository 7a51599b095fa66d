"""What pages of daily use take as a club grows: python -m tests.benchmarks.growth.

A club of 100 contests and 100 players, then of 1 000 and 10 000, in one file of SQLite. Its
contests were all played by the same 32 people: nobody has more games. Each page is asked for by
Django's test client in this process: all middleware is in it, a server and a socket are not.
Beside each other stand the first look after the club has grown, and the median of five after it.
"""

import os
import time
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from tests.benchmarks.figures import empty_database, say, timed

if TYPE_CHECKING:
    from tests.tournaments.test_query_counts import Asked

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

SIZES: Final = ((100, 100), (1_000, 10_000))
TEAMS: Final = 16
ROUNDS: Final = 3


class Taken(NamedTuple):
    """How long a page took, in milliseconds."""

    first: float
    warm: float


def look_at(pages: "list[Asked]") -> dict[str, Taken]:
    """Ask for every page once, and then again."""
    found = {}
    for name, client, address in pages:
        start = time.perf_counter()
        assert client.get(address).status_code == 200, address
        first = 1000 * (time.perf_counter() - start)
        found[name] = Taken(first, timed(partial(client.get, address)))
    return found


def measure_growth() -> None:
    """Let a club grow, and print what each page takes before and after."""
    with empty_database():
        from tests.growing import add_players, copy, play_first
        from tests.table import make_club
        from tests.tournaments.test_growth import pages_of_an_evening
        from tests.tournaments.test_query_counts import a_season_of

        club = make_club()
        played = play_first(club, teams=TEAMS, rounds=ROUNDS)
        pages: list[Asked] = []
        taken = []
        contests, players = 1, 0
        for more_contests, more_players in SIZES:
            copy(played, contests, more_contests)
            add_players(club, players, more_players)
            contests, players = more_contests, more_players
            if not pages:
                pages = pages_of_an_evening(club, a_season_of(club, 8))
                look_at(pages)  # what a process loads with its first pages is not of the club
            taken.append(look_at(pages))
    say(f"{'':26}{'first look':>28}{'warm':>28}")
    sizes = "".join(f"{f'{contests}/{players}':>14}" for contests, players in SIZES)
    say(f"{'contests/players':26}{sizes}{sizes}")
    for name in taken[0]:
        firsts = "".join(f"{one[name].first:11.1f} ms" for one in taken)
        warm = "".join(f"{one[name].warm:11.1f} ms" for one in taken)
        ratio = taken[-1][name].warm / taken[0][name].warm
        say(f"{name:26}{firsts}{warm}{ratio:8.1f} ×")


def main() -> None:
    """Take the figures."""
    import django

    django.setup()
    measure_growth()


if __name__ == "__main__":
    main()
