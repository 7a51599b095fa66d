"""Rule sets on the page: cards with their sources, copies, changes, worked examples."""

import html
import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from scorekeeper.engine.hand import Seat
from scorekeeper.engine.relevance import relevant_fields
from scorekeeper.engine.rulesets import (
    NUMBER_LIMITS,
    PRESETS,
    Bidding,
    GameFormat,
    OnEquality,
    RuleSet,
)
from scorekeeper.engine.sources import PRACTICE_CHOICES, Source
from scorekeeper.forms.rulesets import NEEDS, PRACTICE_PREFIX, RuleSetForm
from scorekeeper.labels import PRACTICE_CHOICE_LABELS, PRACTICE_LABELS, practice_text
from scorekeeper.labels.practice import SOURCE_LABELS
from scorekeeper.models import Club, ClubRuleSet, Game, Membership
from scorekeeper.models.authors import Author
from scorekeeper.selectors.ruleset_cards import game_card, ruleset_card
from scorekeeper.selectors.rulesets import find_choice, own_choice, preset_choice
from scorekeeper.services.games import Seating, start_game
from scorekeeper.services.rulesets import change_ruleset, copy_ruleset

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 21, 20, 30, tzinfo=UTC)
OWN_WORDS = "The youngest player cuts, with the left hand."


@pytest.fixture(autouse=True)
def _english(settings: Any) -> None:
    settings.LANGUAGE_CODE = "en"


@pytest.fixture
def club() -> Club:
    return Club.objects.create(name="Tilleuls", created_at=NOW)


@pytest.fixture
def other_club() -> Club:
    return Club.objects.create(name="Platanes", created_at=NOW)


@pytest.fixture
def member(club: Club, client: Client) -> Client:
    user = User.objects.create_user("rose")
    Membership.objects.create(club=club, user=user, created_at=NOW)
    client.force_login(user)
    return client


@pytest.fixture
def ours(club: Club) -> ClubRuleSet:
    return copied(club, "salon", "Thursdays")


def copied(club: Club, preset: str, name: str) -> ClubRuleSet:
    return copy_ruleset(club=club, source=preset_choice(preset), name=name, now=NOW)


def changed(stored: ClubRuleSet, ruleset: RuleSet, **practice: str) -> ClubRuleSet:
    return change_ruleset(
        stored=stored,
        name=stored.name,
        ruleset=ruleset,
        practice={**stored.practice, **practice},
        now=NOW,
    )


def started(club: Club, key: str, game_format: GameFormat | None = None) -> Game:
    rules = find_choice(club, key)
    return start_game(
        club=club,
        seating=Seating(names={Seat.A1: "Anne", Seat.A2: "Paul", Seat.B1: "Luc", Seat.B2: "Ali"}),
        rules=rules,
        game_format=game_format or rules.ruleset.format,
        author=Author("Rose"),
        now=NOW,
    )


def url(name: str, stored: ClubRuleSet | str) -> str:
    key = stored if isinstance(stored, str) else f"club-{stored.pk}"
    return reverse(f"scorekeeper:ruleset-{name}", args=[key])


def text_of(response: Any) -> str:
    """Return what can be read of a page, its white space tidied."""
    without_tags = re.sub(r"<[^>]+>", " ", response.content.decode())
    return " ".join(html.unescape(without_tags).split())


def typed(stored: ClubRuleSet, **changes: str) -> dict[str, str]:
    """Return what the untouched form of a rule set sends, with changes."""
    form = RuleSetForm(choice=own_choice(stored))
    data = {"name": stored.name}
    for name, field in form.fields.items():
        value = form[name].value()
        if name.startswith(PRACTICE_PREFIX):
            choice, words = field.widget.decompress(value)
            data |= {name: choice, f"{name}_words": words}
        else:
            data[name] = "" if value is None else str(value)
    return {**data, **changes}


def lines_of(key: str) -> dict[str, str]:
    """Return the sources of a preset's card by field."""
    card = ruleset_card(preset_choice(key))
    return {line.field: line.source for line in (*card.rules, *card.practice)}


# Cards and their sources.


