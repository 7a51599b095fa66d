"""A couple enters from a small phone before the day, and the organiser takes them in by one tap."""

from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.clubs.queries import MOST_OFFERED
from scorekeeper.models import Club, Player
from tests.contest import make_contest
from tests.table import NOW, SCORER
from tournaments.extensions.entry_requests.services import open_contest

SMALL: ViewportSize = {"width": 360, "height": 640}


def test_a_couple_enters_from_a_small_phone(
    phone: Page, live_server: LiveServer, browser: Browser
) -> None:
    contest = make_contest(Club.objects.get(), teams=0)
    by: dict[str, Any] = {"author": SCORER, "now": NOW}
    opened = open_contest(tournament_id=contest.pk, takes_requests=True, shows_names=True, **by)
    with browser.new_context(locale="en", viewport=SMALL) as context:
        own = context.new_page()
        own.goto(f"{live_server.url}/a/{opened.token}/")
        own.get_by_role("link", name="Enter").click()
        assert own.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert own.locator("#id_website").evaluate("field => field.offsetParent.offsetWidth") <= 2
        own.get_by_label("Your first and last name").fill("Anne Petit")
        own.get_by_label("Your partner’s first and last name").fill("Paul Grand")
        own.get_by_label("The club may keep this for the contest").check()
        own.get_by_role("button", name="Send").click()
        expect(own.get_by_role("heading", name="Sent: the organiser confirms it")).to_be_visible()
        phone.goto(f"{live_server.url}/contests/{contest.pk}/requests/")
        phone.locator("[name=act]").first.click()
        own.reload()
        expect(own.get_by_text("Say at the door: number 1.")).to_be_visible()
        assert own.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_desk_completes_names_of_a_club_of_any_size(
    phone: Page, live_server: LiveServer
) -> None:
    club = Club.objects.get()
    contest = make_contest(club, teams=0)
    names = ["Bernadette Le Goff", *(f"Player {number}" for number in range(MOST_OFFERED))]
    Player.objects.bulk_create(Player(club=club, name=name, created_at=NOW) for name in names)
    phone.goto(f"{live_server.url}/contests/{contest.pk}/entries/new/")
    known = phone.locator("#players option[value='Bernadette Le Goff']")
    expect(phone.locator("#players option")).to_have_count(MOST_OFFERED)
    expect(known).to_have_count(0)
    phone.locator("#id_name_1").press_sequentially("le g")
    expect(known).to_have_count(1)
