"""Contests: the list, the dashboard, the rules card, the end."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scorekeeper.models import Club
from scorekeeper.roles import Role
from tests.contest import games_of, make_contest, play, play_round, start_round
from tests.pages import count_queries, member_of, text_of, words_on
from tests.table import NOW, SCORER, make_club
from tournaments.contests.queries.next_step import StepCode, next_step
from tournaments.contests.services import finish_tournament
from tournaments.entries.services.entries import set_paid
from tournaments.models import LogEntry, Tournament
from tournaments.rounds.services import draw_round
from tournaments.tables.queries.waiting import waiting_in
from tournaments.tables.services import close_round, sign_on_paper

pytestmark = pytest.mark.django_db

LIST = reverse("tournaments:tournament-list")
NEW = reverse("tournaments:tournament-new")


def page(tournament: Tournament, name: str = "detail") -> str:
    return reverse(f"tournaments:tournament-{name}", args=[tournament.pk])


def at(tournament: Tournament, path: str) -> str:
    return f"{page(tournament)}{path}/"


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


def test_the_next_contest_begins_with_the_settings_of_the_last(club: Club, member: Client) -> None:
    home = reverse("scorekeeper:home")
    assert "As last time" not in words_on(member.get(home))
    assert "as most clubs play it" in words_on(member.get(NEW))
    settings = {"round_minutes": 75, "tags": ("ladies", "Guests"), "fee_cents": 850}
    contest = make_contest(club, teams=0, rounds=4, hands=10, **settings)
    finish_tournament(tournament_id=contest.pk, author=SCORER, now=NOW)
    assert "As last time: 4 × 10 · Teams formed in advance" in words_on(member.get(home))
    answer = member.get(NEW)
    assert "As last time (Concours de la Saint-Martin): 4 × 10" in words_on(answer)
    begun = answer.context["form"].initial
    assert begun["date"] == timezone.localdate()
    assert begun["name"] != contest.name
    wanted = {"hands": "10, 10, 10, 10", "round_minutes": 75, "fee": "8.50", "own_tags": "Guests"}
    assert {name: begun[name] for name in wanted} == wanted
    usual = member.get(NEW, {"usual": "1"})
    assert usual.context["form"].initial["format"] == "3x12"
    assert "Begin as last time: 4 × 10" in words_on(usual)


def test_rules_that_are_gone_are_not_offered_again(club: Club, member: Client) -> None:
    contest = make_contest(club, teams=0)
    Tournament.objects.filter(pk=contest.pk).update(ruleset_key="our-own-of-before")
    assert member.get(NEW).context["form"].initial["ruleset_key"] == "contest"


def test_the_first_page_leads_to_the_leaderboards(club: Club, member: Client) -> None:
    page = member.get(reverse("scorekeeper:home")).content.decode()
    main = page.split("<main", 1)[1]
    assert f'href="{reverse("tournaments:leaderboard")}"' in main


def test_the_fee_is_asked_without_unfolding_anything(member: Client) -> None:
    page = words_on(member.get(reverse("tournaments:tournament-new")))
    assert page.index("Fee for each team, in euros") < page.index("More settings")


# --- The dashboard --------------------------------------------------------------------------


def step_of(tournament: Tournament) -> tuple[StepCode, str]:
    """Return what comes next, and where its button leads."""
    step = next_step(Tournament.objects.get(pk=tournament.pk))
    return step.code, step.url


def shown_step(member: Client, address: str) -> tuple[str, str]:
    """Return the sentence that a page says, and the words on its main button."""
    answer = text_of(member.get(address))
    said = re.search(r'<p class="contest-step">([^<]*)</p>', answer)
    button = re.search(r'class="main-action.*?button--primary"[^>]*>([^<]*)<', answer, re.DOTALL)
    return said[1] if said else "", button[1] if button else ""


def test_the_next_step_from_the_first_entry_to_the_end(club: Club) -> None:
    tournament = make_contest(club, teams=1, rounds=2, hands=1)
    entries = reverse("tournaments:entry-list", args=[tournament.pk])
    assert step_of(tournament) == (StepCode.ENTER, entries)
    tournament = make_contest(club, teams=4, rounds=2, hands=1)
    pk = tournament.pk
    draw = reverse("tournaments:draw-new", args=[pk])
    assert step_of(tournament) == (StepCode.DRAW, draw)
    draw_round(tournament_id=pk, seed=1, author=SCORER, now=NOW)
    assert step_of(tournament) == (
        StepCode.PUBLISH,
        reverse("tournaments:draw-detail", args=[pk, 1]),
    )
    playing = start_round(tournament)
    desk = reverse("tournaments:slip-desk", args=[pk, 1])
    assert step_of(tournament) == (StepCode.PLAY, desk)
    for match in games_of(playing):
        play(match)
    close = reverse("tournaments:round-close", args=[pk, 1])
    assert step_of(tournament) == (StepCode.CLOSE, close)
    close_round(round_id=playing.pk, author=SCORER, now=NOW)
    assert step_of(tournament) == (StepCode.DRAW, draw)


def test_the_desk_the_dashboard_and_the_first_page_say_the_same(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=4, rounds=2, hands=1)
    first = start_round(tournament)
    Tournament.objects.update(date=timezone.localdate())
    said = "Round 1 is being played: 0 of 2 tables are finished."
    desk = at(tournament, "rounds/1/slips")
    assert shown_step(member, page(tournament)) == (said, "Enter slips")
    assert shown_step(member, desk) == (said, "")
    assert shown_step(member, reverse("scorekeeper:home")) == (said, "Enter slips")
    for match in games_of(first):
        play(match)
    said = "Every table of round 1 is finished: close the round."
    for address in (page(tournament), desk, at(tournament, "rounds/1")):
        assert shown_step(member, address) == (said, "Close round 1")
    close_round(round_id=first.pk, author=SCORER, now=NOW)
    said = "Round 1 is closed: draw round 2."
    for address in (reverse("scorekeeper:home"), at(tournament, "rounds/1")):
        assert shown_step(member, address) == (said, "Draw round 2")
    second = start_round(tournament, seed=2)
    said = "Round 1 is closed. Round 2 is being played: 0 of 2 tables are finished."
    assert shown_step(member, at(tournament, "rounds/1")) == (said, "Enter slips")
    for match in games_of(second):
        play(match)
    second.matches.filter(table_number=1).update(needs_check=True)
    said = "Every table of round 2 is finished; 1 slip is to be checked."
    assert shown_step(member, at(tournament, "rounds/2")) == (said, "Close round 2")
    close_round(round_id=second.pk, author=SCORER, now=NOW)
    finish_tournament(tournament_id=tournament.pk, author=SCORER, now=timezone.now())
    said = "The contest is finished: its ranking is final."
    assert shown_step(member, reverse("scorekeeper:home"))[0] == said


def test_whoever_may_not_do_it_reads_the_sentence_alone(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=4, hands=1)
    said = "4 teams entered, nobody checked in yet: a draw takes them all."
    reader = member_of(club, "leo", Role.READER)
    assert shown_step(member, page(tournament)) == (said, "Draw round 1")
    assert shown_step(reader, page(tournament)) == (said, "")
    Tournament.objects.update(date=timezone.localdate())
    assert shown_step(reader, reverse("scorekeeper:home")) == (said, "")


def test_a_draw_without_a_check_in_says_that_it_takes_everybody(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=4, hands=1)
    asked = "Nobody is checked in: the draw takes all 4 teams. Is somebody missing? Check in first."
    assert f'data-confirm="{asked}"' in text_of(member.get(page(tournament)))
    tournament.entries.filter(number__lt=4).update(checked_in_at=NOW)
    said = "4 teams entered: draw round 1 once all are here."
    assert shown_step(member, page(tournament)) == (said, "Draw round 1")
    tournament.entries.update(checked_in_at=NOW)
    said = "4 teams entered, and all are here: draw round 1."
    assert shown_step(member, page(tournament)) == (said, "Draw round 1")
    assert 'data-confirm="Nobody' not in text_of(member.get(page(tournament)))


def test_the_main_button_draws_at_once(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=4, hands=1)
    draw, preview = at(tournament, "draw"), at(tournament, "rounds/1/draw")
    assert member.post(draw, {"at_once": 1}).headers["Location"] == preview
    # Pressed twice, the draw that there is stays.
    assert member.post(draw, {"at_once": 1}).headers["Location"] == preview
    assert tournament.log.filter(kind=LogEntry.Kind.DRAWN).count() == 1


def test_who_is_not_here_is_asked_before_the_draw(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=6, hands=1)
    tournament.entries.filter(number__lt=5).update(checked_in_at=NOW)
    answer = member.post(at(tournament, "draw"), {"at_once": 1})
    assert "Only those who are checked in" in words_on(answer)
    assert not tournament.rounds.exists()


def test_the_main_button_closes_only_what_nobody_has_to_look_at(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=4, hands=1)
    playing = start_round(tournament)
    for match in games_of(playing):
        play(match)
    close = at(tournament, "rounds/1/close")
    answer = member.post(close, {"at_once": 1})
    assert "2 sheets are not signed by both sides" in words_on(answer)
    for match in games_of(playing):
        sign_on_paper(match_id=match.pk, receipt=match.receipt, author=SCORER, now=NOW)
    assert member.post(close, {"at_once": 1}).headers["Location"] == at(tournament, "rounds/1")
    playing.refresh_from_db()
    assert playing.is_closed


@pytest.mark.extensions
def test_after_the_last_round_come_the_ranking_the_end_and_the_prizes(
    club: Club, member: Client
) -> None:
    tournament = make_contest(club, teams=4, rounds=1, hands=1)
    Tournament.objects.filter(pk=tournament.pk).update(prizes=["Ham"])
    play_round(tournament)
    ranking = at(tournament, "ranking")
    assert step_of(tournament) == (StepCode.FINISH, ranking)
    assert shown_step(member, ranking)[1] == "Finish the contest"
    answer = member.post(page(tournament, "finish"), follow=True)
    assert answer.request["PATH_INFO"] == ranking
    assert "The contest is finished. Its ranking is final." in words_on(answer)
    assert step_of(tournament) == (StepCode.LOOK, at(tournament, "prizes"))
    answer = member.post(page(tournament, "resume"), follow=True)
    assert "The contest is open again." in words_on(answer)
    assert step_of(tournament)[0] == StepCode.FINISH


def test_who_has_not_paid_is_told_before_the_contest_is_finished(
    club: Club, member: Client
) -> None:
    tournament = make_contest(club, teams=4, rounds=1, hands=1, fee_cents=1000)
    play_round(tournament)
    set_paid(tournament_id=tournament.pk, numbers=[1, 2], author=SCORER, now=NOW)
    ranking = at(tournament, "ranking")
    answer = member.get(ranking)
    with CaptureQueriesContext(connection) as asked:
        member.get(ranking)
    read = [query["sql"] for query in asked if 'FROM "tournaments_entry"' in query["sql"]]
    assert len(read) == len({*read}), "the entries are read twice"
    assert "2 entries have not paid 3 · Player 5 &amp; Player 6 4 ·" in words_on(answer)
    assert (
        f'href="{reverse("tournaments:entry-checkin", args=[tournament.pk])}?n=3"'
        in answer.content.decode()
    )
    assert 'data-confirm="2 entries have not paid yet. Finish the contest?' in (
        answer.content.decode()
    )
    # The contest's page leads to them too, and does after the end.
    unpaid = f'href="{at(tournament, "entries")}?show=unpaid">Not paid (2)<'
    assert unpaid in member.get(page(tournament)).content.decode()
    # A warning, not a refusal.
    member.post(page(tournament, "finish"))
    assert unpaid in member.get(page(tournament)).content.decode()
    assert "have not paid" not in words_on(member.get(ranking))
    tournament.refresh_from_db()
    assert tournament.finished_at


@pytest.mark.parametrize("fee_cents", [0, 1000])
def test_nothing_is_said_of_money_where_all_have_paid_or_nobody_has_to(
    club: Club, member: Client, fee_cents: int
) -> None:
    tournament = make_contest(club, teams=2, rounds=1, hands=1, fee_cents=fee_cents)
    play_round(tournament)
    if fee_cents:
        set_paid(tournament_id=tournament.pk, numbers=[1, 2], author=SCORER, now=NOW)
    answer = member.get(at(tournament, "ranking"))
    assert 'data-confirm="Finish the contest?' in answer.content.decode()
    assert "paid" not in words_on(answer)
    assert "Not paid" not in words_on(member.get(page(tournament)))


def test_a_contest_is_not_finished_while_a_round_goes_on(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=4)
    start_round(tournament)
    answer = member.post(page(tournament, "finish"), follow=True)
    assert "A round is going on" in words_on(answer)
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
    assert tuple(facts[name] for name in ("taking_part", "here", "paid", "withdrawn")) == (
        "2 teams",
        1,
        2,
        1,
    )
    assert facts["solo"] == 0
    assert "15" in facts["fees"]
    assert facts["unpaid"] == 0
    # Who has paid a part still owes the rest, who has left owes nothing.
    tournament.entries.filter(number=2).update(has_paid=False, purse={"paid": 500})
    assert member.get(page(tournament)).context["dashboard"]["facts"]["unpaid"] == 1
    tournament.entries.filter(number=2).update(withdrawn_from=1)
    assert member.get(page(tournament)).context["dashboard"]["facts"]["unpaid"] == 0


def test_the_dashboard_shows_the_rounds_and_what_waits(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=12, hands=1)
    play_round(tournament)
    playing = start_round(tournament, seed=2)
    play(games_of(playing)[0])
    dashboard = member.get(page(tournament)).context["dashboard"]
    assert [(line.state, line.tables and line.tables.text) for line in dashboard["rounds"]] == [
        ("closed", "6 of 6 tables finished"),
        ("being played", "1 of 6 tables finished"),
        ("to come", None),
    ]
    assert [(one.title, len(one.links)) for one in waiting_in(tournament, playing)] == [
        ("Tables without a result", 5),
        ("Sheets not signed", 1),
    ]


def test_of_many_tables_without_a_result_twelve_are_named(club: Club) -> None:
    tournament = make_contest(club, teams=28, hands=1)
    (missing,) = waiting_in(tournament, start_round(tournament))
    assert [label for label, _url in missing.links[-2:]] == ["Table 12", "2 more"]


def test_the_dashboard_says_who_is_not_here(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=4)
    assert not list(waiting_in(tournament, None))
    tournament.entries.filter(number=1).update(checked_in_at=NOW)
    (missing,) = waiting_in(tournament, None)
    assert missing.links == [("3 teams", at(tournament, "checkin"))]
    assert "Not here yet" in words_on(member.get(page(tournament)))


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
        ({"next_draw": "lot"}, "A new draw by lot for each round."),
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
