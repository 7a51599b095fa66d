"""The program, killed and started again without being imported anew: each start is a fork.

What is loaded is the program's own code and no data; everything else is as with `Program`.
python -m tests.journeys.forked reads from its input what to start.
"""

import io
import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from typing import Final

from tests.journeys.program import (
    PATIENCE,
    ROOT,
    NotStartedError,
    Program,
    environment,
)

ENDED: Final = "- ended"


@dataclass
class ForkedProgram(Program):
    """A program that is started often; `close` it at the end."""

    _serves: int = 0

    def start(self, *command: str, typed: str = "") -> None:
        """Start it, as `Program` does; a command without its `manage.py`."""
        place = ("--host", "127.0.0.1", "--port", str(self.port), "--no-qr")
        asked = {"arguments": [*(command or ("start",)), *place], "typed": typed}
        loaded = self.process or self._loaded()
        assert loaded.stdin
        loaded.stdin.write(f"{json.dumps(asked)}\n")
        loaded.stdin.flush()
        self._serves = int(self._line())
        while (line := self._line()) != ENDED:
            self.lines.append(line)
            if "Ctrl-C" in line:
                return
        raise NotStartedError(self.errors)

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGINT)

    def close(self) -> None:
        """Stop it, and unload it."""
        self.stop()
        if self.process:
            self.process.communicate(timeout=PATIENCE)
            self.process = None

    def _end(self, how: signal.Signals) -> None:
        if self._serves:
            os.kill(self._serves, how)
            while self._line() != ENDED:
                pass
            self._serves = 0

    def _line(self) -> str:
        assert self.process
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line, self.errors
        return line.rstrip("\n")

    def _loaded(self) -> "subprocess.Popen[str]":
        self.data.mkdir(parents=True, exist_ok=True)
        with (self.data / "errors.txt").open("a", encoding="utf-8") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.journeys.forked"],
                cwd=ROOT,
                env=environment(self.data),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                encoding="utf-8",
            )
        return self.process


def main() -> None:
    """Load the program, and start it whenever a line of the input says so."""
    import django

    django.setup()
    from django.urls import resolve

    from scorekeeper.management.commands import follow, take_over

    assert resolve("/api/v1/"), (follow, take_over)
    for line in sys.stdin:
        asked = json.loads(line)
        sys.stdout.flush()
        if not (child := os.fork()):
            _serve(**asked)
        os.waitpid(child, 0)
        sys.stdout.write(f"{ENDED}\n")
        sys.stdout.flush()


def _serve(arguments: list[str], typed: str) -> None:
    """Be the program, in the process that was forked; does not return."""
    from scorekeeper import command_line

    sys.stdout.write(f"{os.getpid()}\n")
    sys.stdin, sys.argv = io.StringIO(f"{typed}\n"), ["manage.py", *arguments]
    ended = 1
    try:
        command_line.main()
        ended = 0
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(ended)


if __name__ == "__main__":
    main()
