"""Whole games on a phone in French, hand by hand, as a table plays them."""

from dataclasses import dataclass

from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer


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


def start_game(phone: Page, server: LiveServer, *, rules: str, length: str) -> None:
    phone.goto(f"{server.url}/games/new/")
    for field, name in (("a1", "Anne"), ("a2", "Chloé"), ("b1", "Bruno"), ("b2", "David")):
        phone.locator(f"#id_name_{field}").fill(name)
    phone.locator("#id_ruleset").select_option(rules)
    phone.locator("#id_game_format .tile", has_text=length).click()
    phone.get_by_role("button", name="Commencer la partie").click()
    expect(phone.locator("#entry h2")).to_have_text("Donne 1")


def enter(phone: Page, line: Line) -> None:
    """Write one hand down with the thumbs, and see the page that follows."""
    with phone.expect_navigation(url="**/?undo=*"):
        fill_and_send(phone, line)


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


def test_a_game_of_twelve_hands_with_a_litige_and_a_correction(
    phone: Page, live_server: LiveServer
) -> None:
    start_game(phone, live_server, rules="contest", length="12 donnes")
    assert phone.locator("html").get_attribute("lang") == "fr"
    for line in SHEET[:8]:
        enter(phone, line)
        expect_totals(phone, line.total_a, line.total_b)

    phone.get_by_role("link", name="Corriger la donne 5").click()
    phone.locator("#id_points_a").fill("90")
    expect(phone.locator("#preview")).to_contain_text("Contrat réussi avec 90 sur 162")
    phone.get_by_role("button", name="Corriger la donne").click()
    expect_totals(phone, 712 + 90, 714 - 90)

    for line in SHEET[8:]:
        enter(phone, line)
        expect_totals(phone, line.total_a + 90, line.total_b - 90)
    expect(phone.get_by_role("heading", name="Anne & Chloé gagnent")).to_be_visible()
    phone.get_by_role("link", name="Historique").click()
    expect(phone.locator("del")).to_have_text("Anne a pris, 70 – 92")


def test_three_games_of_twelve_hands_are_added_up(phone: Page, live_server: LiveServer) -> None:
    start_game(phone, live_server, rules="contest", length="3 × 12")
    for _ in range(6):
        enter(phone, Line("Anne", 100, 0, 0))
        enter(phone, Line("Bruno", 62, 0, 0))
    expect_totals(phone, 972, 972)
    for _ in range(11):
        enter(phone, Line("Chloé", 90, 0, 0))
    # A litige on the last hand of a game gives each side its own 81.
    enter(phone, Line("Anne", 81, 0, 0))
    expect_totals(phone, 972 + 1071, 972 + 873)
    for _ in range(12):
        enter(phone, Line("David", 52, 0, 0))
    expect_totals(phone, 2667, 3165)
    assert 2667 + 3165 == 36 * 162
    expect(phone.get_by_role("heading", name="Bruno & David gagnent")).to_be_visible()
    results = phone.locator(".sheet__result .sheet__total")
    expect(results).to_have_text(["972", "972", "1 071", "873", "624", "1 320"])


def test_what_was_just_written_can_be_undone(phone: Page, live_server: LiveServer) -> None:
    start_game(phone, live_server, rules="classic", length="12 donnes")
    enter(phone, SHEET[0])
    enter(phone, SHEET[1])
    phone.locator("undo-toast button").click()
    expect_totals(phone, SHEET[0].total_a, SHEET[0].total_b)
    expect(phone.locator("#entry h2")).to_have_text("Donne 2")


def test_the_score_is_seen_before_it_is_written(phone: Page, live_server: LiveServer) -> None:
    start_game(phone, live_server, rules="contest", length="12 donnes")
    form = phone.locator(".hand-form")
    form.locator("#id_taker .tile", has_text="Anne").click()
    form.locator("#id_points_b").fill("90")
    expect(form.locator("#id_points_a")).to_have_value("72")
    form.locator("#id_belote .tile", has_text="Anne").click()
    expect(phone.locator("#preview")).to_contain_text("92 (72 + belote 20) sur 182")
    form.locator("#id_points_b").fill("161")
    expect(phone.locator("#preview")).to_contain_text("On ne peut pas faire")
    form.get_by_role("button", name="Noter la donne").click()
    expect(phone.locator(".error-summary")).to_be_visible()
    expect(form.locator("#id_points_b")).to_have_value("161")
    expect_totals(phone, 0, 0)


def test_nothing_scrolls_sideways_and_every_target_fits_a_thumb(
    phone: Page, live_server: LiveServer
) -> None:
    phone.set_viewport_size({"width": 360, "height": 740})
    start_game(phone, live_server, rules="contest", length="12 donnes")
    for line in SHEET[:3]:
        enter(phone, line)
        expect_totals(phone, line.total_a, line.total_b)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    for target in phone.locator("main button:visible, main .tile:visible").all():
        box = target.bounding_box()
        assert box
        assert box["height"] >= 48, target.inner_text()


def test_another_language_asks_before_it_forgets_what_was_typed(
    phone: Page, live_server: LiveServer
) -> None:
    phone.goto(f"{live_server.url}/games/new/")
    phone.locator("#id_name_a1").fill("Anne")
    phone.get_by_role("button", name="English").click()
    dialog = phone.locator("#confirm-dialog")
    dialog.get_by_role("button", name="Non, revenir").click()
    expect(phone.locator("#id_name_a1")).to_have_value("Anne")
    phone.get_by_role("button", name="English").click()
    dialog.get_by_role("button", name="Oui").click()
    expect(phone.get_by_role("heading", name="New game")).to_be_visible()
