"""A table calls, also where no connection is, and a message leaves what is typed there alone."""

from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Club
from tests.contest import games_of, make_contest, start_round
from tournaments.models import Call


def test_a_call_reaches_the_list_and_a_message_the_table(
    phone: Page, live_server: LiveServer, browser: Browser
) -> None:
    contest = make_contest(Club.objects.get(), teams=4, rounds=1, hands=2)
    match = games_of(start_round(contest))[0]
    door = f"{live_server.url}/c/{contest.codes.get(number=match.table_number or 0).token}/"
    hall = browser.new_context(locale="fr-FR", viewport={"width": 360, "height": 640})
    table = hall.new_page()
    table.goto(door)
    # The bell is in view wherever somebody sits at a table.
    bell = table.get_by_role("link", name="Appeler l’arbitre")
    expect(bell).to_be_in_viewport(ratio=1)
    table.locator("main form button.button--primary").click()
    table.wait_for_url("**/games/*/")
    game = table.url
    phone.set_viewport_size({"width": 360, "height": 640})
    phone.goto(f"{live_server.url}/contests/{contest.pk}/calls/")
    expect(bell).to_be_in_viewport(ratio=1)
    bell.click()
    hall.set_offline(True)
    table.locator("button[value=rules]").click()
    expect(table.locator("main")).to_contain_text("votre appel n’est pas parti")
    hall.set_offline(False)
    table.locator("button[value=rules]").click()
    expect(table.locator("#table-calls")).to_contain_text("est arrivé")
    assert Call.objects.count() == 1
    # It comes by itself, and the title counts it.
    expect(phone.locator("#calls")).to_contain_text("Désaccord sur la règle")
    expect(phone).to_have_title(f"(1) Appels · {contest.name}")
    phone.get_by_role("button", name="J’arrive").click()
    expect(table.locator("#table-calls")).to_contain_text("arrive à votre table")
    table.goto(game)
    table.locator("#id_taker label").first.click()
    phone.goto(f"{live_server.url}/contests/{contest.pk}/messages/")
    phone.locator("#id_text").fill("Tour 2 dans dix minutes.")
    phone.locator("main form.card button[type=submit]").click()
    told = table.locator("[data-seen]")
    expect(told).to_contain_text("Tour 2 dans dix minutes.")
    told.get_by_role("button").click()
    expect(told).to_have_count(0)
    expect(table.locator("#id_taker input").first).to_be_checked()
    phone.goto(f"{live_server.url}/contests/{contest.pk}/phones/")
    expect(phone.locator("main")).to_contain_text("a lu le message")
