"""Start an installed program as somebody new does, and let it score a hand.

    try_it.py COMMAND …                 the command `belote` of a wheel, in a terminal
    try_it.py --double-click PROGRAM    the built program, on which nothing is typed

It is started from an empty folder by a person who has nothing yet, and stopped by the button on its
page. The built program also reads a photographed sheet, for which this Python needs what
`pip install ".[build]"` installs. Raises AssertionError where anything is not as it should be.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Sequence
from dataclasses import astuple
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

PATIENCE: Final = 180
NAP: Final = 0.2
DOUBLE_CLICK: Final = "--double-click"
READS_SHEETS: Final = ("--child", "tournaments.extensions.scan.child")
ENTRY: Final = {"taker": "A1", "card_points": 92, "belote": "A", "belote_seat": "A2"}
POINTS: Final = {"A": 112, "B": 70}
TOKEN: Final = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
LINK: Final = re.compile(r":\d+/sign-in/[\w-]+/")


class Visitor:
    """A browser without a screen: it keeps cookies and presses buttons."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._open = build_opener(HTTPCookieProcessor(CookieJar())).open

    def read(self, path: str, **request: Any) -> str:
        page: str = (
            self._open(Request(self.address + path, **request), timeout=PATIENCE).read().decode()
        )
        return page

    def press(self, button: str, on: str) -> str:
        """Send the form without a field that a button of a page sends; return the next page."""
        typed = urlencode({"csrfmiddlewaretoken": self.token(on)}).encode()
        return self.read(button, data=typed, headers={"Referer": self.address + on})

    def token(self, path: str) -> str:
        return TOKEN.findall(self.read(path))[0]

    def sheet(self, game: str) -> dict[str, Any]:
        sheet: dict[str, Any] = json.loads(self.read(f"/api/v1/games/{game}"))
        return sheet


class Started:
    """The program in its person's empty home, and what it says until it serves."""

    def __init__(self, command: Sequence[str], home: Path, folder: Path) -> None:
        self.home = home
        self.is_clicked = command[0] == DOUBLE_CLICK
        if self.is_clicked:
            self.words = command[1:]
        else:
            with socket.create_server(("127.0.0.1", 0)) as free:
                port = str(free.getsockname()[1])
            self.words = (*command, "start", "--host", "127.0.0.1", "--port", port, "--no-qr")
        kept = {name: text for name, text in os.environ.items() if not name.startswith("BELOTE")}
        kept |= {"HOME": str(home), "WIN_PD_OVERRIDE_LOCAL_APPDATA": str(home)}
        # No browser may use up the link.
        kept["BROWSER"] = "nobody %s"
        kept.pop("PYTHONPATH", None)
        if sys.platform != "win32":
            # Nothing else of the machine is found by its name: no Python either.
            kept["PATH"] = ""
        self.said = folder / "said.txt"
        self.said.touch()
        self.around: dict[str, Any] = {"cwd": folder, "env": kept}
        self.process = self._start()

    def _start(self) -> "subprocess.Popen[bytes]":
        if self.is_clicked and sys.platform == "win32":
            # A program of windows has no output, unless it is given one.
            return subprocess.Popen(self.words, **self.around)
        with self.said.open("wb") as said:
            return subprocess.Popen(
                self.words, stdin=subprocess.DEVNULL, stdout=said, stderr=said, **self.around
            )

    def link(self) -> str:
        """Return the link that signs in on this computer, once it serves."""
        deadline = time.monotonic() + PATIENCE
        while True:
            said = self._text()
            if "Ctrl-C" in said:
                found = LINK.search(said)
                assert found, said
                return f"http://localhost{found[0]}"
            assert time.monotonic() < deadline, f"it does not serve: {said}"
            time.sleep(NAP)

    def _text(self) -> str:
        files = self.home.rglob("log/start.txt") if self.is_clicked else (self.said,)
        # The alphabet of an output that is no terminal is the system's.
        return "".join(file.read_text("utf-8", errors="replace") for file in files)

    def click_again(self) -> None:
        """See that another double-click ends at once, while the first one serves."""
        assert self._start().wait(PATIENCE) == 0

    def wait(self, address: str) -> None:
        """Wait until it has ended, and its port is free."""
        assert self.process.wait(PATIENCE) == 0, self._text()
        deadline = time.monotonic() + PATIENCE
        # On macOS the one that serves is another process than the one that was started.
        while is_served(address):
            assert time.monotonic() < deadline, "it does not stop"
            time.sleep(NAP)


