"""Start an installed program as somebody new does, and let it score a hand: try_it.py COMMAND ….

It is started from an empty folder by a person who has nothing yet; the command is `belote` of a
wheel, or the built program. Raises AssertionError where anything is not as it should be.
"""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

PATIENCE: Final = 180
ENTRY: Final = {"taker": "A1", "card_points": 92, "belote": "A", "belote_seat": "A2"}
POINTS: Final = {"A": 112, "B": 70}


class Visitor:
    """A browser without a screen: it keeps cookies and sends forms."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._open = build_opener(HTTPCookieProcessor(CookieJar())).open

    def read(self, path: str, *, form: bool = False, **request: Any) -> str:
        """Return a page; where `form`, send the empty form that stands there."""
        page: str = (
            self._open(Request(self._url(path), **request), timeout=PATIENCE).read().decode()
        )
        if form:
            (token, *_more) = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
            typed = urlencode({"csrfmiddlewaretoken": token}).encode()
            return self.read(path, data=typed, headers={"Referer": self._url(path)})
        return page

    def sheet(self, game: str) -> dict[str, Any]:
        sheet: dict[str, Any] = json.loads(self.read(f"/api/v1/games/{game}"))
        return sheet

    def _url(self, path: str) -> str:
        return self.address + path


@contextmanager
def served(command: Sequence[str], home: Path, folder: Path) -> Iterator[str]:
    """Start it there; yield the link that signs in. It must stop in order when it is asked to."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    words = ("start", "--demo", "--host", "127.0.0.1", "--port", str(port), "--no-qr")
    kept = {name: text for name, text in os.environ.items() if not name.startswith("BELOTE")}
    kept |= {"HOME": str(home), "USERPROFILE": str(home), "LOCALAPPDATA": str(home)}
    kept.pop("PYTHONPATH", None)
    if sys.platform != "win32":
        # Nothing else of the machine is found by its name: no Python either.
        kept["PATH"] = ""
    program = subprocess.Popen(
        [*command, *words], cwd=folder, env=kept, stdout=subprocess.PIPE, encoding="utf-8"
    )
    assert program.stdout
    said = []
    for line in program.stdout:
        said.append(line)
        if "Ctrl-C" in line:
            break
    link = re.search(r"http://localhost:\d+/sign-in/[\w-]+/", "".join(said))
    assert link, said
    try:
        yield link[0]
    finally:
        program.send_signal(signal.SIGTERM)
        program.communicate(timeout=PATIENCE)
    assert sys.platform == "win32" or program.returncode == 0, program.returncode


def score_a_hand(visitor: Visitor) -> None:
    """Write a hand at a table where one is played; see that it counts."""
    games = dict.fromkeys(re.findall(r"/games/(\d+)/", visitor.read("/evenings/1/")))
    game, sheet = next(
        (game, sheet) for game in games if (sheet := visitor.sheet(game))["state"] == "playing"
    )
    hand = {"number": len(sheet["hands"]) + 1, "base": None, "entry": ENTRY}
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', visitor.read("/games/new/"))
    assert token
    written = visitor.read(
        f"/api/v1/games/{game}/hands/{uuid.uuid4()}",
        method="PUT",
        data=json.dumps(hand).encode(),
        headers={
            "Content-Type": "application/json",
            "X-CSRFToken": token[1],
            "Referer": visitor.address,
        },
    )
    scored = json.loads(written)["sheet"]["hands"][-1]
    assert (scored["number"], scored["points"]) == (hand["number"], POINTS), scored
    print(f"a hand was scored: {scored['points']}")


def main(command: Sequence[str]) -> None:
    """Try it."""
    found = shutil.which(command[0])
    assert found, f"there is no {command[0]}"
    with tempfile.TemporaryDirectory() as home, tempfile.TemporaryDirectory() as folder:
        with served([found, *command[1:]], Path(home), Path(folder)) as link:
            address, _slash, path = link.partition("/sign-in/")
            visitor = Visitor(address)
            visitor.read(f"/sign-in/{path}", form=True)
            score_a_hand(visitor)
        assert not list(Path(folder).iterdir()), "it wrote where it was started"
        (database,) = Path(home).rglob("belote.sqlite3")
        print(f"its data lie in …/{database.parent.relative_to(home).as_posix()}")


if __name__ == "__main__":
    main(sys.argv[1:])
