"""A hand typed with one thumb: how many taps it takes, and what is felt, seen and heard of it."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.engine.choices import Bidding
from scorekeeper.engine.presets import PRESETS
from scorekeeper.models import Club, Game
from scorekeeper.rules.queries import preset_choice
from tests.browser.sizes import places
from tests.browser.table_page import expect_totals, wait_until_ready
from tests.table import make_game

SMALLEST_TARGET = 48
SIZES = [pytest.param((390, 844), id="390x844"), pytest.param((360, 740), id="360x740")]

BUZZES = """
window.buzzes = [];
navigator.vibrate = (pattern) => window.buzzes.push(pattern);
"""
SCREEN_LOCK = """
window.locks = [];
Object.defineProperty(navigator, "wakeLock", { value: {
  request: async (kind) => {
    const lock = { kind, released: false };
    window.locks.push(lock);
    return lock;
  },
} });
"""
NO_SCREEN_LOCK = "Object.defineProperty(navigator, 'wakeLock', { value: undefined });"


def box(shown: Locator) -> FloatRect:
    found = shown.bounding_box()
    assert found
    return found


class Thumb:
    """Touches what it is told to, where it is on the glass, and counts."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.digits = 0

    def tap(self, target: Locator) -> None:
        self.taps += 1
        self.touch(target)

    def touch(self, target: Locator) -> None:
        expect(target).to_be_in_viewport(ratio=1)
        place = box(target)
        x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
        is_free = "(target, [x, y]) => target.contains(document.elementFromPoint(x, y))"
        assert target.evaluate(is_free, [x, y]), f"{target} is covered"
        self.page.touchscreen.tap(x, y)

    def takes(self, name: str) -> None:
        self.tap(self.page.locator("#id_taker .tile", has_text=name))

    def has_belote(self, name: str) -> None:
        self.tap(self.page.locator("#id_belote .tile", has_text=name))

    def types(self, digits: str) -> None:
        for digit in digits:
            self.digits += 1
            self.touch(self.page.locator(f"number-pad [data-key='{digit}']"))

    def goes_back(self) -> None:
        self.touch(self.page.locator("number-pad [data-key=back]"))

    def changes_to(self, side: str) -> None:
        self.tap(self.page.locator(f"label[for=id_points_{side.lower()}]"))

    def writes(self) -> None:
        self.tap(self.page.get_by_role("button", name="Noter la donne"))


@pytest.fixture
def game(phone: Page) -> Game:
    return make_game(Club.objects.get())


def open_table(phone: Page, server: LiveServer, game: Game) -> Thumb:
    phone.goto(f"{server.url}/games/{game.pk}/")
    wait_until_ready(phone)
    return Thumb(phone)


def points(phone: Page) -> list[str]:
    return [phone.locator(f"#id_points_{side}").input_value() for side in "ab"]


@pytest.mark.parametrize("size", SIZES)
def test_a_hand_takes_three_taps_and_two_digits(
    phone: Page, live_server: LiveServer, game: Game, size: tuple[int, int]
) -> None:
    phone.set_viewport_size({"width": size[0], "height": size[1]})
    thumb = open_table(phone, live_server, game)
    thumb.takes("Bruno")
    thumb.types("92")
    assert points(phone) == ["70", "92"]
    thumb.has_belote("David")
    thumb.writes()
    expect_totals(phone, 70, 112)
    assert (thumb.taps, thumb.digits) == (3, 2)
    assert phone.evaluate("window.scrollY") == 0


def test_points_of_three_digits_are_typed_as_two_of_the_other_side(
    phone: Page, live_server: LiveServer, game: Game
) -> None:
    thumb = open_table(phone, live_server, game)
    thumb.takes("Anne")
    thumb.changes_to("B")
    thumb.types("40")
    assert points(phone) == ["122", "40"]
    thumb.has_belote("Anne")
    thumb.writes()
    expect_totals(phone, 142, 40)
    assert (thumb.taps, thumb.digits) == (4, 2)


def test_a_bid_is_one_tap_more(phone: Page, live_server: LiveServer) -> None:
    rules = replace(PRESETS["contest"], bidding=Bidding.POINTS_AND_BID)
    game = make_game(Club.objects.get(), choice=replace(preset_choice("contest"), ruleset=rules))
    thumb = open_table(phone, live_server, game)
    thumb.takes("Anne")
    thumb.tap(phone.locator("#id_bid .tile", has_text="100"))
    thumb.types("99")
    expect(phone.locator("#preview-line")).to_contain_text("Dedans")
    thumb.writes()
    expect_totals(phone, 0, 260)
    assert (thumb.taps, thumb.digits) == (3, 2)


