"""Whether a right password gets in while a hundred wrong ones a second come from 1 000 addresses.

python -m tests.benchmarks.attack [SECONDS], of each attack; a minute gives sixty sign-ins of a kind

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

from tests.benchmarks.figures import say, tell_count
from tests.benchmarks.ratios import percentile

ADDRESSES: Final = 1000
NEWCOMERS: Final = 250
A_SECOND: Final = 100
GUESSERS: Final = 16
WARM_SECONDS: Final = 15.0
SIGN_IN: Final = "/accounts/login/"
CSRF: Final = "x" * 32
OWN, PASSWORD = "marguerite", "atout pique et belote"
KNOWN: Final = "known device"
"""Of an account that is among those attacked."""
NEW: Final = "new device"
"""Of an account that is not."""
NEW_AT_OWN: Final = "new device of the very account"
WITHIN_MS: Final = 1000


def fill() -> None:
    """Make accounts: one with a device of its own, those attacked with it, and others."""
    import django

    django.setup()
    from django.contrib.auth.models import User
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    hashed = User.objects.create_user(OWN, password=PASSWORD).password
    names = [f"member{number}" for number in range(1, ADDRESSES)]
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


@dataclass
class SignIns:
    """How long right passwords took that got in, in milliseconds, and how many did not."""

    taken: list[float] = field(default_factory=list)
    refused: int = 0

    def __str__(self) -> str:
        """Return what came of them."""
        tried = len(self.taken) + self.refused
        said = f"{len(self.taken)} of {tried} in"
        if self.taken:
            within = percentile(self.taken, 95)
            said += f", 50 % {median(self.taken):.0f} ms, 95 % {within:.0f} ms"
        return said


@dataclass
class Attacked:
    """What came of right passwords during an attack, and how many wrong ones came a second."""

    signed: dict[str, SignIns]
    pace: float = 0.0

    def __str__(self) -> str:
        """Return what came of each kind."""
        kinds = "; ".join(f"{who} {one}" for who, one in self.signed.items())
        return f"{kinds} ({self.pace:.0f} wrong ones a second)" if self.pace else kinds


ATTACKS: Final[dict[str, Callable[[int], str] | None]] = {
    "nobody": None,
    "one account": lambda number: OWN,
    "1 000 accounts": lambda number: f"member{number % ADDRESSES}" if number % ADDRESSES else OWN,
    "invented names": lambda number: f"invented{number}",
}


def measure_attack(seconds: float) -> dict[str, Attacked]:
    """Sign in again and again, on a known device and on new ones, during each attack."""
    from tests.benchmarks import collector
    from tests.benchmarks.serving import wait_until_at_rest
    from tests.journeys.program import START, Program, run

    os.environ["BELOTE_TRUSTED_PROXY"] = "127.0.0.1"
    found = {}
    with tempfile.TemporaryDirectory(prefix="belote-attack-") as folder:
        program = Program(Path(folder))
        run(program.data, "-m", "tests.benchmarks.attack", "fill")
        program.start(*collector.command(*START))
        assert program.process
        try:
            wait_until_at_rest(program.process.pid)
            known = Browser(program.port, "192.0.2.254")
            assert known.sign_in(OWN, PASSWORD) == 302
            fresh = count(1)
            for what, name_of in ATTACKS.items():
                say(f"attacked: {what}; load {os.getloadavg()[0]:.1f}")
                if name_of is None:
                    found[what] = _sign_in_again(known, fresh, seconds, is_at_own=False)
                    continue
                with attacked(program.port, name_of) as answers:
                    time.sleep(WARM_SECONDS)
                    before, begun = answers.total(), time.perf_counter()
                    is_at_own = what == "one account"
                    found[what] = _sign_in_again(known, fresh, seconds, is_at_own=is_at_own)
                    spent = time.perf_counter() - begun
                    found[what].pace = (answers.total() - before) / spent
                    tell_count("wrong ones a second", found[what].pace)
                tell_count("of these looked at, in all", answers[200])
                tell_count("not looked at", answers[429])
        finally:
            program.stop()
    return found


def _sign_in_again(
    known: Browser, fresh: "count[int]", seconds: float, *, is_at_own: bool
) -> Attacked:
    """Tell how long it takes to sign in; whoever does leaves a second between."""
    signed = {KNOWN: SignIns(), NEW: SignIns()} | ({NEW_AT_OWN: SignIns()} if is_at_own else {})
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        number = next(fresh) % NEWCOMERS
        new = Browser(known.port, f"192.0.2.{number + 2}")
        tries = {KNOWN: (known, OWN), NEW: (new, f"newcomer{number}"), NEW_AT_OWN: (new, OWN)}
        for who, one in signed.items():
            browser, name = tries[who]
            begun = time.perf_counter()
            if browser.sign_in(name, PASSWORD) == 302:
                one.taken.append(1000 * (time.perf_counter() - begun))
            else:
                one.refused += 1
        time.sleep(1)
    for who, one in signed.items():
        say(f"    {who}: {one}")
    return Attacked(signed)


if __name__ == "__main__":
    if sys.argv[1:] == ["fill"]:
        fill()
    else:
        measure_attack(float(sys.argv[1]) if sys.argv[1:] else 60.0)
