"""The disk fills up in the middle of an evening, twice, and is given room again."""

import json
import uuid
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from scorekeeper.engine.hand import HandEntry, Seat
from tests.journeys.disks import NoDiskError, SmallDisk, small_disk
from tests.journeys.hall import Table, make_hall, recount
from tests.journeys.phones import Sent, plain_entry
from tests.journeys.program import PATIENCE, Program

HANDS = 6
HAND = plain_entry(HandEntry(taker=Seat.A1, card_points=92))


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    place = tmp_path / "disk"
    place.mkdir()
    try:
        with small_disk(place) as disk:
            yield disk
    except NoDiskError as error:
        pytest.skip(str(error))


def ask(program: Program, method: str, path: str, table: Table, body: str = "") -> tuple[int, str]:
    line = HTTPConnection("127.0.0.1", program.port, timeout=PATIENCE)
    headers = {"Authorization": f"Bearer {table.token}", "Content-Type": "application/json"}
    line.request(method, path, body or None, headers)
    answer = line.getresponse()
    text = answer.read().decode()
    line.close()
    return answer.status, text


def send(program: Program, table: Table, hand: Sent) -> tuple[int, str]:
    path = f"/api/v1/games/{table.game}/hands/{hand.key}"
    return ask(program, "PUT", path, table, hand.body)


def test_hands_wait_for_room_and_are_stored_once(disk: SmallDisk) -> None:
    program = Program(disk.place / "club")
    hall = make_hall(program.data, teams=4, hands=HANDS)
    table = hall.tables[0]
    sheet = f"/api/v1/games/{table.game}"
    hands = [Sent(number, HAND, str(uuid.uuid4())) for number in range(1, HANDS + 1)]
    program.start()
    numbers = []
    try:
        # The evening has begun: SQLite has its index of what is written.
        assert ask(program, "GET", sheet, table)[0] == 200
        for half in (hands[: HANDS // 2], hands[HANDS // 2 :]):
            disk.fill()
            status, text = send(program, table, half[0])
            assert (status, json.loads(text)["code"]) == (507, "disk_full"), text
            numbers.append(json.loads(text)["number"])
            assert ask(program, "GET", "/healthz", table)[0] == 503
            # What is stored is shown all the same.
            assert ask(program, "GET", sheet, table)[0] == 200
            disk.make_room()
            for hand in half:
                assert [send(program, table, hand)[0] for _ in range(2)] == [201, 200]
            assert ask(program, "GET", "/healthz", table) == (200, "ok")
    finally:
        program.stop()
    log = (program.data / "log" / "belote.log").read_text(encoding="utf-8")
    assert all(f"{number} disk_full PUT " in log for number in numbers)
    found = recount(program.data)
    assert found.log_is_whole
    assert found.sheets[0].keys == [hand.key for hand in hands]
