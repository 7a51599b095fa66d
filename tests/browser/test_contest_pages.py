"""The pages of a contest on a small phone, and buttons pressed by people in a hurry."""

from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Club
from tests.contest import make_contest


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
