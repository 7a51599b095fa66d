"""What prizes take from the till: the fund that it sets aside, and money that is handed over."""

from typing import Any

import pytest
from django.test import Client

from scorekeeper.models import Club
from tests.contest import make_contest, play_round
from tests.table import NOW, SCORER
from tests.tournaments.extensions.prizes.lists import set_list
from tests.tournaments.extensions.prizes.test_prizes import played, post
from tests.tournaments.rankings.ranking_pages import see
from tournaments.audit_log.payments import book_of
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.cash.book import What
from tournaments.cash.fund import Prices, PriceShare
from tournaments.contests.services import finish_tournament
from tournaments.entries.services.entries import set_paid
from tournaments.extensions.prizes.queries import prizes_of
from tournaments.extensions.till.services import count_till, set_prices

pytestmark = pytest.mark.django_db
BY: dict[str, Any] = {"author": SCORER, "now": NOW}


def test_without_a_typed_sum_the_fund_is_what_the_till_sets_aside(club: Club) -> None:
    tournament = make_contest(club, teams=4, rounds=1, hands=2, fee_cents=1_000)
    set_list(tournament, "1er 50 %")
    prices = Prices(fee=PriceShare(cents=800))
    set_prices(tournament_id=tournament.pk, prices=prices, **BY)
    set_paid(tournament_id=tournament.pk, numbers=[1, 2, 3], **BY)
    play_round(tournament)
    tournament.refresh_from_db()
    assert [one.what for one in prizes_of(tournament).won] == ["12\xa0€"]
    assert verify_tournament(tournament).is_whole


def test_a_prize_of_money_leaves_the_till_when_it_is_handed_over(
    club: Club, member: Client
) -> None:
    tournament = played(club, "1er 40 €\n2e jambon")
    post(member, "prizes-edit", tournament.pk, prizes="Dernier: 10 €")
    finish_tournament(tournament_id=tournament.pk, **BY)
    tournament.refresh_from_db()
    for prize in prizes_of(tournament).won:
        place = (prize.prize.key, prize.place)
        post(member, "prize-hand", tournament.pk, *place, entries=prize.numbers[0], note="")
    assert book_of(tournament).by_what() == {What.PRIZE: 50_00}
    page = see(member, tournament, "till")
    assert "−40 €" in page
    first = prizes_of(tournament).won[0]
    post(member, "prize-hand", tournament.pk, first.prize.key, first.place, back="1")
    assert book_of(tournament).cash == -10_00
    assert count_till(tournament_id=tournament.pk, cents=0, coins={}, note="", **BY) == 10_00
    tournament.refresh_from_db()
    assert verify_tournament(tournament).is_whole
