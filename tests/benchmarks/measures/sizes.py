"""What a hand costs among ten thousand hands, and among ten million of the same club."""

import re
import shutil
import uuid
from collections.abc import Callable, Iterator
from itertools import count
from typing import Final

from tests.benchmarks.filling import (
    multiply,
    played_club,
    program_folder,
)
from tests.benchmarks.ratios import Measure, Reached, in_turns, profiled, ratio_of

FEW: Final = 10_000
TEAMS: Final = 60
HANDS: Final = 12
MOST: Final = 1.2
BIG_TABLES: Final = ("hand", "game", "gameseat", "gameevent", "senthand", "logentry", "match")
PLANNED: Final = ("SELECT", "UPDATE", "DELETE")
SCAN: Final = re.compile(
    rf"SCAN (?:scorekeeper|tournaments)_(?:{'|'.join(BIG_TABLES)}|matchseat)\b"
)


def among_a_million() -> Reached:
    """Write hands among ten thousand, and among a million."""
    return _among(1_000_000)


def among_ten_million() -> Reached:
    """Write hands among ten thousand, and among ten million."""
    return _among(10_000_000)


def _among(many: int) -> Reached:
    from django.db import connection

    with program_folder() as folder:
        played_club()
        multiply(FEW)
        few, large = connection.settings_dict["NAME"], folder / "many.sqlite3"
        connection.close()
        shutil.copy(few, large)
        writers = []
        for name, hands in ((large, many), (few, 0)):
            _use(name)
            multiply(hands, already=FEW) if hands else None
            writers.append(_game_writer(name))
        mine, other = in_turns(*writers, runs=8)
        _use(large)
        scans = [plan for ask in _ways() for plan in _scans(ask)]
        profile = "\n".join([*scans, profiled(writers[0])])
    ratio = ratio_of(mine, other)
    read = f"{len(scans)} queries read a whole list" if scans else "every query by an index"
    said = f"{ratio.median:.2f} ×, {read}"
    return Reached(said, ratio.median <= MOST and not scans, (mine, other, ratio), profile)


def _use(name: object) -> None:
    from django.db import connection

    connection.close()
    connection.settings_dict["NAME"] = name


def _open_tables() -> Iterator[tuple[int, str]]:
    """Start a round in the one club, and yield games with the codes of their tables."""
    from scorekeeper.models import Club
    from tests.contest import games_of, make_contest, start_round

    contest = make_contest(Club.objects.get(), teams=TEAMS, rounds=1, hands=HANDS)
    for match in games_of(start_round(contest)):
        code = contest.codes.get(number=match.table_number or 0)
        yield match.game_id or 0, code.token


def _game_writer(name: object) -> Callable[[], None]:
    """Return what writes all hands of the next table by the interface, into that database."""
    tables = iter(list(_open_tables()))

    def write() -> None:
        _use(name)
        game, token = next(tables)
        for number in range(1, HANDS + 1):
            _write_hand(game, token, number)

    return write


def _write_hand(game: int, token: str, number: int) -> None:
    from django.test import Client

    phone = Client(headers={"Authorization": f"Bearer {token}"})
    hand = {"number": number, "base": None, "entry": {"taker": "A1", "card_points": 92}}
    address = f"/api/v1/games/{game}/hands/{uuid.uuid4()}"
    answer = phone.put(address, hand, content_type="application/json")
    assert answer.status_code == 201, answer.content


def _ways() -> list[Callable[[], object]]:
    """Return what phones and screens ask for while hands are written."""
    from functools import partial

    from django.test import Client

    from scorekeeper.models import Club
    from scorekeeper.startup.static_files import gather_static_files
    from tests.pages import member_of
    from tournaments.models import Tournament

    gather_static_files()
    game, token = next(_open_tables())
    numbers = count(1)
    contest = Tournament.objects.latest("pk")
    organiser = member_of(Club.objects.get())
    return [
        lambda: _write_hand(game, token, next(numbers)),
        partial(Client().get, f"/c/{token}/", follow=True),
        partial(Client(headers={"Authorization": f"Bearer {token}"}).get, f"/api/v1/games/{game}"),
        partial(Client().get, f"/p/{contest.token}/"),
        partial(Client().get, f"/b/{contest.token}/"),
        partial(organiser.get, "/leaderboards/"),
    ]


def _scans(ask: Callable[[], object]) -> Iterator[str]:
    """Yield the plans of a way's queries that read a long list from its beginning to its end.

    Of the second look: at the first one a list of places ranks every contest that is over.
    """
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    ask()
    with CaptureQueriesContext(connection) as captured:
        ask()
    asked = [query["sql"] for query in captured if query["sql"].startswith(PLANNED)]
    for sql in asked:
        with connection.cursor() as cursor:
            # Values stand in the text already, where a percent sign is one.
            cursor.execute(f"EXPLAIN QUERY PLAN {sql.replace('%', '%%')}", [])
            plan = "; ".join(row[3] for row in cursor.fetchall())
        if SCAN.search(plan):
            yield f"{plan}: {sql[:200]}"


_WHAT: Final = "a hand over HTTP with {} hands stored"
MEASURES = (
    Measure(
        row=120,
        name="million-hands",
        what=_WHAT.format("1 million"),
        against="with 10 thousand",
        goal="1.2 × at most",
        take=among_a_million,
    ),
    Measure(
        row=121,
        name="ten-million-hands",
        what=_WHAT.format("10 million"),
        against="with 10 thousand",
        goal="1.2 × at most",
        take=among_ten_million,
        long=True,
    ),
)
