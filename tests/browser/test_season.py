"""Three evenings with changing partners, and the season's table, best 2 of 3, in both languages."""

import re

from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Evening
from tournaments.models import Season

# Side A, side B and the totals of twelve hands.
EVENINGS = (
    (("Anne", "Bruno"), ("Chloé", "David"), 1044, 900),
    (("Anne", "Chloé"), ("Bruno", "David"), 1000, 944),
    (("Anne", "David"), ("Bruno", "Chloé"), 900, 1044),
)
# The best two of three: Bruno 1044 + 1044; Anne 1044 + 1000 and Chloé 1000 + 1044 have also the
# same games, so that they share the place; David 944 + 900.
TABLE = (("1", "Bruno", 2088), ("2", "Anne", 2044), ("2", "Chloé", 2044), ("4", "David", 1844))


def hold_evening(page: Page, url: str, number: int) -> None:
    """Open an evening, write its slip and close it, by the pages a club uses."""
    first, second, total_a, total_b = EVENINGS[number - 1]
    page.goto(f"{url}/evenings/new/")
    page.locator("#id_name").fill(f"Vendredi {number}")
    page.locator("main form button.button--primary").click()
    page.wait_for_url("**/evenings/*/")
    evening = Evening.objects.get(name=f"Vendredi {number}")
    page.goto(f"{url}/games/slip/new/?evening={evening.pk}")
    for field, name in zip(("a1", "a2", "b1", "b2"), (*first, *second), strict=True):
        page.locator(f"#id_name_{field}").fill(name)
    page.locator("#id_ruleset_key").select_option("contest")
    for field, typed in (("hands_1", 12), ("total_a_1", total_a), ("total_b_1", total_b)):
        page.locator(f"#id_{field}").fill(str(typed))
    page.locator("main .action-bar button.button--primary").click()
    page.wait_for_url("**/games/*/")
    page.goto(f"{url}/evenings/{evening.pk}/")
    page.locator('form[action$="/close/"] button').click()
    page.locator("dialog[open] button.button--primary, dialog[open] .button--danger").click()
    expect(page.locator('form[action$="/reopen/"]')).to_be_visible()


def expect_table(page: Page, separator: str) -> None:
    """Read the table of the season: places, names, scores as the language writes them."""
    rows = page.locator("table.season tbody tr")
    expect(rows).to_have_count(len(TABLE))
    for index, (place, name, score) in enumerate(TABLE):
        row = rows.nth(index)
        expect(row.locator(".standings__rank")).to_have_text(place)
        expect(row.locator(".standings__who")).to_contain_text(name)
        shown = f"{score:,}".replace(",", separator)
        expect(row.locator(".standings__total")).to_have_text(re.compile(shown))


def expect_every_column_reachable(page: Page) -> None:
    """Hold a tablet on its side: the list may be wider than it, but not out of reach."""
    before = page.viewport_size
    page.set_viewport_size({"width": 768, "height": 1024})
    last = page.locator("table.season thead th:visible").last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=0.9)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if before:
        page.set_viewport_size(before)


def test_three_evenings_make_a_season_best_two_of_three(
    phone: Page, live_server: LiveServer
) -> None:
    url = live_server.url
    for number in (1, 2, 3):
        hold_evening(phone, url, number)
    phone.goto(f"{url}/leagues/new/")
    phone.locator("#id_league_name").fill("Championnat du vendredi")
    phone.locator("main .action-bar button.button--primary").click()
    phone.wait_for_url("**/seasons/*/**")
    season = Season.objects.get()

    phone.goto(f"{url}/seasons/{season.pk}/edit/")
    phone.locator('label:has(input[name="combines"][value="best"])').click()
    phone.locator("#id_best_count").fill("2")
    phone.locator("main .action-bar button.button--primary").click()
    phone.wait_for_url(f"**/seasons/{season.pk}/")

    assert phone.locator("html").get_attribute("lang") == "fr"
    expect_table(phone, "[\u00a0\u202f ]")
    # Anne's third evening and Bruno's second are dropped, and say so.
    expect(phone.locator("table.season tbody tr").nth(1)).to_contain_text("(900)")
    expect_every_column_reachable(phone)
    phone.locator('header button[name="language"][value="en"]').click()
    expect(phone.locator("html")).to_have_attribute("lang", "en")
    expect_table(phone, ",")
    phone.goto(f"{url}/s/{season.token}/")
    expect_table(phone, ",")
