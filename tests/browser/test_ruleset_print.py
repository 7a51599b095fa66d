"""A rules card prints on A4: one page, two for a contrée; its editor works the examples out."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from scorekeeper.engine.choices import AllTrump, Bidding, Rounding
from scorekeeper.engine.presets import PRESETS
from scorekeeper.engine.rulesets import GameFormat, RuleSet
from scorekeeper.labels.phone import PRACTICE_LABELS
from scorekeeper.models import Club, ClubRuleSet
from scorekeeper.models.clubs import NAME_LENGTH
from scorekeeper.rules.forms import OWN_WORDS_LENGTH
from scorekeeper.rules.queries import preset_choice
from scorekeeper.rules.services import change_ruleset, copy_ruleset

A4 = (595, 842)

LONG_NAME = "Contrée du premier jeudi du mois, avec annonces, de l’amicale des joueurs de belote"
LONG_PRACTICE = (
    "Les cartes ne sont pas battues mais coupées par le joueur à droite du donneur, qui distribue."
)
MOST_TO_SAY = replace(
    PRESETS["coinche_ffb"],
    rounding=Rounding.TENS_6_UP,
    last_hand_exact=True,
    generale=True,
    all_trump=AllTrump.AS_258,
    capot_bid_made=500,
    capot_bid_failed=500,
    capot_bid_flat=True,
    format=GameFormat(target=100_000, games=20),
)


def pages_of(pdf: bytes) -> list[tuple[int, int]]:
    """Return the size of every page of a PDF, in points."""
    boxes = re.findall(rb"/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)\s*\]", pdf)
    return [(round(float(width)), round(float(height))) for width, height in boxes]


def longest_ruleset(ruleset: RuleSet) -> ClubRuleSet:
    """Return a rule set of the club with as many words as a club can write."""
    club = Club.objects.get()
    stored = copy_ruleset(
        club=club, source=preset_choice("salon"), name="Jeudi", now=timezone.now()
    )
    return change_ruleset(
        stored=stored,
        name=LONG_NAME.ljust(NAME_LENGTH, "s")[:NAME_LENGTH],
        ruleset=ruleset,
        practice=dict.fromkeys(PRACTICE_LABELS, LONG_PRACTICE.ljust(OWN_WORDS_LENGTH, "e")),
        now=timezone.now(),
    )


def printed(page: Page, address: str, folder: Path, *, examples: int) -> list[tuple[int, int]]:
    page.goto(address)
    expect(page.locator(".example")).to_have_count(examples)
    return pages_of(page.pdf(path=folder / "card.pdf", prefer_css_page_size=True))


def read_in(page: Page, server: LiveServer, language: str) -> None:
    """Choose the language, as the switch at the top of the page does."""
    name = settings.LANGUAGE_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": language, "url": server.url}])


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("key", [*PRESETS, "litige", "contrée"])
def test_a_rules_card_prints_on_a4(
    phone: Page, live_server: LiveServer, tmp_path: Path, key: str, language: str
) -> None:
    read_in(phone, live_server, language)
    bids = key == "contrée" or (key in PRESETS and PRESETS[key].bids)
    if key not in PRESETS:
        plain = replace(PRESETS["salon"], rounding=Rounding.TO_160, declarations=True)
        stored = longest_ruleset(MOST_TO_SAY if bids else plain)
        key = f"club-{stored.pk}"
    address = f"{live_server.url}/rules/{key}/"
    pages = printed(phone, address, tmp_path, examples=6 if bids else 5)
    assert phone.locator("html").get_attribute("lang") == language
    assert len(pages) <= (2 if bids else 1)
    for page in pages:
        assert all(abs(size - wanted) <= 1 for size, wanted in zip(page, A4, strict=True))


def test_a_club_makes_its_own_contree(phone: Page, live_server: LiveServer) -> None:
    """Fields follow what is bid, what nobody plays is asked about, and the card tells it."""
    read_in(phone, live_server, "en")
    stored = copy_ruleset(
        club=Club.objects.get(),
        source=preset_choice("classic"),
        name="Mondays",
        now=timezone.now(),
    )
    phone.goto(f"{live_server.url}/rules/club-{stored.pk}/edit/")
    expect(phone.locator("#id_base")).to_be_hidden()
    expect(phone.locator("#id_doubles")).to_be_hidden()
    expect(phone.locator("#id_practice_rest_of_pack")).to_be_visible()

    phone.locator("#id_bidding .tile", has_text="only the bid is scored").click()
    expect(phone.locator("#id_base")).to_be_visible()
    expect(phone.locator("#id_compared")).to_be_hidden()
    expect(phone.locator("#id_capot_points")).to_be_hidden()
    expect(phone.locator("#id_practice_rest_of_pack")).to_be_hidden()
    expect(phone.locator(".example")).to_have_count(6)
    expect(phone.locator("#id_all_trump_belotes")).to_be_visible()
    phone.locator("#id_all_trump .tile", has_text="not played").click()
    expect(phone.locator("#id_all_trump_belotes")).to_be_hidden()

    phone.get_by_role("button", name="Save the rules").click()
    expect(phone.get_by_role("heading", name="Is that how you play?")).to_be_visible()
    expect(phone.locator("#id_base")).to_have_value("160")
    phone.locator("#id_base").fill("0")
    phone.get_by_role("button", name="Save the rules").click()

    expect(phone.locator("h1")).to_have_text("Mondays")
    expect(phone.get_by_role("heading", name="Six worked examples")).to_be_visible()
    expect(phone.get_by_text("8 cards each; none is turned up.")).to_be_visible()
    stored.refresh_from_db()
    assert (stored.ruleset.bidding, stored.ruleset.base) == (Bidding.BID_ONLY, 0)


def test_examples_follow_the_form(phone: Page, live_server: LiveServer) -> None:
    read_in(phone, live_server, "en")
    club = Club.objects.get()
    stored = copy_ruleset(
        club=club, source=preset_choice("salon"), name="Thursdays", now=timezone.now()
    )
    phone.goto(f"{live_server.url}/rules/club-{stored.pk}/edit/")
    expect(phone.get_by_role("button", name="Check")).to_be_hidden()
    expect(phone.locator("#id_held")).to_be_visible()

    phone.locator("#id_capot_points").fill("400")
    capot = phone.locator(".example", has_text="capot")
    expect(capot.locator(".example__points").first).to_have_text("400")

    phone.locator("#id_on_equality .tile", has_text="failed").click()
    equal = phone.locator(".example", has_text="81 card points on both sides")
    expect(equal.locator(".badge--failed")).to_be_visible()
    expect(phone.locator("#id_held")).to_be_hidden()

    words = phone.locator("[name=practice_dealing_words]")
    expect(words).to_be_hidden()
    phone.locator("#id_practice_dealing").select_option("own")
    words.fill("All eight at once.")
    phone.get_by_role("button", name="Save the rules").click()

    expect(phone.locator("h1")).to_have_text("Thursdays")
    expect(phone.get_by_text("All eight at once.")).to_be_visible()
    stored.refresh_from_db()
    assert stored.ruleset.capot_points == 400
    assert stored.practice["dealing"] == "All eight at once."
