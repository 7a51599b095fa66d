"""A club copies a rule set and changes it; the worked examples follow."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.test import Client
from django.utils import translation

from scorekeeper.engine.presets import PRESETS
from scorekeeper.engine.relevance import relevant_fields
from scorekeeper.engine.rulesets import NUMBER_LIMITS, Bidding, GameFormat, OnEquality, RuleSet
from scorekeeper.models import Club, ClubRuleSet
from scorekeeper.rules.forms import NEEDS, PRACTICE_PREFIX
from tests.rulesets import OWN_WORDS, changed, copied, text_of, typed, url
from tests.table import make_club

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def ours(club: Club) -> ClubRuleSet:
    return copied(club, "salon", "Thursdays")


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


def test_two_clubs_may_use_one_name(member: Client) -> None:
    copied(make_club("Platanes"), "classic", "Thursdays")
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


def test_all_number_fields_have_limits() -> None:
    numbers = {name for name, value in RuleSet().as_values().items() if type(value) is int}
    assert numbers == set(NUMBER_LIMITS)
