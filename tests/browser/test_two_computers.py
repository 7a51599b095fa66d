"""The laptop dies in mid-game: open pages find the second one, and each hand stands there once."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.table_page import (
    Line,
    expect_kept,
    expect_on_sheet,
    fill_and_send,
    wait_until_ready,
)
from tests.journeys.hall import Hall, Table, make_hall, recount
from tests.journeys.program import Program, run
from tests.journeys.test_hall_and_server import organiser_of
from tests.journeys.test_two_computers import (
    code_of,
    first,
    hands_in,
    second,
    take_over,
    wait_until,
)

__all__ = ["first", "second"]


@contextmanager
def standing_still(program: Program) -> Iterator[None]:
    """Let a program hear and say nothing meanwhile, as on a laptop that sleeps."""
    assert program.process
    program.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        program.process.send_signal(signal.SIGCONT)


def sit_down(browser: Browser, program: Program, table: Table, name: str) -> Page:
    page = browser.new_context(locale="fr-FR", viewport={"width": 390, "height": 844}).new_page()
    page.goto(f"{program.url}/c/{table.token}/")
    page.locator("input[name=name]").fill(name)
    page.locator("main form button.button--primary").click()
    page.wait_for_url("**/games/*/")
    wait_until_ready(page)
    return page


def typed(page: Page, number: int) -> None:
    """Write the next hand down, another one each time."""
    taker = page.locator("#id_taker .tile").first.inner_text().strip()
    fill_and_send(page, Line(taker, 80 + number, 0, 0))


def written(page: Page, number: int) -> None:
    typed(page, number)
    expect_on_sheet(page, number)


def points_on(program: Program) -> list[int]:
    return [entry["card_points"] for entry in recount(program.data).sheets[0].entries]


@pytest.fixture
def hall(first: Program) -> Hall:
    return make_hall(first.data, teams=4, hands=12)


def test_open_pages_go_on_with_the_second_computer(
    first: Program, second: Program, hall: Hall, browser: Browser
) -> None:
    first.start()
    code = code_of(organiser_of(first, hall, browser), first)
    second.start("manage.py", "follow", first.url, typed=code)
    anne = sit_down(browser, first, hall.tables[0], "Anne")
    bruno = sit_down(browser, first, hall.tables[0], "Bruno")
    written(anne, 1)
    wait_until(lambda: hands_in(second) == 1)
    there = browser.new_context(locale="fr-FR").new_page()
    with standing_still(second):
        written(anne, 2)
        expect_on_sheet(bruno, 2)
        written(bruno, 3)
        bruno.context.set_offline(True)
        typed(bruno, 4)
        expect_kept(bruno, 1)
        first.kill()
    take_over(there, second)

    # Anne's hand comes again by itself; what she types meanwhile waits for nobody.
    expect(anne.locator("#elsewhere")).to_contain_text(second.url)
    wait_until(lambda: hands_in(second) == 2)
    bruno.context.set_offline(False)
    expect_on_sheet(bruno, 4)
    expect_on_sheet(anne, 4)
    written(anne, 5)
    expect_on_sheet(bruno, 5)

    # The old laptop comes back where nobody tells it what happened.
    with standing_still(second):
        typed(anne, 6)
        expect_kept(anne, 1)
        first.start()
        with anne.expect_response(f"{first.url}/api/**"):
            pass
        expect_kept(anne, 1)
    expect_on_sheet(anne, 6)
    assert hands_in(first) == 3
    for program in (first, second):
        program.stop()
    assert points_on(second) == [81, 82, 83, 84, 85, 86]


def test_a_copy_that_was_put_back_gets_what_phones_have(
    first: Program, hall: Hall, browser: Browser, tmp_path: Path
) -> None:
    first.start()
    anne = sit_down(browser, first, hall.tables[0], "Anne")
    written(anne, 1)
    copy = tmp_path / "copy.zip"
    run(first.data, "manage.py", "backup", str(copy))
    for number in (2, 3):
        written(anne, number)
    first.stop()
    run(first.data, "manage.py", "restore", "--replace", str(copy))
    first.start()
    wait_until(lambda: hands_in(first) == 3)
    expect_on_sheet(anne, 3)
    written(anne, 4)
    first.stop()
    assert points_on(first) == [81, 82, 83, 84]
