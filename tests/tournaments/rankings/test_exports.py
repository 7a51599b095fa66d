"""Ranking, results and hands as files: what they hold, and who may have them."""

import csv
import io
import re
import uuid
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from python_calamine import CalamineWorkbook

from scorekeeper.engine.choices import Bidding
from scorekeeper.engine.hand import (
    Contract,
    Declaration,
    DeclarationKind,
    HandEntry,
    Multiplier,
    Rank,
    Seat,
    Side,
    Trump,
)
from scorekeeper.games.services.hands import HandInput, record_hand
from scorekeeper.models import Club
from tests.contest import games_of, make_contest, play, play_round, start_round, write_hand
from tests.pages import count_queries, member_of, visitor, words_on
from tests.table import NOW, SCORER, make_club
from tests.tournaments.audit_log.replay.eventful import organiser as by_organiser
from tournaments.entries.services.withdrawals import withdraw_entry
from tournaments.models import EntryPlayer, Tournament
from tournaments.rankings.queries.rankings import ranking_of
from tournaments.tables.services import TableSlip, close_round, record_table_slip

pytestmark = pytest.mark.django_db

Row = dict[str, str]


def address(tournament: Tournament, what: str, kind: str = "csv") -> str:
    return reverse("tournaments:export-file", args=[tournament.pk, what, kind])


def rows_of(client: Client, tournament: Tournament, what: str) -> list[Row]:
    """Return the lines of a CSV file by their headings."""
    answer = client.get(address(tournament, what))
    assert answer.status_code == 200
    text = answer.content.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text), delimiter=";"))


def eventful(club: Club) -> Tournament:
    """Return a contest of five teams: every kind of hand, a slip, somebody exempt, somebody left.

    Round 1 is played and closed, round 2 goes on: its first table has left, its second has a slip
    over a hand.
    """
    tournament = make_contest(club, teams=5, rounds=3, hands=3)
    playing = start_round(tournament)
    first, second = games_of(playing)
    for entry in (
        HandEntry(taker=Seat.A1, card_points=90, belote=Side.A),
        HandEntry(taker=Seat.B2, card_points=162, capot=Side.B),
    ):
        write_hand(first.game, entry)
    record_hand(
        game_id=first.game_id or 0,
        written=HandInput(entry=HandEntry(penalty=Side.B), penalty_reason="misdeal"),
        submission_key=uuid.uuid4(),
        author=SCORER,
        now=NOW,
    )
    play(second, [100, 70, 100])
    close_round(round_id=playing.pk, author=SCORER, now=NOW)
    left, slipped = games_of(start_round(tournament, seed=2))
    gone = left.seats.get(side="B").entry.number
    withdraw_entry(tournament_id=tournament.pk, number=gone, from_round=2, author=SCORER, now=NOW)
    write_hand(slipped.game, HandEntry(taker=Seat.A1, card_points=100))
    slip = TableSlip(hands=2, total_a=200, total_b=124, reason="the hall closes")
    record_table_slip(match_id=slipped.pk, slip=slip, author=SCORER, now=NOW)
    return tournament


def test_the_ranking_as_a_file(club: Club, member: Client) -> None:
    tournament = eventful(club)
    rows = rows_of(member, tournament, "ranking")
    lines = ranking_of(tournament).lines
    assert [int(row["Total"]) for row in rows] == [line.total for line in lines]
    first = rows[0]
    assert first["First player"] == lines[0].names[0]
    assert first["Second player"] == lines[0].names[1]
    assert int(first["Round 1"] or 0) + int(first["Round 2"] or 0) == lines[0].total
    assert [row["Exempt in round"] for row in rows].count("1") == 1
    assert [row["Withdrawn before round"] for row in rows].count("2") == 1


def test_the_results_are_a_line_for_each_entry_and_round(club: Club, member: Client) -> None:
    tournament = eventful(club)
    rows = rows_of(member, tournament, "results")
    assert sorted((row["Round"], row["Number"]) for row in rows) == [
        (played, str(number)) for played in "12" for number in range(1, 6)
    ]
    totals = {line.number: line.total for line in ranking_of(tournament).lines}
    for number, total in totals.items():
        own = [row for row in rows if row["Number"] == str(number)]
        assert sum(int(row["Points"] or 0) for row in own) == total
    (exempt,) = (row for row in rows if row["Kind"] == "exempt" and row["Round"] == "1")
    assert (exempt["Table"], exempt["Opponents no."], exempt["Points"]) == ("", "", "243")
    (alone,) = (row for row in rows if row["Kind"] == "the opponents left")
    assert (alone["Points"], alone["Result"], alone["Hands"]) == ("275", "won", "")
    slips = [row for row in rows if row["Written as"] == "slip"]
    assert [row["Stopped early because"] for row in slips] == ["the hall closes"] * 2
    winner = next(row for row in slips if row["Points"] == "200")
    assert (winner["Opponents’ points"], winner["Result"], winner["Hands"]) == ("124", "won", "2")