@pytest.mark.parametrize("key", PRESETS)
def test_everybody_reads_the_presets(client: Client, key: str) -> None:
    assert url("detail", key) in client.get(reverse("scorekeeper:ruleset-list")).content.decode()
    page = text_of(client.get(url("detail", key)))
    card = ruleset_card(preset_choice(key))
    for line in (*card.rules, *card.practice):
        assert f"{line.label} {line.value} {line.source}".strip() in page
    assert len(card.examples) == 5
    for example in card.examples:
        assert example.hand in page
        assert example.text in page
    assert len(card.practice) == len(PRACTICE_LABELS) == 10


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
        ("twelve_hands", "counts_in_tens", "Sheet 004"),
        ("twelve_hands", "judged_on", "practice in clubs"),
        ("contest", "capot_points", "practice in clubs"),
        ("contest", "belote_said", "our decision"),
    ],
)
def test_every_value_names_its_source(preset: str, field: str, source: str) -> None:
    assert lines_of(preset)[field] == source


def test_every_code_has_words() -> None:
    assert {field: set(codes) for field, codes in PRACTICE_CHOICES.items()} == {
        field: set(labels) for field, labels in PRACTICE_CHOICE_LABELS.items()
    }
    assert list(PRACTICE_LABELS) == list(PRACTICE_CHOICES)
    assert set(SOURCE_LABELS) == set(Source)
    assert practice_text("before_deal", OWN_WORDS) == OWN_WORDS


def test_what_no_sheet_says_is_said_so(client: Client) -> None:
    lines = {line.field: line for line in ruleset_card(preset_choice("salon")).practice}
    assert not lines["before_deal"].is_said
    assert "Before the deal Not said: agree on it before you play." in text_of(
        client.get(url("detail", "salon"))
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
    assert "When a trump is already there Not said" in page


@pytest.mark.parametrize(
    ("preset", "sentence"),
    [
        ("classic", "Belote is marked, but does not count towards the contract."),
        ("salon", "90 card points + 81 held points won"),
        ("twelve_hands", "Belote is not marked."),
    ],
)
def test_examples_say_what_is_special(client: Client, preset: str, sentence: str) -> None:
    assert sentence in text_of(client.get(url("detail", preset)))


def test_examples_of_a_contree_say_who_had_more(member: Client, ours: ClubRuleSet) -> None:
    changed(ours, replace(PRESETS["salon"], bidding=Bidding.POINTS))
    page = text_of(member.get(url("detail", ours)))
    assert "The defence has more: 97." in page
    assert "Bidding made: points; failed: 160 the club" in page
    assert "To make the contract" not in page


def test_a_list_sums_up_what_the_club_changed(member: Client, ours: ClubRuleSet) -> None:
    page = text_of(member.get(reverse("scorekeeper:ruleset-list")))
    assert "Copied from “Salon, to 1000 with litige”." in page
    ruleset = replace(PRESETS["salon"], capot_points=300, belote_points=10, clockwise=False)
    changed(ours, ruleset)
    page = text_of(member.get(reverse("scorekeeper:ruleset-list")))
    assert "Capot is worth: 300 points; Belote is worth: 10 points; Direction of play" in page
    changed(ours, replace(ruleset, format=GameFormat(target=700), counts_in_tens=True))
    page = text_of(member.get(reverse("scorekeeper:ruleset-list")))
    assert "; 2 more changes." in page


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

OWN_PAGES = ("detail", "copy", "edit", "delete", "examples")


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
def test_nobody_signed_in_is_asked_to_sign_in(client: Client, ours: ClubRuleSet, name: str) -> None:
    method = client.post if name in ("delete", "examples") else client.get
    response = method(url(name, ours))
    assert response.status_code == 302
    assert reverse("login") in response["Location"]
    assert "Thursdays" not in text_of(client.get(reverse("scorekeeper:ruleset-list")))


def test_somebody_without_a_club_sees_the_presets_only(client: Client, ours: ClubRuleSet) -> None:
    client.force_login(User.objects.create_user("luc"))
    assert client.get(url("detail", ours)).status_code == 404
    assert client.get(url("detail", "classic")).status_code == 200


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


# Copies.


def test_copy_a_preset_then_change_it(member: Client, club: Club) -> None:
    assert "Classic, to 1000, ours" in member.get(url("copy", "classic")).content.decode()
    response = member.post(url("copy", "classic"), {"name": "  Our   Mondays "})
    stored = ClubRuleSet.objects.get(club=club)
    assert response["Location"] == url("edit", stored)
    assert stored.name == "Our Mondays"
    assert stored.ruleset == PRESETS["classic"]
    assert stored.practice["before_deal"] == "shuffled_cut_left"


def test_copy_our_own(member: Client, club: Club, ours: ClubRuleSet) -> None:
    changed(ours, replace(PRESETS["salon"], capot_points=300), before_deal=OWN_WORDS)
    member.post(url("copy", ours), {"name": "Fridays"})
    copy = ClubRuleSet.objects.get(club=club, name="Fridays")
    assert copy.based_on == "salon"
    assert copy.ruleset.capot_points == 300
    assert copy.practice["before_deal"] == OWN_WORDS


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "Give the rule set a name."),
        ("   ", "Give the rule set a name."),
        ("thursdays", "Another rule set of the club has that name"),
        ("x" * 81, "at most 80 characters"),
        ("a\x00b", "Null characters are not allowed."),
    ],
    ids=["empty", "blank", "taken", "long", "null"],
)
def test_bad_names_are_refused_and_kept(
    member: Client, ours: ClubRuleSet, name: str, sentence: str
) -> None:
    response = member.post(url("copy", "classic"), {"name": name})
    assert sentence in text_of(response)
    assert response.context["form"]["name"].value() == name
    assert ClubRuleSet.objects.count() == 1


