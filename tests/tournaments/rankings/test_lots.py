"""Lots drawn in the hall."""

from collections.abc import Sequence
from hashlib import sha256

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club
from tests.contest import make_contest, play_round
from tests.pages import words_on
from tests.table import NOW, SCORER
from tests.tournaments.rankings.ranking_pages import see, two_tied_winners
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.contests.services import record_lot
from tournaments.models import Tournament
from tournaments.rankings.queries.rankings import ranking_of

pytestmark = pytest.mark.django_db


def record(client: Client, tournament: Tournament, numbers: Sequence[int], **places: int) -> str:
    """Send the order of a lot among those numbers and return what the next page says."""
    address = reverse("tournaments:lot-new", args=[tournament.pk])
    key = "-".join(str(number) for number in sorted(numbers))
    answer = client.post(address, {"group": key, **places}, follow=True)
    return words_on(answer)


def test_a_lot_drawn_in_the_hall_prevails(club: Club, member: Client) -> None:
    tournament, winners = two_tied_winners(club)
    before = [line.number for line in ranking_of(tournament).lines[:2]]
    assert "Places 1 to 2" in see(member, tournament, "lot-new")
    first, second = reversed(before)
    page = record(
        member, tournament, winners, **{f"lot1-place{first}": 1, f"lot1-place{second}": 2}
    )
    assert f"The lots are recorded, in this order: {first}, {second}." in page
    assert f"Ahead of no. {second}: equal in everything; lots were drawn in the hall." in page
    tournament.refresh_from_db()
    assert tournament.drawn_lots == [[first, second]]
    assert [line.number for line in ranking_of(tournament).lines[:2]] == [first, second]
    assert "Drawn in the hall and recorded." in see(member, tournament, "lot-new")


def test_a_number_called_in_the_hall_draws_lots(club: Club, member: Client) -> None:
    tournament, winners = two_tied_winners(club)
    address = reverse("tournaments:lot-new", args=[tournament.pk])
    key = "-".join(str(number) for number in sorted(winners))
    page = words_on(member.post(address, {"drawn": key, "called1-called": ""}))
    assert "This field is required." in page
    answer = member.post(address, {"drawn": key, "called1-called": "0007"}, follow=True)
    data = tournament.log.latest("number").data
    mixed = sha256(f"{data['secret']}:0007".encode()).hexdigest()
    lots = {number: sha256(f"{mixed}:{number}".encode()).hexdigest() for number in winners}
    order = sorted(winners, key=lambda number: lots[number])
    assert data["order"] == order
    first, second = order
    assert f"The lots are recorded, in this order: {first}, {second}." in words_on(answer)
    tournament.refresh_from_db()
    assert [line.number for line in ranking_of(tournament).lines[:2]] == order
    assert verify_tournament(Tournament.objects.get(pk=tournament.pk)).is_whole


def test_two_cannot_be_drawn_at_once(club: Club, member: Client) -> None:
    tournament, winners = two_tied_winners(club)
    one, other = winners
    page = record(member, tournament, winners, **{f"lot1-place{one}": 1, f"lot1-place{other}": 1})
    assert "Two of them have the same place" in page
    tournament.refresh_from_db()
    assert tournament.drawn_lots == []


def test_a_lot_among_those_who_are_not_tied_any_more(club: Club, member: Client) -> None:
    tournament, _winners = two_tied_winners(club)
    page = record(member, tournament, [1, 99], **{"lot1-place1": 1, "lot1-place99": 2})
    assert "The ranking has changed: they are no longer tied." in page


def test_nobody_is_tied(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=2, rounds=1, hands=2)
    play_round(tournament)
    assert "Nobody is tied" in see(member, tournament, "lot-new")


def test_a_recorded_lot_of_a_greater_group_holds_for_a_part_of_it(club: Club) -> None:
    tournament, winners = two_tied_winners(club)
    order = [*reversed(winners), *(n for n in range(1, 5) if n not in winners)]
    record_lot(tournament_id=tournament.pk, order=order, author=SCORER, now=NOW)
    tournament.refresh_from_db()
    assert [line.number for line in ranking_of(tournament).lines[:2]] == order[:2]
