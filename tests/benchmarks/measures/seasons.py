"""What a season of 180 players and 40 evenings costs: its page's time and weight."""

import os
from typing import TYPE_CHECKING, Final

from tests.benchmarks.ratios import Figure, Measure, Reached, milliseconds, profiled

if TYPE_CHECKING:
    from tournaments.models import Season

PLAYERS: Final = 180
EVENINGS: Final = 40
RUNS: Final = 5
MOST_SECONDS: Final = 0.1
MOST_KB: Final = 60


def read_a_season() -> Reached:
    """Read the page of a season as an organiser and as everybody; its weight plain and packed."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    from tests.benchmarks.figures import empty_database

    with empty_database():
        from tests.pages import member_of, visitor

        season = make_season()
        member = member_of(season.league.club)
        asked = {
            "the organiser's": (member, f"/seasons/{season.pk}/"),
            "everybody's": (visitor(), f"/s/{season.token}/"),
        }
        figures: list[Figure] = []
        for name, (client, address) in asked.items():
            plain = len(client.get(address).content) / 1000
            packed = len(client.get(address, headers={"accept-encoding": "gzip"}).content) / 1000

            def read() -> None:
                client.get(address)  # noqa: B023 - called before the next page

            times = tuple(milliseconds(read) for _ in range(RUNS))
            figures += [
                Figure(f"{name} page", times),
                Figure(f"{name} page, plain", (plain,), "KB"),
                Figure(f"{name} page, as it is sent", (packed,), "KB"),
            ]
        slowest = max(figure.median for figure in figures if figure.unit == "ms") / 1000
        heaviest = max(figure.median for figure in figures if "plain" in figure.what)
        sent = max(figure.median for figure in figures if "sent" in figure.what)
        said = f"{slowest:.2f} s, {heaviest:.0f} KB ({sent:.0f} KB as sent)"
        meets = slowest <= MOST_SECONDS and heaviest <= MOST_KB
        return Reached(said, meets, tuple(figures), "" if meets else profiled(read))


def make_season() -> "Season":
    """Make a season of past contests in which everybody played, each evening in other pairs."""
    import random

    from scorekeeper.models import Player
    from tests.table import NOW, make_club
    from tests.tournaments.seasons.leagues import make_season as make_a_season
    from tests.tournaments.seasons.leagues import past_contest, week

    club = make_club("Season")
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


MEASURES = (
    Measure(
        row=110,
        name="season",
        what="a season of 180 players × 40 evenings: page, weight",
        before="0.6 s, 580 KB",
        goal="0.1 s, 60 KB",
        take=read_a_season,
    ),
)
