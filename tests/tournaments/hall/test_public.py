"""The public pages on a phone: where do I sit, how do I stand, is this my sheet."""

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.engine.hand import HandEntry, Seat, Side
from scorekeeper.models import Club
from tests.contest import games_of, make_contest, play, play_round, start_round, write_hand
from tests.pages import Page, count_queries, member_of, visitor, words_on
from tests.table import NOW, SCORER, make_club
from tournaments.contests.services import finish_tournament
from tournaments.entries.services.entries import NewEntry, add_entries
from tournaments.entries.services.withdrawals import start_catch_up, withdraw_entry
from tournaments.models import Match, Tournament
from tournaments.rounds.services import draw_round
from tournaments.tables.services import TableSlip, accept_sheet, close_round, record_table_slip

pytestmark = pytest.mark.django_db


def read(response: Page) -> str:
    """Return what a person reads, "&" as it is."""
    return unescape(words_on(response))


@pytest.fixture
def phone() -> Client:
    return visitor()


def page_of(tournament: Tournament, query: str = "") -> str:
    return reverse("tournaments:public", args=[tournament.token]) + query


def entry_page(tournament: Tournament, number: int, query: str = "") -> str:
    return reverse("tournaments:public-entry", args=[tournament.token, number]) + query


def receipt_of(tournament: Tournament, code: str) -> str:
    return reverse("tournaments:public-receipt", args=[tournament.token]) + f"?code={code}"


def table_of(tournament: Tournament, number: int) -> Match:
    return Match.objects.get(round__tournament=tournament, seats__entry__number=number)


def test_an_empty_contest_says_what_comes_next(club: Club, phone: Client) -> None:
    shown = read(phone.get(page_of(make_contest(club, teams=0))))
    assert "The first round is not drawn yet." in shown
    assert "No ranking yet" in shown


@pytest.mark.parametrize("search", ["3", "player 5", "PLÀYER 5"])
def test_a_team_finds_its_table_by_number_or_name(club: Club, phone: Client, search: str) -> None:
    tournament = make_contest(club, teams=4)
    start_round(tournament)
    shown = read(phone.get(page_of(tournament), {"q": search}))
    assert f"Table {table_of(tournament, 3).table_number}" in shown
    assert "3 Player 5 & Player 6" in shown
    assert "against" in shown


def test_several_of_a_name_are_listed_with_their_tables(club: Club, phone: Client) -> None:
    tournament = make_contest(club, teams=8)
    start_round(tournament)
    shown = read(phone.get(page_of(tournament, "?q=player")))
    assert "8 found. Tap yours:" in shown
    assert f"table {table_of(tournament, 8).table_number}" in shown


def test_nobody_of_that_name(club: Club, phone: Client) -> None:
    tournament = make_contest(club)
    assert "Nobody with that name" in read(phone.get(page_of(tournament, "?q=Zorro")))


def test_an_exempt_team_is_told_plainly(club: Club, phone: Client) -> None:
    tournament = make_contest(club, teams=3)
    start_round(tournament)
    exempt = Match.objects.get(kind=Match.Kind.EXEMPT).seats.get().entry.number
    shown = read(phone.get(entry_page(tournament, exempt)))
    assert "Exempt" in shown
    assert "No game for you in round 1." in shown
    assert "You get 972 points." in shown


def test_a_catch_up_table_is_shown_to_both(club: Club, phone: Client) -> None:
    tournament = make_contest(club, teams=3)
    playing = start_round(tournament)
    first = games_of(playing)[0]
    play(first)
    helper = first.seats.get(side=Side.A).entry.number
    exempt = Match.objects.get(kind=Match.Kind.EXEMPT).seats.get().entry.number
    start_catch_up(round_id=playing.pk, side_a=[exempt], side_b=[helper], author=SCORER, now=NOW)
    assert "it counts for you" in read(phone.get(entry_page(tournament, exempt)))
    assert "help out at table 2" in read(phone.get(entry_page(tournament, helper)))


def test_opponents_who_left_leave_no_game(club: Club, phone: Client) -> None:
    tournament = make_contest(club, teams=2)
    start_round(tournament)
    withdraw_entry(tournament_id=tournament.pk, number=1, from_round=1, author=SCORER, now=NOW)
    shown = read(phone.get(entry_page(tournament, 2)))
    assert "Your opponents in round 1 have withdrawn. You get 1,100 points." in shown
    assert "Withdrawn" in read(phone.get(entry_page(tournament, 1)))


def test_in_melee_the_partner_is_named(club: Club, phone: Client) -> None:
    tournament = make_contest(club, teams=4, mode=Tournament.Mode.MELEE)
    start_round(tournament)
    shown = read(phone.get(entry_page(tournament, 1)))
    assert "with" in shown
    assert all(f"Player {number}" in shown for number in (1, 2, 3, 4))


