"""An evening with the organiser's screen and a player's phone that joins by its code."""

from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Evening
from tests.browser.table_page import expect_on_sheet


def test_a_phone_joins_the_evening_and_enters_its_table(
    phone: Page, browser: Browser, live_server: LiveServer
) -> None:
    phone.goto(f"{live_server.url}/evenings/new/")
    phone.get_by_role("button", name="Ouvrir la soirée").click()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Soirée")
    evening = Evening.objects.get()

    visitor = browser.new_context(locale="fr-FR", viewport={"width": 390, "height": 844})
    player = visitor.new_page()
    answer = player.goto(f"{live_server.url}/evenings/{evening.pk}/")
    assert answer
    assert answer.status == 404
    player.goto(f"{live_server.url}/e/{evening.token}/")
    player.locator("input[name=name]").fill("Léa")
    player.get_by_role("button", name="Rejoindre").click()
    player.goto(f"{live_server.url}/games/new/?evening={evening.pk}&table=1")
    for field, name in (("a1", "Anne"), ("a2", "Chloé"), ("b1", "Bruno"), ("b2", "David")):
        player.locator(f"#id_name_{field}").fill(name)
    player.get_by_role("button", name="Commencer la partie").click()
    player.locator("#id_taker .tile", has_text="Anne").click()
    player.locator("#id_points_a").fill("92")
    player.get_by_role("button", name="Noter la donne").click()
    expect_on_sheet(player, 1)
    player.get_by_role("link", name="Historique").click()
    expect(player.locator("main")).to_contain_text("Léa")
    visitor.close()

    phone.reload()
    expect(phone.locator("main")).to_contain_text("Anne & Chloé")
    ranking = phone.locator(".ranking > li")
    expect(ranking).to_have_count(4)
    expect(ranking.first).to_contain_text("92")
    expect(ranking.first).to_contain_text("contrat : 1 sur 1")
