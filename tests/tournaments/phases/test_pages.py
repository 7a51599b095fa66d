"""The organiser's pages of a contest in phases: chosen, drawn, level tables decided, told."""

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club
from scorekeeper.models.authors import Author
from scorekeeper.roles import Role
from tests.contest import games_of, make_contest, start_round
from tests.pages import words_on
from tests.phased import (
    KNOCKOUT,
    POOLS,
    TWO_OF_EACH,
    WHOLE,
    make_phased,
    play_phased,
    play_tables,
    write_total,
)
from tests.table import NOW, SCORER, make_club, make_member
from tests.tournaments.audit_log.mutations import reseal
from tournaments.audit_log.queries.documents import CODEC, document_of
from tournaments.audit_log.replay.verification import verify_document
from tournaments.audit_log.services import import_tournament
from tournaments.draw.groups import Group
from tournaments.entries.services.withdrawals import withdraw_entry
from tournaments.models import Tournament
from tournaments.tables.services import close_round

pytestmark = pytest.mark.django_db(transaction=True)


def page(name: str, *args: object) -> str:
    return reverse(f"tournaments:{name}", args=args)


def test_the_usual_pools_are_chosen_in_two_clicks_and_drawn(club: Club, organiser: Client) -> None:
    tournament = make_contest(club, teams=16)
    typed = organiser.get(page("phases", tournament.pk), {"preset": "pools"}).context["form"]
    data = {name: value for name, value in typed.initial.items() if value not in (None, False)}
    answer = organiser.post(page("phases", tournament.pk), data, follow=True)
    assert "The phases are saved" in words_on(answer)
    tournament.refresh_from_db()
    assert tournament.course == (POOLS, TWO_OF_EACH)
    assert tournament.round_hands == [12] * 6
    organiser.post(page("draw-new", tournament.pk), {})
    shown = words_on(organiser.get(page("draw-detail", tournament.pk, 1)))
    assert "Pool 4" in shown
    assert "Everybody in a pool meets everybody else in it" in shown


def test_a_melee_has_no_phases_and_says_so(club: Club, organiser: Client) -> None:
    tournament = make_contest(club, teams=8, mode=Tournament.Mode.MELEE)
    told = "In mêlée partners change each round: it has no phases."
    assert told in words_on(organiser.get(page("phases", tournament.pk)))
    answer = organiser.post(page("phases", tournament.pk), {"knockout_rounds": 3, "hands": "12"})
    assert told in words_on(answer)


def test_a_drawn_phase_stays_and_rounds_may_be_followed_by_brackets(
    club: Club, organiser: Client
) -> None:
    tournament = make_phased(club, POOLS, TWO_OF_EACH)
    play_phased(tournament, rounds=1)
    answer = organiser.post(page("phases", tournament.pk), {"knockout_rounds": 4, "hands": "2"})
    assert "its phase stays as it is" in words_on(answer)
    plain = make_contest(club, teams=4, rounds=2, hands=2)
    play_phased(plain, rounds=2)
    typed = {"first_rounds": 2, "knockout_rounds": 2, "hands": "2"}
    organiser.post(page("phases", plain.pk), typed)
    assert {group["name"] for group in play_phased(plain, rounds=1).groups} == {"main"}