def test_a_team_without_partner_or_table_is_sent_to_the_desk(club: Club, phone: Client) -> None:
    tournament = make_contest(club, teams=2)
    alone = [NewEntry(names=("Solo",))]
    add_entries(tournament_id=tournament.pk, entries=alone, author=SCORER, now=NOW)
    start_round(tournament)
    late = [NewEntry(names=("Late", "Comer"))]
    add_entries(tournament_id=tournament.pk, entries=late, author=SCORER, now=NOW)
    assert "A partner is missing" in read(phone.get(entry_page(tournament, 3)))
    assert "No table in round 1: ask at the desk." in read(phone.get(entry_page(tournament, 4)))


def test_between_rounds_the_next_table_is_promised(club: Club, phone: Client) -> None:
    tournament = make_contest(club, rounds=2, hands=2)
    play_round(tournament)
    assert "Your next table appears here" in read(phone.get(entry_page(tournament, 1)))
    drawn = draw_round(tournament_id=tournament.pk, author=SCORER, now=NOW)
    assert "Your next table appears here" in read(phone.get(entry_page(tournament, 1)))
    assert drawn.is_drawn
    play_round(tournament)
    assert "All rounds are played." in read(phone.get(entry_page(tournament, 1)))
    finish_tournament(tournament_id=tournament.pk, author=SCORER, now=NOW)
    assert "The contest is over." in read(phone.get(page_of(tournament)))


def test_a_phone_remembers_its_team_until_told_otherwise(club: Club, phone: Client) -> None:
    tournament = make_contest(club)
    start_round(tournament)
    table = table_of(tournament, 5).table_number
    assert f"Table {table} against" not in read(phone.get(page_of(tournament)))
    phone.get(entry_page(tournament, 5, "?mine=1"))
    shown = read(phone.get(page_of(tournament)))
    assert "5 Player 9 & Player 10" in shown
    assert f"Table {table} against" in shown
    phone.get(entry_page(tournament, 6))
    assert "5 Player 9 & Player 10" in read(phone.get(page_of(tournament)))
    phone.get(page_of(tournament, "?other=1"))
    assert "My results" not in read(phone.get(page_of(tournament)))


def test_scores_are_fresh_the_moment_they_are_entered(club: Club, phone: Client) -> None:
    tournament = make_contest(club, teams=2, hands=2)
    table = games_of(start_round(tournament))[0]
    assert table.game is not None
    write_hand(table.game, HandEntry(taker=Seat.A1, card_points=100))
    assert "100 62" in read(phone.get(page_of(tournament, "?list=tables")))
    write_hand(table.game, HandEntry(taker=Seat.A1, card_points=100))
    shown = read(phone.get(page_of(tournament, "?list=ranking")))
    assert "Place No. Team Points" in shown
    assert "200" in shown
    assert "124" in shown


def test_a_team_sees_its_rounds_and_why_it_stands_there(club: Club, phone: Client) -> None:
    tournament = make_contest(club, teams=4, hands=2)
    playing = start_round(tournament)
    for match in games_of(playing):
        play(match, [100, 100])
    close_round(round_id=playing.pk, author=SCORER, now=NOW)
    first, second = (match.seats.get(side=Side.A).entry.number for match in games_of(playing))
    shown = read(phone.get(entry_page(tournament, first)))
    assert "won 200 – 124" in shown
    assert "of 4 with 200 points" in shown
    either = shown + read(phone.get(entry_page(tournament, second)))
    assert "lot" in either


def test_a_draw_that_is_not_published_stays_with_the_organiser(club: Club, phone: Client) -> None:
    tournament = make_contest(club)
    draw_round(tournament_id=tournament.pk, author=SCORER, now=NOW)
    assert "No tables yet" in read(phone.get(page_of(tournament, "?list=tables")))
    assert "Table " not in read(phone.get(entry_page(tournament, 1)))


def test_nothing_private_is_on_the_pages(club: Club, phone: Client) -> None:
    tournament = make_contest(club, fee_cents=1000)
    start_round(tournament)
    tokens = list(tournament.codes.values_list("token", flat=True))
    for address in (page_of(tournament), entry_page(tournament, 1)):
        page = phone.get(address).content.decode()
        assert not any(token in page for token in tokens)
        assert "/contests/" not in page


def test_a_thousand_teams_fit_in_a_hundred_kilobytes(club: Club, phone: Client) -> None:
    tournament = make_contest(club, teams=1000)
    start_round(tournament)
    for query in ("", "?list=tables", "?list=ranking", "?q=player"):
        page = phone.get(page_of(tournament, query))
        assert page.status_code == 200
        assert len(page.content) < 100_000


def test_the_pages_ask_the_same_of_the_database_for_many_teams(club: Club, phone: Client) -> None:
    counts: dict[str, list[int]] = {}
    for teams in (4, 24):
        tournament = make_contest(club, teams=teams, hands=2, name=f"{teams}")
        play_round(tournament)
        start_round(tournament)
        for name, address in (
            ("ranking", page_of(tournament)),
            ("tables", page_of(tournament, "?list=tables")),
            ("search", page_of(tournament, "?q=player")),
            ("entry", entry_page(tournament, 1)),
        ):
            # What is kept between two requests must not hide what a page reads.
            tournament.version += 1
            tournament.save(update_fields=["version"])
            counts.setdefault(name, []).append(count_queries(phone.get, address))
    assert all(few == many for few, many in counts.values()), counts


