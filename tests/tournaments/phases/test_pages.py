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
from tests.table import NOW, SCORER, make_member
from tournaments.audit.pages.documents import CODEC, document_of
from tournaments.draw.frames import Group
from tournaments.entries.services.withdrawals import withdraw_entry
from tournaments.models import Tournament
from tournaments.replay.verification import verify_document
from tournaments.tables.services.rounds import close_round

pytestmark = pytest.mark.django_db(transaction=True)


def page(name: str, *args: object) -> str:
    return reverse(f"tournaments:{name}", args=args)


def test_the_usual_pools_are_chosen_in_two_clicks_and_drawn(club: Club, organiser: Client) -> None:
    tournament = make_contest(club, teams=16)
    typed = organiser.get(page("phases", tournament.pk), {"preset": "pools"}).context["form"]
    data = {name: value for name, value in typed.initial.items() if value not in (None, False)}
    answer = organiser.post(page("phases", tournament.pk), data, follow=True)
    assert "The phases are kept" in words_on(answer)
    tournament.refresh_from_db()
    assert tournament.course == (POOLS, TWO_OF_EACH)
    assert tournament.round_hands == [12] * 6
    organiser.post(page("draw-new", tournament.pk), {})
    shown = words_on(organiser.get(page("draw-detail", tournament.pk, 1)))
    assert "Pool 4" in shown
    assert "Everybody of a pool meets everybody of it" in shown


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
    assert "the phase that it is in stays" in words_on(answer)
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


def test_a_corrected_pool_says_who_would_play_elsewhere(club: Club, organiser: Client) -> None:
    tournament = make_phased(club, POOLS, TWO_OF_EACH, teams=8)
    author = Author.of_user(make_member(club, "referee", Role.REFEREE))
    play_phased(tournament, rounds=3)
    start_round(tournament)
    assert "would play elsewhere" not in words_on(organiser.get(page("bracket", tournament.pk)))
    for played in tournament.rounds.filter(number__lt=4):
        for match in games_of(played):
            a = sorted(seat.entry.number for seat in match.seats.all() if seat.side == "A")[0]
            b = sorted(seat.entry.number for seat in match.seats.all() if seat.side == "B")[0]
            best = 230 if a > b else WHOLE - 230
            write_total(match, best, WHOLE - best, author)
    shown = words_on(organiser.get(page("bracket", tournament.pk)))
    assert "would play elsewhere" in shown
    tournament.refresh_from_db()
    assert verify_document(document_of(tournament), CODEC).is_whole
