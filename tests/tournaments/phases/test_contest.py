"""Whole contests in phases: pools, then main and consolation; who is where in the end."""

from itertools import combinations

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club
from tests.contest import start_round
from tests.pages import words_on
from tests.phased import POOLS, TWO_OF_EACH, make_phased, met_in, play_phased, play_tables
from tests.table import NOW, SCORER
from tournaments.audit_log.queries.documents import CODEC, document_of
from tournaments.audit_log.replay.verification import verify_document
from tournaments.audit_log.standings import contest_of
from tournaments.formats.next_round import CourseOverError
from tournaments.models import Tournament
from tournaments.rounds.services import draw_round
from tournaments.tables.services import close_round

pytestmark = pytest.mark.django_db(transaction=True)


def test_four_pools_of_four_then_main_and_consolation(club: Club) -> None:
    tournament = make_phased(club, POOLS, TWO_OF_EACH)
    play_phased(tournament, rounds=3)
    rounds = list(tournament.rounds.order_by("number"))
    pools = [tuple(group["slots"]) for group in rounds[0].groups]
    assert sorted(map(len, pools)) == [4, 4, 4, 4]
    met = [pair for played in rounds for pair in met_in(played)]
    wanted = {frozenset(pair) for pool in pools for pair in combinations(pool, 2)}
    assert set(met) == wanted
    assert len(met) == len(wanted)

    quarters = play_phased(tournament, rounds=1)
    firsts = {number for pool in pools for number in sorted(pool)[:2]}
    by_name = {group["name"]: set(group["slots"]) for group in quarters.groups}
    assert by_name == {"main": firsts, "consolation": set(range(1, 17)) - firsts}
    assert not {frozenset(pair) for pool in pools for pair in combinations(pool, 2)} & met_in(
        quarters
    )
    after_quarters = contest_of(tournament).standings()
    last = play_phased(tournament, rounds=2)
    assert [group["name"] for group in last.groups] == ["main", "third", "consolation"]

    order = contest_of(tournament).standings().order
    assert (order[0], order[8]) == (1, min(by_name["consolation"]))
    assert set(order[:8]) == firsts
    # Who looks back sees what was seen then.
    assert contest_of(tournament).standings(after_round=quarters.number).order == (
        after_quarters.order
    )
    assert after_quarters.order != order
    with pytest.raises(CourseOverError):
        draw_round(tournament_id=tournament.pk, author=SCORER, now=NOW)
    tournament.refresh_from_db()
    found = verify_document(document_of(tournament), CODEC)
    assert (found.problems, found.reasons, found.differences) == ([], [], [])
    assert found.is_whole


def test_where_all_share_the_place_a_lot_says_who_goes_on_and_the_page_says_so(
    club: Club, organiser: Client
) -> None:
    tournament = make_phased(
        club, POOLS, TWO_OF_EACH, teams=8, criteria=("points",), ties=Tournament.Ties.SHARED
    )
    for _round in range(3):
        playing = start_round(tournament)
        play_tables(playing, lambda _one, _other: (162, 162))
        close_round(round_id=playing.pk, author=SCORER, now=NOW)
    brackets = start_round(tournament)
    pools = [tuple(group["slots"]) for group in tournament.rounds.get(number=1).groups]
    first_numbers = {number for pool in pools for number in sorted(pool)[:2]}
    assert set(brackets.groups[0]["slots"]) != first_numbers
    page = organiser.get(reverse("tournaments:bracket", args=[tournament.pk]))
    assert words_on(page).count("place 1: lots separated those who share it") == 8
    tournament.refresh_from_db()
    assert verify_document(document_of(tournament), CODEC).is_whole
