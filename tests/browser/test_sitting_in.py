"""At the table of an evening: names by touching them, and somebody who sits in."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.engine.hand import Seat
from scorekeeper.evenings.services import open_evening, set_attendance
from scorekeeper.games.services.substitutes import sit_in
from scorekeeper.models import Club, Game
from tests.browser.table_page import join
from tests.table import NOW, SCORER, takes, write

PRESENT = ["Marguerite Le Goff-Kervella", "Bernadette", "Anne", "Bruno", "Chloé"]


def test_names_are_touched_and_a_substitute_sits_in(
    club: Club, phone: Page, live_server: LiveServer
) -> None:
    evening = open_evening(
        club=club, name="Vendredi", date=NOW.date(), ruleset_key="classic", now=NOW
    )
    set_attendance(evening=evening, players=(), new_names=PRESENT, now=NOW)
    phone.goto(f"{live_server.url}/games/new/?evening={evening.pk}&table=1")
    here = phone.locator("names-here button:visible")
    expect(here).to_have_count(5)
    # The field that was touched first, then the empty ones in order.
    phone.locator("#id_name_b1").focus()
    here.get_by_text("Bruno").click()
    for name in ("Marguerite Le Goff-Kervella", "Bernadette", "Chloé"):
        here.get_by_text(name).click()
    expect(here).to_have_text(["Anne"])
    shown = [phone.locator(f"#id_name_{seat}").input_value() for seat in ("a1", "a2", "b1", "b2")]
    assert shown == ["Marguerite Le Goff-Kervella", "Bernadette", "Bruno", "Chloé"]
    phone.get_by_role("button", name="Commencer la partie").click()
    expect(phone.locator("#id_taker")).to_be_visible()
    write(Game.objects.get(), takes(Seat.A1, 100), takes(Seat.B1, 62))

    phone.goto(f"{live_server.url}/games/{Game.objects.get().pk}/")
    phone.get_by_role("link", name="Remplacement").click()
    phone.locator("#id_seat .tile", has_text="Marguerite").click()
    phone.locator("names-here button:visible", has_text="Anne").click()
    expect(phone.locator("#id_from_hand")).to_have_value("3")
    phone.get_by_role("button", name="Remplacer").click()
    said = "Anne remplace Marguerite Le Goff-Kervella à partir de la donne 3"
    expect(phone.locator("main")).to_contain_text(said)
    expect(phone.locator(".sheet")).to_contain_text("Marguerite")
    expect(phone.locator("#id_taker")).to_contain_text("Anne")


@pytest.fixture
def table(browser: Browser) -> Iterator[Page]:
    """Yield a small phone on which a script may miss the computer in the hall."""
    context = browser.new_context(locale="fr-FR", viewport={"width": 360, "height": 640})
    yield context.new_page()
    context.close()


def test_without_connection_each_hand_is_of_who_sat_there_then(
    table: Page, live_server: LiveServer, game: Game
) -> None:
    write(game, takes(Seat.A1, 100), takes(Seat.B1, 62))
    sit_in(game_id=game.pk, seat=Seat.A1, name="Zoé", from_hand=2, author=SCORER, now=NOW)
    write(game, takes(Seat.A1, 90))
    join(table, live_server.url, game)
    takers = table.locator("#id_taker .tile")
    expect(takers.first).to_have_text("Zoé")
    table.context.set_offline(True)
    expect(table.locator("#link-state")).to_be_visible()
    for number, name, points in ((1, "Anne", "120"), (3, "Zoé", "110")):
        table.locator(f"[data-correct='{number}']").click()
        expect(takers.first).to_have_text(name)
        expect(takers.nth(1)).to_have_text("Bruno")
        table.locator("#id_points_a").fill(points)
        table.get_by_role("button", name="Corriger la donne").click()
        expect(takers.first).to_have_text("Zoé")
    said = table.locator("#kept .hand-card__said")
    expect(said).to_have_count(2)
    expect(said.first).to_contain_text("Anne")
    expect(said.last).to_contain_text("Zoé")
