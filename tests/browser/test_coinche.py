"""A whole game of coinche on a phone of 360 px: bids, doubles, declarations, a capot that fails."""

from dataclasses import dataclass

from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.models import Club
from tests.browser.table_page import expect_kept, expect_on_sheet, expect_totals, join
from tests.table import make_game


@dataclass(frozen=True)
class Line:
    """One hand, the totals beside it, and what is said of the bid before it is written.

    `declared` are a side, a kind and perhaps the highest card; `best` who is told to be the better.
    """

    taker: str
    bid: str
    trump: str
    points_a: int | None
    total_a: int
    total_b: int
    said: str
    double: int = 0
    belote: str = ""
    capot: str = ""
    declared: tuple[tuple[str, ...], ...] = ()
    best: str = ""


# Worked out by hand from the rules of the FFB (rules.md, section 8).
GAME = (
    # 83 and a tierce make 100: 80 + 100 + 20, and 79 is 80 for the defence.
    Line(
        *("Anne", "100", "♥", 83, 200, 80),
        said="Il faut 100 : 103 (83 + annonces 20), réussi.",
        declared=(("A", "tierce"),),
    ),
    # Doubled and made: 160 + 2 × 90, the belote beside it.
    Line(
        *("Bruno", "90", "♠", 78, 200, 440),
        said="Il faut 90 : 104 (84 + belote 20), réussi.",
        double=1,
        belote="David",
    ),
    # An announced capot that fails is 410, whatever the points.
    Line(
        *("Chloé", "Capot", "♦", 140, 200, 850),
        said="Capot chuté : 410 pour Bruno & David.",
    ),
    # 86 are more than 80, and less than the defence's 96: 160 + 80; the belote is kept.
    Line(
        *("David", "80", "♣", 96, 440, 870),
        said="Il faut 80 et plus que la défense : 86 (66 + belote 20) contre 96, chuté.",
        belote="Bruno",
    ),
    # 112 is 110, 110 more for the bid; 50.
    Line(*("Anne", "110", "Sans atout", 112, 660, 920), said="Il faut 110 : 112, réussi."),
    # 200 of 258 are 126 of 162: 130 + 120, and 36 is 40. Without a connection, like the next.
    Line(*("Chloé", "120", "Tout atout", 200, 910, 960), said="Il faut 120 : 126, réussi."),
    # Redoubled: 160 + 4 × 90; of two tierces the table says whose is the better: 20.
    Line(
        *("Bruno", "90", "♥", 92, 1450, 960),
        said="Il faut 90 : 70, chuté.",
        double=2,
        declared=(("A", "tierce"), ("B", "tierce")),
        best="Anne & Chloé",
    ),
    # The tierce to the king beats that to the queen: 100 + 80 + 20; 67 is 70.
    Line(
        *("David", "80", "♠", 67, 1520, 1160),
        said="Il faut 80 : 115 (95 + annonces 20), réussi.",
        declared=(("A", "tierce", "queen"), ("B", "tierce", "king")),
    ),
    # A capot that nobody announced: 250 and the bid, and the belote.
    Line(
        *("Anne", "100", "♣", None, 1890, 1160),
        said="Capot : tous les plis pour Anne & Chloé.",
        belote="Anne",
        capot="Anne",
    ),
    # 92 is 90, and the bid; 70: over 2 000.
    Line(*("Chloé", "90", "♥", 92, 2070, 1230), said="Il faut 90 : 92, réussi."),
)
WITHOUT_CONNECTION = (6, 7)


