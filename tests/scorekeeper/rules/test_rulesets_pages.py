"""Rule sets on the page: cards with their sources, who may see them, games that keep theirs."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from scorekeeper.engine.choices import Bidding, Doubles, OnEquality, Rounding
from scorekeeper.engine.presets import PRESETS
from scorekeeper.engine.rulesets import GameFormat, RuleSet
from scorekeeper.engine.sources import PRESET_PRACTICE, Source
from scorekeeper.labels.phone import (
    PRACTICE_CHOICE_LABELS,
    PRACTICE_LABELS,
    SOURCE_LABELS,
    practice_text,
)
from scorekeeper.models import Club, ClubRuleSet
from scorekeeper.rules.queries import card_of_game, preset_choice, ruleset_card
from tests.rulesets import OWN_WORDS, changed, copied, started, text_of, url
from tests.table import make_club

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def other_club(db: None) -> Club:
    return make_club("Platanes")


@pytest.fixture
def ours(club: Club) -> ClubRuleSet:
    return copied(club, "salon", "Thursdays")


def lines_of(key: str) -> dict[str, str]:
    """Return the sources of a preset's card by field."""
    card = ruleset_card(preset_choice(key))
    return {line.field: line.source for line in (*card.rules, *card.practice)}


# Cards and their sources.


@pytest.mark.parametrize("key", PRESETS)
def test_everybody_reads_the_presets(stranger: Client, key: str) -> None:
    assert url("detail", key) in stranger.get(reverse("scorekeeper:ruleset-list")).content.decode()
    page = text_of(stranger.get(url("detail", key)))
    card = ruleset_card(preset_choice(key))
    for line in (*card.scoring, *card.practice):
        assert f"{line.label} {line.value} {line.source}".strip() in page
    assert {line.field for line in card.rules} <= {line.field for line in card.scoring}
    bids = PRESETS[key].bids
    assert len(card.examples) == (6 if bids else 5)
    assert ("Six worked examples" if bids else "Five worked examples") in page
    for example in card.examples:
        assert example["hand"] in page
        assert example["text"] in page
    assert len(card.practice) == len(PRACTICE_LABELS) - bids == 10 - bids


def test_the_card_of_a_bidding_game_speaks_of_bidding(stranger: Client) -> None:
    page = text_of(stranger.get(url("detail", "coinche_ffb")))
    assert "The deal 8 cards each; none is turned up. practice in clubs" in page
    assert "each bid higher than the one before, until three players have passed." in page
    assert "To make the bid, one counts card points, belote and declarations" in page
    assert "No trump an ace counts 19: 162 points in all FFB coinche" in page
    assert "tierce 20, cinquante 50, cent 100; four of a kind 100" in page
    assert "a four beats a sequence, then the higher kind" in page
    assert "Declarations of failed takers, or of a side without a trick go to the winner" in page
    assert "Bid 100: 83 card points, tierce (20) Made" in page
    assert "A penalty hand gives the other side 160 points, always our decision" in page
    for plain in ("turned up;", "3 more cards", "The rest of the pack", "Sheet 00"):
        assert plain not in page


def test_a_bidding_game_copied_from_a_plain_one_turns_no_card_up(
    member: Client, ours: ClubRuleSet
) -> None:
    changed(ours, replace(PRESETS["salon"], bidding=Bidding.POINTS_AND_BID), first_player=OWN_WORDS)
    page = text_of(member.get(url("detail", ours)))
    assert "The deal 8 cards each; none is turned up. practice in clubs" in page
    assert f"Who speaks and plays first {OWN_WORDS} the club" in page
    assert "3 more cards" not in page


PLACES = ("scorekeeper:game-new", "scorekeeper:evening-new", "scorekeeper:slip-new")


@pytest.mark.parametrize("name", [*PLACES, "tournaments:tournament-new"])
def test_whoever_starts_a_game_is_offered_every_rule_set(
    member: Client, ours: ClubRuleSet, name: str
) -> None:
    """Plain belote, contrée and coinche stand apart, under titles of their own."""
    page = member.get(reverse(name)).content.decode()
    groups = dict(re.findall(r'<optgroup label="([^"]+)">(.*?)</optgroup>', page, re.DOTALL))
    offered = {title: re.findall(r'value="([^"]+)"', part) for title, part in groups.items()}
    bids = [key for key, rules in PRESETS.items() if rules.bids]
    assert offered == {
        "Our own": [f"club-{ours.pk}"],
        "Plain belote": [key for key in PRESETS if key not in bids],
        "Contrée and coinche": bids,
    }


@pytest.mark.parametrize("address", ["/", "/rules/"])
def test_everybody_is_shown_both_games_apart(stranger: Client, address: str) -> None:
    page = text_of(stranger.get(address))
    plain, bids = page.index("Plain belote"), page.index("Contrée and coinche")
    assert plain < page.index("Contest, twelve hands") < bids < page.index("Contrée of the FFB")


