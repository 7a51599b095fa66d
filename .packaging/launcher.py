"""What the built program begins with: a double-click serves, words after its name are a command."""

import multiprocessing
import os
import runpy
import sys
import traceback
import webbrowser
from contextlib import closing, redirect_stderr, redirect_stdout
from html import escape
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Final

PORTS: Final = range(8000, 8010)
PATIENCE_SECONDS: Final = 5
"""How long a port is knocked at: Windows takes two seconds to say that nobody is there."""
PREPARING_SECONDS: Final = 60
"""How long it is waited for one who listens and says nothing: it may still prepare its data."""


def main() -> None:
    """Serve, or obey the command.

    Without a terminal what would be said there stands in a file, and a refusal in a page. Another
    double-click shows the program that serves already.
    """
    multiprocessing.freeze_support()
    if sys.argv[1:2] == ["--child"]:
        # A built program is no Python: it starts itself to read somebody's file.
        runpy.run_module(sys.argv[2], run_name="__main__")
        return None
    from scorekeeper.command_line import main as obey

    if sys.argv[1:] and sys.stdout:
        return obey()
    port = None
    if not sys.argv[1:]:
        answers = ((port, _answer_at(port)) for port in PORTS)
        found = (answer for answer in answers if answer[1] is not False)
        port, is_there = next(found, (PORTS[0], None))
        if is_there:
            return _show_program(port)
        sys.argv += ["start", "--no-qr", "--browser", "--port", str(port)]
    file = _log_folder() / "start.txt"
    # Its owner's alone: the link that signs in stands there.
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with (
        os.fdopen(descriptor, "w", 1, encoding="utf-8") as said,
        redirect_stdout(said),
        redirect_stderr(said),
    ):
        try:
            obey()
        except SystemExit as end:
            if end.code:
                if port and _answer_at(port):
                    # Two double-clicks at once: the other one had the port first.
                    return _show_program(port)
                print("" if isinstance(end.code, int) else end.code)
                _show_refusal(file)
            raise
        except Exception:
            traceback.print_exc()
            _show_refusal(file)
            raise


def _show_program(port: int) -> None:
    webbrowser.open(f"http://localhost:{port}/")


def _answer_at(port: int) -> bool | None:
    """Return whether this program answers at a port already, None: nobody does.

    Asked without the proxy that the system may name for everything.
    """
    with closing(HTTPConnection("localhost", port, timeout=PATIENCE_SECONDS)) as visitor:
        try:
            visitor.connect()
        except OSError:
            return None
        visitor.sock.settimeout(PREPARING_SECONDS)
        try:
            visitor.request("GET", "/healthz")
            answer = visitor.getresponse()
            said = answer.read(10).strip()
        except (OSError, HTTPException):
            return False
    return answer.status == HTTPStatus.SERVICE_UNAVAILABLE or said == b"ok"


def _log_folder() -> Path:
    from scorekeeper.installation import usual_data_folder

    named = os.environ.get("BELOTE_DATA_DIR", "").strip()
    folder = (Path(named) if named else usual_data_folder()) / "log"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def _show_refusal(file: Path) -> None:
    page = file.with_suffix(".html")
    said = escape(file.read_text(encoding="utf-8"))
    page.write_text(f'<!doctype html><meta charset="utf-8"><pre>{said}</pre>', "utf-8")
    webbrowser.open(page.as_uri())


if __name__ == "__main__":
    main()