def test_two_clubs_may_use_one_name(member: Client, other_club: Club) -> None:
    copied(other_club, "classic", "Thursdays")
    assert member.post(url("copy", "classic"), {"name": "Thursdays"}).status_code == 302


# Changes.


def test_saving_the_untouched_form_changes_nothing(member: Client, ours: ClubRuleSet) -> None:
    practice = ours.practice
    assert member.post(url("edit", ours), typed(ours)).status_code == 302
    ours.refresh_from_db()
    assert ours.ruleset == PRESETS["salon"]
    assert ours.practice == practice


def test_every_field_can_be_changed(member: Client, ours: ClubRuleSet) -> None:
    wanted = {
        "compared": "cards",
        "on_equality": "shared",
        "capot_points": 300,
        "belote_points": 10,
        "counts_in_tens": True,
        "judged_on": "rounded",
        "held": "cards_and_belote",
        "held_at_end": "lost",
        "both_reach": "takers",
        "clockwise": False,
        "after_pass": "same_dealer",
        "bidding": "cannes_2016",
        "redoubled_factor": 3,
        "bid_must_beat_defenders": False,
        "generale": True,
        "failed_capot_bid": "flat_500",
        "all_trump": "scaled_from_258",
        "declarations": True,
    }
    data = {name: str(value) for name, value in wanted.items()}
    data |= {"target": "", "hands": "12", "games": "3", "name": "Sundays"}
    data |= {"practice_overtrump": "", "practice_dealing": "three_two"}
    data |= {"practice_before_deal": "own", "practice_before_deal_words": f"  {OWN_WORDS} "}
    assert member.post(url("edit", ours), typed(ours, **data)).status_code == 302
    ours.refresh_from_db()
    assert ours.name == "Sundays"
    assert ours.values == {**wanted, "format": {"target": None, "hands": 12, "games": 3}}
    assert set(wanted) | {"format"} == set(RuleSet().as_values())
    assert ours.practice["before_deal"] == OWN_WORDS
    assert ours.practice["dealing"] == "three_two"
    assert "overtrump" not in ours.practice


BAD_INPUT = {
    "capot too low": ({"capot_points": "161"}, "Write a whole number from 162 to 1,000."),
    "capot too high": ({"capot_points": "1001"}, "Write a whole number from 162 to 1,000."),
    "capot in words": ({"capot_points": "many"}, "Write a whole number from 162 to 1,000."),
    "capot missing": ({"capot_points": ""}, "Write a whole number from 162 to 1,000."),
    "belote negative": ({"belote_points": "-20"}, "Write a whole number from 0 to 100."),
    "redoubled": ({"redoubled_factor": "5"}, "Write a whole number from 3 to 4."),
    "no end": ({"target": ""}, "choose one of the two"),
    "two ends": ({"hands": "12"}, "choose one of the two"),
    "target nought": ({"target": "0"}, "Write a whole number from 1 to 100,000."),
    "target too far": ({"target": "1" * 30}, "Write a whole number from 1 to 100,000."),
    "target broken": ({"target": "10,5"}, "Write a whole number from 1 to 100,000."),
    "hands": ({"target": "", "hands": "101"}, "Write a whole number from 1 to 100."),
    "games": ({"games": "21"}, "Write a whole number from 1 to 20."),
    "games missing": ({"games": ""}, "Write a whole number from 1 to 20."),
    "unknown choice": ({"on_equality": "toss"}, "Choose one of the values that are offered."),
    "choice missing": ({"compared": ""}, "Choose one of the values that are offered."),
    "neither yes nor no": ({"clockwise": "1"}, "Choose one of the values that are offered."),
    "practice unknown": (
        {"practice_dealing": "upside_down"},
        "Choose one of the values that are offered.",
    ),
    "own words missing": ({"practice_dealing": "own"}, "Write how you play"),
    "own words too long": (
        {"practice_dealing": "own", "practice_dealing_words": "x" * 101},
        "at most 100 characters",
    ),
    "name missing": ({"name": " "}, "Give the rule set a name."),
    "name taken": ({"name": "MONDAYS"}, "Another rule set of the club has that name"),
}


