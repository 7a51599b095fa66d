"""How long it takes from the command to the first page, the first time and once more."""

import subprocess
import sys
import tempfile
import time
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

from tests.benchmarks.ratios import Figure, Measure, Reached, ratio_of

RUNS = 3
SHOWN = 15


def start_to_first_page() -> Reached:
    """Start the program in an empty folder and again in the same, beside a bare project."""
    from tests.journeys.program import Program

    first: list[float] = []
    again: list[float] = []
    bare: list[float] = []
    for _ in range(RUNS):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            program = Program(Path(folder))
            for times in (first, again):
                begun = time.perf_counter()
                program.start()
                try:
                    open_page(program.port)
                    times.append(1000 * (time.perf_counter() - begun))
                finally:
                    program.stop()
        bare.append(start_bare())
    figures = [
        Figure("start to first page", tuple(first)),
        Figure("restart", tuple(again)),
        Figure("a bare project", tuple(bare)),
    ]
    ratios = [ratio_of(figure, figures[2]).median for figure in figures[:2]]
    said = f"{ratios[0]:.1f} ×; restart {ratios[1]:.1f} ×"
    meets = max(ratios) <= 1.5
    return Reached(said, meets, tuple(figures), "" if meets else imports())


def start_bare() -> float:
    """Return how many milliseconds a bare project takes from the command to its first page."""
    from tests.benchmarks.measures.unchanged import wait_for
    from tests.journeys.program import ROOT, free_port

    port, begun = free_port(), time.perf_counter()
    command = [sys.executable, "-m", "tests.benchmarks.bare", str(port)]
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
        line.getresponse().read()


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
        against="a bare Django project's, by plain waitress, without a database",
        before="4.3 s; 1.4 s",
        goal="1.5 ×",
        take=start_to_first_page,
    ),
)
