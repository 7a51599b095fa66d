"""What the organiser prints for a round: table sheets and seat lists."""

from dataclasses import replace
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.engine.choices import Bidding
from scorekeeper.models import Club
from tests.contest import make_contest, start_round
from tests.pages import Page, count_queries, member_of, text_of, visitor, words_on
from tests.table import NOW, SCORER, make_club
from tournaments.entries.services.entries import NewEntry, add_entries
from tournaments.entries.services.withdrawals import withdraw_entry
from tournaments.models import Match, Tournament
from tournaments.rounds.services import draw_round

pytestmark = pytest.mark.django_db


def read(response: Page) -> str:
    """Return what a person reads, "&" as it is."""
    return unescape(words_on(response))


def sheets_of(tournament: Tournament, query: str = "") -> str:
    return reverse("tournaments:table-sheets", args=[tournament.pk, 1]) + query


def seats_of(tournament: Tournament, by: str = "name") -> str:
    return reverse("tournaments:seat-list", args=[tournament.pk, 1]) + f"?by={by}"


def count_sheets(page: str) -> int:
    return page.count('<article class="paper')


def test_every_table_has_its_sheet_with_its_code(club: Club, organiser: Client) -> None:
    tournament = make_contest(club, teams=9)
    start_round(tournament)
    answer = organiser.get(sheets_of(tournament))
    page = text_of(answer)
    assert count_sheets(page) == 4
    assert page.count("<svg") > 4
    shown = read(answer)
    match = Match.objects.get(table_number=3)
    for seat in match.seats.all():
        assert f"{seat.entry.number} {seat.entry.title}" in shown
    for word in ("Deals", "Taker", "Belote", "Capot", "Litige", "Signature", "Print 4 sheets"):
        assert word in shown


@pytest.mark.parametrize("hands", [5, 12, 20])
def test_a_sheet_has_a_line_for_every_hand(club: Club, organiser: Client, hands: int) -> None:
    tournament = make_contest(club, teams=2, hands=hands)
    start_round(tournament)
    page = text_of(organiser.get(sheets_of(tournament)))
    assert page.count('<tr><th scope="row">') == hands


def test_sheets_of_a_draw_not_published_yet_have_no_codes(club: Club, organiser: Client) -> None:
    tournament = make_contest(club)
    draw_round(tournament_id=tournament.pk, author=SCORER, now=NOW)
    answer = organiser.get(sheets_of(tournament))
    assert count_sheets(text_of(answer)) == 4
    assert "have no QR code" in read(answer)


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("?from=2&to=3", 2),
        ("?from=4", 1),
        ("?to=1", 1),
        ("?from=9", 0),
        ("?from=zz&to=-1", 4),
        ("?blank=3", 3),
        ("?blank=100000", 60),
    ],
)
def test_some_tables_or_blank_sheets(club: Club, organiser: Client, query: str, count: int) -> None:
    tournament = make_contest(club)
    start_round(tournament)
    answer = organiser.get(sheets_of(tournament, query))
    assert count_sheets(text_of(answer)) == count
    assert ("No table to print" in read(answer)) == (count == 0)


def test_in_melee_both_players_of_a_side_are_on_the_sheet(club: Club, organiser: Client) -> None:
    tournament = make_contest(club, teams=4, mode=Tournament.Mode.MELEE)
    start_round(tournament)
    shown = read(organiser.get(sheets_of(tournament)))
    assert all(f"{number} Player {number}" in shown for number in range(1, 5))


def test_rules_with_bids_have_a_column_for_them(club: Club, organiser: Client) -> None:
    plain = make_contest(club, teams=2)
    bids = make_contest(club, teams=2, name="Contrée")
    bids.ruleset_values = replace(bids.ruleset, bidding=Bidding.POINTS_AND_BID).as_values()
    bids.save()
    for tournament in (plain, bids):
        start_round(tournament)
    assert "Bid" not in read(organiser.get(sheets_of(plain)))
    assert "Bid" in read(organiser.get(sheets_of(bids)))


