"""Who has left enters again: where the contest allows it, and never in two entries at once."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club, Player
from tests.contest import make_contest, play_round
from tests.pages import words_on
from tests.table import NOW, SCORER
from tests.tournaments.seasons.leagues import make_season
from tournaments.audit_log.log import touch_results
from tournaments.audit_log.queries.documents import CODEC, document_of
from tournaments.audit_log.replay.verification import verify_document
from tournaments.entries.services.entries import NewEntry, PersonTakenError, add_entries
from tournaments.entries.services.withdrawals import (
    NoPlaceError,
    return_entry,
    seat_late_entry,
    withdraw_entry,
)
from tournaments.models import Season, Tournament
from tournaments.seasons.queries.tables import table_of
from tournaments.tables.services import reopen_round

pytestmark = pytest.mark.django_db(transaction=True)
BY: dict[str, Any] = {"author": SCORER, "now": NOW}


def enters(contest: Tournament, *names: str) -> int:
    (entry,) = add_entries(tournament_id=contest.pk, entries=[NewEntry(names=names)], **BY)
    return entry.number


def test_who_has_left_comes_back_with_another_partner_and_has_both_entries_rounds(
    club: Club, organiser: Client
) -> None:
    season = make_season(club)
    contest = make_contest(club, teams=3, rounds=3, hands=2, second_entries=True)
    play_round(contest)
    new = reverse("tournaments:entry-new", args=[contest.pk])
    typed = {"name_1": "Player 1", "name_2": "Nadia"}
    assert "still plays in number 1. Withdraw it first" in words_on(organiser.post(new, typed))
    withdraw_entry(tournament_id=contest.pk, number=1, from_round=2, **BY)
    organiser.post(new, typed)
    assert contest.entries.by_number().get(number=4).names == ["Player 1", "Nadia"]
    with pytest.raises(PersonTakenError):
        return_entry(tournament_id=contest.pk, number=1, **BY)
    play_round(contest)
    play_round(contest)
    own = {
        number: sum(
            contest.entries.filter(number=number, seats__counts=True).values_list(
                "seats__points", flat=True
            )
        )
        for number in (1, 4)
    }
    table = table_of(season)
    scores = {who.name: table.scores[who.pk].score for who in Player.objects.filter(club=club)}
    assert scores["Player 1"] == own[1] + own[4]
    assert (scores["Player 2"], scores["Nadia"]) == (own[1], own[4])
    person = words_on(
        organiser.get(
            reverse("tournaments:player-detail", args=[Player.objects.get(name="Player 1").pk])
        )
    )
    assert "with Player 2, Nadia" in person
    contest.refresh_from_db()
    document = document_of(contest)
    assert document["tournament"]["second_entries"] is True
    assert verify_document(document, CODEC).is_whole


def test_a_round_that_is_played_again_seats_nobody_twice(club: Club) -> None:
    contest = make_contest(club, teams=3, rounds=3, hands=2, second_entries=True)
    first = play_round(contest)
    withdraw_entry(tournament_id=contest.pk, number=1, from_round=2, **BY)
    again = enters(contest, "Player 1", "Nadia")
    reopen_round(round_id=first.pk, **BY)
    with pytest.raises(NoPlaceError):
        seat_late_entry(round_id=first.pk, number=again, **BY)


def test_unless_it_is_allowed_who_has_played_is_entered_already(club: Club) -> None:
    contest = make_contest(club, teams=4, rounds=3, hands=2)
    play_round(contest)
    withdraw_entry(tournament_id=contest.pk, number=1, from_round=2, **BY)
    with pytest.raises(PersonTakenError):
        enters(contest, "Player 1", "Nadia")
    assert "second_entries" not in document_of(contest)["tournament"]


def scores_in(season: Season) -> dict[str, int]:
    table = table_of(season)
    people = Player.objects.filter(club=season.league.club)
    return {who.name: int(table.scores[who.pk].score) for who in people if who.pk in table.scores}


def test_the_rounds_of_both_entries_stay_once_second_entries_are_switched_off(club: Club) -> None:
    season = make_season(club)
    contest = make_contest(club, teams=3, rounds=2, hands=2, second_entries=True)
    play_round(contest)
    withdraw_entry(tournament_id=contest.pk, number=1, from_round=2, **BY)
    enters(contest, "Player 1", "Nadia")
    play_round(contest)
    before = scores_in(season)
    assert before["Player 1"] == before["Player 2"] + before["Nadia"]
    contest.refresh_from_db()
    contest.second_entries = False
    contest.save()
    touch_results(contest)
    assert scores_in(season) == before


def test_who_left_before_the_first_round_and_entered_again_is_in_the_season(club: Club) -> None:
    season = make_season(club)
    contest = make_contest(club, teams=4, rounds=1, hands=2)
    withdraw_entry(tournament_id=contest.pk, number=1, from_round=1, **BY)
    enters(contest, "Player 1", "Nadia")
    play_round(contest)
    scores = scores_in(season)
    assert scores["Player 1"] == scores["Nadia"]
    assert "Player 2" not in scores
