"""The pages of a contest on a small phone, and buttons pressed by people in a hurry."""

from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Club
from tests.contest import games_of, make_contest, play, start_round
from tests.table import NOW, SCORER
from tournaments.tables.services import announce_next_round, close_round


def test_two_clicks_draw_once_and_the_menu_is_one_line(
    phone: Page, live_server: LiveServer
) -> None:
    contest = make_contest(Club.objects.get(), teams=4)
    phone.set_viewport_size({"width": 360, "height": 640})
    phone.goto(f"{live_server.url}/contests/{contest.pk}/draw/")
    tops = "(links) => links.filter((link) => link.offsetHeight).map((link) => link.offsetTop)"
    assert len(set(phone.locator(".contest-nav > a").evaluate_all(tops))) == 1
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # What reaches the server of two clicks.
    phone.evaluate("""() => {
      window.sent = 0;
      window.addEventListener("submit", (event) => {
        if (!event.defaultPrevented) window.sent += 1;
        event.preventDefault();
      });
    }""")
    phone.locator(".action-bar [type=submit]").dblclick()
    assert phone.evaluate("window.sent") == 1


def test_the_first_page_follows_the_hall_and_keeps_a_number_that_is_typed(
    phone: Page, live_server: LiveServer
) -> None:
    playing = start_round(make_contest(Club.objects.get(), teams=4, hands=1))
    first, second = games_of(playing)
    phone.goto(f"{live_server.url}/contests/{playing.tournament_id}/")
    missing = phone.locator(".contest-waiting > div", has_text="Tables sans résultat")
    expect(missing.locator("a")).to_have_text(["Table 1", "Table 2"])
    play(first)
    expect(missing.locator("a")).to_have_text(["Table 2"])
    play(second)
    close_round(round_id=playing.pk, author=SCORER, now=NOW)
    called = phone.locator(".main-action input[name=called]")
    phone.locator("#next-hour").fill("21:40")
    phone.locator(".main-action summary").click()
    called.fill("0471")
    announce_next_round(round_id=playing.pk, minutes=5, author=SCORER, now=NOW)
    expect(phone.locator("#page-head")).to_contain_text("Le tour suivant commence")
    expect(called).to_have_value("0471")
    expect(called).to_be_focused()
    expect(phone.locator("#next-hour")).to_have_value("21:40")