@pytest.mark.parametrize("case", BAD_INPUT)
def test_bad_input_is_refused_and_loses_nothing(
    member: Client, club: Club, ours: ClubRuleSet, case: str
) -> None:
    copied(club, "classic", "Mondays")
    wrong, sentence = BAD_INPUT[case]
    data = typed(ours, practice_before_deal="own", practice_before_deal_words=OWN_WORDS)
    data |= {"held_at_end": "lost", **wrong}
    response = member.post(url("edit", ours), data)
    assert response.status_code == 200
    assert sentence in text_of(response)
    form = response.context["form"]
    (name,) = [name for name in form.errors if name in wrong or name == "target"]
    assert f'href="#id_{name}"' in response.content.decode()
    assert f'id="id_{name}"' in response.content.decode()
    for field in form.fields:
        shown = form[field].value()
        if field.startswith(PRACTICE_PREFIX):
            assert shown == [data[field], data[f"{field}_words"]]
        else:
            assert shown == data[field]
    assert OWN_WORDS in response.content.decode()
    ours.refresh_from_db()
    assert ours.values == PRESETS["salon"].as_values()


def test_every_problem_at_once(member: Client, ours: ClubRuleSet) -> None:
    data = typed(ours, name="", capot_points="1", target="0", games="x", held="sometimes")
    form = member.post(url("edit", ours), data).context["form"]
    assert set(form.errors) == {"name", "capot_points", "games", "held"}
    data["games"] = "1"
    form = member.post(url("edit", ours), data).context["form"]
    assert set(form.errors) == {"name", "capot_points", "target", "held"}


@pytest.mark.parametrize("space", [" ", "\u00a0", "\u202f"], ids=["plain", "no-break", "narrow"])
def test_thousands_may_be_spaced(member: Client, ours: ClubRuleSet, space: str) -> None:
    member.post(url("edit", ours), typed(ours, target=f"1{space}500"))
    ours.refresh_from_db()
    assert ours.ruleset.format == GameFormat(target=1500)


def test_own_words_win_where_nothing_hides_them(member: Client, ours: ClubRuleSet) -> None:
    member.post(url("edit", ours), typed(ours, practice_dealing_words="All eight at once."))
    ours.refresh_from_db()
    assert ours.practice["dealing"] == "All eight at once."


def test_contree_is_open_only_where_it_is_played(member: Client, ours: ClubRuleSet) -> None:
    assert not member.get(url("edit", ours)).context["form"].shows_bidding
    changed(ours, replace(PRESETS["salon"], bidding=Bidding.POINTS))
    assert member.get(url("edit", ours)).context["form"].shows_bidding
    changed(ours, replace(PRESETS["salon"], declarations=True))
    assert member.get(url("edit", ours)).context["form"].shows_bidding
    wrong = typed(ours, declarations="False", redoubled_factor="9")
    assert member.post(url("edit", ours), wrong).context["form"].shows_bidding


