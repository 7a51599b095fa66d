"""What the pages of an evening and of a season cost: the first look after a start, and the next."""

import json
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from tests.benchmarks import collector
from tests.benchmarks.halls import Asker, join_table
from tests.benchmarks.ratios import Figure, Measure, Reached, percentile
from tests.benchmarks.serving import wait_until_at_rest

if TYPE_CHECKING:
    from scorekeeper.models import Club
    from tests.journeys.hall import Hall
    from tests.journeys.program import Program
    from tournaments.models import Season

TEAMS: Final = 40
PLAYERS: Final = 180
EVENINGS: Final = 40
STARTS: Final = 3
LOOKS: Final = 20
SEASON: Final = "season"
MOST_MS: Final = 100
MOST_KB: Final = 60

Page = tuple[str, dict[str, str]]
"""Its address, and the headers with which it is asked for."""


def look_at_pages() -> Reached:
    """Look at pages: each by itself in a program that has just started, then all once it rests."""
    from tests.journeys.hall import make_hall
    from tests.journeys.program import Program, run

    first, warm, figures = {}, {}, []
    with TemporaryDirectory(prefix="belote-pages-", ignore_cleanup_errors=True) as folder:
        program = Program(Path(folder))
        hall = make_hall(program.data, teams=TEAMS, hands=12)
        season = json.loads(run(program.data, "-m", "tests.benchmarks.measures.pages"))
        with _started(program):
            phone = join_table(program.port, hall.tables[0].token)
        asked = _pages(hall, phone, *season)
        for name, page in asked.items():
            times = tuple(_first_look(program, page) for _ in range(STARTS))
            first[name] = Figure(f"{name}: first look", times)
        with _started(program) as pid:
            wait_until_at_rest(pid)
            for name, page in asked.items():
                warm[name], *weights = _look(program, name, *page)
                figures += [first[name], warm[name], *weights]
    said = "; ".join(f"{n} {first[n].median:.0f}, {warm[n].median:.0f} ms" for n in asked)
    plain = max(f.median for f in figures if f.unit == "KB" and f.what.startswith(SEASON))
    slowest = max(f.median for name, f in warm.items() if name.startswith(SEASON))
    meets = slowest <= MOST_MS and plain <= MOST_KB
    return Reached(f"{said}; {SEASON} {plain:.0f} KB", meets, tuple(figures))


def _pages(hall: "Hall", phone: dict[str, str], season: int, token: str) -> dict[str, Page]:
    table, organiser = hall.tables[0], {"Cookie": f"sessionid={hall.session}"}
    code = {"Authorization": f"Bearer {table.token}"}
    return {
        "board": (f"/b/{hall.public}/", {}),
        "public page": (f"/p/{hall.public}/", {}),
        "a phone joins": (f"/c/{table.token}/", {}),
        "its table": (f"/games/{table.game}/", phone),
        "its sheet": (f"/api/v1/games/{table.game}", code),
        "organiser’s tables": (f"/contests/{hall.contest}/rounds/1/", organiser),
        "organiser’s home": ("/", organiser),
        f"{SEASON} for the organiser": (f"/seasons/{season}/", organiser),
        f"{SEASON} for everybody": (f"/s/{token}/", {}),
    }


@contextmanager
def _started(program: "Program") -> Iterator[int]:
    from tests.journeys.program import START

    program.start(*collector.command(*START))
    assert program.process
    try:
        yield program.process.pid
    finally:
        program.stop()


def _first_look(program: "Program", page: Page) -> float:
    address, headers = page
    with _started(program), closing(Asker(program.port, headers)) as browser:
        return browser.look(address)


def _look(program: "Program", name: str, address: str, headers: dict[str, str]) -> Iterator[Figure]:
    with closing(Asker(program.port, headers)) as browser:
        warm = [browser.look(address) for _ in range(LOOKS + 1)][1:]
        plain = browser.ask(address)[1]
        browser.headers["Accept-Encoding"] = "gzip"
        sent = browser.ask(address)[1]
    yield Figure(f"{name}: warm", tuple(warm))
    yield Figure(f"{name}: warm, 95 of 100 within", (percentile(warm, 95),))
    yield Figure(f"{name}: plain", (len(plain) / 1000,), "KB")
    yield Figure(f"{name}: as sent", (len(sent) / 1000,), "KB")


def make_season(club: "Club") -> "Season":
    """Make a season of past contests in which everybody played, each evening in other pairs."""
    import random

    from scorekeeper.models import Player
    from tests.table import NOW
    from tests.tournaments.seasons.leagues import make_season as make_a_season
    from tests.tournaments.seasons.leagues import past_contest, week

    Player.objects.bulk_create(
        Player(club=club, name=f"Player {number:03}", created_at=NOW) for number in range(PLAYERS)
    )
    season = make_a_season(club)
    for evening in range(EVENINGS):
        order = random.Random(evening).sample(range(PLAYERS), PLAYERS)
        pairs = zip(order[::2], order[1::2], strict=True)
        lines = [
            (place, 4000 - 17 * place, (f"Player {a:03}", f"Player {b:03}"))
            for place, (a, b) in enumerate(pairs, 1)
        ]
        past_contest(club, lines, day=week(evening + 1))
    return season


def main() -> None:
    """Add a season to the club of the data folder, and print where it is found."""
    import django

    django.setup()
    from scorekeeper.models import Club

    season = make_season(Club.objects.get())
    sys.stdout.write(json.dumps((season.pk, season.token)))


MEASURES = (
    Measure(
        row=110,
        name="pages",
        what=f"pages of a contest of {TEAMS} teams, of a season of {PLAYERS} players × "
        f"{EVENINGS} evenings: first look, warm",
        how=f"by a socket against `start`; the median first look of {STARTS} starts each, then of "
        f"{LOOKS} once all is loaded",
        goal="season 0.1 s warm, 60 KB",
        take=look_at_pages,
        twice=True,
    ),
)

if __name__ == "__main__":
    main()
