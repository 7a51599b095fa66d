"""At the table of an evening: names by touching them, and somebody who sits in."""

from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.engine.hand import Seat
from scorekeeper.evenings.services import open_evening, set_attendance
from scorekeeper.models import Club, Game
from tests.table import NOW, takes, write

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