def test_the_hands_are_a_line_each_and_slips_are_marked(club: Club, member: Client) -> None:
    tournament = eventful(club)
    rows = rows_of(member, tournament, "hands")
    told = [(row["Round"], row["Table"], row["Hand"], row["Written as"]) for row in rows]
    assert told == [
        *(("1", table, hand, "hand") for table in "12" for hand in "123"),
        ("2", "2", "", "slip"),
        ("2", "2", "1", "hand that does not count"),
    ]
    belote, capot, penalty, *_rest = rows
    assert (belote["Card points"], belote["Belote"], belote["Taker’s side"]) == ("90", "A", "A")
    assert (belote["Points A"], belote["Points B"], belote["Outcome"]) == ("110", "72", "Made")
    assert (capot["Capot"], capot["Points B"], capot["Outcome"]) == ("B", "252", "Capot")
    assert (penalty["Penalty against"], penalty["Reason"]) == ("B", "misdeal")
    assert (penalty["Taker"], penalty["Card points"], penalty["Points A"]) == ("", "", "162")
    game = games_of(tournament.rounds.get(number=1))[0].game
    assert game
    seat = game.seats.get(seat="A1")
    assert belote["Taker"] == seat.name
    assert belote["Written by"] == "Élise"
    assert belote["Written at"] == "2026-11-20 21:30:00"
    slip = rows[6]
    assert (slip["Hands"], slip["Points A"], slip["Points B"]) == ("2", "200", "124")
    assert (slip["Written by"], slip["Reason"]) == ("Élise", "the hall closes")


def test_the_hands_add_up_to_the_results(club: Club, member: Client) -> None:
    tournament = eventful(club)
    results = {
        (row["Round"], row["Number"]): row
        for row in rows_of(member, tournament, "results")
        if row["Kind"] == "played" and row["Points"]
    }
    summed: dict[tuple[str, str], int] = {}
    for row in rows_of(member, tournament, "hands"):
        if row["Written as"] != "hand that does not count":
            for side in "AB":
                key = row["Round"], row[f"Side {side} no."]
                summed[key] = summed.get(key, 0) + int(row[f"Points {side}"])
    assert summed == {key: int(row["Points"]) for key, row in results.items()}


def test_partners_of_a_melee_are_named(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=8, rounds=1, hands=1, mode=Tournament.Mode.MELEE)
    play_round(tournament)
    row = rows_of(member, tournament, "results")[0]
    assert row["Partner no."].isdigit()
    assert re.fullmatch(r"\d, \d", row["Opponents no."])
    hand = rows_of(member, tournament, "hands")[0]
    assert re.fullmatch(r"\d, \d", hand["Side A no."])
    assert "Player" in rows_of(member, tournament, "ranking")[0]


def test_what_slips_do_not_say_is_empty(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=4, rounds=1, hands=2)
    for match in games_of(start_round(tournament)):
        slip = TableSlip(hands=2, total_a=200, total_b=124)
        record_table_slip(match_id=match.pk, slip=slip, author=SCORER, now=NOW)

    def told(what: str) -> list[tuple[str, str]]:
        rows = rows_of(member, tournament, what)
        return [(row["Capots"], row["Contracts failed"]) for row in rows]

    assert told("ranking") == told("results") == [("", "")] * 4
    slip = TableSlip(hands=2, total_a=414, total_b=0, capots_a=1)
    record_table_slip(match_id=match.pk, slip=slip, keep_to_check=True, **by_organiser(club))
    assert sorted(told("results")) == [("", "")] * 3 + [("1", "")]
    assert sorted(told("ranking")) == [("0", "")] * 3 + [("1", "")]


def test_what_hands_say_is_told_beside_slips(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=4, rounds=1, hands=2)
    played, slipped = games_of(start_round(tournament))
    play(played)
    slip = TableSlip(hands=2, total_a=200, total_b=124)
    record_table_slip(match_id=slipped.pk, slip=slip, author=SCORER, now=NOW)
    rows = rows_of(member, tournament, "results")
    assert {(row["Written as"], row["Capots"], row["Contracts failed"] != "") for row in rows} == {
        ("hands", "0", True),
        ("slip", "", False),
    }
    assert [row["Capots"] for row in rows_of(member, tournament, "ranking")] == ["0"] * 4


