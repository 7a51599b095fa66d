"""Contests: the list, the dashboard, the rules card, the end."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.models import Club
from tests.contest import games_of, make_contest, play, play_round, start_round
from tests.pages import count_queries, text_of, words_on
from tests.table import NOW, SCORER, make_club
from tournaments.contests.services import finish_tournament
from tournaments.models import Tournament
from tournaments.rounds.services import draw_round

pytestmark = pytest.mark.django_db

LIST = reverse("tournaments:tournament-list")
NEW = reverse("tournaments:tournament-new")


def page(tournament: Tournament, name: str = "detail") -> str:
    return reverse(f"tournaments:tournament-{name}", args=[tournament.pk])


# --- The list and the first page ------------------------------------------------------------


def test_the_empty_list_says_what_to_do(member: Client) -> None:
    answer = member.get(LIST)
    assert "No contest yet" in words_on(answer)
    assert NEW in answer.content.decode()


def test_the_list_says_how_far_each_contest_is(club: Club, member: Client) -> None:
    make_contest(club, teams=0, name="Empty")
    drawn = make_contest(club, teams=4, name="Drawn")
    draw_round(tournament_id=drawn.pk, seed=1, author=SCORER, now=NOW)
    start_round(make_contest(club, teams=6, name="Playing"))
    play_round(make_contest(club, teams=4, hands=1, name="Closed"))
    over = make_contest(club, teams=8, hands=1, mode="melee", name="Over")
    play_round(over)
    finish_tournament(tournament_id=over.pk, author=SCORER, now=NOW)
    lines = {line.tournament.name: line for line in member.get(LIST).context["lines"]}
    assert {name: line.state for name, line in lines.items()} == {
        "Empty": "not begun",
        "Drawn": "round 1 of 3 is drawn",
        "Playing": "round 1 of 3",
        "Closed": "after round 1 of 3",
        "Over": "finished",
    }
    assert lines["Playing"].entries_text == "6 teams"
    assert lines["Over"].entries_text == "8 players"
    assert lines["Over"].format_text == "3 × 1"


def test_the_list_asks_no_more_as_contests_grow(club: Club, member: Client) -> None:
    start_round(make_contest(club, teams=4))
    few = count_queries(lambda: member.get(LIST))
    for teams in (0, 8, 12):
        make_contest(club, teams=teams)
    assert count_queries(lambda: member.get(LIST)) == few


def test_a_neighbours_contests_are_not_listed(club: Club, member: Client) -> None:
    make_contest(make_club("Les voisins"), teams=0, name="Theirs")
    assert "Theirs" not in words_on(member.get(LIST))


def test_the_first_page_leads_to_a_new_contest_or_to_tonights(club: Club, member: Client) -> None:
    home = reverse("scorekeeper:home")
    assert NEW in text_of(member.get(home))
    tournament = make_contest(club, teams=4, name="Tonight")
    Tournament.objects.update(date=timezone.localdate() - timedelta(days=1))
    answer = member.get(home)
    assert "Tonight" in words_on(answer)
    assert page(tournament) in text_of(answer)
    finish_tournament(tournament_id=tournament.pk, author=SCORER, now=NOW)
    assert NEW in text_of(member.get(home))


# --- The dashboard --------------------------------------------------------------------------


def step_of(member: Client, tournament: Tournament) -> tuple[str, str]:
    """Return what the dashboard names as the next step, and where its button leads."""
    step = member.get(page(tournament)).context["dashboard"]["step"]
    return step.title, step.url


def test_the_next_step_from_the_first_entry_to_the_end(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=1, rounds=2, hands=1)
    pk = tournament.pk
    assert step_of(member, tournament) == (
        "Who takes part?",
        reverse("tournaments:entry-list", args=[pk]),
    )
    tournament = make_contest(club, teams=4, rounds=2, hands=1)
    pk = tournament.pk
    draw = reverse("tournaments:draw-new", args=[pk])
    assert step_of(member, tournament) == ("Ready for round 1", draw)
    draw_round(tournament_id=pk, seed=1, author=SCORER, now=NOW)
    preview = reverse("tournaments:draw-detail", args=[pk, 1])
    assert step_of(member, tournament) == ("Round 1 is drawn", preview)
    playing = start_round(tournament)
    tables = reverse("tournaments:round-detail", args=[pk, 1])
    assert step_of(member, tournament) == ("Round 1 is being played", tables)
    for match in games_of(playing):
        play(match)
    close = reverse("tournaments:round-close", args=[pk, 1])
    assert step_of(member, tournament) == ("Every table of round 1 is finished", close)


@pytest.mark.extensions
def test_after_the_last_round_come_the_prizes_and_the_end(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=4, rounds=2, hands=1)
    play_round(tournament)
    assert step_of(member, tournament)[0] == "Round 1 is closed"
    play_round(tournament, seed=2)
    prizes = reverse("tournaments:prizes", args=[tournament.pk])
    assert step_of(member, tournament) == ("All rounds are closed", prizes)
    answer = member.post(page(tournament, "finish"), follow=True)
    assert "The contest is finished. Its ranking is final." in words_on(answer)
    assert step_of(member, tournament) == ("The contest is finished", prizes)
    answer = member.post(page(tournament, "resume"), follow=True)
    assert "The contest is open again." in words_on(answer)
    assert step_of(member, tournament)[0] == "All rounds are closed"


def test_a_contest_is_not_finished_while_a_round_goes_on(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=4)
    start_round(tournament)
    answer = member.post(page(tournament, "finish"), follow=True)
    assert "A round goes on" in words_on(answer)
    tournament.refresh_from_db()
    assert tournament.finished_at is None


@pytest.mark.parametrize("name", ["finish", "resume"])
def test_looking_never_finishes_a_contest(club: Club, member: Client, name: str) -> None:
    assert member.get(page(make_contest(club, teams=0), name)).status_code == 405


def test_the_dashboard_counts_who_is_here_and_what_was_paid(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=3, fee_cents=750)
    tournament.entries.filter(number__lt=3).update(has_paid=True)
    tournament.entries.filter(number=1).update(checked_in_at=NOW)
    tournament.entries.filter(number=3).update(withdrawn_from=1)
    facts = member.get(page(tournament)).context["dashboard"]["facts"]
    assert tuple(facts[name] for name in ("taking_part", "here", "paid", "left")) == (
        "2 teams",
        1,
        2,
        1,
    )
    assert facts["solo"] == 0
    assert "15" in facts["fees"]


def test_the_dashboard_shows_the_rounds_and_the_first_five(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=12, hands=1)
    play_round(tournament)
    playing = start_round(tournament, seed=2)
    play(games_of(playing)[0])
    dashboard = member.get(page(tournament)).context["dashboard"]
    assert [(line.state, line.tables_text) for line in dashboard["rounds"]] == [
        ("closed", "6 of 6 tables finished"),
        ("being played", "1 of 6 tables finished"),
        ("to come", ""),
    ]
    assert [line["rank"] for line in dashboard["top"]] == [1, 2, 3, 4, 5]
    assert dashboard["top"][0]["points"] >= dashboard["top"][4]["points"]


def test_the_dashboard_asks_no_more_as_teams_grow(club: Club, member: Client) -> None:
    counts = []
    for teams in (6, 16):
        tournament = make_contest(club, teams=teams, hands=1)
        play_round(tournament)
        member.get(page(tournament))
        address = page(tournament)
        counts.append(count_queries(member.get, address))
    assert counts[0] == counts[1]


# --- The rules card -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({}, "3 rounds of 12 hands each, 36 hands in all"),
        ({"round_hands": (12, 12, 10)}, "3 rounds of 12, 12, 10 hands, 34 hands in all"),
        ({"round_hands": (12,)}, "1 round of 12 hands"),
        ({}, "half of a game (972 for 12 hands)"),
        ({"round_hands": (12, 10)}, "half of a game (810 for 10 hands, 972 for 12 hands)"),
        ({"rules": "twelve_hands"}, "half of a game (960 for 12 hands)"),
        ({"exempt": "fixed", "exempt_points": 1000}, "never twice: 1,000 points"),
        ({"exempt": "round_average"}, "the average of that round"),
        ({"forfeit_points": 900}, "wins that game with 900 points"),
        ({"round_hands": (3,)}, "wins that game with 275 points"),
        ({"round_hands": (12, 10)}, "with 917 for 10 hands, 1,100 for 12 hands"),
        ({"next_draw": "lot"}, "A new lot for each round."),
        ({"next_draw": "movement"}, "Odd numbers stay at their table"),
        ({"mode": "melee"}, "Never the same partner"),
        ({}, "Games won, then best single game, then next best games, then number of capots."),
        ({"ties": "shared"}, "Still equal: they share the place."),
        ({"ties": "shared", "criteria": ("points",)}, "They share the place"),
        ({"criteria": ("wins_and_byes", "points")}, "counting as one, then sum of points"),
        ({"tags": ("ladies", "Over 70")}, "Ladies, Over 70"),
        ({"round_minutes": 75}, "75 minutes a round"),
    ],
)
def test_the_rules_card_says_what_is_set(
    club: Club, member: Client, settings: dict[str, Any], words: str
) -> None:
    settings = dict(settings)
    hands = settings.pop("round_hands", (12, 12, 12))
    tournament = make_contest(club, teams=0, **settings)
    Tournament.objects.update(round_hands=hands)
    assert words in words_on(member.get(page(tournament, "rules")))


def test_the_rules_card_has_the_scoring_but_no_target(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=0, rules="classic")
    text = words_on(member.get(page(tournament, "rules")))
    assert "Capot" in text
    assert "1,000" not in text
