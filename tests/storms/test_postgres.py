"""A storm on three processes and PostgreSQL: everybody writes at once, nothing is lost."""

import json
import threading
import uuid
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Final

import pytest

from scorekeeper.engine.hand import HandEntry, Seat
from scorekeeper.engine.presets import PRESETS
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.engine.tally import tally
from tests.benchmarks.serving import new_database
from tests.journeys.hall import Hall, Recount, Sheet, Table
from tests.journeys.program import PATIENCE
from tests.journeys.server import Server, serving
from tests.postgres import own_postgres
from tests.storms.acts import Act, at_once

TABLES: Final = 50
HANDS: Final = 3
PROCESSES: Final = 3
RIVALS: Final = 15
"""Tables at which a second phone writes the same hand, differently, at the same moment."""
MERGED: Final = 12
ORGANISERS: Final = 3

server_of_postgres = pytest.fixture(scope="module")(own_postgres)


@dataclass
class Storm:
    """A contest whose first round is played at fifty tables."""

    server: Server
    hall: Hall
    begin: threading.Barrier = field(
        default_factory=lambda: threading.Barrier(TABLES + RIVALS, timeout=PATIENCE)
    )
    keys: dict[tuple[int, int], str] = field(default_factory=dict)
    """The keys of acknowledged hands, by table and number."""
    answers: Counter[str] = field(default_factory=Counter)

    def play(self) -> None:
        """Let all tables write all their hands."""
        with ThreadPoolExecutor(TABLES + RIVALS) as threads:
            played = [threads.submit(self._play, table) for table in self.hall.tables]
            rivals = [threads.submit(self._rival, table) for table in self.hall.tables[:RIVALS]]
            for one in (*played, *rivals):
                one.result()

    def _play(self, table: Table) -> None:
        self.begin.wait()
        for number in range(1, HANDS + 1):
            self._write(table, number, points_at(table, number))

    def _rival(self, table: Table) -> None:
        self.begin.wait()
        self._write(table, 1, points_at(table, 1) + 1)

    def _write(self, table: Table, number: int, points: int) -> None:
        key = str(uuid.uuid4())
        status, said = self._send(table, number, key, points)
        self.answers[said.get("done") or said["code"]] += 1
        if status == 201:
            assert (table.number, number) not in self.keys, "two hands in one place"
            self.keys[table.number, number] = key

    def _send(self, table: Table, number: int, key: str, points: int) -> tuple[int, Any]:
        line = HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        entry = {"taker": "A1", "card_points": points}
        try:
            line.request(
                "PUT",
                f"/api/v1/games/{table.game}/hands/{key}",
                json.dumps({"number": number, "base": None, "entry": entry}),
                {
                    "Host": "belote.example",
                    "Authorization": f"Bearer {table.token}",
                    "Content-Type": "application/json",
                    "X-Forwarded-Proto": "https",
                    "X-Forwarded-For": f"198.51.100.{table.number}",
                },
            )
            answer = line.getresponse()
            return answer.status, json.load(answer)
        finally:
            line.close()


def points_at(table: Table, number: int) -> int:
    return 82 + 2 * (table.number % 30) + number


@pytest.fixture
def storm(tmp_path: Path, server_of_postgres: str) -> Iterator[Storm]:
    said = {"DATABASE_URL": new_database(server_of_postgres, f"storm_{uuid.uuid4().hex}")}
    server = Server(tmp_path, said)
    made = json.loads(
        server.python("-m", "tests.journeys.hall", "make", str(2 * TABLES), str(HANDS))
    )
    tables = tuple(Table(**table) for table in made.pop("tables"))
    with serving(server, arguments=("--workers", str(PROCESSES))):
        yield Storm(server, Hall(**made, tables=tables))


def deadlocks(storm: Storm) -> int:
    import psycopg

    with psycopg.connect(storm.server.said["DATABASE_URL"]) as connection:
        row = connection.execute(
            "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
        ).fetchone()
    assert row is not None
    return int(row[0])


def hold_against_what_was_acknowledged(storm: Storm, sheet: Sheet) -> None:
    """Assert that a sheet holds each acknowledged hand once, and that its totals add them up."""
    assert sheet.numbers == [*range(1, HANDS + 1)]
    assert sheet.keys == [storm.keys[sheet.table, number] for number in sheet.numbers]
    hands = [
        HandEntry(taker=Seat(entry["taker"]), card_points=entry["card_points"])
        for entry in sheet.entries
    ]
    totals = tally(hands, PRESETS["contest"], GameFormat(hands=HANDS)).totals
    assert sheet.totals == sheet.result == [totals.a, totals.b]


def test_everybody_writes_merges_and_closes_at_once(storm: Storm) -> None:
    assert len(storm.hall.tables) == TABLES
    # Fifty tables write, at some of them two phones the same hand; players are merged meanwhile.
    merged = at_once([Act(storm.server, "merge", str(MERGED))], storm.play)
    assert merged == [MERGED]
    assert storm.answers == {"recorded": TABLES * HANDS, "another_hand": RIVALS}
    # Several organisers close the round at the same moment.
    closed = at_once([Act(storm.server, "close") for _ in range(ORGANISERS)])
    assert sorted(closed) == ["already closed"] * (ORGANISERS - 1) + ["closed"]

    found = json.loads(storm.server.python("-m", "tests.journeys.hall", "recount"))
    recount = Recount(
        sheets=tuple(Sheet(**sheet) for sheet in found["sheets"]),
        log_is_whole=found["log_is_whole"],
    )
    assert recount.log_is_whole
    assert len(recount.sheets) == TABLES
    for sheet in recount.sheets:
        hold_against_what_was_acknowledged(storm, sheet)
    storm.server.run("doctor")
    assert deadlocks(storm) == 0
    assert '"trouble"' not in storm.server.output
