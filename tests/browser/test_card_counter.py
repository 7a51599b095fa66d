"""The card counter: for those who do not count, by touch, by keys and by ear."""

from dataclasses import replace

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.engine.choices import AllTrump, Bidding
from scorekeeper.engine.presets import PRESETS
from scorekeeper.models import Club
from scorekeeper.rules.queries import preset_choice
from tests.browser.sizes import places
from tests.browser.table_page import expect_totals, wait_until_ready
from tests.table import make_game

RANKS = ("ace", "ten", "king", "queen", "jack", "nine", "eight", "seven")
SUITS = ("spades", "hearts", "diamonds", "clubs")
SMALLEST_TARGET = 48


class Counter:
    """The dialog, and what one does with it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.dialog = page.locator("card-counter dialog")
        self.says = self.dialog.get_by_role("status")
        self.take = self.dialog.get_by_role("button", name="Use these points")

    def open(self) -> None:
        self.page.locator("[data-count-cards]").click()
        expect(self.dialog).to_be_visible()

    def trumps(self, name: str) -> None:
        self.dialog.locator(f"[data-trump={name}]").click()

    def trick_by_trick(self) -> None:
        self.dialog.locator("[data-way=tricks]").click()

    def key(self, card: str) -> Locator:
        suit, rank = card.split()
        return self.dialog.locator(f"[data-card-key='{suit} {rank}']")

    def touch(self, *cards: str) -> None:
        for card in cards:
            self.key(card).click()

    def won_by(self, side: str) -> None:
        self.dialog.locator(f"[data-won={side}]").click()

    def last_trick(self, side: str) -> None:
        self.dialog.locator(f"[data-last={side}]").click()

    def sums(self) -> list[str]:
        return self.dialog.locator(".counter__sum").all_inner_texts()


def speak_english(phone: Page) -> None:
    phone.get_by_role("button", name="English").click()
    expect(phone.locator("html")).to_have_attribute("lang", "en")


@pytest.fixture
def counter(phone: Page, live_server: LiveServer) -> Counter:
    """Return the counter on the page, in English, of a game that nobody has begun."""
    speak_english(phone)
    game = make_game(Club.objects.get())
    phone.goto(f"{live_server.url}/games/{game.pk}/")
    wait_until_ready(phone)
    return Counter(phone)


def chosen(page: Page, name: str) -> str:
    return page.locator(f"[name={name}]:checked").input_value()


def test_the_cards_of_one_side_fill_the_hand(counter: Counter, phone: Page) -> None:
    phone.locator("#id_taker .tile", has_text="Bruno").click()
    counter.open()
    expect(counter.says).to_have_text("Tap the trumps first.")
    expect(counter.key("hearts jack")).to_have_attribute("aria-disabled", "true")
    counter.trumps("hearts")
    expect(counter.says).to_have_text("Tap the cards in the pile of this side.")
    counter.touch("hearts jack", "hearts nine", "spades ace", "clubs ten")
    expect(counter.says).to_have_text("Who won the last trick?")
    counter.touch("diamonds jack")
    expect(counter.says).to_have_text("Cards: 5. A trick has 4: look again.")
    expect(counter.take).to_have_attribute("aria-disabled", "true")
    counter.touch("clubs jack", "clubs seven", "spades king")
    counter.last_trick("B")
    # 20 + 14 + 11 + 10 + 2 + 2 + 0 + 4, and 10 for the last trick.
    expect(counter.says).to_have_text("Cards: 8, tricks: 2, points: 73")
    counter.take.click()
    expect(counter.dialog).to_be_hidden()
    assert phone.locator("#id_points_b").input_value() == "73"
    assert phone.locator("#id_points_a").input_value() == "89"
    assert phone.locator("#id_tricks").input_value() == "2"
    assert chosen(phone, "tricks_side") == "B"
    assert chosen(phone, "last_trick") == "B"
    assert chosen(phone, "trump") == "hearts"
    phone.get_by_role("button", name="Write hand down").click()
    expect_totals(phone, 162, 0)
    # The next hand has other cards.
    counter.open()
    expect(counter.says).to_have_text("Tap the trumps first.")
    expect(counter.dialog.locator("[data-card-key][aria-pressed=true]")).to_have_count(0)


def test_the_whole_deck_is_152_and_the_last_trick_10(counter: Counter, phone: Page) -> None:
    phone.locator("#id_taker .tile", has_text="Anne").click()
    counter.open()
    counter.trumps("clubs")
    counter.touch(*(f"{suit} {rank}" for suit in SUITS for rank in RANKS))
    expect(counter.says).to_have_text("Cards: 32, tricks: 8, points: 162")
    counter.take.click()
    assert phone.locator("#id_points_a").input_value() == "162"
    assert chosen(phone, "capot") == "A"


def test_trick_by_trick_with_a_winner_taken_back(counter: Counter, phone: Page) -> None:
    phone.locator("#id_taker .tile", has_text="Chloé").click()
    counter.open()
    counter.trumps("spades")
    counter.trick_by_trick()
    expect(counter.says).to_have_text("Trick 1: tap its four cards.")
    counter.touch(*(f"{suit} ace" for suit in SUITS))
    expect(counter.says).to_have_text("Trick 1: who won it?")
    # A trick has four cards.
    expect(counter.key("spades jack")).to_have_attribute("aria-disabled", "true")
    counter.won_by("B")
    assert counter.sums() == ["0", "44"]
    expect(counter.key("spades ace")).to_have_attribute("aria-disabled", "true")
    counter.dialog.locator("[data-undo]").click()
    expect(counter.says).to_have_text("Trick 1: who won it?")
    counter.won_by("A")
    assert counter.sums() == ["44", "0"]
    listed = counter.dialog.get_by_role("listitem")
    expect(listed).to_have_text(["44Trick 1: Anne & Chloé, 44 points"])

    for rank, side in zip(RANKS[1:-1], "ABABAB", strict=True):
        counter.touch(*(f"{suit} {rank}" for suit in SUITS))
        counter.won_by(side)
    # The four cards that are left are the last trick.
    expect(counter.says).to_have_text("Trick 8: who won it?")
    counter.won_by("B")
    expect(counter.says).to_have_text("All eight tricks are counted.")
    # A: aces 44, tens 40, queens 12, nines 14. B: kings 16, jacks 26, eights and sevens 0, and 10.
    assert counter.sums() == ["110", "52"]
    counter.take.click()
    assert phone.locator("#id_points_a").input_value() == "110"
    assert phone.locator("#id_tricks").input_value() == "4"
    assert chosen(phone, "tricks_side") == "A"
    assert chosen(phone, "last_trick") == "B"
    assert chosen(phone, "capot") == ""
    expect(phone.locator("#preview-line")).to_contain_text("Made")


def test_eight_tricks_for_one_side_are_a_capot(counter: Counter, phone: Page) -> None:
    phone.locator("#id_taker .tile", has_text="Anne").click()
    counter.open()
    counter.trumps("spades")
    counter.trick_by_trick()
    for rank in RANKS:
        if rank != RANKS[-1]:
            counter.touch(*(f"{suit} {rank}" for suit in SUITS))
        counter.won_by("B")
    counter.take.click()
    assert chosen(phone, "capot") == "B"
    assert phone.locator("#id_points_a").input_value() == "0"
    assert phone.locator("#id_tricks").input_value() == "0"


def test_what_is_counted_stays_when_the_counter_is_closed(counter: Counter, phone: Page) -> None:
    counter.open()
    counter.trumps("hearts")
    counter.touch("hearts jack", "clubs ace")
    counter.dialog.get_by_role("button", name="Close").click()
    expect(counter.dialog).to_be_hidden()
    # Digits meant for the points are not lost on a closed counter, nor typed under an open one.
    phone.keyboard.press("7")
    assert phone.locator("#id_points_a").input_value() == "7"
    counter.open()
    phone.keyboard.press("5")
    assert phone.locator("#id_points_a").input_value() == "7"
    expect(counter.key("hearts jack")).to_have_attribute("aria-pressed", "true")
    assert counter.sums() == ["31"]
    # Another suit of trumps values the same cards anew.
    counter.trumps("spades")
    assert counter.sums() == ["13"]
    phone.keyboard.press("Escape")
    expect(counter.dialog).to_be_hidden()


def test_the_counter_by_keys_and_by_ear(counter: Counter, phone: Page) -> None:
    counter.open()
    phone.locator("[data-trump=hearts]").focus()
    phone.keyboard.press("Enter")
    key = counter.key("spades ace")
    key.focus()
    phone.keyboard.press("Space")
    expect(key).to_have_attribute("aria-pressed", "true")
    phone.keyboard.press("ArrowDown")
    phone.keyboard.press("ArrowRight")
    expect(counter.key("hearts ten")).to_be_focused()
    expect(counter.dialog.get_by_role("button", name="Ten of Hearts")).to_be_focused()
    tab = counter.dialog.get_by_role("tab", selected=True)
    tab.focus()
    phone.keyboard.press("ArrowRight")
    expect(counter.dialog.get_by_role("tab", name="Trick by trick")).to_be_focused()
    expect(counter.says).to_have_text("Trick 1: tap its four cards.")


@pytest.mark.parametrize("size", [(390, 844), (360, 740)], ids=["390x844", "360x740"])
@pytest.mark.parametrize("way", ["pile", "tricks"])
def test_every_card_fits_a_thumb_on_one_screen(
    counter: Counter, phone: Page, size: tuple[int, int], way: str
) -> None:
    phone.set_viewport_size({"width": size[0], "height": size[1]})
    counter.open()
    counter.dialog.locator(f"[data-way={way}]").click()
    counter.trumps("diamonds")
    buttons = counter.dialog.locator("button:visible")
    before = places(buttons)
    assert before
    for x, y, width, height in before:
        assert min(width, height) >= SMALLEST_TARGET
        assert x >= 0
        assert x + width <= size[0]
        assert y + height <= size[1]
    counter.touch("spades ace", "spades ten", "spades king", "spades queen")
    if way == "tricks":
        counter.won_by("A")
    assert places(buttons) == [pytest.approx(place, abs=1) for place in before]


def test_all_trumps_count_258_where_they_are_written_so(
    phone: Page, live_server: LiveServer
) -> None:
    speak_english(phone)
    rules = replace(
        PRESETS["contest"], bidding=Bidding.POINTS_AND_BID, all_trump=AllTrump.SCALED_FROM_258
    )
    on_162 = replace(rules, all_trump=AllTrump.ON_162)
    for ruleset, is_offered in ((rules, True), (on_162, False)):
        choice = replace(preset_choice("contest"), ruleset=ruleset)
        game = make_game(Club.objects.get(), choice=choice)
        phone.goto(f"{live_server.url}/games/{game.pk}/")
        wait_until_ready(phone)
        counter = Counter(phone)
        counter.open()
        expect(counter.dialog.locator("[data-trump=no_trump]")).to_be_visible()
        expect(counter.dialog.locator("[data-trump=all_trump]")).to_be_visible(visible=is_offered)
        if not is_offered:
            continue
        counter.trumps("all_trump")
        counter.touch(*(f"{suit} {rank}" for suit in SUITS for rank in RANKS))
        expect(counter.says).to_have_text("Cards: 32, tricks: 8, points: 258")
        counter.trumps("no_trump")
        expect(counter.says).to_have_text("Cards: 32, tricks: 8, points: 162")