@pytest.mark.parametrize("key", PRESETS)
def test_the_values_of_a_preset_are_a_file_for_everybody(stranger: Client, key: str) -> None:
    assert url("values", key) in stranger.get(url("detail", key)).content.decode()
    response = stranger.get(url("values", key))
    assert response["Content-Type"] == "application/json"
    assert json.loads(response.content) == PRESETS[key].as_values()


def test_the_values_of_our_own_are_a_file_of_its_name(
    member: Client, stranger: Client, ours: ClubRuleSet
) -> None:
    response = member.get(url("values", ours))
    assert response["Content-Disposition"] == 'attachment; filename="thursdays.json"'
    assert RuleSet.from_values(json.loads(response.content)) == ours.ruleset


@pytest.mark.parametrize(
    ("preset", "field", "source"),
    [
        ("classic", "on_equality", "Sheet 000, Sheet 003"),
        ("classic", "compared", "our decision"),
        ("classic", "before_deal", "Sheet 003"),
        ("classic", "clockwise", "Sheet 000"),
        ("salon", "on_equality", "Sheet 001"),
        ("salon", "held_at_end", "practice in clubs"),
        ("five_hundred_one", "capot_points", "Sheet 002"),
        ("twelve_hands", "rounding", "Sheet 004"),
        ("twelve_hands", "judged_on", "Sheet 004"),
        ("twelve_hands", "belote_points", "not on the sheet"),
        ("contree_ffb", "doubles", "FFB contrée, Pagat"),
        ("contree_ffb", "least_bid", "our decision"),
        ("coinche_ffb", "bid_must_beat_defenders", "FFB coinche, Wikipedia"),
        ("contree_cannes", "last_hand_exact", "Cannes 2016"),
        ("coinche_bid_only", "base", "ASCEE 2A, Casimir"),
        ("contree_points", "capot_doubled_bonus", "FFB 2016"),
        ("contest", "capot_points", "practice in clubs"),
        ("contest", "belote_said", "our decision"),
    ],
)
def test_every_value_names_its_source(preset: str, field: str, source: str) -> None:
    assert lines_of(preset)[field] == source


def test_every_code_has_words() -> None:
    assert list(PRACTICE_LABELS) == list(PRACTICE_CHOICE_LABELS)
    for practice in PRESET_PRACTICE.values():
        assert all(code in PRACTICE_CHOICE_LABELS[field] for field, (code, _) in practice.items())
    assert set(SOURCE_LABELS) == set(Source)
    assert practice_text("before_deal", OWN_WORDS) == OWN_WORDS


def test_what_no_sheet_says_is_said_so(stranger: Client) -> None:
    lines = {line.field: line for line in ruleset_card(preset_choice("salon")).practice}
    assert not lines["before_deal"].is_set
    assert "Before the deal Not said: agree on it before you play." in text_of(
        stranger.get(url("detail", "salon"))
    )


def test_what_the_club_changed_is_the_clubs(member: Client, ours: ClubRuleSet) -> None:
    ruleset = replace(PRESETS["salon"], capot_points=300, on_equality=OnEquality.FAILED)
    changed(ours, ruleset, before_deal=OWN_WORDS, overtrump="")
    page = text_of(member.get(url("detail", ours)))
    assert "Capot is worth 300 points the club" in page
    assert "When both sides are equal the takers have failed the club" in page
    assert "Belote is worth 20 points Sheet 001" in page
    assert f"Before the deal {OWN_WORDS} the club" in page
    assert "In a litige" not in page
    assert "If there is already a trump Not said" in page


@pytest.mark.parametrize(
    ("preset", "sentence"),
    [
        ("classic", "Belote is scored, but does not count towards the contract."),
        ("salon", "90 card points + 81 held points won"),
        ("twelve_hands", "Belote is not scored."),
    ],
)
def test_examples_say_what_is_special(stranger: Client, preset: str, sentence: str) -> None:
    assert sentence in text_of(stranger.get(url("detail", preset)))


def test_examples_of_a_contree_say_who_had_more(member: Client, ours: ClubRuleSet) -> None:
    changed(ours, replace(PRESETS["salon"], bidding=Bidding.POINTS, doubles=Doubles.BASE))
    page = text_of(member.get(url("detail", ours)))
    assert "The defence has more: 97." in page
    assert "Bidding only the points are scored the club" in page
    assert "To make the contract" not in page


def test_a_list_sums_up_what_the_club_changed(member: Client, ours: ClubRuleSet) -> None:
    page = text_of(member.get(reverse("scorekeeper:ruleset-list")))
    assert "Copied from “Salon, to 1000 with litige”." in page
    ruleset = replace(PRESETS["salon"], capot_points=300, belote_points=10, clockwise=False)
    changed(ours, ruleset)
    page = text_of(member.get(reverse("scorekeeper:ruleset-list")))
    assert "Capot is worth: 300 points · Belote is worth: 10 points · Direction of play" in page
    changed(ours, replace(ruleset, format=GameFormat(target=700), rounding=Rounding.TO_160))
    page = text_of(member.get(reverse("scorekeeper:ruleset-list")))
    assert " · 2 more changes." in page


