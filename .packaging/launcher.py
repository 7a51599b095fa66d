"""What the built program begins with: a double-click serves, words after its name are a command."""

import multiprocessing
import os
import sys
import traceback
import urllib.request
import webbrowser
from contextlib import redirect_stderr, redirect_stdout
from html import escape
from http import HTTPStatus
from pathlib import Path
from typing import Final
from urllib.error import HTTPError, URLError

PORTS: Final = range(8000, 8010)
PATIENCE_SECONDS: Final = 2


def main() -> None:
    """Serve, or obey the command.

    Without a terminal what would be said there stands in a file, and a refusal in a page. Another
    double-click shows the program that serves already.
    """
    multiprocessing.freeze_support()
    if sys.argv[1:] == ["--read-workbook"]:
        # A built program is no Python: it starts itself to read somebody's file.
        from tournaments.files.reading.child import main as read_workbook

        return read_workbook()
    from scorekeeper.command_line import main as obey

    if sys.argv[1:] and sys.stdout:
        return obey()
    if not sys.argv[1:]:
        port = next((port for port in PORTS if _answer_at(port) is not False), PORTS[0])
        if _answer_at(port):
            webbrowser.open(f"http://localhost:{port}/")
            return
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
                print("" if isinstance(end.code, int) else end.code)
                _show_refusal(file)
            raise
        except Exception:
            traceback.print_exc()
            _show_refusal(file)
            raise


def _answer_at(port: int) -> bool | None:
    """Return whether this program answers at a port already, None: nobody does."""
    try:
        with urllib.request.urlopen(
            f"http://localhost:{port}/healthz", timeout=PATIENCE_SECONDS
        ) as answer:
            return bool(answer.read(10).strip() == b"ok")
    except HTTPError as error:
        return error.code == HTTPStatus.SERVICE_UNAVAILABLE
    except (URLError, OSError) as error:
        reason = error.reason if isinstance(error, URLError) else error
        return None if isinstance(reason, ConnectionRefusedError) else False


def _log_folder() -> Path:
    from scorekeeper.installation import usual_data_folder

    named = os.environ.get("BELOTE_DATA_DIR")
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