def enter(phone: Page, line: Line) -> None:
    """Write a hand of coinche down with the thumbs, and read what is said of it before."""
    form = phone.locator(".hand-form")
    form.locator("#id_taker .tile", has_text=line.taker).click()
    form.locator("#id_bid .tile", has_text=line.bid).first.click()
    form.locator("#id_trump .tile", has_text=line.trump).click()
    if line.double:
        form.locator("#id_multiplier .tile").nth(line.double).click()
    if line.points_a is None:
        form.locator("#id_capot .tile", has_text=line.capot).click()
    else:
        form.locator("#id_points_a").fill(str(line.points_a))
    if line.belote:
        form.locator("#id_belote .tile", has_text=line.belote).click()
    if line.declared:
        declare(phone, line)
    expect(phone.locator("#need")).to_have_text(line.said)
    form.get_by_role("button", name="Noter la donne").click()


def declare(phone: Page, line: Line) -> None:
    form = phone.locator(".hand-form")
    if not form.locator("declared-keys").is_visible():
        form.locator(".declared summary").click()
    for side, kind, *high in line.declared:
        form.locator(f".declared__side.side-{side.lower()} [data-declare={kind}]").click()
        for card in high:
            form.locator(f"[data-high={card}]").click()
    question = form.locator("#id_best_declaration")
    if line.best:
        form.locator("#id_best_declaration .tile", has_text=line.best).click()
    else:
        expect(question).to_be_hidden()


def open_coinche(phone: Page, server: LiveServer, club: Club) -> None:
    game = make_game(club, rules="coinche_ffb")
    join(phone, server.url, game)
    phone.set_viewport_size({"width": 360, "height": 640})


def test_a_whole_game_with_declarations_doubles_and_a_failed_capot(
    page: Page, context: BrowserContext, live_server: LiveServer, club: Club
) -> None:
    open_coinche(page, live_server, club)
    for number, line in enumerate(GAME, start=1):
        context.set_offline(number in WITHOUT_CONNECTION)
        enter(page, line)
        if number in WITHOUT_CONNECTION:
            expect_kept(page, number - WITHOUT_CONNECTION[0] + 1)
        else:
            expect_on_sheet(page, number)
        expect_totals(page, line.total_a, line.total_b)
    expect(page.get_by_role("heading", name="Anne & Chloé gagnent")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_declarations_that_no_cards_can_show_are_refused_at_once(
    page: Page, live_server: LiveServer, club: Club
) -> None:
    open_coinche(page, live_server, club)
    keys = page.locator(".declared__side")
    page.locator(".declared summary").click()
    keys.nth(0).locator("[data-declare=four_jacks]").click()
    keys.nth(1).locator("[data-declare=four_jacks]").click()
    refused = page.locator("declared-keys [role=alert]")
    expect(refused).to_contain_text("Les cartes ne permettent pas tout cela")
    # A touch takes it away; a sequence says its highest card with one touch more.
    page.locator("[data-chips=B] button").click()
    expect(refused).to_be_hidden()
    keys.nth(1).locator("[data-declare=cent]").click()
    page.locator("[data-high=ace]").click()
    expect(page.locator("[data-chips=B]")).to_have_text("Cent à l’as 100 ×")
    # A cent to the ace has a jack: the four of them cannot be the other side's.
    expect(refused).to_be_visible()


def test_a_correction_that_ends_the_game_is_told_as_it_will_be_marked(
    page: Page, live_server: LiveServer, club: Club
) -> None:
    """Cannes 2016: the hand that reaches the target is marked exactly, 204 and not 200."""
    game = make_game(club, rules="contree_cannes", game_format=GameFormat(target=374))
    join(page, live_server.url, game)
    for number, points in ((1, 90), (2, 81)):
        form = page.locator(".hand-form")
        form.locator("#id_taker .tile", has_text="Anne").click()
        form.locator("#id_bid .tile", has_text="80" if number == 1 else "100").first.click()
        form.locator("#id_points_a").fill(str(points))
        form.get_by_role("button", name="Noter la donne").click()
        expect_on_sheet(page, number)
    expect_totals(page, 170, 332)
    page.get_by_role("link", name="Corriger la donne 2").click()
    page.locator("#id_points_a").fill("104")
    expect(page.locator("#preview-line")).to_contain_text("204")