def test_the_seat_list_by_name_folds_accents(club: Club, organiser: Client) -> None:
    tournament = make_contest(club, teams=0)
    pairs = (("Émile", "Zoé"), ("Farid", "eric"), ("Yann", "anne"))
    add_entries(
        tournament_id=tournament.pk,
        entries=[NewEntry(names=pair) for pair in pairs],
        author=SCORER,
        now=NOW,
    )
    start_round(tournament)
    shown = read(organiser.get(seats_of(tournament)))
    order = [shown.index(f" {name} ") for name in ("anne", "Émile", "eric", "Farid", "Yann", "Zoé")]
    assert order == sorted(order)
    assert "exempt" in shown


@pytest.mark.parametrize("by", ["name", "table", "number"])
def test_seat_lists_hold_everybody(club: Club, organiser: Client, by: str) -> None:
    tournament = make_contest(club, teams=5)
    start_round(tournament)
    shown = read(organiser.get(seats_of(tournament, by)))
    assert all(f"Player {number}" in shown for number in range(1, 11))
    assert "exempt" in shown


def test_whoever_left_is_not_looked_for_by_name(club: Club, organiser: Client) -> None:
    tournament = make_contest(club)
    start_round(tournament)
    withdraw_entry(tournament_id=tournament.pk, number=1, from_round=1, author=SCORER, now=NOW)
    shown = read(organiser.get(seats_of(tournament)))
    assert " Player 1 " not in shown
    assert "no game" in shown


@pytest.mark.parametrize("address", [sheets_of, seats_of])
def test_prints_are_for_organisers(club: Club, address: object) -> None:
    tournament = make_contest(club)
    start_round(tournament)
    assert callable(address)
    assert visitor().get(address(tournament)).status_code == 302
    stranger = member_of(make_club("Elsewhere"), "stranger")
    assert stranger.get(address(tournament)).status_code == 404


def test_prints_ask_the_same_of_the_database_for_many_teams(club: Club, organiser: Client) -> None:
    counts = []
    for teams in (4, 24):
        tournament = make_contest(club, teams=teams, name=f"{teams}")
        start_round(tournament)
        counts.append(
            [
                count_queries(organiser.get, address)
                for address in (sheets_of(tournament), seats_of(tournament))
            ]
        )
    assert counts[0] == counts[1]


def test_names_stand_by_their_family_names_under_headings(club: Club, organiser: Client) -> None:
    tournament = make_contest(club, teams=0)
    names = (("Zoé Abadie", "MARTIN Luc"), ("Anne Étienne", "Jean-Pierre de La Fontaine"))
    entries = [NewEntry(names=pair) for pair in names]
    add_entries(tournament_id=tournament.pk, entries=entries, author=SCORER, now=NOW)
    start_round(tournament)
    page = unescape(text_of(organiser.get(seats_of(tournament)))).replace("\u2060", "")
    shown = ["Abadie Zoé", "de La Fontaine Jean-Pierre", "Étienne Anne", "MARTIN Luc"]
    places = [page.index(name) for name in shown]
    assert places == sorted(places)
    assert page.index(">No.<") < places[0]


def test_sheets_stand_two_or_four_on_a_page(club: Club, organiser: Client) -> None:
    tournament = make_contest(club, teams=4)
    start_round(tournament)
    for per in (1, 2, 4):
        page = text_of(organiser.get(sheets_of(tournament, f"?per={per}")))
        assert f'class="papers papers--{per}"' in page
        assert count_sheets(page) == 2
    assert "papers--1" in text_of(organiser.get(sheets_of(tournament, "?per=x")))


def test_after_publishing_printing_and_projecting_are_at_hand(
    club: Club, organiser: Client
) -> None:
    tournament = make_contest(club, teams=4)
    start_round(tournament)
    page = text_of(organiser.get(reverse("tournaments:round-detail", args=[tournament.pk, 1])))
    bar, _more = page.split('id="board"')[1].split("table-cards", 1)
    for name, args in (("table-sheets", [tournament.pk, 1]), ("board", [tournament.token])):
        assert reverse(f"tournaments:{name}", args=args) in bar
    assert "Start the clock" in bar
