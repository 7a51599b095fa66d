"""Who gets what where prizes overlap, entries go, and the fund is only given."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from scorekeeper.clubs.services.players import find_or_add_player, rename_player
from scorekeeper.models import Club
from tests.contest import make_contest, play_round
from tests.table import NOW, SCORER
from tests.tournaments.extensions.prizes.lists import set_list
from tests.tournaments.rankings.ranking_pages import see
from tournaments.audit_log.queries.logs import verify_tournament
from tournaments.cash.book import What
from tournaments.contests.services import finish_tournament
from tournaments.entries.services.entries import NewEntry, add_entries, remove_entry
from tournaments.extensions.prizes.queries import prizes_of, prizes_won
from tournaments.extensions.prizes.services import draw_prize, set_prizes
from tournaments.extensions.results.queries import results_page
from tournaments.extensions.till.services import NewLine, write_line
from tournaments.models import EntryPlayer, Tournament
from tournaments.people.services.names import anonymise_player
from tournaments.rankings.queries.rankings import ranking_of

pytestmark = pytest.mark.django_db

BY: dict[str, Any] = {"author": SCORER, "now": NOW}


def played(club: Club, text: str) -> Tournament:
    tournament = make_contest(club, teams=4, rounds=1, hands=2)
    play_round(tournament)
    return set_list(tournament, text)


def late(tournament: Tournament) -> int:
    """Enter a team that came too late to play and return its number."""
    entered = add_entries(
        tournament_id=tournament.pk, entries=[NewEntry(names=("Zoé", "Max"))], **BY
    )
    return entered[0].number


def test_two_prizes_of_one_place_are_read_out_together(club: Club) -> None:
    tournament = played(club, "1-3 bottle\n2e cup")
    set_prizes(tournament_id=tournament.pk, change=lambda plan: replace(plan, several=True), **BY)
    tournament.refresh_from_db()
    places = [
        (one.rank, [prize.what for prize in one.prizes]) for one in prizes_of(tournament).places
    ]
    assert places == [(1, ["bottle"]), (2, ["bottle", "cup"]), (3, ["bottle"])]
    won = prizes_won(tournament, ranking_of(tournament))
    assert [(one.rank, one.what) for one in won] == [
        (1, "bottle"),
        (2, "bottle · cup"),
        (3, "bottle"),
    ]


def test_who_was_drawn_and_is_entered_no_more_lets_the_next_have_it(
    club: Club, member: Client
) -> None:
    tournament = played(club, "Draw: basket")
    gone = late(tournament)
    draw_prize(tournament_id=tournament.pk, prize=1, present=[gone], **BY)
    remove_entry(tournament_id=tournament.pk, number=gone, **BY)
    tournament.refresh_from_db()
    assert "Draw it" in see(member, tournament, "prizes")
    assert verify_tournament(tournament).is_whole


def test_who_came_too_late_to_play_is_named_with_what_they_drew(club: Club) -> None:
    tournament = played(club, "Draw: basket")
    draw_prize(tournament_id=tournament.pk, prize=1, present=[late(tournament)], **BY)
    over = finish_tournament(tournament_id=tournament.pk, **BY)
    drawn = [one for one in results_page(over).special if one.prize == "basket"]
    assert [one.names for one in drawn] == [(("Zoé", "Max"),)]


def test_shares_are_of_what_was_given_where_nobody_set_prices(club: Club) -> None:
    tournament = played(club, "1er 50 %\n2e 30 €")
    line = NewLine(what=What.GIFT, cents=10_000, note="The mayor")
    write_line(tournament_id=tournament.pk, line=line, **BY)
    assert [one.cents for one in prizes_of(tournament).won] == [5_000, 3_000]
    # Amounts alone are paid as they were said.
    assert prizes_of(set_list(tournament, "1er 200 €")).won[0].cents == 20_000


def test_a_giver_who_bore_the_name_then_goes_out_of_log_and_plan_alike(club: Club) -> None:
    tournament = played(club, "1er ham")
    bearer = EntryPlayer.objects.filter(entry__tournament=tournament).first()
    assert bearer
    assert bearer.player
    set_list(tournament, f"2e cup, given by {bearer.name}")
    rename_player(player=bearer.player, name="Somebody Else")
    # The contest goes on under the name it was entered with, which is another's by now.
    EntryPlayer.objects.filter(pk=bearer.pk).update(name=bearer.name)
    find_or_add_player(club=club, name=bearer.name, now=NOW)
    anonymise_player(player_id=bearer.player.pk, **BY)
    tournament.refresh_from_db()
    assert verify_tournament(tournament).is_whole
