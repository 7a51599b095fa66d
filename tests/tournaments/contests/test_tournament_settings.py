"""The settings of a contest: a new one, changed later, and what rounds were played by."""

import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.models import Club
from scorekeeper.refusals import Refused
from scorekeeper.rules.queries import preset_choice
from scorekeeper.rules.services import copy_ruleset
from tests.contest import make_contest, play_round, start_round
from tests.meetings import LEAGUE, make_meetings
from tests.pages import words_on
from tests.table import NOW, SCORER
from tournaments.contests.services import Settings, change_tournament
from tournaments.meetings.services import set_meetings
from tournaments.models import LogEntry, Tournament

pytestmark = pytest.mark.django_db

NEW = reverse("tournaments:tournament-new")
USUAL = {
    "name": "Saint-Martin",
    "date": "2026-11-21",
    "format": "3x12",
    "mode": "teams",
    "ruleset_key": "contest",
    "next_draw": "ranking",
    "ranking": "points",
    "ties": "lot",
    "exempt": "half_game",
    "forfeit_points": "1100",
}


def edit_page(tournament: Tournament) -> str:
    return reverse("tournaments:tournament-edit", args=[tournament.pk])


def send(member: Client, address: str = NEW, **changed: Any) -> Any:
    values = {**USUAL, **{name: value for name, value in changed.items() if value is not None}}
    return member.post(address, values, follow=True)


def created(member: Client, **changed: Any) -> Tournament:
    answer = send(member, **changed)
    assert answer.redirect_chain, answer.context["form"].errors
    return Tournament.objects.latest("pk")


def test_the_form_is_ready_to_send_as_it_opens(member: Client) -> None:
    form = member.get(NEW).context["form"]
    values = {bound.name: bound.value() for bound in form if bound.value() not in (None, "")}
    assert form["name"].value().startswith("Contest of ")
    answer = member.post(NEW, values, follow=True)
    assert answer.redirect_chain
    tournament = Tournament.objects.get()
    assert tournament.round_hands == [12, 12, 12]
    assert tournament.ruleset_key == "contest"
    assert tournament.criteria == [
        "points",
        "wins",
        "best_game",
        "next_best_games",
        "capots",
    ]
    assert (tournament.ties, tournament.exempt, tournament.forfeit_points) == (
        "lot",
        "half_game",
        None,
    )
    assert tournament.date == timezone.localdate()