def test_the_list_costs_the_same_for_many(
    member: Client, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    address = reverse("scorekeeper:ruleset-list")
    member.get(address)
    with django_assert_num_queries(4) as few:
        member.get(address)
    for number in range(12):
        copied(club, "classic", f"Table {number}")
    with django_assert_num_queries(len(few)):
        member.get(address)


# Who may see and do what.

OWN_PAGES = ("detail", "values", "copy", "edit", "delete", "examples")


@pytest.mark.parametrize("name", OWN_PAGES)
def test_another_clubs_rule_set_is_unknown(member: Client, other_club: Club, name: str) -> None:
    theirs = copied(other_club, "classic", "Theirs")
    address = url(name, theirs)
    assert member.post(address).status_code in (404, 405)
    if name not in ("delete", "examples"):
        assert member.get(address).status_code == 404
    assert ClubRuleSet.objects.filter(pk=theirs.pk).exists()
    assert "Theirs" not in text_of(member.get(reverse("scorekeeper:ruleset-list")))


@pytest.mark.parametrize("name", OWN_PAGES)
def test_nobody_signed_in_is_asked_to_sign_in(
    stranger: Client, ours: ClubRuleSet, name: str
) -> None:
    method = stranger.post if name in ("delete", "examples") else stranger.get
    response = method(url(name, ours))
    assert response.status_code == 302
    assert reverse("login") in response["Location"]
    assert "Thursdays" not in text_of(stranger.get(reverse("scorekeeper:ruleset-list")))


def test_somebody_without_a_club_sees_the_presets_only(stranger: Client, ours: ClubRuleSet) -> None:
    stranger.force_login(User.objects.create_user("luc"))
    assert stranger.get(url("detail", ours)).status_code == 404
    assert stranger.get(url("detail", "classic")).status_code == 200


@pytest.mark.parametrize(
    "key", ["nothing", "club-", "club-x", "club-0", "club-99999999999999999999"]
)
def test_unknown_keys(member: Client, key: str) -> None:
    assert member.get(url("detail", key)).status_code == 404


@pytest.mark.parametrize("name", ["edit", "delete", "examples"])
def test_a_preset_cannot_be_changed(member: Client, name: str) -> None:
    assert member.post(url(name, "classic"), {}).status_code == 404


def test_get_deletes_nothing(member: Client, ours: ClubRuleSet) -> None:
    assert member.get(url("delete", ours)).status_code == 405
    assert member.get(url("examples", ours)).status_code == 405


# Games keep their values.


def test_a_game_keeps_the_values_it_was_begun_under(
    member: Client, club: Club, ours: ClubRuleSet
) -> None:
    game = started(club, f"club-{ours.pk}", GameFormat(hands=8))
    changed(ours, replace(PRESETS["salon"], capot_points=300), before_deal=OWN_WORDS)
    page = text_of(member.get(reverse("scorekeeper:game-rules", args=[game.pk])))
    assert "Capot is worth 252 points Sheet 001" in page
    assert "The game ends after 8 hands this game" in page
    assert OWN_WORDS not in page


def test_deleting_a_rule_set_keeps_its_games(member: Client, club: Club, ours: ClubRuleSet) -> None:
    game = started(club, f"club-{ours.pk}")
    assert "data-confirm=" in member.get(url("detail", ours)).content.decode()
    response = member.post(url("delete", ours), follow=True)
    assert "“Thursdays” is deleted" in text_of(response)
    assert not ClubRuleSet.objects.exists()
    game.refresh_from_db()
    assert game.ruleset == PRESETS["salon"]
    page = text_of(member.get(reverse("scorekeeper:game-rules", args=[game.pk])))
    assert "Thursdays" in page
    assert "Capot is worth 252 points Sheet 001" in page
    assert "King first, then Queen" in page


def test_a_phone_that_joined_reads_the_rules_of_its_game(
    stranger: Client, club: Club, ours: ClubRuleSet
) -> None:
    game = started(club, f"club-{ours.pk}")
    address = reverse("scorekeeper:game-rules", args=[game.pk])
    assert stranger.get(address).status_code == 404
    stranger.post(reverse("scorekeeper:game-join", args=[game.token]))
    page = text_of(stranger.get(address))
    assert "Thursdays" in page
    assert "King first, then Queen" in page
    assert stranger.get(url("detail", ours)).status_code == 302


def test_a_game_under_a_preset_names_its_sheets(club: Club) -> None:
    card = card_of_game(started(club, "classic"))
    sources = {line.field: line.source for line in card.rules}
    assert sources["capot_points"] == "Sheet 000, Sheet 003"
    assert sources["format"] == "Sheet 000, Sheet 003"
    assert card.name == "Classic, to 1000"


# Help.


@pytest.mark.parametrize("language", ["fr", "en"])
def test_help_is_for_everybody_and_its_contents_lead_somewhere(
    stranger: Client, language: str
) -> None:
    page = stranger.get(
        reverse("scorekeeper:help"), headers={"accept-language": language}
    ).content.decode()
    targets = re.findall(r'<li><a href="#([\w-]+)">', page)
    assert len(targets) == len(set(targets)) == 33
    assert targets == re.findall(r'<section class="help__chapter" id="([\w-]+)">', page)
    assert "python manage.py start" in page
