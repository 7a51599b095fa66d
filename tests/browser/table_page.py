"""A table's page on a phone: open it, write hands down as people do, read what it shows."""

import json
from contextlib import suppress
from dataclasses import dataclass

from playwright.sync_api import Error, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.models import Game

HANDS = "**/api/v1/games/*/hands/*"
"""Where hands are sent."""


def lose_answer(route: Route) -> None:
    """Let a request arrive, and lose the answer on its way back."""
    route.fetch()
    # A test that takes this away meanwhile has let the request go on already.
    with suppress(Error):
        route.abort()


@dataclass(frozen=True)
class Line:
    """One line of a paper sheet: who took, the points of side A, and the totals beside it."""

    taker: str
    points_a: int | None
    total_a: int
    total_b: int
    belote: str = ""
    capot: str = ""
    penalty: str = ""


SHEET = (
    Line("Anne", 92, 92, 70),
    Line("Bruno", 52, 144, 180),
    Line("Chloé", 81, 144, 261),  # litige: 81 held
    Line("David", 62, 206, 442),  # 100 and the 81 held
    Line("Anne", 70, 206, 604),  # failed; corrected later to 90
    Line("Anne", 72, 298, 694, belote="Chloé"),  # 92 of 182
    Line("Bruno", 102, 460, 714, belote="David"),  # failed, belote stays
    Line("Chloé", None, 712, 714, capot="Anne & Chloé"),
    Line("", None, 874, 714, penalty="Bruno & David"),
    Line("David", 42, 916, 834),
    Line("Anne", 100, 1016, 896),
    Line("Bruno", 72, 1088, 986),
)


SEATS = {"Anne": "A1", "Bruno": "B1", "Chloé": "A2", "David": "B2", "": ""}
WHOLE_SHEET = [
    (
        SEATS[line.taker],
        None
        if line.penalty
        else 162
        if line.capot
        else line.points_a
        if line.taker in ("Anne", "Chloé")
        else 162 - (line.points_a or 0),
        SEATS[line.belote],
        "A" if line.capot else "",
        "B" if line.penalty else "",
    )
    for line in SHEET
]
"""What the server has of each of its lines, as `typed` returns it."""


def wait_until_ready(phone: Page) -> None:
    """Wait until the page's script has taken over, and can score."""
    expect(phone.locator("html[data-table=ready][data-scores=ready]")).to_be_attached()


def start_game(phone: Page, server: LiveServer, *, rules: str, length: str) -> None:
    phone.goto(f"{server.url}/games/new/")
    for field, name in (("a1", "Anne"), ("a2", "Chloé"), ("b1", "Bruno"), ("b2", "David")):
        phone.locator(f"#id_name_{field}").fill(name)
    phone.locator("#id_ruleset").select_option(rules)
    phone.locator("#id_game_format .tile", has_text=length).click()
    phone.get_by_role("button", name="Commencer la partie").click()
    expect(phone.locator("#entry h2[tabindex='-1']")).to_have_text("Donne 1")
    wait_until_ready(phone)


def hands_on_sheet(phone: Page) -> int:
    """Return how many hands the sheet shows: those that the server has."""
    return phone.locator("#live-sheet [data-hand]").count()


def enter(phone: Page, line: Line) -> None:
    """Write one hand down with the thumbs, and see it on the sheet."""
    wait_until_ready(phone)
    number = hands_on_sheet(phone) + 1
    fill_and_send(phone, line)
    expect_on_sheet(phone, number)


def expect_on_sheet(phone: Page, number: int) -> None:
    """Wait until the sheet has that many hands, and the phone keeps none."""
    expect(phone.locator("#live-sheet [data-hand]")).to_have_count(number)
    expect(phone.locator("#kept")).to_be_hidden()


def fill_and_send(phone: Page, line: Line) -> None:
    if line.penalty:
        phone.get_by_text("Donne de pénalité", exact=True).click()
        form = phone.locator("#entry details[open] form")
        form.locator("#id_penalty .tile", has_text=line.penalty).click()
        form.locator("#id_reason").select_option("misdeal")
        form.get_by_role("button", name="Noter la pénalité").click()
        return
    form = phone.locator(".hand-form")
    form.locator("#id_taker .tile", has_text=line.taker).click()
    if line.points_a is not None:
        form.locator("#id_points_a").fill(str(line.points_a))
        expect(form.locator("#id_points_b")).to_have_value(str(162 - line.points_a))
    if line.belote:
        form.locator("#id_belote .tile", has_text=line.belote).click()
    if line.capot:
        form.locator("#id_capot .tile", has_text=line.capot).click()
    form.get_by_role("button", name="Noter la donne").click()


def expect_totals(phone: Page, total_a: int, total_b: int) -> None:
    """Read both totals as the page shows them: 1 230."""
    shown = [f"{total:,}".replace(",", " ") for total in (total_a, total_b)]
    expect(phone.locator("#totals .totals__total")).to_have_text(shown)


def join(page: Page, address: str, game: Game, name: str = "Anne") -> Page:
    """Open the table's page as a phone that has its code."""
    page.goto(f"{address}/t/{game.token}/")
    page.locator("input[name=name]").fill(name)
    page.locator("main form button.button--primary").click()
    page.wait_for_url("**/games/*/")
    wait_until_ready(page)
    return page


def expect_kept(page: Page, count: int) -> None:
    expect(page.locator("#kept [data-kept-list] > li")).to_have_count(count)


def keep(phone: Page, *lines: Line) -> None:
    """Write hands down without a connection, each once the one before it is kept."""
    kept = phone.locator("#kept [data-kept-list] > li").count()
    for number, line in enumerate(lines, kept + 1):
        fill_and_send(phone, line)
        expect_kept(phone, number)


def answer_hands(page: Page, status: int, **problem: str) -> list[str]:
    """Let every hand that is sent be refused so; return the addresses, as they are asked."""
    sent: list[str] = []

    def refuse(route: Route) -> None:
        sent.append(route.request.url)
        body = json.dumps({"detail": "…", **problem})
        route.fulfill(status=status, content_type="application/problem+json", body=body)

    page.route(HANDS, refuse)
    return sent


def pass_seconds(page: Page, seconds: int) -> None:
    """Let the time of a page whose clock is installed go on, second by second, and by no more.

    What a slow machine takes for them does not count.
    """
    page.clock.pause_at(page.evaluate("Date.now() + 1"))
    for _second in range(seconds):
        page.clock.run_for(1000)
        page.evaluate("new Promise((resolve) => queueMicrotask(resolve))")
    page.clock.resume()


def typed(game: Game) -> list[tuple[str, int | None, str, str, str]]:
    """Return what the server has of each hand, in order."""
    hands = game.hands.order_by("number")
    return [(h.taker, h.card_points, h.belote_seat, h.capot, h.penalty) for h in hands]
