"""The real program as a process of its own, with its own folder: started, killed, started again."""

import os
import random
import signal
import socket
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
PATIENCE: Final = 240
START: Final = ("manage.py", "start")
SQLITE_FILE: Final = "belote.sqlite3"
PORTS: Final = range(20000, 32000)
# Compiled once, as where it is installed, and not anew at each of a hundred starts.
_NOT_A_CLUBS: Final = {"SECRET_KEY", "DEBUG", "DATABASE_URL", "PYTHONDONTWRITEBYTECODE"}


class NotStartedError(Exception):
    """Raised with what the program wrote where it should have said that it serves."""


def free_port() -> int:
    """Return a port of this machine at which nobody listens.

    None of those that a system gives away by itself: it must still be free at the next start.
    """
    for port in random.sample(PORTS, len(PORTS)):
        try:
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            continue
        return port
    raise NotStartedError("no port is free")


def environment(data: Path) -> dict[str, str]:
    """Return what a club's program finds around it: its own folder, SQLite, English."""
    kept = {name: text for name, text in os.environ.items() if name not in _NOT_A_CLUBS}
    return {
        **kept,
        "BELOTE_DATA_DIR": str(data),
        "DJANGO_SETTINGS_MODULE": "scorekeeper.config.settings",
        "LANG": "en_GB.UTF-8",
        "LC_ALL": "en_GB.UTF-8",
        "PYTHONIOENCODING": "utf-8",
    }


def end_of(data: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python beside the program, on the same folder; return how it ended."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=environment(data),
        capture_output=True,
        check=False,
        encoding="utf-8",
        timeout=PATIENCE,
    )


def run(data: Path, *arguments: str) -> str:
    """Run Python beside the program, on the same folder; return what it printed."""
    done = end_of(data, *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


@dataclass
class Program:
    """The program of one club. What it complains of lies in `errors`."""

    data: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[str] | None = None
    lines: list[str] = field(default_factory=list)
    """What it printed before it served."""

    @property
    def url(self) -> str:
        """Return its address on this machine."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def database(self) -> Path:
        """Return the file of its database."""
        return self.data / SQLITE_FILE

    @property
    def errors(self) -> str:
        """Return what it complained of since it was first started."""
        return (self.data / "errors.txt").read_text(encoding="utf-8")

    def start(self, *command: str, typed: str = "") -> None:
        """Start it, or what `command` names in its place, and wait until it serves.

        What is `typed` answers what it asks.

        Raises NotStartedError.
        """
        self.data.mkdir(parents=True, exist_ok=True)
        place = ("--host", "127.0.0.1", "--port", str(self.port), "--no-qr")
        with (self.data / "errors.txt").open("a", encoding="utf-8") as errors:
            self.process = subprocess.Popen(
                [sys.executable, *(command or START), *place],
                cwd=ROOT,
                env=environment(self.data),
                stdin=subprocess.PIPE if typed else None,
                stdout=subprocess.PIPE,
                stderr=errors,
                encoding="utf-8",
            )
        if self.process.stdin:
            self.process.stdin.write(f"{typed}\n")
            self.process.stdin.close()
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.append(line)
            if "Ctrl-C" in line:
                return
        self.wait()
        raise NotStartedError(self.errors)

    def kill(self) -> None:
        """Kill it hard: it has no time for a last word."""
        assert self.process
        self.process.kill()
        self.wait()

    def wait(self) -> int:
        """Wait until it has ended; return how."""
        assert self.process
        assert self.process.stdout
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.process = None
        return code

    def stop(self) -> None:
        """Stop it as Ctrl-C does; one that was killed stays so."""
        if self.process is None:
            return
        if sys.platform == "win32":
            self.kill()
        else:
            self.process.send_signal(signal.SIGINT)
            self.wait()
