"""A cup after pools of club teams: a correction changes who qualified, and somebody is asked."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club
from scorekeeper.models.authors import Author
from scorekeeper.roles import Role
from tests.contest import games_of, start_round
from tests.meetings import CUP, LEAGUE, make_meetings
from tests.pages import words_on
from tests.phased import WHOLE, play_phased, play_tables, write_total
from tests.table import NOW, SCORER, make_club, make_member
from tests.tournaments.audit_log.mutations import reseal
from tournaments.audit_log.queries.documents import CODEC, document_of
from tournaments.audit_log.replay.verification import verify_document
from tournaments.audit_log.services import import_tournament
from tournaments.entries.services.withdrawals import withdraw_entry
from tournaments.formats.phases import Phase, PhaseKind, Take, TakeKind
from tournaments.models import Round, Tournament
from tournaments.tables.services import close_round

pytestmark = pytest.mark.django_db

BY: dict[str, Any] = {"author": SCORER, "now": NOW}
FINALS = Phase(kind=PhaseKind.KNOCKOUT, rounds=1, takes=(Take(TakeKind.POOL, 2),), consolation=True)


def page(name: str, *args: object) -> str:
    return reverse(f"tournaments:{name}", args=args)


def finals_drawn(club: Club) -> tuple[Tournament, Round]:
    """Return a league of which Brive and Tulle qualified, and the round of its finals."""
    tournament = make_meetings(club, LEAGUE, FINALS, pairs=2)
    play_phased(tournament, rounds=3)
    return tournament, start_round(tournament)


def turn_league(tournament: Tournament) -> None:
    """Correct the tables of the league: of two the higher number has won."""
    author = Author.of_user(make_member(tournament.club, "referee", Role.REFEREE))
    for played in tournament.rounds.filter(number__lte=3):
        for match in games_of(played):
            numbers = {seat.side: seat.entry.number for seat in match.seats.all()}
            best = 230 if numbers["A"] > numbers["B"] else WHOLE - 230
            write_total(match, best, WHOLE - best, author)


def refuse_untrue(tournament: Tournament) -> dict[str, Any]:
    """Return the document; raise AssertionError unless it is whole, here and brought in again."""
    tournament.refresh_from_db()
    document = document_of(tournament)
    found = verify_document(document, CODEC)
    assert (found.problems, found.reasons, found.differences) == ([], [], [])
    arrived = import_tournament(document=document, club=make_club("Elsewhere"), now=NOW)
    assert document_of(arrived) == document
    return document


def test_finals_in_which_nobody_has_played_are_drawn_again(club: Club, organiser: Client) -> None:
    tournament, finals = finals_drawn(club)
    assert [set(group["slots"]) for group in finals.groups] == [{1, 2}, {3, 4}]
    turn_league(tournament)
    shown = organiser.get(page("bracket", tournament.pk))
    assert "3 · Ussel and 4 · Égletons instead of 1 · Brive and 2 · Tulle" in words_on(shown)
    mark = shown.context["question"]["mark"]
    settle = page("bracket-settle", tournament.pk)
    answer = organiser.post(settle, {"mark": mark, "again": "1"}, follow=True)
    assert answer.request["PATH_INFO"] == page("draw-new", tournament.pk)
    log = words_on(organiser.get(page("tournament-log", tournament.pk)))
    assert "main bracket: Ussel, Égletons instead of Brive, Tulle" in log
    again = start_round(tournament)
    assert [set(group["slots"]) for group in again.groups] == [{3, 4}, {1, 2}]
    assert organiser.get(page("bracket", tournament.pk)).context["question"] is None
    refuse_untrue(tournament)


def test_finals_that_were_begun_stay_and_the_log_names_the_club_teams(
    club: Club, organiser: Client
) -> None:
    tournament, finals = finals_drawn(club)
    play_tables(finals)
    turn_league(tournament)
    where, settle = page("bracket", tournament.pk), page("bracket-settle", tournament.pk)
    shown = organiser.get(where)
    assert "they cannot be drawn again" in words_on(shown)
    mark = shown.context["question"]["mark"]
    refused = organiser.post(settle, {"mark": mark, "again": "1"}, follow=True)
    assert "they stay as drawn" in words_on(refused)
    organiser.post(settle, {"mark": mark, "keep": "1"})
    assert "that is decided, and recorded in the log" in words_on(organiser.get(where))
    log = words_on(organiser.get(page("tournament-log", tournament.pk)))
    assert "main bracket: Ussel, Égletons instead of Brive, Tulle" in log
    document = refuse_untrue(tournament)
    kept = next(link for link in document["log"] if link["kind"] == "kept")
    assert kept["data"]["squads"] == ["Brive", "Tulle", "Ussel", "Égletons"]
    kept["data"]["moved"] = kept["data"]["moved"][1:]
    reseal(document)
    stopped = verify_document(document, CODEC).stopped_at
    assert stopped is not None
    assert stopped.kind == "kept"


def test_the_place_of_a_club_team_of_which_everybody_left_is_asked_about(
    club: Club, organiser: Client
) -> None:
    tournament, _finals = finals_drawn(club)
    withdraw_entry(tournament_id=tournament.pk, number=1, from_round=4, **BY)
    assert organiser.get(page("bracket", tournament.pk)).context["question"] is None
    leaves = page("entry-withdraw", tournament.pk, 2)
    asked = organiser.post(leaves, {"from_round": 4}, follow=True)
    assert "3 · Ussel instead of 1 · Brive" in words_on(asked)
    mark = asked.context["question"]["mark"]
    organiser.post(page("bracket-settle", tournament.pk), {"mark": mark, "again": "1"})
    again = start_round(tournament)
    assert [set(group["slots"]) for group in again.groups] == [{2, 3}]
    refuse_untrue(tournament)


def test_a_meeting_that_becomes_level_after_the_final_was_drawn_asks_who_goes_on(
    club: Club, organiser: Client
) -> None:
    tournament = make_meetings(club, CUP, pairs=2)
    semis = start_round(tournament)
    play_tables(semis)
    close_round(round_id=semis.pk, **BY)
    start_round(tournament)
    author = Author.of_user(make_member(club, "referee", Role.REFEREE))
    for match in games_of(semis)[:2]:
        write_total(match, WHOLE // 2, WHOLE // 2, author)
    where, decide = page("bracket", tournament.pk), page("level-decide", tournament.pk, 1, 1)
    shown = organiser.get(where)
    assert "A correction has made the totals equal, and round 2 had already been drawn" in words_on(
        shown
    )
    assert decide in shown.content.decode()
    first = shown.context["page"].brackets[0]["rounds"][0]["games"][0]["sides"]
    other = next(side["entry"].number for side in first if not side["is_winner"])
    organiser.post(decide, {"winner": other, "by": "ruling"})
    shown = organiser.get(where)
    assert "A correction changes who goes on to round 2" in words_on(shown)
    settle, mark = page("bracket-settle", tournament.pk), shown.context["question"]["mark"]
    organiser.post(settle, {"mark": mark, "keep": "1"})
    assert "Round 2 stays as it was drawn: that is decided" in words_on(organiser.get(where))
    refuse_untrue(tournament)