def is_served(address: str) -> bool:
    host, _colon, port = address.partition("://")[2].partition(":")
    try:
        socket.create_connection((host, int(port)), timeout=PATIENCE).close()
    except OSError:
        return False
    return True


def score_a_hand(visitor: Visitor) -> None:
    """Write a hand at a table where one is played; see that it counts."""
    games = dict.fromkeys(re.findall(r"/games/(\d+)/", visitor.read("/evenings/1/")))
    game, sheet = next(
        (game, sheet) for game in games if (sheet := visitor.sheet(game))["state"] == "playing"
    )
    hand = {"number": len(sheet["hands"]) + 1, "base": None, "entry": ENTRY}
    written = visitor.read(
        f"/api/v1/games/{game}/hands/{uuid.uuid4()}",
        method="PUT",
        data=json.dumps(hand).encode(),
        headers={
            "Content-Type": "application/json",
            "X-CSRFToken": visitor.token("/games/new/"),
            "Referer": visitor.address,
        },
    )
    scored = json.loads(written)["sheet"]["hands"][-1]
    assert (scored["number"], scored["points"]) == (hand["number"], POINTS), scored
    print(f"a hand was scored: {scored['points']}")


def read_a_sheet(program: str, around: dict[str, Any]) -> None:
    """See that the program finds the libraries that read pictures: they are loaded only then."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    import cv2
    import numpy as np

    from tests.tournaments.extensions.scan.paper import Photo, Writer, blank_paper, write_totals
    from tests.tournaments.extensions.scan.pdfs import of_pages, scanned
    from tournaments.extensions.scan.layout import SheetCode

    code = SheetCode(contest=3, round=1, table=7, hands=12, seats="0123abcd")
    dice = np.random.default_rng(1)
    paper = blank_paper(code.hands, code.text)
    write_totals(paper, Writer.by(dice), code.hands, (1204, 986))
    _is_done, photo = cv2.imencode(".jpg", Photo(dice).of(paper))
    words = (program, *READS_SHEETS)
    for file in (photo.tobytes(), of_pages(scanned(paper))):
        first_page = b"0\n" + file
        read = subprocess.run(
            words, input=first_page, stdout=subprocess.PIPE, timeout=PATIENCE, **around
        )
        answer = json.loads(read.stdout or "null")
        assert answer, f"what reads pictures ended with {read.returncode}"
        assert answer.get("code") == list(astuple(code)), answer
        assert any(chances for _ink, chances, *_more in answer["cells"]), "no digit was read"
    print(f"a photographed and a scanned sheet were read: table {code.table}")


def main(command: Sequence[str]) -> None:
    """Try it."""
    name = command[command[0] == DOUBLE_CLICK]
    program = shutil.which(name)
    assert program, f"there is no {name}"
    # It is started in another folder than this one.
    command = [os.path.abspath(program) if word == name else word for word in command]
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home,
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
    ):
        started = Started(command, Path(home), Path(folder))
        try:
            address, _slash, path = started.link().partition("/sign-in/")
            visitor = Visitor(address)
            visitor.press(f"/sign-in/{path}", on=f"/sign-in/{path}")
            visitor.press("/trial/new/", on="/begin/")
            score_a_hand(visitor)
            if started.is_clicked:
                started.click_again()
                read_a_sheet(*started.words, around=started.around)
            visitor.press("/computer/stop/", on="/computer/")
            started.wait(address)
        finally:
            started.process.kill()
        assert os.listdir(folder) == ["said.txt"], "it wrote where it was started"
        (database,) = Path(home).rglob("belote.sqlite3")
        print(f"its data lie in …/{database.parent.relative_to(home).as_posix()}")


if __name__ == "__main__":
    main(sys.argv[1:])
