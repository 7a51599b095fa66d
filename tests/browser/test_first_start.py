"""From an empty folder to the first hand, as somebody alone at the club's computer does it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.evenings.services import open_evening
from scorekeeper.hall_codes import letters_of
from scorekeeper.models import Club
from tests.browser.table_page import expect_on_sheet
from tests.journeys.program import Program

LAPTOP: ViewportSize = {"width": 1366, "height": 768}
SMALL_PHONE: ViewportSize = {"width": 360, "height": 640}


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    """Start the real program on a folder that is not there yet."""
    program = Program(tmp_path / "club")
    program.start()
    yield program
    program.stop()


def test_from_an_empty_folder_to_the_first_hand(page: Page, program: Program) -> None:
    (door,) = re.findall(r"/sign-in/[\w-]+/", "".join(program.lines))
    page.set_viewport_size(LAPTOP)
    # What the program opens by itself signs in without a touch.
    page.goto(f"{program.url}{door}#now")
    expect(page.get_by_role("heading", level=1)).to_have_text("Bienvenue")
    _look_round_and_erase_it(page)

    page.get_by_label("Nom du club").fill("Belote des Tilleuls")
    page.get_by_role("button", name="Une soirée du club").click()
    page.get_by_role("button", name="Ouvrir la soirée").click()
    expect(page.locator(".brand")).to_have_text("Belote des Tilleuls")
    page.locator(".main-action a").click()
    for field, name in (("a1", "Anne"), ("a2", "Chloé"), ("b1", "Bruno"), ("b2", "David")):
        page.locator(f"#id_name_{field}").fill(name)
    page.get_by_role("button", name="Commencer la partie").click()
    page.locator("#id_taker .tile", has_text="Anne").click()
    page.locator("#id_points_a").fill("92")
    page.get_by_role("button", name="Noter la donne").click()
    expect_on_sheet(page, 1)

    page.goto(f"{program.url}/computer/")
    page.get_by_role("button", name="Arrêter le programme").click()
    page.get_by_role("dialog").get_by_role("button", name="Arrêter le programme").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Vous pouvez éteindre l’ordinateur")
    assert program.wait() == 0
    expect(page.locator("body")).to_be_visible()
    assert program.errors == ""


def _look_round_and_erase_it(page: Page) -> None:
    """Fill the trial, see that each page says so, erase it: the first page asks again."""
    page.get_by_role("button", name="Essayer d’abord").click()
    page.get_by_role("link", name="Joueurs", exact=True).click()
    expect(page.locator("main")).to_contain_text("Ceci est un essai.")
    expect(page.locator("main")).to_contain_text("Gaston")
    page.get_by_role("link", name="L’effacer et commencer").click()
    expect(page.locator("main")).to_contain_text("32 joueurs")
    page.get_by_role("button", name="L’effacer et commencer").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bienvenue")
    expect(page.locator("main")).not_to_contain_text("Ceci est un essai.")


def test_a_phone_without_a_camera_types_the_code_of_the_hall(
    page: Page, live_server: LiveServer, club: Club
) -> None:
    now = timezone.now()
    evening = open_evening(
        club=club,
        name="Vendredi",
        date=timezone.localdate(now),
        ruleset_key="classic",
        now=now,
    )
    letters = letters_of(evening.token)
    page.set_viewport_size(SMALL_PHONE)
    page.goto(live_server.url)
    code = page.get_by_label("Code")
    # Without a scroll, above the keyboard or not: it is what one comes for.
    expect(code).to_be_in_viewport(ratio=1)
    wrong = "bbbb" if letters != "BBBB" else "cccc"
    code.fill(wrong)
    page.get_by_role("button", name="Ouvrir").click()
    expect(page.locator(".field--error")).to_contain_text("Ce code n’ouvre rien ce soir.")
    expect(code).to_have_value(wrong)
    code.fill(f"{letters[:2]} {letters[2:]}".lower())
    page.get_by_role("button", name="Ouvrir").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Vendredi")
    page.get_by_role("button", name="Rejoindre").click()
    expect(page.locator(".main-action a")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