@pytest.mark.parametrize(
    ("chosen", "typed", "hands"),
    [
        ("3x12", "", [12, 12, 12]),
        ("4x12", "", [12] * 4),
        ("5x10", "99", [10] * 5),
        ("3x20", "", [20] * 3),
        ("free", "12, 12, 10", [12, 12, 10]),
        ("free", "12 12 8", [12, 12, 8]),
        ("free", "2 × 16", [16, 16]),
        ("free", "2x16, 8", [16, 16, 8]),
    ],
)
def test_formats(member: Client, chosen: str, typed: str, hands: list[int]) -> None:
    assert created(member, format=chosen, hands=typed).round_hands == hands


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("name", "", "Give the contest a name"),
        ("date", "someday", "Write the day like this: 21/11/2026"),
        ("hands", "", "one number for each round"),
        ("hands", "twelve", "one number for each round"),
        ("hands", "12, 0", "each of 1 to 100 hands"),
        ("hands", "99x12", "At most 20 rounds"),
        ("hands", "12, 101", "each of 1 to 100 hands"),
        ("exempt_points", "", "Write the number of points"),
        ("fee", "five", "for example 5 or 5.50"),
        ("fee", "5,555", "for example 5 or 5.50"),
        ("fee", "9999999", "too much"),
        ("round_minutes", "0", "greater than or equal to 1"),
        ("tiebreak_2", "wins", "is already chosen above"),
        ("own_tags", "x" * 31, "30 letters"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field_and_nothing_is_lost(
    member: Client, field: str, value: str, words: str
) -> None:
    fits: dict[str, Any] = {
        "format": "free",
        "hands": "12",
        "exempt": "fixed",
        "exempt_points": "5",
        "tiebreak_1": "wins",
        "usual_tags": ["juniors"],
    }
    created(member, **fits)
    answer = send(member, **{**fits, field: value})
    assert Tournament.objects.count() == 1
    assert list(answer.context["form"].errors) == [field]
    assert words in words_on(answer)
    assert re.search(r'value="juniors"[^>]*checked', answer.content.decode())


@pytest.mark.parametrize(
    ("typed", "cents"),
    [("", 0), ("5", 500), ("5,50", 550), ("5.5", 550), ("5.05 €", 505), ("1 000", 100_000)],
)
def test_fees_as_people_type_them(member: Client, typed: str, cents: int) -> None:
    assert created(member, fee=typed).fee_cents == cents


@pytest.mark.parametrize(
    ("ranking", "first"),
    [
        ("points", ["points"]),
        ("wins", ["wins_and_byes", "points"]),
        ("wins_played", ["wins", "points"]),
    ],
)
def test_ranking_and_ties_in_the_order_chosen(
    member: Client, ranking: str, first: list[str]
) -> None:
    tournament = created(
        member, ranking=ranking, tiebreak_1="capots", tiebreak_3="direct", ties="shared"
    )
    assert tournament.criteria == [*first, "capots", "direct"]
    assert tournament.ties == "shared"


def test_a_tie_break_that_ranked_already_is_not_compared_twice(member: Client) -> None:
    tournament = created(member, ranking="wins_played", tiebreak_1="wins", tiebreak_2="capots")
    assert tournament.criteria == ["wins", "points", "capots"]


def test_tags_and_the_clock(member: Client) -> None:
    tournament = created(
        member,
        usual_tags=["ladies", "juniors"],
        own_tags="Over 70, mixed , over 70, Ladies",
        round_minutes="75",
    )
    assert tournament.tags == ["ladies", "juniors", "Over 70", "mixed"]
    assert tournament.round_minutes == 75


def test_a_rule_set_of_the_club_can_be_played(club: Club, member: Client) -> None:
    source = preset_choice("twelve_hands")
    own = copy_ruleset(club=club, source=source, name="Ours", now=NOW)
    assert created(member, ruleset_key=f"club-{own.pk}").ruleset_name == "Ours"


def test_settings_open_as_they_were_saved(club: Club, member: Client) -> None:
    chosen = {
        **USUAL,
        "format": "free",
        "hands": "12, 10",
        "mode": "melee",
        "ruleset_key": "twelve_hands",
        "next_draw": "lot",
        "ranking": "wins",
        "tiebreak_1": "capots",
        "tiebreak_2": "last_game",
        "ties": "shared",
        "exempt": "fixed",
        "exempt_points": "800",
        "forfeit_points": "900",
        "round_minutes": "60",
        "fee": "7.50",
        "usual_tags": ["mixed"],
        "own_tags": "Over 70",
    }
    tournament = created(member, **chosen)
    form = member.get(edit_page(tournament)).context["form"]
    shown = {bound.name: bound.value() for bound in form}
    for name, value in chosen.items():
        assert str(shown[name]) == str(value), name


def test_settings_change_and_the_log_says_how(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=4)
    answer = send(member, edit_page(tournament), name="Sainte-Barbe", fee="8")
    assert "The settings are changed." in words_on(answer)
    tournament.refresh_from_db()
    assert (tournament.name, tournament.fee_cents) == ("Sainte-Barbe", 800)
    entry = tournament.log.latest("number")
    assert entry.kind == LogEntry.Kind.CHANGED
    assert entry.data["before"]["name"] == "Concours de la Saint-Martin"


def test_what_rounds_were_played_by_is_shown_and_stays(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=4)
    play_round(tournament)
    answer = member.get(edit_page(tournament))
    form = answer.context["form"]
    assert form.fields["mode"].disabled
    assert form.fields["ruleset_key"].disabled
    assert "Cannot change: a round is drawn." in words_on(answer)
    assert [key for key, _label in form.fields["format"].choices] == [
        "3x12",
        "4x12",
        "phases",
        "free",
    ]
    send(
        member,
        edit_page(tournament),
        mode="melee",
        ruleset_key="classic",
        format="free",
        hands="12, 8",
    )
    tournament.refresh_from_db()
    assert (tournament.mode, tournament.ruleset_key) == ("teams", "contest")
    assert tournament.round_hands == [12, 8]


@pytest.mark.parametrize("typed", ["10, 12, 12", "8"])
def test_the_hands_of_a_round_drawn_stay(club: Club, member: Client, typed: str) -> None:
    tournament = make_contest(club, teams=4)
    start_round(tournament)
    answer = send(member, edit_page(tournament), format="free", hands=typed)
    assert "Begin with the rounds that are drawn: 12." in words_on(answer)


def test_a_rule_set_deleted_since_is_still_offered(club: Club, member: Client) -> None:
    own = copy_ruleset(club=club, source=preset_choice("salon"), name="Ours", now=NOW)
    tournament = created(member, ruleset_key=f"club-{own.pk}")
    own.delete()
    send(member, edit_page(tournament), ruleset_key=tournament.ruleset_key, name="Later")
    tournament.refresh_from_db()
    assert (tournament.name, tournament.ruleset_name) == ("Later", "Ours")


def test_saving_without_a_change_is_no_act(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=0)
    form = member.get(edit_page(tournament)).context["form"]
    values = {bound.name: bound.value() for bound in form if bound.value() not in (None, "")}
    assert member.post(edit_page(tournament), values).status_code == 302
    assert tournament.log.count() == 1


def test_a_contest_that_an_older_version_began_can_be_renamed(club: Club, member: Client) -> None:
    """Its rules are stored without the fields that came since, and stay as they were stored."""
    tournament = make_contest(club, teams=4)
    stored = {**tournament.ruleset_values, "belote_marked": "taken_from_failed"}
    del stored["doubled_factor"]
    Tournament.objects.filter(pk=tournament.pk).update(ruleset_values=stored)
    tournament.refresh_from_db()
    start_round(tournament)
    form = member.get(edit_page(tournament)).context["form"]
    values = {bound.name: bound.value() for bound in form if bound.value() not in (None, "")}
    answer = member.post(edit_page(tournament), values | {"name": "Renamed"})
    assert answer.status_code == 302
    tournament.refresh_from_db()
    assert (tournament.name, tournament.ruleset_values) == ("Renamed", stored)
    assert tournament.ruleset.belote_marked == "holder"
    (game,) = {match.game for match in tournament.rounds.get().matches.all()[:1]}
    assert game is not None
    assert game.ruleset == tournament.ruleset


@pytest.mark.parametrize("day", ["0001-01-01", "1989-12-31", "2101-01-01"])
def test_a_day_of_another_age_is_refused(member: Client, day: str) -> None:
    assert "Choose a year from 1990 to 2100." in words_on(send(member, date=day))
    assert not Tournament.objects.exists()


def test_teams_that_are_entered_keep_the_contest_from_being_a_melee(
    club: Club, member: Client
) -> None:
    tournament = make_contest(club, teams=3)
    answer = words_on(send(member, edit_page(tournament), mode="melee"))
    assert "3 entries have two names, and in mêlée each has one: change them first." in answer
    changed = replace(plain(tournament), mode=Tournament.Mode.MELEE)
    with pytest.raises(Refused, match="that do not fit"):
        change_tournament(tournament_id=tournament.pk, settings=changed, author=SCORER, now=NOW)
    tournament.refresh_from_db()
    assert tournament.format.has_teams


def test_club_teams_that_meet_keep_their_pools_until_they_are_dissolved(
    club: Club, member: Client
) -> None:
    tournament = make_meetings(club, LEAGUE, pairs=2)
    answer = words_on(send(member, edit_page(tournament), name="Sainte-Barbe"))
    assert answer.count("keep the phases that were chosen, or let each team play for itself") == 2
    tournament.refresh_from_db()
    assert (tournament.name, len(tournament.phases)) == ("Concours de la Saint-Martin", 1)
    send(member, edit_page(tournament), name="Sainte-Barbe", format="phases")
    set_meetings(tournament_id=tournament.pk, meetings=None, author=SCORER, now=NOW)
    send(member, edit_page(tournament), format="4x12")
    tournament.refresh_from_db()
    assert (tournament.name, tournament.phases) == ("Saint-Martin", [])
    assert start_round(tournament).matches.count() == 4


def test_players_who_are_entered_may_look_for_partners(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=3, mode=Tournament.Mode.MELEE)
    send(member, edit_page(tournament), mode="teams")
    send(member, edit_page(tournament), mode="melee")
    send(member, edit_page(tournament), mode="teams")
    tournament.refresh_from_db()
    assert tournament.format.has_teams


def plain(tournament: Tournament) -> Settings:
    """Return the contest's usual settings, under its name."""
    return Settings(name=tournament.name, date=tournament.date, rules=preset_choice("contest"))


def test_a_contest_in_which_nothing_was_published_can_be_deleted(
    club: Club, member: Client
) -> None:
    mistaken, played = make_contest(club, teams=2), make_contest(club, teams=2, name="Played")
    start_round(played)
    for contest in (mistaken, played):
        member.post(reverse("tournaments:tournament-delete", args=[contest.pk]))
    assert list(Tournament.objects.all()) == [played]
    page = member.get(edit_page(played))
    assert "Delete the contest" not in words_on(page)


def test_points_of_a_forfeit_follow_the_hands_until_somebody_types_them(
    club: Club, member: Client
) -> None:
    page = member.get(NEW).content.decode()
    assert "1,100 for 12 hands" in page
    tournament = created(member, format="free", hands="3, 10", forfeit_points="")
    assert [tournament.points_of_forfeit(hands) for hands in (3, 10)] == [275, 917]
    assert member.get(edit_page(tournament)).context["form"]["forfeit_points"].value() is None
    send(member, edit_page(tournament), format="free", hands="3, 10", forfeit_points="400")
    tournament.refresh_from_db()
    assert [tournament.points_of_forfeit(hands) for hands in (3, 10)] == [400, 400]
    entry = tournament.log.latest("number")
    assert entry.data["before"]["given"]["forfeit_points"] is None
    assert entry.data["settings"]["given"]["forfeit_points"] == 400
