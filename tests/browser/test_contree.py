"""A hand of contrée on a phone, under a club's own rules."""

from dataclasses import replace

from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.engine.presets import PRESETS
from scorekeeper.engine.rulesets import AllTrump, Bidding
from scorekeeper.models import Club
from scorekeeper.rules.pages.rulesets import preset_choice
from scorekeeper.rules.services import copy_ruleset
from tests.browser.table_page import expect_on_sheet
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
    phone.get_by_text("Atout, plis et autres détails").click()
    phone.locator("#id_trump .tile", has_text="Tout atout").click()
    # 172 of 258 are 108 of 162: the bid is made, and the takers mark 108 + 100.
    phone.locator("#id_points_a").fill("172")
    expect(phone.locator("#id_points_b")).to_have_value("86")
    expect(phone.locator("#preview")).to_contain_text("+208")
    phone.get_by_role("button", name="Noter la donne").click()
    expect_on_sheet(phone, 1)
    expect(phone.locator("#totals .totals__total")).to_have_text(["208", "54"])
