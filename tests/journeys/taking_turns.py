"""Two computers and the phones of a hall: whichever is the first one dies, again and again.

Each time at another moment while hands are sent; the other one takes over, and the dead one comes
back, finds itself replaced and follows. Nothing that a phone was told of may be lost in between.
"""

import json
import random
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Final

from scorekeeper.engine.presets import PRESETS
from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.engine.tally import tally
from scorekeeper.standby.node import NodeRole
from tests.journeys.evening import examine, typed_at
from tests.journeys.forked import ForkedProgram
from tests.journeys.hall import Hall, make_hall, recount
from tests.journeys.keeping import KeepingPhone
from tests.journeys.phones import Door, Sent, plain_entry
from tests.journeys.program import PATIENCE, Program

DOOR: Final = "/second/door/"
TOKEN: Final = "a" * 32
"""What a browser would be given against forged forms."""


@dataclass
class Organiser:
    """The organiser's browser at one computer."""

    program: Program
    cookies: dict[str, str]

    def get(self, path: str) -> int:
        return self._ask("GET", path)

    def post(self, path: str) -> int:
        return self._ask("POST", path)

    def _ask(self, method: str, path: str) -> int:
        cookies = {**self.cookies, "csrftoken": TOKEN}
        headers = {
            "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
            "X-CSRFToken": TOKEN,
            "Content-Length": "0",
        }
        port = self.program.port
        with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as line:
            line.request(method, path, headers=headers)
            answer = line.getresponse()
            answer.read()
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer.status


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait until it is so, asking again and again."""
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.05)


def hands_in(program: Program) -> list[tuple[object, ...]]:
    """Return the hands in a program's database; none while it is just being put there."""
    try:
        with closing(sqlite3.connect(f"file:{program.database}?mode=ro", uri=True)) as database:
            rows = database.execute("SELECT * FROM scorekeeper_hand ORDER BY id")
            return rows.fetchall()
    except sqlite3.OperationalError:
        return []


def role_of(program: Program) -> str:
    """Return what a computer is to the other one."""
    return str(json.loads((program.data / "second.json").read_text())["role"])


def paired(program: Program, organiser: Organiser) -> str:
    """Have the first computer show a code; return it."""
    organiser.post("/second/")
    with closing(sqlite3.connect(program.database)) as database:
        ((code,),) = database.execute("SELECT code FROM scorekeeper_pairedcomputer")
    return str(code)


