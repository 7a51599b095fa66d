"""What a hand costs among ten thousand hands, and among ten million of the same club."""

import re
import shutil
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final

from tests.benchmarks.filling import multiply, played_club, program_folder
from tests.benchmarks.halls import phone_at
from tests.benchmarks.ratios import Measure, Reached, in_turns, ratio_of
from tests.benchmarks.serving import Place, wait_until_at_rest, waitress
from tests.journeys.program import SQLITE_FILE

FEW: Final = 10_000
TEAMS: Final = 60
HANDS: Final = 12
RUNS: Final = 8
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
    """Serve a club with few hands and one with many, and write hands at both in turns."""
    from django.db import connection

    with program_folder() as large:
        few = large / "few"
        played_club()
        multiply(FEW)
        connection.close()
        few.mkdir()
        shutil.copy(connection.settings_dict["NAME"], few)
        multiply(many, already=FEW)
        tables = [_open_tables(large), _open_tables(few)]
        with ExitStack() as stack:
            servers = [
                stack.enter_context(waitress(Place(folder), bare=False)) for folder in (large, few)
            ]
            wait_until_at_rest(*(pid for _port, pid in servers))
            writers = [
                partial(_write_hands, port, iter(open_ones))
                for (port, _pid), open_ones in zip(servers, tables, strict=True)
            ]
            mine, other = in_turns(*writers, runs=RUNS)
        _use(large)
        scans = [plan for ask in _ways(*tables[0][-1]) for plan in _scans(ask)]
    ratio = ratio_of(mine, other)
    read = f"{len(scans)} queries read a whole list" if scans else "every query by an index"
    said = f"{ratio.median:.2f} ×, {read}"
    meets = ratio.median <= MOST and not scans
    return Reached(said, meets, (mine, other, ratio), "\n".join(scans))


def _use(folder: Path) -> None:
    from django.db import connection

    connection.close()
    connection.settings_dict["NAME"] = folder / SQLITE_FILE


def _open_tables(folder: Path) -> list[tuple[int, str]]:
    """Start a round in the one club, and return games with the codes of their tables."""
    from django.db import connection

    from scorekeeper.models import Club
    from tests.contest import games_of, make_contest, start_round

    _use(folder)
    contest = make_contest(Club.objects.get(), teams=TEAMS, rounds=1, hands=HANDS)
    matches = games_of(start_round(contest))
    codes = dict(contest.codes.values_list("number", "token"))
    tables = [(match.game_id or 0, codes[match.table_number or 0]) for match in matches]
    connection.close()
    return tables


def _write_hands(port: int, tables: Iterator[tuple[int, str]]) -> None:
    """Write all hands of the next table."""
    game, token = next(tables)
    with closing(phone_at(port, token)) as phone:
        for number in range(1, HANDS + 1):
            phone.write_hand(game, number)


def _write_hand(game: int, token: str, number: int) -> None:
    """Write a hand in this process, where its queries are seen."""
    from django.test import Client

    phone = Client(headers={"Authorization": f"Bearer {token}"})
    hand = {"number": number, "base": None, "entry": {"taker": "A1", "card_points": 92}}
    address = f"/api/v1/games/{game}/hands/{uuid.uuid4()}"
    answer = phone.put(address, hand, content_type="application/json")
    assert answer.status_code == 201, answer.content


def _ways(game: int, token: str) -> list[Callable[[], object]]:
    """Return what phones and screens ask for while hands are written."""
    from django.test import Client

    from scorekeeper.models import Club
    from scorekeeper.server.static_bundles import gather_static_files
    from tests.pages import member_of
    from tournaments.models import Tournament

    gather_static_files()
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


_WHAT: Final = "a hand with {} hands stored"
MEASURES = (
    Measure(
        row=120,
        name="million-hands",
        what=_WHAT.format("1 million"),
        how="by sockets against `start`, twelve hands of a table in turns, beside the same with 10 "
        "thousand",
        goal="1.2 × at most",
        take=among_a_million,
    ),
    Measure(
        row=121,
        name="ten-million-hands",
        what=_WHAT.format("10 million"),
        how="by sockets against `start`, twelve hands of a table in turns, beside the same with 10 "
        "thousand",
        goal="1.2 × at most",
        take=among_ten_million,
        long=True,
    ),
)
