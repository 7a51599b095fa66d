"""Twenty tables send while the server is killed: every acknowledged hand is there exactly once."""

import json
import random
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from scorekeeper.engine.checks import check
from scorekeeper.engine.hand import HandEntry, Side
from scorekeeper.engine.rulesets import PRESETS, GameFormat
from scorekeeper.engine.tally import tally
from scorekeeper.services.demo import random_entry
from tests.journeys.hall import Table, make_hall, recount
from tests.journeys.phones import Door, Phone, Sent, plain_entry
from tests.journeys.program import PATIENCE, Program

TABLES = 20
HANDS = 12
RULES = PRESETS["contest"]
PENALTY_SHARE = 0.05


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    program = Program(tmp_path / "club")
    yield program
    program.stop()


def typed_at(table: int) -> list[HandEntry]:
    """Return the hands of a table, as they are typed in."""
    dice = random.Random(table)
    hands: list[HandEntry] = []
    while len(hands) < HANDS:
        entry = random_entry(dice)
        if dice.random() < PENALTY_SHARE:
            entry = HandEntry(penalty=dice.choice(list(Side)))
        if not check(entry, RULES):
            hands.append(entry)
    return hands


def killed(program: Program, door: Door, *, more: int) -> None:
    """Kill the server from outside, once so many more hands are acknowledged."""
    program.start()
    door.open()
    door.wait_for_hands(door.acknowledged + more)
    door.close()
    program.kill()


def dies(program: Program, door: Door, *, where: str, hand: int) -> None:
    """Let the server die by itself, before or after a hand is committed."""
    program.start("-m", "tests.journeys.dying", where, str(hand), "start")
    door.open()
    assert program.wait() != 0
    door.close()


def let_it_die_again_and_again(program: Program, door: Door) -> None:
    """Kill the server five times while the phones send; it stays up the sixth time."""
    killed(program, door, more=30)
    dies(program, door, where="before", hand=25)
    dies(program, door, where="after", hand=1)
    killed(program, door, more=1)
    dies(program, door, where="after", hand=40)
    assert door.acknowledged < TABLES * HANDS, "nobody was sending any more"
    program.start()
    door.open()


def sheet_of(program: Program, table: Table) -> dict[str, Any]:
    """Return the sheet as the table's phone reads it."""
    request = Request(
        f"{program.url}/api/v1/games/{table.game}",
        headers={"Authorization": f"Bearer {table.token}"},
    )
    with urlopen(request, timeout=PATIENCE) as answer:
        sheet: dict[str, Any] = json.load(answer)
    return sheet


def test_every_hand_is_there_once(program: Program) -> None:
    hall = make_hall(program.data, teams=2 * TABLES, hands=HANDS)
    door = Door()
    typed = {table.number: typed_at(table.number) for table in hall.tables}
    phones = [
        Phone(
            program.port,
            table,
            door,
            [
                Sent(number, plain_entry(entry))
                for number, entry in enumerate(typed[table.number], start=1)
            ],
        )
        for table in hall.tables
    ]
    with ThreadPoolExecutor(TABLES) as threads:
        playing = [threads.submit(phone.play) for phone in phones]
        try:
            let_it_die_again_and_again(program, door)
        except BaseException as failure:
            door.give_up(failure)
            raise
        for played in playing:
            played.result()

    assert "same" in {done for phone in phones for done in phone.done}, "no answer was lost"
    for phone in phones:
        assert len(phone.done) == HANDS
        assert set(phone.done) <= {"recorded", "same"}
        sheet = sheet_of(program, phone.table)
        assert [hand["id"] for hand in sheet["hands"]] == [sent.key for sent in phone.hands]
    program.stop()
    assert "Traceback" not in program.errors

    with closing(sqlite3.connect(program.database)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    found = recount(program.data)
    assert found.log_is_whole
    assert len(found.sheets) == TABLES
    for phone, stored in zip(phones, found.sheets, strict=True):
        assert stored.table == phone.table.number
        assert stored.numbers == [*range(1, HANDS + 1)]
        assert stored.keys == [sent.key for sent in phone.hands]
        assert stored.entries == [sent.entry for sent in phone.hands]
        totals = tally(typed[stored.table], RULES, GameFormat(hands=HANDS)).totals
        assert stored.totals == stored.result == [totals.a, totals.b]