def test_rules_with_bids_have_their_columns(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=2, rounds=1, hands=2)
    bidding = replace(tournament.ruleset, bidding=Bidding.POINTS_AND_BID)
    tournament.ruleset_values = bidding.as_values()
    tournament.save()
    (match,) = games_of(start_round(tournament))
    contract = Contract(bid=100, multiplier=Multiplier.DOUBLED)
    hand = HandEntry(taker=Seat.A1, card_points=120, contract=contract, trump=Trump.HEARTS)
    write_hand(match.game, hand)
    (row,) = rows_of(member, tournament, "hands")
    assert (row["Bid"], row["Doubled"], row["Trump"]) == ("100", "Doubled", "Hearts")
    slip = TableSlip(hands=2, total_a=1, total_b=2)
    record_table_slip(match_id=match.pk, slip=slip, author=SCORER, now=NOW, keep_to_check=True)
    row, _under = rows_of(member, tournament, "hands")
    assert (row["Written as"], row["Points A"], row["Points B"]) == (
        "slip, to be checked",
        "1",
        "2",
    )


def test_declarations_have_their_column(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=2, rounds=1, hands=2, rules="coinche_ffb")
    (match,) = games_of(start_round(tournament))
    hand = HandEntry(
        taker=Seat.A1,
        card_points=83,
        contract=Contract(bid=100),
        declarations=(Declaration(side=Side.A, kind=DeclarationKind.TIERCE, high=Rank.KING),),
    )
    write_hand(match.game, hand)
    (row,) = rows_of(member, tournament, "hands")
    assert row["Declarations"] == "A: Tierce to the king (20)"
    assert (row["Capot"], row["Points A"]) == ("", "200")


@pytest.mark.parametrize("what", ["ranking", "results", "hands"])
def test_both_kinds_of_file_say_the_same(club: Club, member: Client, what: str) -> None:
    tournament = eventful(club)
    EntryPlayer.objects.filter(entry__number=1, position=1).update(name="=Anne")
    answer = member.get(address(tournament, what, "xlsx"))
    book = CalamineWorkbook.from_filelike(io.BytesIO(answer.content))
    sheet = book.get_sheet_by_index(0).to_python()
    lines = member.get(address(tournament, what)).content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(lines), delimiter=";"))
    assert [len(row) for row in sheet] == [len(row) for row in rows]

    def plain(cell: object) -> str:
        return str(int(cell)) if isinstance(cell, float) else str(cell)

    assert [[plain(cell) for cell in row] for row in sheet] == [
        [cell.removeprefix("'") for cell in row] for row in rows
    ]


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
@pytest.mark.parametrize("what", ["ranking", "results", "hands"])
def test_a_file_is_named_after_the_contest(
    club: Club, member: Client, what: str, kind: str
) -> None:
    tournament = make_contest(club, teams=0)
    answer = member.get(address(tournament, what, kind))
    assert answer.headers["Content-Disposition"] == (
        f'attachment; filename="concours-de-la-saint-martin-2026-11-21-{what}.{kind}"'
    )


def test_a_contest_whose_name_has_no_letters(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=0, name="♠♥")
    answer = member.get(address(tournament, "ranking"))
    assert 'filename="2026-11-21-ranking.csv"' in answer.headers["Content-Disposition"]


def test_the_page_leads_to_every_file(club: Club, member: Client) -> None:
    tournament = make_contest(club, teams=2)
    page = member.get(reverse("tournaments:export-list", args=[tournament.pk]))
    content = page.content.decode()
    for what in ("ranking", "results", "hands"):
        for kind in ("csv", "xlsx"):
            assert f'href="{address(tournament, what, kind)}"' in content
    assert "Download as a file" in words_on(page)


@pytest.mark.parametrize(("what", "kind"), [("ranking", "pdf"), ("secrets", "csv")])
def test_there_are_no_other_files(club: Club, member: Client, what: str, kind: str) -> None:
    assert member.get(address(make_contest(club, teams=0), what, kind)).status_code == 404


def test_files_are_for_the_club_alone(club: Club) -> None:
    tournament = make_contest(club, teams=2)
    assert "/login/" in visitor().get(address(tournament, "hands")).headers["Location"]
    neighbour = member_of(make_club("Les voisins"), "voisine")
    assert neighbour.get(address(tournament, "hands")).status_code == 404


@pytest.mark.parametrize("what", ["ranking", "results", "hands"])
def test_more_teams_ask_no_more_of_the_database(club: Club, member: Client, what: str) -> None:
    counts = set()
    for teams in (4, 20):
        tournament = make_contest(club, teams=teams, rounds=1, hands=2)
        play_round(tournament)
        place = address(tournament, what)
        member.get(place)
        counts.add(count_queries(member.get, place))
    assert len(counts) == 1
