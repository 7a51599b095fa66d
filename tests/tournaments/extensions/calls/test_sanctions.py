"""Warnings and penalties: what they take from a ranking, and what they leave alone."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club
from scorekeeper.refusals import Refused
from tests.contest import games_of, make_contest, play_round, start_round
from tests.pages import words_on
from tests.phased import KNOCKOUT, make_phased, play_phased
from tests.table import NOW, SCORER
from tournaments.audit_log.queries.documents import CODEC, document_of
from tournaments.audit_log.replay.verification import verify_document
from tournaments.audit_log.services import import_tournament
from tournaments.audit_log.standings import contest_of
from tournaments.contests.services import finish_tournament
from tournaments.entries.services.substitutes import Substitute, substitute
from tournaments.extensions.calls.services import (
    counter_sanction,
    give_sanction,
    set_sanction_list,
)
from tournaments.models import Round, Tournament
from tournaments.people.services.names import anonymise_player
from tournaments.seasons.queries.credits import Credits
from tournaments.seasons.queries.items import Item, ItemKind
from tournaments.standings.sanctions import ListedSanction, TakenFrom

pytestmark = pytest.mark.django_db

LATE = ListedSanction(name="Late", points=500)
OFF_GAME = ListedSanction(name="Renounce", points=500, taken_from=TakenFrom.GAME)
WARNED = ListedSanction(name="Talking")
BY: dict[str, Any] = {"author": SCORER, "now": NOW}


@pytest.fixture
def played(club: Club) -> Tournament:
    """Return a contest of four teams of which one round is closed."""
    tournament = make_contest(club, teams=4, rounds=2, hands=2)
    play_round(tournament)
    return fresh(tournament)


def fresh(tournament: Tournament) -> Tournament:
    return Tournament.objects.select_related("club").get(pk=tournament.pk)


def give(tournament: Tournament, number: int, given: ListedSanction, round_number: int = 1) -> None:
    give_sanction(
        tournament_id=tournament.pk,
        number=number,
        round_number=round_number,
        given=given,
        reason="",
        **BY,
    )


def totals(tournament: Tournament, **which: Any) -> dict[int, int]:
    lines = contest_of(fresh(tournament)).standings(**which).lines
    return {line.entrant: line.record.points for line in lines}


def first(tournament: Tournament) -> int:
    return contest_of(fresh(tournament)).standings().order[0]


def test_points_off_the_total_change_the_ranking_and_no_game(played: Tournament) -> None:
    winner, before = first(played), totals(played)
    give(played, winner, LATE)
    assert totals(played) == before | {winner: before[winner] - 500}
    assert first(played) != winner
    record = contest_of(fresh(played)).standings().lines[-1].record
    assert record.entrant == winner
    assert record.best_game == before[winner]
    assert record.wins == 1
    assert played.rounds.get(number=1).seats.get(entry__number=winner).points == before[winner]


def test_points_off_the_game_come_off_the_best_game_and_the_ranking_of_the_round(
    played: Tournament,
) -> None:
    winner, before = first(played), totals(played)
    give(played, winner, OFF_GAME)
    contest = contest_of(fresh(played))
    for standings in (contest.standings(), contest.round_standings(1)):
        (record,) = (one.record for one in standings.lines if one.entrant == winner)
        assert record.points == before[winner] - 500
        assert record.best_game == before[winner] - 500


def test_a_warning_takes_nothing_and_a_countered_penalty_no_more(played: Tournament) -> None:
    winner, before = first(played), totals(played)
    give(played, winner, WARNED)
    give(played, winner, LATE)
    assert totals(played) != before
    counter_sanction(tournament_id=played.pk, number=2, reason="The bus", **BY)
    assert totals(played) == before
    with pytest.raises(Refused, match="already did not count"):
        counter_sanction(tournament_id=played.pk, number=2, reason="Again", **BY)


def test_what_is_given_later_changes_no_ranking_of_before(played: Tournament) -> None:
    winner, before = first(played), totals(played)
    start_round(played, seed=2)
    give(played, winner, LATE, round_number=2)
    assert totals(played, after_round=1) == before
    assert totals(played)[winner] == before[winner] - 500


def test_nobody_is_given_anything_in_a_round_or_under_a_number_that_is_not(
    played: Tournament,
) -> None:
    with pytest.raises(Round.DoesNotExist):
        give(played, 1, LATE, round_number=2)
    with pytest.raises(Refused, match="Nobody has this number"):
        give(played, 99, LATE)


def test_verify_works_it_out_again_and_a_document_brings_it_along(
    played: Tournament, club: Club
) -> None:
    own = [ListedSanction(name="Late", points=500), WARNED]
    set_sanction_list(tournament_id=played.pk, listed=own, **BY)
    for given in (LATE, OFF_GAME, WARNED):
        give(played, first(played), given)
    counter_sanction(tournament_id=played.pk, number=3, reason="No", **BY)
    play_round(played, seed=2)
    finish_tournament(tournament_id=played.pk, **BY)
    document = document_of(fresh(played))
    assert verify_document(document, CODEC).is_whole
    brought = import_tournament(document=document, club=club, now=NOW)
    assert document_of(fresh(brought)) == document
    assert totals(brought) == totals(played)
    document["tournament"]["sanctions"][0]["points"] = 5
    found = verify_document(document, CODEC)
    assert [difference.field for difference in found.differences] == ["sanctions"]


def test_a_contest_without_any_is_written_as_before(played: Tournament) -> None:
    plain = document_of(played)["tournament"]
    assert not {"sanctions", "sanction_list"} & plain.keys()


def test_who_goes_on_in_a_tree_stays_who_it_was(club: Club) -> None:
    tournament = make_phased(club, KNOCKOUT, teams=4)
    play_phased(tournament, rounds=1)
    winners = set(contest_of(fresh(tournament)).standings().order[:2])
    give(tournament, min(winners), ListedSanction(name="Late", points=5000))
    assert set(contest_of(fresh(tournament)).standings().order[:2]) == winners
    playing = start_round(tournament)
    seated = {seat.entry.number for match in games_of(playing) for seat in match.seats.all()}
    assert winners <= seated


@pytest.mark.parametrize("sits_in", [False, True], ids=["as they entered", "somebody sits in"])
def test_a_season_counts_what_the_ranking_says(played: Tournament, sits_in: bool) -> None:
    winner = first(played)
    if sits_in:
        wanted = Substitute(place=1, name="Nadia", from_round=2)
        substitute(tournament_id=played.pk, number=winner, wanted=wanted, **BY)
    item = Item(date=played.date, kind=ItemKind.CONTEST, pk=played.pk, name="")

    def points() -> list[int]:
        credited = Credits([item]).of(item, evening=1, teams=False)
        return sorted(result.record.points for result in credited.results)

    before = points()
    give(played, winner, LATE)
    assert sum(before) - sum(points()) == 2 * 500


def test_a_name_goes_out_of_the_reason_too(played: Tournament) -> None:
    entry = played.entries.get(number=1)
    player = entry.players.get(position=1).player
    assert player is not None
    give_sanction(
        tournament_id=played.pk,
        number=1,
        round_number=1,
        given=LATE,
        reason=f"{player.name} came late",
        **BY,
    )
    anonymise_player(player_id=player.pk, **BY)
    document = document_of(fresh(played))
    assert player.name not in str(document)
    assert verify_document(document, CODEC).is_whole


def page(name: str, tournament: Tournament, *args: int) -> str:
    return reverse(f"tournaments:{name}", args=[tournament.pk, *args])


def test_the_pages_give_counter_and_explain(organiser: Client, played: Tournament) -> None:
    winner = first(played)
    listed = {
        "form-TOTAL_FORMS": "2",
        "form-INITIAL_FORMS": "0",
        "form-0-name": "Late at the table",
        "form-0-points": "500",
        "form-0-taken_from": "total",
        "form-1-name": "",
        "form-1-points": "",
        "form-1-taken_from": "total",
    }
    organiser.post(page("sanction-list", played), listed)
    late = "Late at the table (−500 off the total)"
    sent = {"number": str(winner), "given": late, "round": "1", "reason": "Ten past"}
    assert organiser.post(page("sanctions", played), sent).status_code == 302
    ranking = words_on(organiser.get(page("ranking", played)))
    assert "Late at the table, round 1: −500 off the total" in ranking
    assert f"no. {winner} has 500 points off" in ranking
    export = organiser.get(
        reverse("tournaments:export-file", args=[played.pk, "ranking", "csv"])
    ).content.decode()
    assert "Late at the table" in export
    public = Client(headers={"accept-language": "en"}).get(
        reverse("tournaments:public", args=[played.token]), {"list": "ranking"}
    )
    assert "Late at the table, round 1" in words_on(public)
    refused = organiser.post(page("sanction-counter", played, 1), {"reason": ""})
    assert words_on(refused).count("This field is required.") == 1
    organiser.post(page("sanction-counter", played, 1), {"reason": "The bus was late"})
    assert "Cancelled: The bus was late" in words_on(organiser.get(page("sanctions", played)))
    assert "Late at the table" not in words_on(organiser.get(page("ranking", played)))
    log = words_on(organiser.get(page("tournament-log", played)))
    assert "Warning or penalty countered" in log
    assert "Late at the table" in log


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"number": "99"}, "Nobody has this number."),
        ({"number": ""}, "This field is required."),
    ],
    ids=["nobody", "nothing"],
)
def test_what_is_wrong_is_said_and_stays_typed(
    organiser: Client, played: Tournament, typed: dict[str, str], said: str
) -> None:
    sent = {"given": "Late at the table (warning)", "round": "1", "reason": "Ten past", **typed}
    answer = organiser.post(page("sanctions", played), sent)
    assert said in words_on(answer)
    assert "Ten past" in answer.content.decode()


def test_nobody_is_given_what_came_into_the_place_of_what_was_chosen(
    organiser: Client, played: Tournament
) -> None:
    shown = organiser.get(page("sanctions", played)).context["form"]
    chosen = next(value for value, text in shown.fields["given"].choices if "warning" in text)
    set_sanction_list(tournament_id=played.pk, listed=[LATE, WARNED], **BY)
    sent = {"number": "1", "given": chosen, "round": "1"}
    answer = organiser.post(page("sanctions", played), sent)
    assert "The list has changed in the meantime: choose again." in words_on(answer)
    assert not fresh(played).sanctions