@pytest.mark.parametrize("size", SIZES)
def test_an_ordinary_hand_is_on_one_screen_with_keys_for_a_thumb(
    phone: Page, live_server: LiveServer, game: Game, size: tuple[int, int]
) -> None:
    phone.set_viewport_size({"width": size[0], "height": size[1]})
    open_table(phone, live_server, game)
    bar = box(phone.locator(".hand-form .action-bar"))
    assert bar["y"] + bar["height"] <= size[1]
    for name in ("#id_taker", "number-pad", "#id_capot", "#id_belote"):
        shown = box(phone.locator(name))
        assert shown["y"] + shown["height"] <= bar["y"], name
    targets = places(phone.locator("#entry :is(button, .tile, .linked__side):visible"))
    assert targets
    assert [place for place in targets if min(place[2:]) < SMALLEST_TARGET] == []
    assert phone.evaluate("document.documentElement.scrollWidth") <= size[0]


@pytest.mark.parametrize("size", SIZES)
def test_nothing_moves_under_the_finger(
    phone: Page, live_server: LiveServer, game: Game, size: tuple[int, int]
) -> None:
    phone.set_viewport_size({"width": size[0], "height": size[1]})
    thumb = open_table(phone, live_server, game)
    before = stands(phone)
    thumb.takes("Chloé")
    thumb.types("161")  # which no cards make
    expect(phone.locator("#preview .preview__warning")).to_be_visible()
    assert stands(phone) == pytest.approx(before, abs=1)
    thumb.changes_to("B")
    thumb.types("70")
    expect(phone.locator("#preview-line")).to_contain_text("+92")
    thumb.has_belote("Chloé")
    expect(phone.locator("#preview-line")).to_contain_text("+112")
    assert stands(phone) == pytest.approx(before, abs=1)


def stands(phone: Page) -> list[float]:
    targets = "#entry .hand-form > :not(details) :is(button, .tile, .linked__side)"
    return [edge for place in places(phone.locator(targets)) for edge in place]


def test_what_stood_there_is_typed_over_and_taken_back(
    phone: Page, live_server: LiveServer, game: Game
) -> None:
    thumb = open_table(phone, live_server, game)
    thumb.takes("David")
    expect(phone.get_by_role("group", name="Bruno & David")).to_be_visible()
    thumb.types("9")
    thumb.goes_back()
    assert points(phone) == ["", ""]
    thumb.types("0925")
    assert points(phone) == ["", "925"]
    thumb.goes_back()
    assert points(phone) == ["70", "92"]
    thumb.types("47")
    assert points(phone) == ["", "924"]
    # Another field begins anew.
    thumb.changes_to("A")
    thumb.types("81")
    assert points(phone) == ["81", "81"]
    # A finger that slips to the wrong player changes nothing but who took.
    thumb.takes("Chloé")
    assert points(phone) == ["81", "81"]
    thumb.goes_back()
    assert points(phone) == ["8", "154"]


def test_the_phone_keeps_its_own_keys_away_and_the_fields_can_still_be_filled(
    phone: Page, live_server: LiveServer, game: Game
) -> None:
    thumb = open_table(phone, live_server, game)
    field = phone.locator("#id_points_a")
    expect(field).to_have_attribute("inputmode", "none")
    field.fill("100")
    assert points(phone) == ["100", "62"]
    thumb.goes_back()
    assert points(phone) == ["10", "152"]
    expect(phone.get_by_role("button", name="5", exact=True)).to_be_visible()


def test_a_hand_is_typed_on_a_keyboard(phone: Page, live_server: LiveServer, game: Game) -> None:
    phone.set_viewport_size({"width": 1280, "height": 800})
    open_table(phone, live_server, game)
    phone.locator("#id_taker .tile", has_text="Bruno").click()
    phone.keyboard.type("7x2")
    assert points(phone) == ["90", "72"]
    phone.keyboard.press("Backspace")
    phone.locator("number-pad [data-key='1']").click()
    assert points(phone) == ["91", "71"]
    phone.keyboard.press("Control+8")
    assert points(phone) == ["91", "71"]
    phone.locator("summary", has_text="Atout, plis").click()
    phone.locator("#id_tricks").press_sequentially("4")
    assert points(phone) == ["91", "71"]
    phone.locator("#id_tricks").fill("")
    phone.locator("h1").evaluate("() => document.activeElement.blur()")
    phone.keyboard.press("Backspace")
    phone.keyboard.type("2")
    phone.keyboard.press("Enter")
    expect_totals(phone, 162, 0)  # 72 are not enough