@dataclass
class TwoComputers:
    """A contest's first round on two computers, the one that writes first."""

    programs: list[ForkedProgram]
    organisers: list[Organiser]
    hall: Hall
    hands: int
    door: Door = field(default_factory=Door)
    phones: list[KeepingPhone] = field(default_factory=list)
    taken_over: int = 0

    def __post_init__(self) -> None:
        ports = [program.port for program in self.programs]
        self.phones = [KeepingPhone([*ports], table, self.door) for table in self.hall.tables]
        self._before = 0

    @property
    def longest(self) -> float:
        """Return how many seconds a phone waited at most."""
        return max(phone.longest for phone in self.phones)

    @property
    def again(self) -> int:
        """Return how many acknowledged hands the other computer lacked."""
        return sum(phone.again for phone in self.phones)

    def first_dies(self, dice: random.Random, *, each: int) -> None:
        """Let every phone send so many hands; kill the first one in between and take over."""
        with self._playing(each, take_overs=1):
            self._wait_for_some(dice, each)
            self._first_is_killed()
            self._dead_one_comes_back()
            self._dead_one_follows()

    def other_is_lost(self, dice: random.Random, *, each: int) -> None:
        """Take over, then lose the computer that did: the replaced one goes on itself."""
        with self._playing(each, take_overs=2):
            self._wait_for_some(dice, each)
            self._first_is_killed()
            self._dead_one_comes_back()
            replaced = self.organisers[1]
            assert replaced.post("/second/resume/") == 302, "the other one is not lost"
            assert role_of(self.programs[1]) == NodeRole.REPLACED
            self.programs[0].kill()
            self._turn_round()
            assert self.organisers[0].post("/second/resume/") == 200
            self._dead_one_comes_back()
            self._dead_one_follows()

    @contextmanager
    def _playing(self, each: int, *, take_overs: int) -> Iterator[None]:
        """Let every phone send so many hands, until it knows who took over last."""
        self.taken_over += take_overs
        self._before = self.door.acknowledged
        with ThreadPoolExecutor(len(self.phones)) as threads:
            played = [
                threads.submit(phone.play, self._next_of(phone, each), until=self.taken_over)
                for phone in self.phones
            ]
            try:
                yield
                for phone in played:
                    phone.result()
            except BaseException as failure:
                self.door.give_up(failure)
                raise

    def _next_of(self, phone: KeepingPhone, count: int) -> list[Sent]:
        done = len(phone.kept)
        hands = typed_at(phone.table.number)[done : done + count]
        return [Sent(number, plain_entry(one)) for number, one in enumerate(hands, done + 1)]

    def _wait_for_some(self, dice: random.Random, each: int) -> None:
        self.door.wait_for_hands(self._before + dice.randint(1, len(self.phones) * each))

    def _first_is_killed(self) -> None:
        """Kill the first one, and take over on the other."""
        self.programs[0].kill()
        self._turn_round()
        assert self.organisers[0].post("/second/here/") == 200

    def _turn_round(self) -> None:
        self.programs.reverse()
        self.organisers.reverse()

    def _dead_one_comes_back(self) -> None:
        """Start the computer that was killed: it finds itself replaced."""
        wait_until(lambda: is_served(self.organisers[0], "/"))
        self.programs[1].start()
        # Where the other one does not answer at once, it hears of it a little later.
        wait_until(lambda: role_of(self.programs[1]) == NodeRole.REPLACED)

    def _dead_one_follows(self) -> None:
        assert self.organisers[1].post("/second/again/") == 200
        wait_until(lambda: is_served(self.organisers[1], "/second/here/"))

    def hold_against_what_was_typed(self) -> None:
        """Assert that every hand that was acknowledged stands once, on both, and all adds up."""
        wait_until(lambda: hands_in(self.programs[0]) == hands_in(self.programs[1]))
        for program in self.programs:
            program.stop()
            assert "Traceback" not in program.errors
            with closing(sqlite3.connect(program.database)) as database:
                assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        first = self.programs[0]
        found = recount(first.data)
        assert found.log_is_whole
        for phone, stored in zip(self.phones, found.sheets, strict=True):
            assert stored.table == phone.table.number
            assert stored.keys == [sent.key for sent in phone.kept]
            assert stored.entries == [sent.entry for sent in phone.kept]
            assert stored.numbers == [*range(1, len(phone.kept) + 1)]
            typed = typed_at(stored.table)[: len(phone.kept)]
            totals = tally(typed, PRESETS["contest"], GameFormat(hands=self.hands)).totals
            assert stored.totals == [totals.a, totals.b]
        examine(first.data)


def is_served(organiser: Organiser, path: str) -> bool:
    """Return whether a page is shown; not while a program starts again."""
    with suppress(OSError, HTTPException):
        return organiser.get(path) == 200
    return False


@contextmanager
def two_computers(folder: Path, *, tables: int, hands: int) -> Iterator[TwoComputers]:
    """Make a contest on one computer, and let another one follow."""
    first, second = ForkedProgram(folder / "one"), ForkedProgram(folder / "other")
    hall = make_hall(first.data, teams=2 * tables, hands=hands)
    try:
        first.start()
        organisers = [Organiser(one, {"sessionid": hall.session}) for one in (first, second)]
        second.start(*("follow", first.url), typed=paired(first, organisers[0]))
        door = next(line.strip() for line in second.lines if DOOR in line)
        organisers[1].get(DOOR + door.partition(DOOR)[2])
        yield TwoComputers([first, second], organisers, hall, hands)
    finally:
        first.close()
        second.close()
