"""A phone joins an evening and says “That is me”; confirmed, it has a page of its own."""

from django.utils import timezone
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.evenings.services import open_evening
from scorekeeper.models import Club, Evening
from tests.table import NOW
from tests.tournaments.members.phones import season_of_today
from tournaments.models import PlayerPhone


def season_and_evening() -> Evening:
    """Return tonight's evening of a club whose season has begun."""
    club, today = Club.objects.get(), timezone.localdate()
    season_of_today(club)
    return open_evening(club=club, name="Vendredi", date=today, ruleset_key="contest", now=NOW)


def test_a_phone_becomes_a_players_own(
    phone: Page, browser: Browser, live_server: LiveServer
) -> None:
    evening = season_and_evening()
    hall = browser.new_context(locale="fr-FR", viewport={"width": 360, "height": 640})
    player = hall.new_page()
    player.goto(f"{live_server.url}/e/{evening.token}/")
    player.locator("input[name=name]").fill("Anne")
    player.get_by_role("button", name="Rejoindre").click()
    player.get_by_role("link", name="Classement de la saison").click()
    row = player.locator("tr", has_text="Anne Petit")
    row.get_by_role("link", name="C’est moi").click()
    player.get_by_role("button", name="Oui, c’est moi").click()
    expect(player.get_by_role("heading", level=1)).to_contain_text("posée")

    phone.goto(f"{live_server.url}/")
    request = phone.locator(".phone-request", has_text="Anne Petit")
    expect(request).to_contain_text("signe « Anne »")
    request.get_by_role("button", name="Confirmer").click()
    expect(phone.locator(".message--success")).to_contain_text("relié à Anne Petit")
    expect(request).to_have_count(0)

    # Without being touched the phone goes on to the page of its own.
    expect(player.get_by_role("heading", level=1)).to_have_text("Anne Petit")
    expect(player.locator(".own-place")).to_have_text("1")
    expect(player.locator("#partners-title")).to_be_visible()
    player.locator('label:has(input[value="initials"])').click()
    player.get_by_role("button", name="Enregistrer").click()
    expect(player.locator(".message--success")).to_contain_text("affiché ainsi")
    player.locator(".list__main a").first.click()
    expect(player.locator("tr", has_text="A. P.")).to_contain_text("vous")
    expect(player.locator("main")).not_to_contain_text("Anne Petit")

    player.go_back()
    player.get_by_role("button", name="Ce téléphone n’est plus le mien").click()
    player.locator("dialog[open]").get_by_role("button", name="Plus le mien").click()
    expect(player.locator(".message--success")).to_contain_text("plus celui de personne")
    assert not PlayerPhone.objects.exists()
    hall.close()
