"""How long the ways through the program are: python -m tests.benchmarks.ways [--queries].

Of each way it prints how many queries are asked (beginning and ending transactions apart) and in
how many files of the product code runs, once everything is loaded; with `--queries` which.
"""

import os
import sys
import uuid
from collections.abc import Callable
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.benchmarks.figures import empty_database, say

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import CodeType, FrameType

    from django.test import Client

    from scorekeeper.models import Club
    from tournaments.models import Match, Tournament

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

Way = Callable[[str, Callable[[], object]], None]

HOUSE: Final = Path(__file__).resolve().parents[2]
PRODUCT: Final = tuple(f"{HOUSE / app}{os.sep}" for app in ("scorekeeper", "tournaments"))
BRACKETS: Final = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE")
ENTRY: Final = {"taker": "A1", "card_points": 92}
LONGEST: Final = 240


@contextmanager
def noting_code() -> "Iterator[set[CodeType]]":
    """Note what runs meanwhile in this thread."""
    seen: set[CodeType] = set()

    def note(frame: "FrameType", event: str, _argument: object) -> None:
        if event == "call":
            seen.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield seen
    finally:
        sys.setprofile(before)


def go_way(go: Callable[[], object]) -> tuple[list[str], list[str]]:
    """Go a way once; return the queries that were asked, and in which files product code ran."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as captured, noting_code() as codes:
        go()
    # Of a query that PostgreSQL has planned before, Django cannot always tell the words.
    told = [q["sql"] or "" for q in captured]
    asked = [sql for sql in told if not sql.startswith(BRACKETS)]
    files = {code.co_filename for code in codes if code.co_filename.startswith(PRODUCT)}
    return asked, sorted(str(Path(file).relative_to(HOUSE)) for file in files)


def measure_way(name: str, go: Callable[[], object], *, shows_queries: bool) -> None:
    """Go a way once, and print its figures; without a name it is only to warm up."""
    asked, files = go_way(go)
    if not name:
        return
    say(f"{len(asked):6} queries {len(files):4} files  {name}")
    if shows_queries:
        for line in (*asked, *files):
            say(f"{'':10}{line[:LONGEST]}")


def measure_ways(*, shows_queries: bool) -> None:
    """Measure a contest's ways in the order of an evening, then a season's table."""
    way = partial(measure_way, shows_queries=shows_queries)
    with empty_database():
        from tests.table import make_club

        club = make_club()
        measure_contest(club, way)
        measure_season(club, way)


def measure_contest(club: "Club", way: Way) -> None:
    """Measure a contest of forty teams: a hand, a slip, a correction after closing, a draw."""
    from tests.contest import games_of, make_contest, play, start_round
    from tests.pages import member_of
    from tests.table import NOW, SCORER
    from tournaments.tables.services import close_round

    contest = make_contest(club, teams=40, rounds=2, hands=5)
    first, slip, another, *others = games_of(start_round(contest))
    organiser = member_of(club)
    send_hands(first, way)
    address = f"/contests/{contest.pk}/rounds/1/slips/"
    for what, table in (("", another), ("a slip typed at the desk", slip)):
        typed = {"total_a": "500", "total_b": "310", "table": str(table.table_number)}
        way(what, partial(posted, organiser, address, typed))
    for match in others:
        play(match)
    play(first, [100])
    close_round(round_id=first.round_id, author=SCORER, now=NOW)
    correct_hands(first, organiser, way)
    publish_draw(contest, organiser, way)


def publish_draw(contest: "Tournament", organiser: "Client", way: Way) -> None:
    """Draw the next round, and publish it as the organiser's page does."""
    from tests.table import NOW, SCORER
    from tournaments.rounds.services import draw_mark, draw_round

    drawn = draw_round(tournament_id=contest.pk, seed=2, author=SCORER, now=NOW)
    publish = f"/contests/{contest.pk}/rounds/{drawn.number}/publish/"
    way("a draw published", partial(posted, organiser, publish, {"seen": draw_mark(drawn)}))


def send_hands(match: "Match", way: Way) -> None:
    """Send hands from a phone at the table, where two are written already."""
    from django.test import Client

    from tests.contest import play

    play(match, [100, 100])
    token = match.round.tournament.codes.get(number=match.table_number or 0).token
    phone = Client(headers={"Authorization": f"Bearer {token}"})
    for what, number in (("", 3), ("a hand from a phone", 4)):
        address = f"/api/v1/games/{match.game_id}/hands/{uuid.uuid4()}"
        send = partial(put, phone, address, {"number": number, "entry": ENTRY})
        way(what, send)
    way("a hand sent again", send)


def correct_hands(match: "Match", organiser: "Client", way: Way) -> None:
    """Correct hands of a finished game as the organiser's page does."""
    game = f"/api/v1/games/{match.game_id}"
    for what, index in (("", 1), ("a hand corrected after closing", 0)):
        hand = organiser.get(game).json()["hands"][index]
        body = {"number": index + 1, "base": hand["tag"], "entry": ENTRY}
        way(what, partial(put, organiser, f"{game}/hands/{hand['id']}", body))


def measure_season(club: "Club", way: Way) -> None:
    """Measure the table of a season of four evenings."""
    from tests.pages import member_of
    from tests.tournaments.seasons.leagues import make_season, play_contest, week

    season = make_season(club)
    for evening in range(1, 5):
        points: dict[tuple[str, ...], list[int]] = {
            (f"Anne {team}", f"Bruno {team}"): [200 + 10 * team] for team in range(8)
        }
        play_contest(club, points, day=week(evening))
    organiser = member_of(club, "odile")
    for what in ("", "a season's table"):
        way(what, partial(organiser.get, f"/seasons/{season.pk}/"))


def put(client: "Client", address: str, body: dict[str, object]) -> None:
    """Send a hand that is written."""
    answer = client.put(address, body, content_type="application/json")
    assert answer.status_code in {200, 201}, answer.content


def posted(client: "Client", address: str, fields: dict[str, str]) -> None:
    """Send a form that is then done with."""
    answer = client.post(address, fields)
    assert answer.status_code == 302, answer.content


def main() -> None:
    """Measure every way."""
    import django

    django.setup()
    measure_ways(shows_queries="--queries" in sys.argv[1:])


if __name__ == "__main__":
    main()
