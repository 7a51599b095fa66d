"""How long it takes from the command to the first page, the first time and once more."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING

from tests.benchmarks.ratios import Figure, Measure, Reached, ratio_of

if TYPE_CHECKING:
    from tests.journeys.program import Program

RUNS = 3
SHOWN = 15
FIRST_SECONDS = 5.0
RESTART_SECONDS = 2.5


def start_to_first_page() -> Reached:
    """Start the program in an empty folder and again in the same, beside a bare project."""
    from tests.journeys.program import Program

    ours: list[list[float]] = [[], []]
    theirs: list[list[float]] = [[], []]
    with compiled():
        for run in range(RUNS + 1):
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
                program, bare = Program(Path(folder) / "ours"), Path(folder) / "bare"
                bare.mkdir()
                for mine, other in zip(ours, theirs, strict=True):
                    spent = start_program(program), start_bare(bare)
                    # In the first run what is imported is compiled.
                    if run:
                        mine.append(spent[0])
                        other.append(spent[1])
        figures, seconds, ratios = [], [], []
        for which, mine, other in zip(("first start", "restart"), ours, theirs, strict=True):
            pair = Figure(f"{which}", tuple(mine)), Figure(f"{which}, bare", tuple(other))
            ratio = ratio_of(*pair)
            figures += [*pair, Figure(f"{which}: ratio", ratio.values, "×")]
            seconds.append(pair[0].median / 1000)
            ratios.append(ratio.median)
        first, again = (f"{s:.1f} s, {r:.1f} ×" for s, r in zip(seconds, ratios, strict=True))
        meets = seconds[0] <= FIRST_SECONDS and seconds[1] <= RESTART_SECONDS
        said = f"{first}; restart {again}"
        return Reached(said, meets, tuple(figures), "" if meets else imports())


@contextmanager
def compiled() -> Iterator[None]:
    """Let Python keep what it compiles, as an installed program has it, whatever is usual here."""
    before = dict(os.environ)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = folder
        try:
            yield
        finally:
            os.environ.clear()
            os.environ.update(before)


def start_program(program: "Program") -> float:
    """Return how many milliseconds the program takes from the command to its first page."""
    begun = time.perf_counter()
    program.start()
    try:
        open_page(program.port)
        return 1000 * (time.perf_counter() - begun)
    finally:
        program.stop()


def start_bare(folder: Path) -> float:
    """Return how many milliseconds a bare project takes from the command to its first page."""
    from tests.benchmarks.measures.unchanged import wait_for
    from tests.journeys.program import ROOT, free_port

    port, begun = free_port(), time.perf_counter()
    command = [sys.executable, "-m", "tests.benchmarks.bare_site", str(port), str(folder)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as serving:
        try:
            assert serving.stdout
            serving.stdout.readline()
            wait_for(port)
            open_page(port)
            return 1000 * (time.perf_counter() - begun)
        finally:
            serving.terminate()


def open_page(port: int) -> None:
    """Read the first page of whoever listens there."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=60)) as line:
        line.request("GET", "/")
        answer = line.getresponse()
        answer.read()
        assert answer.status < 400, answer.status


def imports() -> str:
    """Return the modules that take longest to be imported, of their own."""
    from tests.journeys.program import ROOT, environment

    asked = [sys.executable, "-X", "importtime", "manage.py", "check"]
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            asked,
            cwd=ROOT,
            env=environment(Path(folder)),
            capture_output=True,
            check=False,
            text=True,
        )
    lines = [line for line in done.stderr.splitlines() if line.startswith("import time:")][1:]
    longest = sorted(lines, key=lambda line: -int(line.split(":")[1].split("|")[0]))[:SHOWN]
    heading = "import time: of its own in µs | with what it imports | module"
    return "\n".join([heading, *longest, f"modules imported: {len(lines)}"])


MEASURES = (
    Measure(
        row=150,
        name="start",
        what="start to first page; restart",
        how="from the command to the first page by a socket, beside a bare Django project with "
        "database and static files by plain waitress; compiled modules kept",
        goal="5 s; restart 2.5 s",
        take=start_to_first_page,
    ),
)