def test_a_written_hand_is_felt_seen_and_heard(
    phone: Page, live_server: LiveServer, game: Game
) -> None:
    phone.add_init_script(BUZZES)
    thumb = open_table(phone, live_server, game)
    shown = phone.locator("#written")
    expect(shown).to_have_attribute("aria-live", "assertive")
    expect(shown).to_have_text("")
    thumb.takes("Anne")
    thumb.types("92")
    assert phone.evaluate("window.buzzes") == [10, 10]
    button = phone.get_by_role("button", name="Noter la donne")
    before = box(button)
    thumb.writes()
    expect(shown).to_contain_text("Donne 1 notée.")
    expect(shown).to_contain_text("Total : 92 à 70.")
    assert len(phone.evaluate("window.buzzes[2]")) > 1
    # Seen once, beside the button, where it covers nothing and what was written can be taken back.
    toast = phone.locator("undo-toast")
    expect(toast).to_have_count(1)
    expect(toast).to_contain_text("Donne 1 notée.")
    assert box(toast)["x"] + box(toast)["width"] <= box(button)["x"]
    assert box(toast)["y"] >= before["y"] - 1
    assert box(shown)["width"] <= 1
    expect(shown).to_have_text("")
    # Whoever goes on sees the score of the next hand there.
    thumb.takes("Bruno")
    thumb.types("90")
    expect(toast).to_be_hidden()
    expect(phone.locator("#preview-line")).to_contain_text("+90")


def test_nothing_is_in_motion_for_those_who_asked_for_none(
    phone: Page, live_server: LiveServer, game: Game
) -> None:
    phone.emulate_media(reduced_motion="reduce")
    thumb = open_table(phone, live_server, game)
    thumb.takes("Anne")
    thumb.types("92")
    thumb.writes()
    length = "(shown) => getComputedStyle(shown, '::before').animationDuration"
    assert phone.locator("undo-toast .toast__body > span").evaluate(length) == "1e-05s"


def test_the_score_is_said_once_the_digits_are_typed(
    phone: Page, live_server: LiveServer, game: Game
) -> None:
    thumb = open_table(phone, live_server, game)
    said = phone.locator("#score-said")
    expect(said).to_have_attribute("aria-live", "polite")
    phone.evaluate("""() => {
      const said = document.getElementById("score-said");
      window.said = [];
      const note = () => window.said.push(said.textContent);
      new MutationObserver(note).observe(said, { childList: true });
    }""")
    thumb.takes("Anne")
    thumb.types("92")
    expect(said).to_contain_text("Réussi")
    expect(said).to_contain_text("+92")
    assert len(phone.evaluate("window.said")) == 1
    thumb.types("1")
    expect(said).to_contain_text("921")


def test_the_screen_stays_on_while_a_hand_can_be_typed(
    phone: Page, live_server: LiveServer, game: Game
) -> None:
    phone.add_init_script(SCREEN_LOCK)
    open_table(phone, live_server, game)
    phone.wait_for_function("window.locks.length === 1")
    expect(phone.locator("[data-no-wake-lock]")).to_be_hidden()
    # The browser let go while another page was looked at.
    phone.evaluate("""() => {
      window.locks[0].released = true;
      document.dispatchEvent(new Event("visibilitychange"));
    }""")
    phone.wait_for_function("window.locks.length === 2")
    phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert phone.evaluate("window.locks.map(({ kind }) => kind)") == ["screen", "screen"]


def test_a_browser_that_cannot_keep_the_screen_on_says_so_at_the_end_of_the_page(
    phone: Page, live_server: LiveServer, game: Game
) -> None:
    phone.add_init_script(NO_SCREEN_LOCK)
    open_table(phone, live_server, game)
    expect(phone.locator("[data-no-wake-lock]")).to_be_visible()


@pytest.fixture
def plain_phone(phone: Page, browser: Browser) -> Iterator[Page]:
    """Return a signed-in page in which no script runs."""
    context = browser.new_context(
        java_script_enabled=False,
        locale="fr-FR",
        viewport={"width": 360, "height": 740},
        storage_state=phone.context.storage_state(),
    )
    yield context.new_page()
    context.close()


def test_the_form_is_whole_without_a_script(
    plain_phone: Page, live_server: LiveServer, game: Game
) -> None:
    plain_phone.goto(f"{live_server.url}/games/{game.pk}/")
    expect(plain_phone.locator("number-pad")).to_be_hidden()
    expect(plain_phone.locator("card-counter")).to_be_hidden()
    plain_phone.locator("#id_taker .tile", has_text="Anne").click()
    plain_phone.locator("#id_points_a").fill("92")
    plain_phone.locator("#id_capot .tile", has_text="Non").click()
    plain_phone.locator("#id_belote .tile", has_text="Chloé").click()
    plain_phone.get_by_role("button", name="Noter la donne").click()
    expect_totals(plain_phone, 112, 70)