def test_a_level_table_waits_until_the_organiser_says_who_goes_on(
    club: Club, organiser: Client
) -> None:
    tournament = make_phased(club, KNOCKOUT, teams=4)
    semis = start_round(tournament)
    play_tables(semis)
    level = games_of(semis)[0]
    author = Author.of_user(make_member(club, "referee", Role.REFEREE))
    write_total(level, WHOLE // 2, WHOLE // 2, author)
    close_round(round_id=semis.pk, author=SCORER, now=NOW)
    waiting = organiser.get(page("draw-new", tournament.pk))
    assert "1 table does not say yet who goes on" in words_on(waiting)
    assert page("slip-edit", tournament.pk, 1, level.table_number) in waiting.content.decode()
    weaker = max(seat.entry.number for seat in level.seats.all())
    where = page("level-decide", tournament.pk, 1, level.table_number)
    organiser.post(where, {"winner": weaker, "by": "hand"})
    assert "by one more hand" in words_on(organiser.get(page("bracket", tournament.pk)))
    final = play_phased(tournament, rounds=1)
    assert weaker in final.groups[0]["slots"]
    again = organiser.post(where, {"winner": weaker, "by": "lot"})
    assert "who goes on is settled" in words_on(again)
    tournament.refresh_from_db()
    assert verify_document(document_of(tournament), CODEC).is_whole


def test_a_withdrawal_in_a_bracket_lets_the_opponent_go_on(club: Club, organiser: Client) -> None:
    tournament = make_phased(club, KNOCKOUT, teams=4)
    play_phased(tournament, rounds=1)
    withdraw_entry(tournament_id=tournament.pk, number=1, from_round=2, author=SCORER, now=NOW)
    final = start_round(tournament)
    slots = {group["name"]: Group(group["name"], tuple(group["slots"])) for group in final.groups}
    (other,) = slots["main"].members
    play_tables(final)
    close_round(round_id=final.pk, author=SCORER, now=NOW)
    ranked = organiser.get(page("ranking", tournament.pk)).context["ranking"].lines
    assert [ranked[0].number, ranked[1].number] == [other, 1]
    assert "further in the bracket" in ranked[0].why
    tournament.refresh_from_db()
    assert verify_document(document_of(tournament), CODEC).is_whole


def turn_round(tournament: Tournament, *, first: int, last: int) -> None:
    """Correct the tables of some rounds: of two the higher number has won."""
    author = Author.of_user(make_member(tournament.club, f"referee {last}", Role.REFEREE))
    for played in tournament.rounds.filter(number__range=(first, last)):
        for match in games_of(played):
            numbers = {seat.side: seat.entry.number for seat in match.seats.all()}
            best = 230 if numbers["A"] > numbers["B"] else WHOLE - 230
            write_total(match, best, WHOLE - best, author)


def test_who_qualifies_by_a_correction_is_asked_about_once(club: Club, organiser: Client) -> None:
    tournament = make_phased(club, POOLS, TWO_OF_EACH, teams=8)
    play_phased(tournament, rounds=3)
    quarters = start_round(tournament)
    where, asked = page("bracket", tournament.pk), "Who qualified has changed"
    assert asked not in words_on(organiser.get(where))
    turn_round(tournament, first=1, last=3)
    dashboard = words_on(organiser.get(page("tournament-detail", tournament.pk)))
    assert "Do they stay as they were drawn?" in dashboard
    shown = organiser.get(where)
    assert "In the main bracket, as things stand: " in words_on(shown)
    settle, mark = page("bracket-settle", tournament.pk), shown.context["question"]["mark"]
    stale = organiser.post(settle, {"mark": "7-main-", "again": "1"}, follow=True)
    assert "look again" in words_on(stale)
    # Nobody has played in the brackets: they are drawn again, of those who qualified by now.
    before = {group["name"]: set(group["slots"]) for group in quarters.groups}
    answer = organiser.post(settle, {"mark": mark, "again": "1"}, follow=True)
    assert answer.request["PATH_INFO"] == page("draw-new", tournament.pk)
    again = start_round(tournament)
    assert {group["name"]: set(group["slots"]) for group in again.groups} != before
    assert organiser.get(where).context["question"] is None
    play_tables(again)
    turn_round(tournament, first=1, last=1)
    tournament.refresh_from_db()
    assert verify_document(document_of(tournament), CODEC).is_whole


def test_the_place_of_one_who_leaves_before_the_first_hand_of_a_bracket_is_taken(
    club: Club, organiser: Client
) -> None:
    tournament = make_phased(club, POOLS, TWO_OF_EACH, teams=8)
    play_phased(tournament, rounds=3)
    drawn = start_round(tournament).groups
    leaves = page("entry-withdraw", tournament.pk, 1)
    asked = organiser.post(leaves, {"from_round": 4}, follow=True)
    assert "instead of 1 · Player 1" in words_on(asked)
    mark = asked.context["question"]["mark"]
    organiser.post(page("bracket-settle", tournament.pk), {"mark": mark, "again": "1"})
    again = start_round(tournament).groups
    (came,) = set(again[0]["slots"]) - set(drawn[0]["slots"])
    assert came in drawn[1]["slots"]
    assert "in place of a team that withdrew" in words_on(
        organiser.get(page("bracket", tournament.pk))
    )
    tournament.refresh_from_db()
    assert verify_document(document_of(tournament), CODEC).is_whole


def test_brackets_in_which_somebody_has_played_stay_and_the_log_says_for_whom(
    club: Club, organiser: Client
) -> None:
    tournament = make_phased(club, POOLS, TWO_OF_EACH, teams=8, second_entries=True)
    play_phased(tournament, rounds=4)
    turn_round(tournament, first=1, last=3)
    where, settle = page("bracket", tournament.pk), page("bracket-settle", tournament.pk)
    shown = organiser.get(where)
    assert "they cannot be drawn again" in words_on(shown)
    mark = shown.context["question"]["mark"]
    refused = organiser.post(settle, {"mark": mark, "again": "1"}, follow=True)
    assert "they stay as drawn" in words_on(refused)
    organiser.post(settle, {"mark": mark, "keep": "1"})
    assert "that is decided, and recorded in the log" in words_on(organiser.get(where))
    log = words_on(organiser.get(page("tournament-log", tournament.pk)))
    assert "The brackets stay as they were drawn" in log
    assert "main bracket: " in log
    tournament.refresh_from_db()
    document = document_of(tournament)
    assert verify_document(document, CODEC).is_whole
    arrived = import_tournament(document=document, club=make_club("Elsewhere"), now=NOW)
    there = document_of(arrived)
    assert (there["rounds"], there["tournament"]) == (document["rounds"], document["tournament"])
    # Who says that others moved is found out.
    kept = next(link for link in document["log"] if link["kind"] == "kept")
    kept["data"]["moved"] = kept["data"]["moved"][1:]
    reseal(document)
    stopped = verify_document(document, CODEC).stopped_at
    assert stopped is not None
    assert stopped.kind == "kept"
    # Another correction is another question.
    turn = games_of(tournament.rounds.get(number=1))
    author = Author.of_user(make_member(club, "another", Role.REFEREE))
    for match in turn:
        write_total(match, WHOLE // 2, WHOLE // 2, author)
    assert organiser.get(where).context["question"]["is_kept"] is False
