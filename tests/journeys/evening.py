"""An evening at which everything goes wrong: killed servers, a full disk, copies in between.

The phones send all the while; afterwards every acknowledged hand is there exactly once.
"""

import json
import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.request import Request, urlopen

from scorekeeper.demo import random_entry
from scorekeeper.engine.checks import check
from scorekeeper.engine.hand import HandEntry, Side
from scorekeeper.engine.presets import PRESETS
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.engine.tally import tally
from tests.journeys.disks import SmallDisk
from tests.journeys.hall import Hall, Table, make_hall, recount
from tests.journeys.phones import Door, Follower, Phone, Sent, plain_entry
from tests.journeys.program import PATIENCE, Program, end_of, run

HANDS: Final = 12
WHILE_COPIED: Final = 15
RULES: Final = PRESETS["contest"]
PENALTY_SHARE: Final = 0.05


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


@dataclass(frozen=True, slots=True)
class BackupMade:
    """A copy made in mid-evening, and how many hands were acknowledged before it was begun."""

    path: Path
    acknowledged: int


@dataclass
class Evening:
    """A contest's first round in a folder of its own, played by a phone at each table."""

    program: Program
    hall: Hall
    stick: Path
    door: Door = field(default_factory=Door)
    copies: list[BackupMade] = field(default_factory=list)
    phones: list[Phone] = field(default_factory=list)
    followers: list[Follower] = field(default_factory=list)

    @property
    def last_hand(self) -> int:
        """Return how many hands there are to play."""
        return HANDS * len(self.hall.tables)

    @contextmanager
    def playing(self, *, followers: int = 0) -> Iterator[None]:
        """Let every table's phone send, and so many others follow, until all hands are written."""
        tables = self.hall.tables
        self.phones = [self._phone(table) for table in tables]
        self.followers = [
            Follower(self.program.port, tables[number % len(tables)], self.door)
            for number in range(followers)
        ]
        with ThreadPoolExecutor(len(tables) + followers) as threads:
            played = [threads.submit(phone.play) for phone in self.phones]
            followed = [threads.submit(phone.follow) for phone in self.followers]
            try:
                yield
                for phone in played:
                    phone.result()
            except BaseException as failure:
                self.door.give_up(failure)
                raise
            finally:
                for follower in self.followers:
                    follower.stop()
            for follows in followed:
                follows.result()

    def _phone(self, table: Table) -> Phone:
        hands = enumerate(typed_at(table.number), start=1)
        sent = [Sent(number, plain_entry(entry)) for number, entry in hands]
        return Phone(self.program.port, table, self.door, sent)

    def serve(self) -> None:
        """Start the server, and let everybody in."""
        self.program.start()
        self.door.open()

    def is_killed(self, *, more: int) -> None:
        """Kill the server from outside, once so many more hands are acknowledged."""
        self.serve()
        self.door.wait_for_hands(self.door.acknowledged + more)
        self.door.close()
        self.program.kill()

    def dies(self, *, where: str, hand: int) -> None:
        """Let the server die by itself, before or after a hand is committed."""
        self.program.start("-m", "tests.journeys.dying", where, str(hand), "start")
        self.door.open()
        assert self.program.wait() != 0
        self.door.close()

    def is_copied(self) -> None:
        """Copy everything to a stick while the phones send."""
        acknowledged = self.door.acknowledged
        path = self.stick / f"{len(self.copies)}.zip"
        with self.door.few_hands(WHILE_COPIED):
            run(self.program.data, "manage.py", "backup", str(path))
        self.copies.append(BackupMade(path, acknowledged))

    def disk_is_full(self, disk: SmallDisk) -> None:
        """Leave no room until every phone that still plays was refused; then give it back."""
        self.program.start()
        disk.fill()
        before = self.door.refused
        self.door.open()
        self.door.wait_for_refusals(lambda: before + len(self.still_playing))
        failed = end_of(self.program.data, "manage.py", "backup")
        assert failed.returncode == 1, failed.stdout
        assert "Traceback" not in failed.stderr
        disk.make_room()
        self.door.open()

    @property
    def still_playing(self) -> Sequence[Phone]:
        """Return the phones that have hands left."""
        return [phone for phone in self.phones if len(phone.done) < len(phone.hands)]

    def sheet_of(self, table: Table) -> dict[str, Any]:
        """Return the sheet as the table's phone reads it."""
        request = Request(
            f"{self.program.url}/api/v1/games/{table.game}",
            headers={"Authorization": f"Bearer {table.token}"},
        )
        with urlopen(request, timeout=PATIENCE) as answer:
            sheet: dict[str, Any] = json.load(answer)
        return sheet


def begin(program: Program, *, tables: int, stick: Path) -> Evening:
    """Make the contest of an evening, of which copies go to a stick; nobody serves it yet."""
    stick.mkdir()
    return Evening(program, make_hall(program.data, teams=2 * tables, hands=HANDS), stick)


def go_wrong(evening: Evening, disk: SmallDisk | None, pause: Callable[[int], None]) -> None:
    """Let everything happen that happens; `pause` waits for so many more hands in between."""
    evening.is_killed(more=30)
    evening.dies(where="before", hand=25)
    evening.serve()
    pause(20)
    evening.is_copied()
    evening.door.close()
    evening.program.kill()
    evening.dies(where="after", hand=1)
    if disk is not None:
        evening.disk_is_full(disk)
        pause(20)
        evening.is_copied()
        evening.door.close()
        evening.program.stop()
    evening.is_killed(more=1)
    evening.dies(where="after", hand=30)
    assert evening.door.acknowledged < evening.last_hand, "nobody was sending any more"
    evening.serve()


def hold_against_what_was_typed(evening: Evening) -> None:
    """Assert that every hand stands on its sheet once, in order, and counts."""
    found = recount(evening.program.data)
    assert found.log_is_whole
    assert len(found.sheets) == len(evening.hall.tables)
    for phone, stored in zip(evening.phones, found.sheets, strict=True):
        assert len(phone.done) == HANDS
        assert set(phone.done) <= {"recorded", "same"}
        assert stored.table == phone.table.number
        assert stored.numbers == [*range(1, HANDS + 1)]
        assert stored.keys == [sent.key for sent in phone.hands]
        assert stored.entries == [sent.entry for sent in phone.hands]
        totals = tally(typed_at(stored.table), RULES, GameFormat(hands=HANDS)).totals
        assert stored.totals == stored.result == [totals.a, totals.b]


def check_backup(evening: Evening, copy: BackupMade, place: Path) -> None:
    """Assert that a copy, put into a new folder, has every hand acknowledged before it was made."""
    run(place, "manage.py", "restore", str(copy.path))
    found = recount(place)
    assert found.log_is_whole
    assert sum(len(sheet.keys) for sheet in found.sheets) >= copy.acknowledged
    for phone, stored in zip(evening.phones, found.sheets, strict=True):
        assert stored.keys == [sent.key for sent in phone.hands[: len(stored.keys)]]
    examine(place)


def examine(data: Path) -> None:
    """Assert that everything in a folder adds up."""
    done = end_of(data, "manage.py", "doctor")
    assert done.returncode == 0, done.stdout
