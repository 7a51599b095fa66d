"""The 4 × 4 contest through the organiser's pages: pools, main, consolation, on a small phone."""

from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Club
from tests.contest import make_contest
from tests.phased import play_phased, play_tables
from tournaments.models import Tournament


def test_four_pools_of_four_are_chosen_drawn_and_seen_as_brackets(
    phone: Page, live_server: LiveServer
) -> None:
    contest = make_contest(Club.objects.get(), teams=16, hands=2)
    pages = f"{live_server.url}/contests/{contest.pk}/"
    phone.set_viewport_size({"width": 360, "height": 640})
    phone.goto(f"{pages}phases/?preset=pools")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.locator("main form [type=submit]").click()
    phone.goto(f"{pages}draw/")
    phone.locator(".action-bar [type=submit]").click()
    expect(phone.locator(".phase-groups > *")).to_have_count(4)
    phone.locator(".action-bar [type=submit]").click()
    phone.wait_for_url(f"{pages}rounds/1/")
    tournament = Tournament.objects.get(pk=contest.pk)
    play_tables(tournament.rounds.get(number=1))
    phone.goto(f"{pages}rounds/1/close/")
    phone.locator(".action-bar [type=submit]").click()
    phone.wait_for_url(f"{pages}rounds/1/")
    play_phased(tournament, rounds=5)
    phone.goto(f"{pages}bracket/")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(phone.locator(".bracket__picture").first).to_be_hidden()
    expect(phone.locator("#bracket-main .badge")).to_contain_text("Player 1 & Player 2")
    phone.set_viewport_size({"width": 1280, "height": 800})
    expect(phone.locator(".bracket__picture")).to_have_count(2)
    expect(phone.locator(".bracket__picture").first).to_be_visible()
