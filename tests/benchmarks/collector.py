"""The garbage collector as the program sets it, or as Python has it.

python -m tests.benchmarks.collector FILE … runs a file that cannot set it.
"""

import gc
import os
import runpy
import sys
from collections.abc import Callable
from typing import Final

ASKED: Final = "BELOTE_BENCHMARK_COLLECTOR"
PROGRAM: Final = "program"
PYTHON: Final = "python"
THRESHOLD: Final = 50_000
"""As `scorekeeper/command_line.py` sets it."""


def is_pythons() -> bool:
    """Return whether this process measures with the collector as Python has it."""
    return os.environ.get(ASKED) == PYTHON


def settle() -> None:
    """Set the collector of this process as the program does once it is loaded."""
    if not is_pythons():
        gc.set_threshold(THRESHOLD)
        gc.freeze()


def command(file: str, *arguments: str) -> tuple[str, ...]:
    """Return the arguments with which Python runs a file that sets its collector, if it may."""
    prefix = ("-m", "tests.benchmarks.collector") if is_pythons() else ()
    return (*prefix, file, *arguments)


def main() -> None:
    """Run a file; what it says to the collector is ignored."""
    ignored: Callable[..., None] = lambda *_arguments: None  # noqa: E731 - it replaces two functions
    vars(gc).update(set_threshold=ignored, freeze=ignored)
    del sys.argv[0]
    runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    main()
