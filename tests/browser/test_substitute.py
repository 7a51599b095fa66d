"""Add a substitute during round 2: the phone at the table, the ranking and both people's pages."""

from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Club, Player
from tests.browser.table_page import Line, enter
from tests.contest import games_of, make_contest, play, play_round, start_round
from tests.table import NOW, SCORER
from tournaments.tables.services import close_round


def test_the_table_follows_a_substitute_and_both_have_what_they_played(
    phone: Page, live_server: LiveServer, browser: Browser
) -> None:
    contest = make_contest(Club.objects.get(), teams=4, rounds=2, hands=2)
    play_round(contest)
    playing = start_round(contest)
    match = playing.seats.get(entry__number=1).match
    game = match.game
    assert game
    url = live_server.url
    table = browser.new_context(locale="fr-FR", viewport={"width": 390, "height": 844}).new_page()
    table.goto(f"{url}/c/{contest.codes.get(number=match.table_number or 0).token}/")
    table.locator("#id_name").fill("Léa")
    table.locator("main form button.button--primary").click()
    table.wait_for_url("**/games/*/")
    enter(table, Line("Player 1", 100, 0, 0))
    phone.goto(f"{url}/contests/{contest.pk}/substitutes/")
    phone.locator("#id_number").select_option("1")
    phone.locator("main form button.button--primary").click()
    phone.get_by_label("Player 1", exact=True).check()
    phone.locator("#id_name").fill("Nadia")
    # The hand that is played now is proposed.
    expect(phone.locator("#id_from_hand")).to_have_value("2")
    phone.locator("main form.form button.button--primary").click()
    expect(phone.locator("main")).to_contain_text("Player 1 (jusqu’à la donne 1 du tour 2)")
    # Nobody loads the page of the table again.
    expect(table.locator("#id_taker")).to_contain_text("Nadia")
    expect(table.locator("#id_taker")).not_to_contain_text("Player 1")
    enter(table, Line("Nadia", 100, 0, 0))
    for other in games_of(playing):
        if other != match:
            play(other, [100, 100])
    close_round(round_id=playing.pk, author=SCORER, now=NOW)
    phone.goto(f"{url}/contests/{contest.pk}/ranking/")
    line = phone.locator("#no1")
    expect(line).to_contain_text("Nadia & Player 2")
    expect(line).to_contain_text("Player 1 (jusqu’à la donne 1 du tour 2), puis Nadia")
    # Player 1 began both games of the team, Nadia finished the second.
    for name in ("Player 1", "Nadia"):
        player = Player.objects.get(name=name)
        phone.goto(f"{url}/people/{player.pk}/")
        expect(phone.locator(".person-event")).to_contain_text(contest.name)
        expect(phone.locator(".person-event")).to_contain_text("avec Player 2")
