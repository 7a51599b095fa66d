"""Wishes typed on a phone, the draw that follows them, and what the hall sees of it."""

from itertools import combinations

from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Club
from tests.contest import make_contest


def test_wishes_are_typed_and_the_draw_keeps_them_or_says_why(
    phone: Page, live_server: LiveServer
) -> None:
    contest = make_contest(Club.objects.get(), teams=8)
    base = f"{live_server.url}/contests/{contest.pk}"
    phone.set_viewport_size({"width": 360, "height": 640})
    phone.goto(f"{base}/entries/")
    phone.locator(f'a[href$="/contests/{contest.pk}/wishes/"]').click()
    phone.locator("#id_halls-halls").fill("Grande salle : 1-3\nPetite salle : 11-14")
    phone.locator('form[action$="/wishes/tables/"] button').click()
    phone.locator("#id_numbers").fill("1-5")
    phone.locator('form[action$="/wishes/apart/"] button').click()
    phone.locator("#id_seat-number").fill("8")
    phone.locator("#id_seat-tables").fill("petite salle")
    phone.locator('form[action$="/wishes/seat/"] button').click()
    expect(phone.locator("main")).to_contain_text("11–14")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.goto(f"{base}/draw/")
    phone.locator(".action-bar [type=submit]").click()
    # Five of eight are apart: one pair of them has to meet, and is named.
    expect(phone.locator("#wishes-title")).to_contain_text("1 souhait")
    expect(phone.locator(".draw-repeats")).to_contain_text("séparés aux premiers tours")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    drawn = contest.rounds.get().draw
    assert [pairing.table for pairing in drawn.pairings] == [1, 2, 3, 11]
    pairs = {pair for p in drawn.pairings for pair in combinations((*p.a, *p.b), 2)}
    assert len([pair for pair in pairs if max(pair) <= 5]) == 1
    assert 8 in (*drawn.pairings[3].a, *drawn.pairings[3].b)
    phone.locator('form[action$="/publish/"] button').click()
    phone.wait_for_url("**/rounds/1/")
    phone.goto(f"{live_server.url}/p/{contest.token}/teams/8/")
    expect(phone.locator(".seat__table")).to_contain_text("Petite salle")
    phone.goto(f"{live_server.url}/p/{contest.token}/draws/")
    expect(phone.locator("main")).to_contain_text("Ces souhaits ne sont pas publics")
