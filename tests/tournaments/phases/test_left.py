"""Who leaves the brackets: the opponent goes on, and nobody who has left comes first."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club
from tests.pages import words_on
from tests.phased import make_phased, met_in, play_phased
from tests.table import NOW, SCORER, make_club
from tests.tournaments.audit_log.mutations import reseal
from tests.tournaments.extensions.prizes.lists import set_list
from tournaments.audit_log.queries.documents import CODEC, document_of
from tournaments.audit_log.replay.outcomes import final_ranks, standings_lines
from tournaments.audit_log.replay.prizes import awards_fields
from tournaments.audit_log.replay.verification import verify_document
from tournaments.audit_log.services import import_tournament
from tournaments.audit_log.standings import contest_of, eligible_now
from tournaments.contests.services import finish_tournament, resume_tournament
from tournaments.entries.services.withdrawals import withdraw_entry
from tournaments.extensions.prizes.services import Handed, hand_over
from tournaments.extensions.results.queries import newspaper_text, results_page
from tournaments.formats.next_round import CourseOverError
from tournaments.formats.phases import Phase, PhaseKind
from tournaments.models import Tournament
from tournaments.rounds.services import draw_round
from tournaments.standings.brackets import BEFORE, VERSION

pytestmark = pytest.mark.django_db(transaction=True)

BY: dict[str, Any] = {"author": SCORER, "now": NOW}


def page(name: str, *args: object) -> str:
    return reverse(f"tournaments:{name}", args=args)


def knockout(club: Club, teams: int, rounds: int) -> Tournament:
    return make_phased(club, Phase(kind=PhaseKind.KNOCKOUT, rounds=rounds), teams=teams)


def leave(tournament: Tournament, *numbers: int, before: int) -> None:
    for number in numbers:
        key: dict[str, Any] = {"tournament_id": tournament.pk, "number": number}
        withdraw_entry(from_round=before, **key, **BY)


def whole(tournament: Tournament) -> bool:
    return verify_document(document_of(tournament), CODEC).is_whole


def test_a_finalist_who_leaves_before_the_final_lets_the_other_one_win(
    club: Club, organiser: Client
) -> None:
    tournament = knockout(club, 4, 2)
    semis = play_phased(tournament, rounds=1)
    left, other = (1, next(one for one in (2, 3) if {1, one} not in met_in(semis)))
    leave(tournament, left, before=2)
    with pytest.raises(CourseOverError):
        draw_round(tournament_id=tournament.pk, **BY)
    contest = contest_of(tournament)
    assert contest.standings().order[:2] == (other, left)
    # Who looks back sees what was seen then.
    assert contest.standings(after_round=1).order[0] == left
    finish_tournament(tournament_id=tournament.pk, **BY)
    tournament.refresh_from_db()
    assert whole(tournament)
    headline, text = newspaper_text(results_page(tournament)).split("\n", 1)
    assert f"victory for Player {2 * other - 1}" in headline
    assert f"Player {2 * other - 1} and Player {2 * other} came first" in text
    told = words_on(organiser.get(page("results", tournament.token)))
    assert told.index(f"Player {2 * other - 1}") < told.index("Player 1 ")
    shown = organiser.get(page("bracket", tournament.pk))
    assert shown.context["page"].brackets[0]["winner"].number == other


def test_where_nobody_meets_anybody_in_the_semi_finals_the_final_is_played(
    club: Club, organiser: Client
) -> None:
    tournament = knockout(club, 8, 3)
    quarters = play_phased(tournament, rounds=1)
    slots = quarters.groups[0]["slots"]
    won = [min(pair) for pair in zip(slots[::2], slots[1::2], strict=True)]
    gone, stay = (won[0], won[3]), (won[1], won[2])
    leave(tournament, *gone, before=2)
    final = play_phased(tournament, rounds=1)
    assert met_in(final) == {frozenset(stay)}
    assert contest_of(tournament).standings().order[:2] == tuple(sorted(stay))
    assert set(contest_of(tournament).standings().order[2:4]) == set(gone)
    with pytest.raises(CourseOverError):
        draw_round(tournament_id=tournament.pk, **BY)
    tournament.refresh_from_db()
    assert whole(tournament)
    shown = organiser.get(page("bracket", tournament.pk))
    assert "withdrawn" in words_on(shown)
    rounds = shown.context["page"].brackets[0]["rounds"]
    assert [sum(side["has_left"] for side in game["sides"]) for game in rounds[1]["games"]] == [
        1,
        1,
    ]
    assert [len(one["games"]) for one in rounds] == [4, 2, 1]
    last = rounds[-1]["games"][0]["sides"]
    assert [side["entry"].number for side in last] == list(stay)


def test_who_lost_to_both_finalists_moves_up_once_they_have_left(club: Club) -> None:
    tournament = knockout(club, 4, 2)
    play_phased(tournament, rounds=1)
    won = [one for one, rank in contest_of(tournament).standings().ranks.items() if rank <= 2]
    leave(tournament, *won, before=2)
    assert set(contest_of(tournament).standings().order[:2]) == {1, 2, 3, 4} - set(won)


def test_a_contest_that_ended_before_keeps_its_ranking_until_it_goes_on(
    club: Club, organiser: Client
) -> None:
    tournament = knockout(club, 4, 2)
    play_phased(tournament, rounds=1)
    leave(tournament, 1, before=2)
    now = contest_of(tournament).standings()
    then = replace(contest_of(tournament), version=BEFORE).standings()
    assert then.order[0] == 1 != now.order[0]
    finish_tournament(tournament_id=tournament.pk, **BY)
    tournament.refresh_from_db()
    document = as_before(document_of(tournament), then)
    assert verify_document(document, CODEC).is_whole
    arrived = import_tournament(document=document, club=make_club("Elsewhere"), now=NOW)
    assert contest_of(arrived).standings().order == then.order
    assert document_of(arrived)["standings"] == document["standings"]
    resume_tournament(tournament_id=arrived.pk, **BY)
    arrived.refresh_from_db()
    assert contest_of(arrived).standings().order == now.order
    assert whole(arrived)
    finish_tournament(tournament_id=arrived.pk, **BY)
    arrived.refresh_from_db()
    assert contest_of(arrived).standings().order == now.order
    assert whole(arrived)


def test_a_contest_that_goes_on_is_read_as_its_document_says_and_anew_afterwards(
    club: Club,
) -> None:
    tournament = knockout(club, 4, 2)
    play_phased(tournament, rounds=1)
    leave(tournament, 1, before=2)
    now = contest_of(tournament).standings()
    then = replace(contest_of(tournament), version=BEFORE).standings()
    written = document_of(tournament)
    assert written["tournament"]["bracket_version"] == VERSION
    arrived = import_tournament(document=written, club=make_club("Now"), now=NOW)
    assert document_of(arrived) == written
    document = as_before(document_of(tournament), then)
    assert verify_document(document, CODEC).is_whole
    arrived = import_tournament(document=document, club=make_club("Elsewhere"), now=NOW)
    assert contest_of(arrived).standings().order == now.order != then.order
    assert whole(arrived)
    # Nobody may say of a document that it is read in a way that nobody knows.
    written["tournament"]["bracket_version"] = VERSION + 1
    assert not verify_document(written, CODEC).is_whole


def test_a_prize_that_was_handed_over_before_is_theirs_who_had_won_it_then(club: Club) -> None:
    tournament = knockout(club, 4, 2)
    play_phased(tournament, rounds=1)
    leave(tournament, 1, before=2)
    tournament.refresh_from_db()
    set_list(tournament, "1er jambon\n2e vin")
    now = contest_of(tournament).standings()
    then = replace(contest_of(tournament), version=BEFORE).standings()
    first = now.order[0]
    assert then.order[0] == 1 != first
    key: dict[str, Any] = {"tournament_id": tournament.pk}
    hand_over(**key, handed=Handed(prize=1, place=1, entries=(first,)), **BY)
    assert whole(Tournament.objects.get())
    document = as_before(document_of(Tournament.objects.get()), then)
    document["tournament"]["handed_over"][0]["entries"] = [1]
    document["log"][-1]["data"]["entries"] = [1]
    reseal(document)
    told = replace(contest_of(tournament), version=BEFORE)
    plan = Tournament.objects.get().prize_plan
    document |= awards_fields(plan, eligible_now(tournament, told))
    assert verify_document(document, CODEC).is_whole
    arrived = import_tournament(document=document, club=make_club("Elsewhere"), now=NOW)
    finish_tournament(tournament_id=arrived.pk, **BY)
    arrived.refresh_from_db()
    assert whole(arrived)


def as_before(document: dict[str, Any], standings: Any) -> dict[str, Any]:
    """Return a document as it was written before brackets were read anew."""
    document["tournament"].pop("bracket_version", None)
    document["standings"] = standings_lines(standings)
    for link in document["log"]:
        link["data"].pop("brackets", None)
        if link["kind"] == "finished":
            link["data"]["ranking"] = final_ranks(standings)
    reseal(document)
    return document
