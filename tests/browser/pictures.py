"""Takes the pictures of the help anew: python -m tests.browser.pictures.

A club is filled by the program's own demonstrations, once in each language, and its pages are seen
by Chromium as members and organisers see them. Run it when a page of the help looks otherwise. The
first page of a new program is for `.docs/installer.md`; `… pictures first-page` takes it alone.
"""

import base64
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final
from urllib.parse import urljoin

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.conftest import find_chromium
from tests.journeys.program import ROOT, environment, free_port

PICTURES: Final = ROOT / "scorekeeper/static/scorekeeper/help"
INSTALLING: Final = ROOT / ".readme"
FIRST_PAGE_ALONE: Final = "first-page"
LANGUAGES: Final = {"fr": "fr_FR.UTF-8", "en": "en_GB.UTF-8"}
PHONE: Final = (390, 740)
LAPTOP: Final = (1180, 860)
QUALITY: Final = 50
LINE_MS: Final = 3000
"""After so long the line of the second computer stands on both pages."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A page of the filled club, and what is done on it before it is seen."""

    name: str
    path: str
    size: tuple[int, int] = LAPTOP
    act: Callable[[Page], None] | None = None


def type_a_hand(page: Page) -> None:
    page.wait_for_load_state("networkidle")
    page.locator("#id_taker .tile").first.click()
    for digit in "92":
        page.locator(f"number-pad [data-key='{digit}']").click()
    page.evaluate("window.scrollTo(0, 0)")


def look_at_the_sheet(page: Page) -> None:
    page.locator(".readable").first.evaluate("sheet => sheet.scrollIntoView()")


SHOWN: Final = (
    Picture("evening", "/evenings/1/"),
    Picture("hand", "/games/2/", PHONE, type_a_hand),
    Picture("sheet", "/games/3/", PHONE),
    Picture("slip", "/games/slip/new/", PHONE),
    Picture("rules", "/rules/contest/"),
    Picture("entries", "/contests/1/entries/"),
    Picture("draw", "/contests/1/rounds/3/draw/"),
    Picture("round", "/contests/1/rounds/3/"),
    Picture("paper-sheet", "/contests/1/rounds/3/paper/", act=look_at_the_sheet),
    Picture("contest-ranking", "/contests/1/ranking/"),
    Picture("season", "/seasons/1/"),
    Picture("copies", "/copies/"),
)


def main() -> None:
    """Take them all."""
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("There is no Chromium here.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for language, alphabet in LANGUAGES.items():
            with started(alphabet) as (link, _around):
                page = signed_in(browser, link, language, LAPTOP)
                write(page, INSTALLING / f"install-first-page-{language}.webp")
            if FIRST_PAGE_ALONE in sys.argv:
                continue
            with filled_club(alphabet) as link:
                page = take(browser, link, PICTURES / language)
                take_two_computers(browser, page, alphabet, PICTURES / language)
        browser.close()


@contextmanager
def started(language: str, *words: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Serve an empty folder; yield the link that signs in, and the environment of commands."""
    with tempfile.TemporaryDirectory() as folder:
        around = {**environment(Path(folder)), "LANG": language, "LC_ALL": language}
        port = str(free_port())
        program = subprocess.Popen(
            [sys.executable, "manage.py", "start", *words, "--no-qr", "--port", port],
            cwd=ROOT,
            env=around,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        assert program.stdout
        try:
            (path,) = re.findall(r"/sign-in/[\w-]+/", until_served(program.stdout))
            yield f"http://localhost:{port}{path}", around
        finally:
            program.terminate()
            program.communicate()


@contextmanager
def filled_club(language: str) -> Iterator[str]:
    """Fill a club and serve it; yield the link that signs in."""
    with started(language, "--demo") as (link, around):
        for plan in (["--teams", "16"], ["--season", "--evenings", "6", "--teams", "12"]):
            subprocess.run(
                [sys.executable, "manage.py", "demo", *plan],
                cwd=ROOT,
                env=around,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                check=True,
            )
        yield link


def signed_in(browser: Browser, link: str, language: str, size: tuple[int, int]) -> Page:
    locale = {"fr": "fr-FR", "en": "en-GB"}[language]
    page = browser.new_page(
        locale=locale, color_scheme="light", viewport={"width": size[0], "height": size[1]}
    )
    page.goto(link)
    page.locator("main form button[type=submit]").click()
    page.wait_for_url(lambda url: "/sign-in/" not in url)
    page.wait_for_load_state("networkidle")
    return page


def take(browser: Browser, link: str, folder: Path) -> Page:
    """See every page, and write what is seen; return where the organiser is signed in."""
    folder.mkdir(parents=True, exist_ok=True)
    page = signed_in(browser, link, folder.name, LAPTOP)
    for picture in SHOWN:
        page.set_viewport_size({"width": picture.size[0], "height": picture.size[1]})
        answer = page.goto(os.path.join(link.partition("/sign-in/")[0], picture.path[1:]))
        assert answer
        assert answer.ok, picture
        if picture.act:
            picture.act(page)
        page.wait_for_load_state("networkidle")
        write(page, folder / f"{picture.name}.webp")
    return page


def take_two_computers(browser: Browser, first: Page, alphabet: str, folder: Path) -> None:
    """Let a second computer follow, and see the page of each."""
    size: ViewportSize = {"width": LAPTOP[0], "height": LAPTOP[1]}
    first.set_viewport_size(size)
    first.goto(urljoin(first.url, "/second/"))
    first.locator("main form button[type=submit]").last.click()
    code = first.locator("code[translate=no]").inner_text()
    address = first.locator(".qr__address").first.inner_text()
    with tempfile.TemporaryDirectory() as data:
        port = str(free_port())
        command = [sys.executable, "manage.py", "follow", address, "--no-qr", "--port", port]
        program = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**environment(Path(data)), "LANG": alphabet, "LC_ALL": alphabet},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        assert program.stdin
        assert program.stdout
        try:
            program.stdin.write(f"{code}\n")
            program.stdin.flush()
            (door,) = re.findall(r"http\S+/second/door/\S+", until_served(program.stdout))
            second = browser.new_page(locale=folder.name, color_scheme="light", viewport=size)
            second.goto(door)
            for page, name in ((first, "second"), (second, "second-here")):
                page.wait_for_timeout(LINE_MS)
                write(page, folder / f"{name}.webp")
        finally:
            program.terminate()
            program.communicate()


def until_served(lines: IO[str]) -> str:
    """Return what a program said until it serves."""
    said = []
    for line in lines:
        said.append(line)
        if "Ctrl-C" in line:
            break
    return "".join(said)


def write(page: Page, file: Path) -> None:
    """Write what is seen."""
    # The club is a trial: what says so would stand on every picture.
    page.evaluate("document.querySelector('.trial')?.remove()")
    seen = page.context.new_cdp_session(page)
    shot = seen.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    file.write_bytes(base64.b64decode(shot["data"]))


if __name__ == "__main__":
    main()