@pytest.mark.parametrize("bidding", Bidding)
@pytest.mark.parametrize("equality", [OnEquality.LITIGE, OnEquality.FAILED])
@pytest.mark.parametrize("tens", [True, False])
@pytest.mark.parametrize("game_format", [GameFormat(target=500), GameFormat(hands=12)])
def test_the_page_hides_what_the_engine_calls_silent(
    bidding: Bidding, equality: OnEquality, tens: bool, game_format: GameFormat
) -> None:
    ruleset = RuleSet(
        bidding=bidding, on_equality=equality, counts_in_tens=tens, format=game_format
    )
    values = {name: str(value) for name, value in ruleset.as_values().items()}
    values["target"] = str(game_format.target or "")

    def is_shown(needs: str) -> bool:
        pairs = [need.split("=") for need in needs.split()]
        return all(
            bool(values[name]) if wanted == "*" else values[name] in wanted.split("|")
            for name, wanted in pairs
        )

    shown = {name for name, needs in NEEDS.items() if is_shown(needs)}
    assert shown == set(NEEDS) & set(relevant_fields(ruleset))


# Worked examples that follow the form.


def test_examples_are_worked_out_for_what_is_typed(member: Client, ours: ClubRuleSet) -> None:
    response = member.post(
        url("examples", ours), typed(ours, capot_points="400", on_equality="failed", name="")
    )
    page = text_of(response)
    assert response.status_code == 200
    assert "Every trick: capot Capot Takers 400 Defence 0" in page
    assert "81 card points on both sides Failed Takers 0 Defence 162" in page
    assert "<html" not in response.content.decode()
    ours.refresh_from_db()
    assert ours.ruleset == PRESETS["salon"]


def test_examples_wait_for_rules_that_can_be(member: Client, ours: ClubRuleSet) -> None:
    response = member.post(url("examples", ours), typed(ours, capot_points="4", target=""))
    page = text_of(response)
    assert response.status_code == 422
    assert "Capot is worth: Write a whole number from 162 to 1,000." in page
    assert "Target: A game ends at a target" in page
    assert "Every trick" not in page


def test_check_saves_nothing_without_scripts(member: Client, ours: ClubRuleSet) -> None:
    response = member.post(url("edit", ours), typed(ours, capot_points="400", check="1"))
    assert response.status_code == 200
    assert "Every trick: capot Capot Takers 400 Defence 0" in text_of(response)
    assert response.context["form"]["capot_points"].value() == "400"
    ours.refresh_from_db()
    assert ours.ruleset == PRESETS["salon"]


# Games keep their values.


def test_a_game_keeps_the_values_it_was_begun_under(
    member: Client, club: Club, ours: ClubRuleSet
) -> None:
    game = started(club, f"club-{ours.pk}", GameFormat(hands=8))
    changed(ours, replace(PRESETS["salon"], capot_points=300), before_deal=OWN_WORDS)
    page = text_of(member.get(reverse("scorekeeper:game-rules", args=[game.pk])))
    assert "Capot is worth 252 points the club" in page
    assert "The game ends after 8 hands this game" in page
    assert f"Before the deal {OWN_WORDS} the club" in page


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
    assert "Capot is worth 252 points the club" in page
    assert "How the table plays" not in page


def test_a_phone_that_joined_reads_the_rules_of_its_game(
    client: Client, club: Club, ours: ClubRuleSet
) -> None:
    game = started(club, f"club-{ours.pk}")
    address = reverse("scorekeeper:game-rules", args=[game.pk])
    assert client.get(address).status_code == 404
    session = client.session
    session["games"] = {str(game.pk): True}
    session.save()
    page = text_of(client.get(address))
    assert "Thursdays" in page
    assert "King first, then Queen" in page
    assert client.get(url("detail", ours)).status_code == 302


def test_a_game_under_a_preset_names_its_sheets(club: Club) -> None:
    card = game_card(started(club, "classic"))
    sources = {line.field: line.source for line in card.rules}
    assert sources["capot_points"] == "Sheet 000, Sheet 003"
    assert sources["format"] == "Sheet 000, Sheet 003"
    assert card.name == "Classic, to 1000"


def test_all_number_fields_have_limits() -> None:
    numbers = {name for name, value in RuleSet().as_values().items() if type(value) is int}
    assert numbers == set(NUMBER_LIMITS)


# Help.


@pytest.mark.parametrize("language", ["fr", "en"])
def test_help_is_for_everybody_and_its_contents_lead_somewhere(
    client: Client, language: str
) -> None:
    page = client.get(
        reverse("scorekeeper:help"), headers={"accept-language": language}
    ).content.decode()
    targets = re.findall(r'<li><a href="#([\w-]+)">', page)
    assert len(targets) == len(set(targets)) == 16
    assert targets == re.findall(r'<section class="help__chapter" id="([\w-]+)">', page)
    assert "python manage.py start" in page
