"""Spoilt workbooks and lists by the thousand: python -m tests.benchmarks.bad_files.

Prints the slowest and the hungriest; nothing may end this program. `--count` says how many.
"""

import argparse
import contextlib
import os
import resource
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from unittest.mock import patch

from tests.benchmarks.figures import tell, tell_count, tell_size, timed

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

# What the child took at most, written by itself: what its parent is told also counts the parent.
MEASURED_CHILD = """
import pathlib, re, sys, time
from tournaments.files.reading import child
try:
    child.main()
finally:
    status = pathlib.Path("/proc/self/status").read_text()
    peak = int(re.search(r"VmHWM:\\s*(\\d+)", status)[1])
    with open(sys.argv[1], "a") as told:
        told.write(f"{peak} {time.process_time():.3f}\\n")
"""


def measure_workbooks(count: int) -> None:
    """Send spoilt workbooks through the child; print what became of them, and at what price."""
    from tests.tournaments.files.workbooks import spoilt_workbooks
    from tournaments.files.reading import reader
    from tournaments.files.reading.faults import UnreadableListError

    def answer_to(data: bytes) -> tuple[str, float]:
        start = time.perf_counter()
        try:
            reader.read_file(data)
        except UnreadableListError as error:
            return error.fault, time.perf_counter() - start
        return "read", time.perf_counter() - start

    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder, "told")
        told.touch()
        command = [sys.executable, "-c", MEASURED_CHILD, str(told)]
        with (
            patch.object(reader.CHILD, "command", lambda: command),
            ThreadPoolExecutor(reader.CHILD.at_once) as pool,
        ):
            answers = list(pool.map(answer_to, spoilt_workbooks(Random(10), count)))
        figures = [tuple(map(float, line.split())) for line in told.read_text().splitlines()]
    for answer, times in sorted(Counter(answer for answer, _ in answers).items()):
        tell_count(f"spoilt workbooks: {answer}", times)
    tell("slowest answer", 1000 * max(seconds for _, seconds in answers))
    tell("most time a child computed", 1000 * max(seconds for _, seconds in figures))
    tell_size("most memory of a child", 1024 * max(kilobytes for kilobytes, _ in figures))
    tell_count(
        "files without a word of a child: no archives, or its end", len(answers) - len(figures)
    )


def measure_lists(count: int) -> None:
    """Read spoilt lists as entries and as old results; print the slowest."""
    from tests.tournaments.extensions.historical_results.listed import TODAY
    from tests.tournaments.files.workbooks import spoilt_lists
    from tournaments.entries.text_import import read_entries
    from tournaments.extensions.historical_results.text_import import AskOnceError, read_past
    from tournaments.files.headings import MissingColumnsError
    from tournaments.files.reading.faults import UnreadableListError
    from tournaments.files.reading.reader import read_file

    times = []
    for text in spoilt_lists(Random(10), count):
        data = text.encode("utf-8", errors="surrogatepass")
        for read in (
            lambda text: read_entries(text, names_per_entry=2, tags={}),
            lambda text: read_past(text, today=TODAY),
        ):
            start = time.perf_counter()
            with contextlib.suppress(UnreadableListError, MissingColumnsError, AskOnceError):
                read(read_file(data).text)
            times.append(time.perf_counter() - start)
    tell(f"slowest of {count} spoilt lists", 1000 * max(times))


def measure_pages() -> None:
    """Check the longest lists on their page, and enter two thousand teams."""
    from tests.benchmarks.figures import empty_database
    from tests.contest import make_contest
    from tests.pages import member_of
    from tests.table import make_club
    from tests.tournaments.entries.typed import page
    from tests.tournaments.files.lists import monstrous_lists, teams

    with empty_database():
        club = make_club()
        contest, member = make_contest(club, teams=2), member_of(club)
        address = page(contest, "paste")
        member.get(address)
        for name, text in {"2000 teams": teams(2_000), **monstrous_lists()}.items():
            start = time.perf_counter()
            answer = member.post(address, {"text": text})
            tell(f"checking {name}", 1000 * (time.perf_counter() - start))
            size = len(text.encode()) // 1000
            tell_size(f"its page (the list itself {size} kB)", len(answer.content))
        enter = {"text": teams(2_000), "enter": "1"}
        tell("entering 2000 teams", timed(lambda: member.post(address, enter), runs=1))


def main() -> None:
    """Measure everything."""
    import django
    from django.test.utils import setup_test_environment

    django.setup()
    setup_test_environment()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=5_000)
    count = parser.parse_args().count
    measure_pages()
    measure_lists(count)
    measure_workbooks(count)
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    tell_size("most memory of this program itself", 1024 * own)


if __name__ == "__main__":
    main()
