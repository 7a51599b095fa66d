"""A laptop in a hall without Internet, and the server of two clubs: real programs of both kinds."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.benchmarks.serving import new_database
from tests.journeys.hall import Hall, make_hall
from tests.journeys.program import Program, run
from tests.journeys.server import Server
from tests.postgres import own_postgres


@pytest.fixture
def laptop(tmp_path: Path) -> Iterator[Program]:
    program = Program(tmp_path / "hall")
    yield program
    program.stop()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Yield a server for many clubs: two processes on PostgreSQL, where anybody may found one."""
    server = Server(tmp_path / "server")
    for address in own_postgres():
        database = new_database(address, "clubs")
        own = {"BELOTE_PUBLIC_URL": f"http://127.0.0.1:{server.port}"}
        server.said = {**own, "BELOTE_FOUNDING": "open", "DATABASE_URL": database}
        yield server
        if server.process and server.process.poll() is None:
            server.stop()


def serve(server: Server) -> None:
    server.start("--workers", "2")
    server.wait()


def founded(server: Server, browser: Browser, name: str) -> Page:
    """Found a club; return the browser of whoever did."""
    page = browser.new_context(locale="fr-FR").new_page()
    page.goto(f"{server.said['BELOTE_PUBLIC_URL']}/found/")
    page.locator("#id_name").fill(name)
    page.locator("#id_person").fill("Colette")
    page.locator("#id_username").fill(f"colette-{name[-1]}")
    page.locator("#id_password").fill("atout pique et belote")
    page.get_by_role("button", name="Fonder le club").click()
    expect(page.locator(".message--success")).to_be_visible()
    return page


def organiser_of(laptop: Program, hall: Hall, browser: Browser) -> Page:
    """Open the laptop's own browser, in which its organiser is signed in."""
    context = browser.new_context(locale="fr-FR", viewport={"width": 1366, "height": 768})
    context.add_cookies([{"name": "sessionid", "value": hall.session, "url": laptop.url}])
    return context.new_page()


def connect(laptop: Page, hall: Program, there: Page, server: Server) -> None:
    """Connect both computers by the line that the server shows."""
    there.goto(f"{server.said['BELOTE_PUBLIC_URL']}/hall/computers/")
    there.get_by_label("Comment s’appelle l’ordinateur ?").fill("Portable de la salle")
    there.get_by_role("button", name="Montrer la ligne à copier").click()
    line = there.locator("code.wrap").inner_text()
    laptop.goto(f"{hall.url}/server/")
    laptop.get_by_label("La ligne que montre le serveur").fill(line)
    laptop.get_by_role("button", name="Relier").click()
    expect(laptop.locator(".message--success")).to_contain_text("Relié")


def game_of_evening(page: Page, hall: Program, evening: int) -> int:
    """Return a game that is played on an evening of the hall."""
    page.goto(f"{hall.url}/evenings/{evening}/")
    found = re.search(r'href="/games/(\d+)/"', page.content())
    assert found
    return int(found[1])


def write_hand(phone: Page, hall: Program, game: int, points: str) -> None:
    """Write a hand at a table of the hall."""
    phone.goto(f"{hall.url}/games/{game}/")
    expect(phone.locator("html[data-table=ready][data-scores=ready]")).to_be_attached()
    before = phone.locator("#live-sheet [data-hand]").count()
    phone.locator("#id_taker .tile").first.click()
    phone.locator("#id_points_a").fill(points)
    phone.get_by_role("button", name="Noter la donne").click()
    expect(phone.locator("#live-sheet [data-hand]")).to_have_count(before + 1)


def send(laptop: Page, hall: Program) -> None:
    laptop.goto(f"{hall.url}/server/")
    laptop.get_by_role("button", name="Envoyer maintenant").click()


def test_what_the_hall_wrote_without_a_line_is_on_the_server_later(
    laptop: Program, server: Server, browser: Browser
) -> None:
    hall = make_hall(laptop.data, teams=4, hands=12)
    played = run(laptop.data, "manage.py", "demo", "--teams", "8", "--hands", "4").split()[-1]
    laptop.start()
    serve(server)
    page = organiser_of(laptop, hall, browser)
    there, elsewhere = (founded(server, browser, name) for name in ("Les As 1", "Les Dix 2"))
    connect(page, laptop, there, server)
    send(page, laptop)
    expect(page.get_by_text("Le serveur a tout.")).to_be_visible()

    assert server.stop() == 0
    write_hand(page, laptop, hall.tables[0].game, "92")
    on_evening = game_of_evening(page, laptop, hall.evening)
    write_hand(page, laptop, on_evening, "70")
    send(page, laptop)
    expect(page.get_by_text("Le serveur est injoignable")).to_be_visible()
    expect(page.get_by_text("Pas encore sur le serveur")).to_be_visible()
    serve(server)
    write_hand(page, laptop, hall.tables[0].game, "81")
    write_hand(page, laptop, on_evening, "100")
    send(page, laptop)
    expect(page.get_by_text("Le serveur a tout.")).to_be_visible()

    written = [
        json.loads(run(laptop.data, "manage.py", "export_tournament", number))
        for number in (str(hall.contest), played)
    ]
    evening = run(laptop.data, "manage.py", "export_evening", str(hall.evening))
    evenings = [json.loads(evening)]
    there.goto(f"{server.said['BELOTE_PUBLIC_URL']}/hall/computers/")
    links = there.locator(".list__main a")
    addresses = [link.get_attribute("href") or "" for link in links.all()]
    for address in addresses:
        there.goto(f"{server.said['BELOTE_PUBLIC_URL']}{address}")
        expect(there.get_by_text("Tenu sur l’ordinateur de la salle")).to_be_visible()
        other = elsewhere.goto(there.url)
        assert other
        assert other.status == 404
        kind, number = address.strip("/").split("/")
        if kind == "evenings":
            evenings.remove(json.loads(server.run("export_evening", number)))
            continue
        # Entries, hands, standings and log.
        written.remove(json.loads(server.run("export_tournament", number)))
        server.run("verify_tournament", number)
    assert not written
    assert not evenings
    server.run("doctor")
