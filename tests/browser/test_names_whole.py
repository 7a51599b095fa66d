"""Every page with long names on every screen: no word is broken, nothing cut or covered."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from django.db.models import Model
from django.test import Client
from playwright.sync_api import BrowserContext, CDPSession, Page
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import GameSeat, Player
from scorekeeper.models.sort_names import name_key
from tests.access.rows import API, IN, read_rows
from tests.access.world import fill
from tests.phased import KNOCKOUT, make_phased, play_phased
from tests.table import make_member
from tournaments.models import EntryPlayer, FormerPlayer

SCREENS: Final = (
    # Width, height, and the size of letters that somebody chose in the browser.
    (360, 640, 16),
    (390, 844, 16),
    (768, 1024, 16),
    (1280, 720, 16),
    (1366, 768, 16),
    (360, 640, 21),
    (1366, 768, 21),
)
PARTS: Final = 4
"""As many tests share the pages, so that all workers have some in the end."""
PROJECTOR: Final = 1280
CLUB: Final = "Belote-club intercommunal des Châtaigniers"
ALONE: Final = ("Marguerite", "Christophe", "Bernadette", "Dominique Charpentier")
FIRST: Final = (
    *("Marguerite", "Christophe", "Bernadette", "Jean-Christophe", "Marie-Bernadette"),
    *("Dominique", "Anne-Marguerite", "Jean-Baptiste", "Maximilien"),
)
FAMILY: Final = (
    *("Carpentier", "Saint-Maximin-Delacroix", "Castelnau-Durban", "Le Goff-Kermadec"),
    *("Montgolfier-Beauregard", "Vandenbroucke", "Charpentier-Lavallière", "Desmoulins"),
    *("Roquefeuil-Saint-André", "Guillaumin-Bourdonnais", "Bihan-Le Goff"),
)
LOOK: Final = (Path(__file__).parent / "names_whole.js").read_text(encoding="utf-8")


@pytest.mark.parametrize("part", range(PARTS))
def test_names_are_whole_on_every_page(
    page: Page, context: BrowserContext, live_server: LiveServer, part: int
) -> None:
    filled = fill(CLUB)
    knockout = make_phased(filled.club, KNOCKOUT, teams=16)
    play_phased(knockout, rounds=1)
    rename_everybody()
    owner = Client()
    owner.force_login(make_member(filled.club, "owner"))
    session = owner.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    letters_of = context.new_cdp_session(page)
    brackets = (f"/contests/{knockout.pk}/bracket/", f"/p/{knockout.token}/bracket/")
    faults = []
    for address in (*addresses(filled.words), *brackets)[part::PARTS]:
        answer = owner.get(address)
        answer.close()
        if answer.status_code != 200 or not answer.headers["Content-Type"].startswith("text/html"):
            continue
        page.goto(f"{live_server.url}{address}")
        faults += [f"{address} {fault}" for fault in faults_seen(page, letters_of)]
    # Who has not signed in has longer words beside the name of the club.
    context.clear_cookies()
    page.goto(f"{live_server.url}/p/{knockout.token}/")
    faults += [f"Not signed in: {fault}" for fault in faults_seen(page, letters_of)]
    assert not faults, "\n".join(faults)


def faults_seen(page: Page, letters_of: CDPSession) -> Iterator[str]:
    """Yield what is wrong with a page on each screen."""
    is_board = page.locator("contest-board").count() > 0
    for width, height, letters in SCREENS:
        if is_board and width < PROJECTOR:
            continue
        page.set_viewport_size({"width": width, "height": height})
        letters_of.send("Page.setFontSizes", {"fontSizes": {"standard": letters}})
        for fault in page.evaluate(LOOK, [width, FIRST]):
            yield f"{width} x {height}, {letters}: {fault}"


def addresses(words: dict[str, str]) -> Iterator[str]:
    """Yield every address that a club's owner may open, but for those of programs."""
    for row in read_rows():
        # What a board asks for now and then is no page.
        is_page = not row.address.startswith(API) and "board=" not in row.address
        if row.method == "GET" and row.answers["owner"] == IN and is_page:
            yield row.path(words)


def rename_everybody() -> None:
    """Give everybody a long name, as players, in their seats and in their entries."""
    models: tuple[type[Model], ...] = (Player, EntryPlayer, FormerPlayer, GameSeat)
    known: dict[str, str] = {}
    left = long_names()
    for model in models:
        rows: Any = model._default_manager
        for row in rows.all():
            name = known.get(row.name) or known.setdefault(row.name, next(left))
            changes = {"name": name}
            if model is Player:
                changes["sort_name"] = name_key(name)
            rows.filter(pk=row.pk).update(**changes)


def long_names() -> Iterator[str]:
    """Yield four names that are common, those of forty pairs, then the same with a letter."""
    yield from ALONE
    for number in range(1000):
        letter = "" if number < 80 else f" {chr(65 + number // 80)}"
        yield f"{FIRST[number % 9]} {FAMILY[(number * 7 + number // 9) % 11]}{letter}"
