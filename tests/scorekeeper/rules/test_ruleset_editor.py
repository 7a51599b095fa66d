"""A club copies a rule set and changes it; the worked examples follow."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.test import Client
from django.utils import translation

from scorekeeper.engine.choices import OnEquality
from scorekeeper.engine.presets import PRESETS
from scorekeeper.engine.relevance import OF_BIDS, relevant_fields
from scorekeeper.engine.rulesets import (
    FORMAT_LIMITS,
    NUMBER_LIMITS,
    OPTIONAL_NUMBERS,
    GameFormat,
    RuleSet,
)
from scorekeeper.models import Club, ClubRuleSet
from scorekeeper.rules.forms import NEEDS, PART_NEEDS, PRACTICE_PREFIX
from tests.phone_entries import any_rules
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
        "on_equality": "failed",
        "capot_points": 300,
        "belote_points": 20,
        "rounding": "complement",
        "judged_on": "exact",
        "last_hand_exact": True,
        "held": "cards",
        "held_at_end": "returned",
        "both_reach": "another_hand",
        "penalty_marks": "base_and_bid",
        "clockwise": False,
        "after_pass": "same_dealer",
        "bidding": "points_and_bid",
        "base": 162,
        "least_bid": 82,
        "highest_bid": 180,
        "generale": True,
        "bid_must_beat_defenders": False,
        "doubles": "hand",
        "doubled_factor": 4,
        "redoubled_factor": 8,
        "doubled_defence": "card_points",
        "unannounced_capot": "nothing_more",
        "capot_doubled_bonus": 0,
        "defence_capot": "base",
        "capot_bid_points": 270,
        "capot_bid_made": 522,
        "capot_bid_failed": None,
        "capot_bid_flat": True,
        "belote_marked": "taken_from_failed",
        "no_trump": "ace_11",
        "all_trump": "as_258",
        "all_trump_belotes": "up_to_four",
        "declarations": True,
        "declarations_count": True,
        "declarations_of_losers": "to_winner",
        "declarations_tie": "first_speaker",
    }
    data = {name: "" if value is None else str(value) for name, value in wanted.items()}
    data |= {"target": "2000", "hands": "", "games": "3", "name": "Sundays"}
    data |= {"practice_overtrump": "", "practice_dealing": "three_two"}
    data |= {"practice_before_deal": "own", "practice_before_deal_words": f"  {OWN_WORDS} "}
    assert member.post(url("edit", ours), typed(ours, **data)).status_code == 302
    ours.refresh_from_db()
    assert ours.name == "Sundays"
    assert ours.values == {**wanted, "format": {"target": 2000, "hands": None, "games": 3}}
    assert set(wanted) | {"format"} == set(RuleSet().as_values())
    assert ours.practice["before_deal"] == OWN_WORDS
    assert ours.practice["dealing"] == "three_two"
    assert "overtrump" not in ours.practice

    # What only a game without bids has.
    plain = {"bidding": "none", "compared": "cards_and_belote", "on_equality": "litige"}
    plain |= {"held": "half_of_cards", "held_at_end": "lost", "judged_on": "rounded"}
    sent = typed(ours, **plain, target="", hands="12", penalty_marks="whole")
    assert member.post(url("edit", ours), sent).status_code == 302
    ours.refresh_from_db()
    assert plain == {name: ours.values[name] for name in plain}
    assert ours.values["format"] == {"target": None, "hands": 12, "games": 3}


def test_what_says_nothing_under_the_others_is_set_to_its_default(
    member: Client, ours: ClubRuleSet
) -> None:
    silent = {"on_equality": "failed", "held": "cards_and_belote", "doubles": "both"}
    silent |= {"both_reach": "takers", "last_hand_exact": "True", "redoubled_factor": "8"}
    silent |= {"target": "", "hands": "12", "penalty_marks": "base_and_bid"}
    asked = member.post(url("edit", ours), typed(ours, **silent))
    assert "nobody bids here: it will give a whole hand." in text_of(asked)
    confirmed = {"confirmed": asked.context["form"].confirm_value}
    member.post(url("edit", ours), typed(ours, **silent, **confirmed))
    ours.refresh_from_db()
    usual = RuleSet()
    twelve = GameFormat(hands=12)
    failed = OnEquality.FAILED
    assert ours.ruleset == replace(PRESETS["salon"], on_equality=failed, format=twelve)
    assert (ours.ruleset.doubles, ours.ruleset.both_reach) == (usual.doubles, usual.both_reach)


def test_a_house_rule_is_said_on_the_card_and_in_its_example(
    member: Client, ours: ClubRuleSet
) -> None:
    house = {"belote_marked": "taken_from_failed", "on_equality": "made"}
    sent = typed(ours, **house, both_reach="higher_then_takers", compared="cards")
    member.post(url("edit", ours), sent)
    page = text_of(member.get(url("detail", ours)))
    assert "Belote is scored by the side that holds it; if the takers fail, the defence" in page
    assert "The takers have failed: their belote goes to the defence." in page
    assert "the takers have made their contract" in page
    assert "the side with the higher total; equal, the side that took" in page


BAD_INPUT = {
    "capot too low": ({"capot_points": "161"}, "Write a whole number from 162 to 1,000."),
    "capot too high": ({"capot_points": "1001"}, "Write a whole number from 162 to 1,000."),
    "capot in words": ({"capot_points": "many"}, "Write a whole number from 162 to 1,000."),
    "capot missing": ({"capot_points": ""}, "Write a whole number from 162 to 1,000."),
    "belote negative": ({"belote_points": "-20"}, "Write a whole number from 0 to 100."),
    "doubled": ({"doubled_factor": "1"}, "Write a whole number from 2 to 10."),
    "redoubled": ({"redoubled_factor": "21"}, "Write a whole number from 3 to 20."),
    "no end": ({"target": ""}, "choose one of the two"),
    "bid below": ({"least_bid": "60"}, "Write a whole number from 70 to 110."),
    "figure in words": ({"capot_bid_made": "much"}, "Write a whole number from 100 to 2,000."),
    "contradiction": (
        {"bidding": "points", "doubles": "bid"},
        "so a double cannot multiply the bid: choose another answer.",
    ),
    "failed for nothing": (
        {"bidding": "points_and_bid", "base": "0"},
        "write 160 or 162, or choose that only the bid is scored.",
    ),
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


def test_a_number_that_may_be_empty_is_as_for_any_bid(member: Client, club: Club) -> None:
    stored = copied(club, "contree_ffb", "Thursdays")
    sent = typed(stored, capot_bid_made="", capot_bid_failed="")
    assert member.post(url("edit", stored), sent).status_code == 302
    stored.refresh_from_db()
    assert (stored.ruleset.capot_bid_made, stored.ruleset.capot_bid_failed) == (None, None)
    page = text_of(member.get(url("detail", stored)))
    assert "Capot bid and made, the takers score in all as for any bid the club" in page


def test_what_nobody_plays_is_asked_about_once(member: Client, club: Club) -> None:
    stored = copied(club, "contree_ffb", "Thursdays")
    data = typed(stored, base="100", highest_bid="200", name="Fridays")
    response = member.post(url("edit", stored), data)
    page = text_of(response)
    assert "The base is 100: written rules use 160 and 162" in page
    assert "Bids of points end at 200" in page
    assert "Save it anyway" in page
    stored.refresh_from_db()
    assert stored.name == "Thursdays"
    form = response.context["form"]
    assert {name: form[name].value() for name in ("base", "highest_bid", "name")} == {
        "base": "100",
        "highest_bid": "200",
        "name": "Fridays",
    }

    # Confirmed is what was asked, nothing else.
    other = {**data, "least_bid": "90", "confirmed": form.confirm_value}
    assert "The lowest bid is 90" in text_of(member.post(url("edit", stored), other))
    response = member.post(url("edit", stored), {**data, "confirmed": form.confirm_value})
    assert response["Location"] == url("detail", stored)
    stored.refresh_from_db()
    assert (stored.name, stored.ruleset.base, stored.ruleset.highest_bid) == ("Fridays", 100, 200)


def test_only_the_bid_is_marked_without_a_base(member: Client, ours: ClubRuleSet) -> None:
    """Whoever turns a plain rule set into a bidding game is told what belongs to it."""
    page = text_of(member.post(url("edit", ours), typed(ours, bidding="bid_only")))
    assert "written rules give the bid alone, with a base of 0." in page
    assert (
        member.post(url("edit", ours), typed(ours, bidding="bid_only", base="0")).status_code == 302
    )


def test_the_page_hides_what_the_engine_calls_silent() -> None:
    # The switches themselves are always offered.
    switches = {"bidding", "declarations"}
    for ruleset in any_rules(600, seed=3):
        stored = ruleset.as_values()
        values = {**stored, **stored.pop("format")}
        typed_values = {name: "" if value is None else str(value) for name, value in values.items()}
        shown = {name for name in stored if name not in NEEDS or means(NEEDS[name], typed_values)}
        assert shown == {*relevant_fields(ruleset), *switches} - {"format"}


def means(needs: str, values: dict[str, str]) -> bool:
    """Return whether a field means something, as the script on the page reads it."""

    def holds(need: str) -> bool:
        name, wanted = need.split("!=") if "!=" in need else need.split("=")
        return (values[name] in wanted.split("|")) is ("!=" not in need)

    return any(all(map(holds, one.split())) for one in needs.split(";"))


def test_a_part_of_the_page_is_hidden_with_all_its_fields(
    member: Client, ours: ClubRuleSet
) -> None:
    parts = member.get(url("edit", ours)).context["form"].parts
    asked = [field.bound.name for part in parts for field in part.fields]
    assert sorted(asked) == sorted({*RuleSet().as_values(), *FORMAT_LIMITS} - {"format"})
    for part in parts:
        if part.needs:
            assert part.needs == PART_NEEDS[part.name]
            assert {field.bound.name for field in part.fields} <= set(OF_BIDS)


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
    assert numbers | OPTIONAL_NUMBERS == set(NUMBER_LIMITS)
