"""A laptop in a hall without Internet, and the server of its club: two real programs."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.hall import Hall, Table, make_hall
from tests.journeys.program import Program, run


@pytest.fixture
def laptop(tmp_path: Path) -> Iterator[Program]:
    program = Program(tmp_path / "hall")
    yield program
    program.stop()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Program]:
    program = Program(tmp_path / "server")
    yield program
    program.stop()


def organiser_of(laptop: Program, hall: Hall, browser: Browser) -> Page:
    """Open the laptop's own browser, in which its organiser is signed in."""
    context = browser.new_context(locale="fr-FR", viewport={"width": 1366, "height": 768})
    context.add_cookies([{"name": "sessionid", "value": hall.session, "url": laptop.url}])
    return context.new_page()


def connected(laptop: Page, hall: Program, server: Program, browser: Browser) -> Page:
    """Connect both computers by the line that the server shows; return the server's page."""
    page = browser.new_context(locale="fr-FR").new_page()
    link = next(line.strip() for line in server.lines if "/sign-in/" in line)
    page.goto(link.replace("localhost", "127.0.0.1"))
    page.locator("main form button.button--primary").click()
    page.goto(f"{server.url}/hall/computers/")
    page.get_by_label("Comment s’appelle l’ordinateur ?").fill("Portable de la salle")
    page.get_by_role("button", name="Montrer la ligne à copier").click()
    line = page.locator("code.wrap").inner_text()
    laptop.goto(f"{hall.url}/server/")
    laptop.get_by_label("La ligne que montre le serveur").fill(line)
    laptop.get_by_role("button", name="Relier").click()
    expect(laptop.locator(".message--success")).to_contain_text("Relié")
    return page


def write_hand(phone: Page, hall: Program, table: Table, points: str) -> None:
    """Write a hand at a table of the hall."""
    phone.goto(f"{hall.url}/games/{table.game}/")
    expect(phone.locator("html[data-table=ready][data-scores=ready]")).to_be_attached()
    before = phone.locator("#live-sheet [data-hand]").count()
    phone.locator("#id_taker .tile").first.click()
    phone.locator("#id_points_a").fill(points)
    phone.get_by_role("button", name="Noter la donne").click()
    expect(phone.locator("#live-sheet [data-hand]")).to_have_count(before + 1)


def send(laptop: Page, hall: Program) -> None:
    laptop.goto(f"{hall.url}/server/")
    laptop.get_by_role("button", name="Envoyer maintenant").click()


def document(program: Program, contest: int) -> str:
    return run(program.data, "manage.py", "export_tournament", str(contest))


def test_what_the_hall_wrote_without_a_line_is_on_the_server_later(
    laptop: Program, server: Program, browser: Browser
) -> None:
    hall = make_hall(laptop.data, teams=4, hands=12)
    laptop.start()
    server.start("manage.py", "start", "--sign-in")
    page = organiser_of(laptop, hall, browser)
    there = connected(page, laptop, server, browser)
    send(page, laptop)
    expect(page.get_by_text("Le serveur a tout.")).to_be_visible()

    server.kill()
    write_hand(page, laptop, hall.tables[0], "92")
    send(page, laptop)
    expect(page.get_by_text("Le serveur est injoignable")).to_be_visible()
    expect(page.get_by_text("Pas encore sur le serveur")).to_be_visible()

    server.start()
    write_hand(page, laptop, hall.tables[0], "81")
    send(page, laptop)
    expect(page.get_by_text("Le serveur a tout.")).to_be_visible()

    there.goto(f"{server.url}/hall/computers/")
    expect(there.get_by_text("dernières nouvelles")).to_be_visible()
    there.locator(".list__main a").click()
    expect(there.get_by_text("Tenu sur l’ordinateur de la salle")).to_be_visible()
    contest = int(there.url.rstrip("/").rsplit("/", 1)[-1])
    assert document(server, contest) == document(laptop, hall.contest)
    run(server.data, "manage.py", "verify_tournament", str(contest))
    run(server.data, "manage.py", "doctor")