def test_an_unchanged_page_is_not_sent_again(club: Club, phone: Client) -> None:
    tournament = make_contest(club)
    playing = start_round(tournament)
    phone.get(page_of(tournament))
    for address in (page_of(tournament), entry_page(tournament, 1)):
        seen = phone.get(address)
        known = {"If-None-Match": seen["ETag"]}
        assert phone.get(address, headers=known).status_code == 304
        tournament.refresh_from_db()
        version = {"board": tournament.state}
        assert phone.get(address, version).status_code == 204
        table = games_of(playing)[0]
        assert table.game is not None
        write_hand(table.game, HandEntry(taker=Seat.A1, card_points=100))
        assert phone.get(address, headers=known).status_code == 200
        part = phone.get(address, version)
        assert part.status_code == 200
        assert b"<html" not in part.content


@pytest.mark.parametrize("name", ["public", "public-receipt"])
def test_a_wrong_address_opens_nothing(phone: Client, name: str) -> None:
    assert phone.get(reverse(f"tournaments:{name}", args=["nobody-knows"])).status_code == 404


@pytest.mark.parametrize("number", [0, 99, 10**17])
def test_an_unknown_number_opens_nothing(club: Club, phone: Client, number: int) -> None:
    assert phone.get(entry_page(make_contest(club), number)).status_code == 404


@pytest.mark.parametrize(
    "query", ["?q=%00", "?page=-3", "?page=zz", "?list=zz", "?q=" + "x" * 500, "?q=9" + "9" * 60]
)
def test_odd_addresses_do_no_harm(club: Club, phone: Client, query: str) -> None:
    tournament = make_contest(club)
    start_round(tournament)
    assert phone.get(page_of(tournament, query)).status_code == 200
    phone.cookies["entry"] = "²"
    assert phone.get(page_of(tournament, query)).status_code == 200


def club_at_the_top(response: Page) -> str:
    """Return what stands beside the mark, on every page."""
    return response.content.decode().partition('<span class="brand__name">')[2].partition("<")[0]


def test_the_page_of_a_contest_is_the_clubs_that_gives_it(club: Club, phone: Client) -> None:
    tournament = make_contest(club)
    seen = phone.get(page_of(tournament))
    assert club_at_the_top(seen) == club.name
    assert club_at_the_top(phone.get(entry_page(tournament, 1))) == club.name
    neighbour = member_of(make_club("Les Voisins"), "voisine")
    assert club_at_the_top(neighbour.get(page_of(tournament))) == "Les Voisins"
    Club.objects.filter(pk=club.pk).update(name="La Belote du Jeudi")
    again = phone.get(page_of(tournament), headers={"If-None-Match": seen["ETag"]})
    assert club_at_the_top(again) == "La Belote du Jeudi"


def finished_table(tournament: Tournament) -> Match:
    playing = start_round(tournament)
    match = games_of(playing)[0]
    play(match)
    match.refresh_from_db()
    return match


def test_a_receipt_finds_its_sheet_however_it_is_typed(club: Club, phone: Client) -> None:
    tournament = make_contest(club)
    match = finished_table(tournament)
    typed = match.receipt.replace("-", "").lower()
    shown = read(phone.get(receipt_of(tournament, typed)))
    assert "This sheet is the one that counts." in shown
    assert f"Round 1, table {match.table_number}" in shown


def test_the_receipt_of_a_sheet_changed_later_says_so(club: Club, phone: Client) -> None:
    tournament = make_contest(club)
    match = finished_table(tournament)
    before = match.receipt
    accept_sheet(match_id=match.pk, side=Side.A, receipt=before, author=SCORER, now=NOW)
    slip = TableSlip(hands=12, total_a=1000, total_b=944)
    record_table_slip(match_id=match.pk, slip=slip, author=SCORER, now=NOW)
    match.refresh_from_db()
    shown = read(phone.get(receipt_of(tournament, before)))
    assert "This sheet was changed later." in shown
    assert "1,000" in shown
    assert match.receipt in shown
    assert "the one that counts" in read(phone.get(receipt_of(tournament, match.receipt)))


@pytest.mark.parametrize("code", ["0000-0000", "zz", "é", "-", "%00", "7" * 90])
def test_an_unknown_receipt_is_not_found(club: Club, phone: Client, code: str) -> None:
    tournament = make_contest(club)
    finished_table(tournament)
    assert "No sheet of this contest" in read(phone.get(receipt_of(tournament, code)))


def test_the_receipt_of_another_contest_is_not_found(club: Club, phone: Client) -> None:
    match = finished_table(make_contest(club))
    other = make_contest(club, name="Other")
    assert "No sheet of this contest" in read(phone.get(receipt_of(other, match.receipt)))
