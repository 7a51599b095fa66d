"""Whether a right password gets in while a hundred wrong ones a second come from 1 000 addresses.

python -m tests.benchmarks.attack [SECONDS]

The real program on this machine alone; addresses are those that a trusted proxy would name. The
attack begins before the first figure: in its first seconds all addresses are new ones, and who
comes then may be asked to come back.
"""

import os
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from statistics import median
from typing import Final
from urllib.parse import urlencode

from tests.benchmarks.figures import say, tell, tell_count

ADDRESSES: Final = 1000
NEWCOMERS: Final = 250
A_SECOND: Final = 100
GUESSERS: Final = 16
WARM_SECONDS: Final = 15.0
SIGN_IN: Final = "/accounts/login/"
CSRF: Final = "x" * 32
OWN, PASSWORD = "marguerite", "atout pique et belote"
ATTACKED: Final = "bernadette"


def fill() -> None:
    """Make accounts: one with a device of its own, others without, and those attacked."""
    import django

    django.setup()
    from django.contrib.auth.models import User
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    hashed = User.objects.create_user(OWN, password=PASSWORD).password
    names = [ATTACKED, *(f"member{number}" for number in range(ADDRESSES))]
    names += [f"newcomer{number}" for number in range(NEWCOMERS)]
    User.objects.bulk_create(User(username=name, password=hashed) for name in names)


@dataclass
class Browser:
    """Somebody at an address; what the program gave him he shows again."""

    port: int
    address: str
    cookies: dict[str, str] = field(default_factory=lambda: {"csrftoken": CSRF})

    def sign_in(self, name: str, password: str, line: HTTPConnection | None = None) -> int:
        """Return the status of the answer: 302 is in, 200 is a wrong one, 429 was not looked at."""
        if line is None:
            with closing(HTTPConnection("127.0.0.1", self.port, timeout=60)) as own:
                return self.sign_in(name, password, own)
        form = {"username": name, "password": password, "csrfmiddlewaretoken": CSRF}
        headers = {
            "Cookie": "; ".join(f"{key}={value}" for key, value in self.cookies.items()),
            "Content-Type": "application/x-www-form-urlencoded",
            "X-Forwarded-For": self.address,
        }
        line.request("POST", SIGN_IN, urlencode(form), headers)
        answer = line.getresponse()
        answer.read()
        for header in answer.headers.get_all("Set-Cookie") or []:
            name, _equals, rest = header.partition("=")
            if name == "device":
                self.cookies[name] = rest.partition(";")[0]
        return answer.status


@contextmanager
def attacked(port: int, name_of: Callable[[int], str]) -> Iterator[Counter[int]]:
    """Send wrong passwords at a steady pace; yield how many were answered how."""
    ended, numbers, answers = threading.Event(), count(), Counter[int]()
    begun = time.perf_counter()

    def guess() -> None:
        with closing(HTTPConnection("127.0.0.1", port, timeout=60)) as line:
            while not ended.is_set():
                number = next(numbers)
                ended.wait(max(0.0, begun + number / A_SECOND - time.perf_counter()))
                address = f"10.0.{number % ADDRESSES // 250}.{number % 250}"
                answers[Browser(port, address).sign_in(name_of(number), "belote", line)] += 1

    with ThreadPoolExecutor(GUESSERS) as pool:
        guesses = [pool.submit(guess) for _ in range(GUESSERS)]
        try:
            yield answers
        finally:
            ended.set()
    for one in guesses:
        one.result()


def measure_attack(seconds: float) -> None:
    """Sign in again and again, on a known device and on new ones, during three attacks."""
    from tests.journeys.program import Program, run

    os.environ["BELOTE_TRUSTED_PROXY"] = "127.0.0.1"
    attacks: dict[str, Callable[[int], str]] = {
        "nobody": lambda number: "",
        "one account": lambda number: ATTACKED,
        "1 000 accounts": lambda number: f"member{number % ADDRESSES}",
        "invented names": lambda number: f"invented{number}",
        "the very account": lambda number: OWN,
    }
    with tempfile.TemporaryDirectory(prefix="belote-attack-") as folder:
        program = Program(Path(folder))
        run(program.data, "-m", "tests.benchmarks.attack", "fill")
        program.start()
        try:
            known = Browser(program.port, "192.0.2.254")
            assert known.sign_in(OWN, PASSWORD) == 302
            fresh = count(1)
            for what, name_of in attacks.items():
                say(f"attacked: {what}")
                if what == "nobody":
                    _tell(program.port, known, fresh, seconds)
                    continue
                with attacked(program.port, name_of) as answers:
                    time.sleep(WARM_SECONDS)
                    before, begun = answers.total(), time.perf_counter()
                    is_at_own = what == "the very account"
                    _tell(program.port, known, fresh, seconds, is_at_own=is_at_own)
                    spent = time.perf_counter() - begun
                    tell_count("wrong ones a second", (answers.total() - before) / spent)
                tell_count("of these looked at, in all", answers[200])
                tell_count("not looked at", answers[429])
        finally:
            program.stop()


def _tell(
    port: int, known: Browser, fresh: "count[int]", seconds: float, *, is_at_own: bool = False
) -> None:
    """Tell how long it takes to sign in; whoever does leaves a second between."""
    times: dict[str, list[float]] = {"a known device": [], "a new device": []}
    refused: Counter[str] = Counter()
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        number = next(fresh) % NEWCOMERS
        new = Browser(port, f"192.0.2.{number + 2}")
        own = OWN if is_at_own else f"newcomer{number}"
        for who, browser, name in (("a known device", known, OWN), ("a new device", new, own)):
            begun = time.perf_counter()
            status = browser.sign_in(name, PASSWORD)
            if status == 302:
                times[who].append(1000 * (time.perf_counter() - begun))
            else:
                refused[who] += 1
        time.sleep(1)
    for who, taken in times.items():
        tell_count(f"sign-ins from {who} refused, of {len(taken) + refused[who]}", refused[who])
        if taken:
            tell(f"sign-in from {who}, median", median(taken))
            tell(f"sign-in from {who}, slowest", max(taken))


if __name__ == "__main__":
    if sys.argv[1:] == ["fill"]:
        fill()
    else:
        measure_attack(float(sys.argv[1]) if sys.argv[1:] else 20.0)
