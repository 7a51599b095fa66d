"""A hand of contrée on a phone, under a club's own rules."""

from dataclasses import replace

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.engine.choices import AllTrump, AllTrumpBelotes, Bidding
from scorekeeper.engine.presets import PRESETS
from scorekeeper.models import Club
from scorekeeper.rules.queries import preset_choice
from scorekeeper.rules.services import copy_ruleset
from tests.browser.sizes import places
from tests.browser.table_page import expect_on_sheet, expect_totals
from tests.browser.test_entry_pad import open_table
from tests.table import make_game


def test_an_all_trump_bid_on_258_points(phone: Page, live_server: LiveServer) -> None:
    club = Club.objects.get()
    rules = replace(
        PRESETS["contest"], bidding=Bidding.POINTS_AND_BID, all_trump=AllTrump.SCALED_FROM_258
    )
    coinche = replace(preset_choice("contest"), ruleset=rules)
    copy_ruleset(club=club, source=coinche, name="Coinche", now=timezone.now())
    game = make_game(club, choice=coinche)

    phone.goto(f"{live_server.url}/games/{game.pk}/")
    phone.locator("#id_taker .tile", has_text="Anne").click()
    phone.locator("#id_bid .tile", has_text="100").click()
    phone.locator("#id_points_a").fill("100")
    expect(phone.locator("#id_points_b")).to_have_value("62")
    phone.locator("#id_trump .tile", has_text="Tout atout").click()
    # 172 of 258 are 108 of 162: the bid is made, and the takers mark 108 + 100.
    phone.locator("#id_points_a").fill("172")
    expect(phone.locator("#id_points_b")).to_have_value("86")
    expect(phone.locator("#preview")).to_contain_text("+208")
    phone.get_by_role("button", name="Noter la donne").click()
    expect_on_sheet(phone, 1)
    expect(phone.locator("#totals .totals__total")).to_have_text(["208", "54"])


@pytest.mark.parametrize("rules", ["contree_ffb", "coinche_ffb"])
def test_a_doubled_bid_takes_five_taps_and_two_digits(
    phone: Page, live_server: LiveServer, rules: str
) -> None:
    phone.set_viewport_size({"width": 360, "height": 640})
    game = make_game(Club.objects.get(), rules=rules)
    thumb = open_table(phone, live_server, game)
    thumb.takes("Anne")
    thumb.tap(phone.locator("#id_bid .tile", has_text="100"))
    thumb.tap(phone.locator("#id_trump .tile", has_text="♥"))
    thumb.tap(phone.locator("#id_multiplier .tile").nth(1))
    thumb.types("99")
    expect(phone.locator("#need")).to_have_text("Il faut 100 : 99, chuté.")
    thumb.writes()
    expect_totals(phone, 0, 360)
    assert (thumb.taps, thumb.digits) == (5, 2)
    assert phone.evaluate("window.scrollY") == 0
    targets = places(phone.locator("#entry :is(.tile, .pad__key):visible"))
    assert targets
    assert [place for place in targets if min(place[2:]) < 48 and place[2] >= 5] == []


def test_a_second_touch_takes_suit_and_double_back(phone: Page, live_server: LiveServer) -> None:
    game = make_game(Club.objects.get(), rules="contree_ffb")
    thumb = open_table(phone, live_server, game)
    for name, value in (("trump", "hearts"), ("multiplier", "1")):
        key = phone.locator(f"#id_{name} .tile", has=phone.locator(f"[value='{value}']"))
        thumb.tap(key)
        expect(key.locator("input")).to_be_checked()
        thumb.tap(key)
        expect(key.locator("input")).not_to_be_checked()


def test_four_belotes_at_all_trump(phone: Page, live_server: LiveServer) -> None:
    rules = replace(PRESETS["coinche_ffb"], all_trump_belotes=AllTrumpBelotes.UP_TO_FOUR)
    choice = replace(preset_choice("coinche_ffb"), ruleset=rules)
    game = make_game(Club.objects.get(), choice=choice)
    open_table(phone, live_server, game)
    further = phone.locator(".further")
    expect(further).to_be_hidden()
    phone.locator("#id_taker .tile", has_text="Anne").click()
    phone.locator("#id_bid .tile", has_text="120").click()
    phone.locator("#id_trump .tile", has_text="Tout atout").click()
    phone.locator("#id_points_a").fill("150")
    phone.locator("#id_belote .tile", has_text="Anne").click()
    phone.locator("#id_further_a .tile", has_text="+1").click()
    phone.locator("#id_further_b .tile", has_text="+2").click()
    # 150 of 258 are 94; two belotes make 134, more than the defence's 68 + 40.
    expect(phone.locator("#need")).to_have_text("Il faut 120 : 134 (94 + belote 40), réussi.")
    phone.get_by_role("button", name="Noter la donne").click()
    expect_on_sheet(phone, 1)
    expect_totals(phone, 90 + 120 + 40, 70 + 40)
    assert game.hands.get().further_belotes == ["A", "B", "B"]
