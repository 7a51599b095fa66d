"""What the built program begins with: a double-click serves, words after its name are a command."""

import multiprocessing
import os
import runpy
import subprocess
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
CLICKED: Final = "--double-click"
"""What is done on a double-click, said in a word."""


def main() -> None:
    """Serve, or obey the command.

    Without a terminal what would be said there stands in a file and in a page. Another double-click
    shows the program that serves already.
    """
    multiprocessing.freeze_support()
    if sys.argv[1:2] == ["--child"]:
        # A built program is no Python: it starts itself to read somebody's file.
        runpy.run_module(sys.argv[2], run_name="__main__")
        return
    if sys.platform == "darwin" and not sys.argv[1:]:
        _begin_apart()
        return
    if sys.argv[1:] not in ([], [CLICKED]):
        # Windows gives a program without a terminal no output at all.
        (_obey if sys.stdout else _obey_silently)(*sys.argv[1:])
        return
    answers = ((port, _answer_at(port)) for port in PORTS)
    port = next((port for port, answer in answers if answer is not False), PORTS[0])
    # Where it serves already `start` opens its page, signed in.
    _obey_silently("start", "--no-qr", "--browser", "--port", str(port), port=port)


def _begin_apart() -> None:
    """Leave the double-click to a process that macOS does not count as the app itself.

    The app would wait in the Dock as one that does not respond, and another double-click would only
    call it to the front.
    """
    subprocess.Popen(
        [sys.executable, CLICKED],
        # What an app leaves behind in its own process group is killed with it.
        start_new_session=True,
        env={**os.environ, "PYINSTALLER_RESET_ENVIRONMENT": "1"},
    )


def _obey(*words: str) -> None:
    from scorekeeper.command_line import main as obey

    sys.argv[1:] = words
    obey()


def _obey_silently(*words: str, port: int | None = None) -> None:
    """Obey, and show what a terminal would show in a page; a double-click shows a refusal alone.

    `port` is where a double-click wants to serve.
    """
    file = _log_folder() / ("start.txt" if port else "command.txt")
    # Its owner's alone: the link that signs in stands there. Appended to, because the program that
    # serves goes on writing there when another double-click begins it anew.
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND, 0o600)
    is_refused = False
    with (
        os.fdopen(descriptor, "w", 1, encoding="utf-8") as said,
        redirect_stdout(said),
        redirect_stderr(said),
    ):
        try:
            _obey(*words)
        except SystemExit as end:
            is_refused = bool(end.code)
            if isinstance(end.code, str):
                print(end.code)
        except Exception:
            is_refused = True
            traceback.print_exc()
    if is_refused and port and _answer_at(port):
        # Somebody else's, or another double-click of the same moment had the port first.
        webbrowser.open(f"http://localhost:{port}/")
        return
    if is_refused or not port:
        _show(file)
    if is_refused:
        # Said already: PyInstaller would show an exception in a window of its own.
        sys.exit(1)


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


def _show(file: Path) -> None:
    page = file.with_suffix(".html")
    said = escape(file.read_text(encoding="utf-8"))
    page.write_text(f'<!doctype html><meta charset="utf-8"><pre>{said}</pre>', "utf-8")
    webbrowser.open(page.as_uri())


if __name__ == "__main__":
    main()
