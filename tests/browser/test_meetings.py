"""A meeting of four tables: set up, drawn, played on phones with a substitute, won."""

from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Club
from tests.browser.table_page import Line, enter
from tests.contest import games_of, make_contest
from tests.phased import WHOLE, write_total

FITS = "document.documentElement.scrollWidth <= innerWidth"


def test_a_meeting_of_four_tables_is_set_up_drawn_played_and_won(
    phone: Page, live_server: LiveServer, browser: Browser
) -> None:
    contest = make_contest(Club.objects.get(), teams=8, rounds=1, hands=2)
    pages = f"{live_server.url}/contests/{contest.pk}/"
    phone.set_viewport_size({"width": 360, "height": 640})
    phone.goto(f"{pages}squads/")
    phone.locator("#id_squads").fill("Brive: 1-4\nTulle: 5-8")
    phone.locator("#id_course").select_option("cup")
    phone.locator(".action-bar [type=submit]").click()
    expect(phone.locator(".phase-groups > *")).to_have_count(2)
    assert phone.evaluate(FITS)
    phone.goto(f"{pages}draw/")
    phone.locator(".action-bar [type=submit]").click()
    expect(phone.locator(".draw-table")).to_have_count(4)
    phone.locator(".main-action [type=submit]").click()
    phone.wait_for_url(f"{pages}rounds/1/")
    playing = contest.rounds.get(number=1)
    matches = games_of(playing)
    assert [one.table_number for one in matches] == [1, 2, 3, 4]

    first = matches[0].seats.select_related("entry").get(side="A").entry
    mine = "Brive" if first.number == 1 else "Tulle"
    player, partner = first.names
    table = browser.new_context(locale="fr-FR", viewport={"width": 390, "height": 844}).new_page()
    table.goto(f"{live_server.url}/c/{contest.codes.get(number=1).token}/")
    expect(table.locator(".own-meeting")).to_contain_text("Rencontre")
    table.locator("#id_name").fill("Léa")
    table.locator("main form button.button--primary").click()
    table.wait_for_url("**/games/*/")
    enter(table, Line(partner, 100, 0, 0))
    phone.goto(f"{pages}entries/{first.number}/substitute/")
    phone.get_by_label(player, exact=True).check()
    phone.locator("#id_name").fill("Nadia")
    phone.locator("main form.form button.button--primary").click()
    phone.wait_for_load_state()
    expect(table.locator("#id_taker")).to_contain_text("Nadia")
    enter(table, Line("Nadia", 100, 0, 0))

    write_total(matches[1], WHOLE, 0)
    write_total(matches[2], 0, WHOLE)
    # The running score, before the last table is over.
    phone.goto(f"{pages}rounds/1/meetings/1/")
    expect(phone.locator(".meeting-head__score")).to_have_text(["4", "2"])
    expect(phone.locator(".draw-tables")).to_contain_text(f"Nadia & {partner}")
    write_total(matches[3], WHOLE // 2, WHOLE // 2)
    table.goto(f"{live_server.url}/p/{contest.token}/teams/{first.number}/?mine=1")
    expect(table.locator(".own-meeting")).to_contain_text(f"Vous jouez pour {mine}")
    expect(table.locator(".own-meeting")).to_contain_text("5 – 3")
    phone.reload()
    expect(phone.locator(".meeting-head__score")).to_have_text(["5", "3"])
    expect(phone.locator(".meeting-head .badge--made")).to_have_count(1)
    assert phone.evaluate(FITS)
