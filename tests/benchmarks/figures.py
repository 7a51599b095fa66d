"""How a figure is taken and told."""

import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median

from tests.benchmarks import collector


def timed(act: Callable[[], object], *, runs: int = 5) -> float:
    """Return the median time of some runs in milliseconds."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        act()
        times.append(time.perf_counter() - start)
    return 1000 * median(times)


def tell(what: str, milliseconds: float) -> None:
    """Print one figure."""
    sys.stdout.write(f"{milliseconds:10.1f} ms  {what}\n")


def tell_size(what: str, size: float) -> None:
    """Print a number of bytes."""
    sys.stdout.write(f"{size / 1000:10.1f} kB  {what}\n")


def tell_count(what: str, count: float) -> None:
    """Print how many of something."""
    sys.stdout.write(f"{count:10.0f}     {what}\n")


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def note(text: str) -> None:
    """Print what was not measured, and why."""
    sys.stdout.write(f"{'':10}     {text}\n")


def version_on(page: bytes) -> str:
    """Return the version that a page says it shows, as it asks what changed since."""
    found = re.search(rb'(?:data-version="|\?board=)([\w.-]+)', page)
    assert found, page[:400]
    return found[1].decode()


@contextmanager
def empty_database(*, in_memory: bool = False) -> Iterator[None]:
    """Work on a database of its own, made and thrown away: a file of the tests, or in memory."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from django.db import connection
    from django.test.utils import setup_databases, teardown_databases

    if in_memory:
        connection.settings_dict["TEST"] = {**connection.settings_dict["TEST"], "NAME": ":memory:"}
    databases = setup_databases(verbosity=0, interactive=False)
    collector.settle()
    try:
        yield
    finally:
        teardown_databases(databases, verbosity=0)
