"""How many passwords one stranger tries in a while, and how long phones wait meanwhile."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from itertools import count
from statistics import median, quantiles
from typing import TYPE_CHECKING, Final
from urllib.parse import urlencode

from tests.benchmarks.figures import tell, tell_count

if TYPE_CHECKING:
    from tests.benchmarks.halls import Asker
    from tests.journeys.program import Program

SECONDS: Final = 15.0
GUESSERS: Final = 8
SIGN_IN: Final = "/accounts/login/"
CSRF: Final = "x" * 32


def measure_guessing() -> None:
    """Measure a phone's questions in peace, then while a stranger guesses as fast as it goes."""
    from tests.benchmarks.halls import Asker, running_hall

    with running_hall() as (program, hall):
        table = hall.tables[0]
        headers = {"Authorization": f"Bearer {table.token}"}
        with closing(Asker(program.port, headers)) as phone:
            address = f"/api/v1/games/{table.game}"
            _tell_waits("a phone's sheet, nobody guesses", _ask_for(phone, address, 3.0))
            ended = threading.Event()
            with ThreadPoolExecutor(GUESSERS) as pool:
                names = count(1)
                guesses = [pool.submit(_guess, program, ended, names) for _ in range(GUESSERS)]
                waits = _ask_for(phone, address, SECONDS)
                ended.set()
                answers = [status for guess in guesses for status in guess.result()]
        _tell_waits("a phone's sheet, a stranger guesses", waits)
        tell_count(f"passwords tried in {SECONDS:.0f} s", answers.count(200))
        tell_count("guesses refused before", len(answers) - answers.count(200))


def _ask_for(phone: "Asker", address: str, seconds: float) -> list[float]:
    waits = []
    end = time.perf_counter() + seconds
    while (start := time.perf_counter()) < end:
        status, content = phone.ask(address)
        assert status == 200, content
        waits.append(1000 * (time.perf_counter() - start))
        time.sleep(0.02)
    return waits


def _guess(program: "Program", ended: threading.Event, names: "count[int]") -> list[int]:
    statuses = []
    headers = {
        "Cookie": f"csrftoken={CSRF}",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    with closing(HTTPConnection("127.0.0.1", program.port, timeout=60)) as line:
        while not ended.is_set():
            form = {
                "username": f"name{next(names)}",
                "password": "belote",
                "csrfmiddlewaretoken": CSRF,
            }
            line.request("POST", SIGN_IN, urlencode(form), headers)
            answer = line.getresponse()
            answer.read()
            statuses.append(answer.status)
    return statuses


def _tell_waits(what: str, waits: list[float]) -> None:
    tell(f"{what}, median of {len(waits)}", median(waits))
    if len(waits) > 1:
        tell(f"{what}, slowest of a hundred", quantiles(waits, n=100)[-1])
