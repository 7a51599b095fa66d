"""The page and the file of a cross-table, against contests that were played by hand."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club
from tests.contest import games_of, make_contest, play, play_round, start_round
from tests.meetings import LEAGUE, make_meetings
from tests.pages import count_queries, visitor, words_on
from tests.phased import POOLS, TWO_OF_EACH, make_phased, play_phased
from tests.table import NOW, SCORER
from tests.tournaments.entries.test_substitutes import sits_in
from tests.tournaments.rankings.ranking_pages import see, slip
from tournaments.entries.services.withdrawals import withdraw_entry
from tournaments.models import Round, Tournament
from tournaments.rankings.labels import cross_sign
from tournaments.rankings.queries.cross_table import CrossTable, cross_table
from tournaments.tables.services import close_round

pytestmark = pytest.mark.django_db


def numbers(played: Round) -> dict[int, tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return partners and opponents of everybody who sits at a table of a round."""
    found = {}
    for match in games_of(played):
        sides: dict[str, list[int]] = {"A": [], "B": []}
        for seat in match.seats.select_related("entry").order_by("position"):
            sides[seat.side].append(seat.entry.number)
        for own, other in (("A", "B"), ("B", "A")):
            for who in sides[own]:
                partners = tuple(one for one in sides[own] if one != who)
                found[who] = (partners, tuple(sides[other]))
    return found


def shown(table: CrossTable, number: int) -> list[str]:
    """Return the cells of an entry as they are read: "+3 1230"."""
    line = next(line for line in table.lines if line.ranked.number == number)
    return [
        f"{' '.join(map(str, cell.partners))}{cross_sign(cell)}"
        f"{'·'.join(map(str, cell.opponents))} {cell.points}"
        for cell in line.cells
    ]


def test_a_contest_of_three_teams_is_told_line_by_line(club: Club) -> None:
    contest = make_contest(club, teams=3, rounds=2, hands=2)
    first = start_round(contest)
    (match,) = games_of(first)
    exempt = first.seats.get(kind="exempt").entry.number
    winner, loser = (match.seats.get(side=side).entry.number for side in "AB")
    slip(match, 200, 124)
    table = cross_table(contest)
    assert shown(table, winner) == [f"+{loser} 200"]
    assert shown(table, loser) == [f"−{winner} 124"]
    assert shown(table, exempt) == ["ex. 162"]
    assert [line.ranked.rank for line in table.lines] == [1, 2, 3]
    assert dict(table.legend)["ex."] == "exempt"
    close_round(round_id=first.pk, author=SCORER, now=NOW)
    second = start_round(contest, seed=2)
    for who, (_partners, opponents) in numbers(second).items():
        assert shown(cross_table(contest), who)[1] == f"…{opponents[0]} None"


def test_a_melee_names_the_partner_and_both_opponents(club: Club, member: Client) -> None:
    contest = make_contest(club, teams=8, rounds=2, hands=2, mode=Tournament.Mode.MELEE)
    rounds = [play_round(contest), play_round(contest, seed=2)]
    table = cross_table(contest, by_number=True)
    assert [line.ranked.number for line in table.lines] == list(range(1, 9))
    for line in table.lines:
        for played, cell in zip(rounds, line.cells, strict=True):
            partners, opponents = numbers(played)[line.ranked.number]
            assert (cell.partners, set(cell.opponents)) == (partners, set(opponents))
        assert sum(cell.points or 0 for cell in line.cells) == line.ranked.total
    assert "the number of the partner" in see(member, contest, "cross-table")


def test_in_pools_everybody_meets_everybody(club: Club, member: Client) -> None:
    contest = make_phased(club, POOLS, TWO_OF_EACH, teams=8)
    play_phased(contest, rounds=4)
    table = cross_table(contest)
    first, second = table.squares
    assert (first.title, second.title) == ("Pool 1", "Pool 2")
    for one in table.squares:
        for place, line in enumerate(one.lines):
            cells = list(line.cells)
            assert cells.pop(place).is_own
            assert {cell.opponent for cell in cells} == {
                other.entry.number for other in one.lines if other is not line
            }
            assert line.total == sum(cell.points or 0 for cell in cells)
            # The lower number wins every game of these.
            assert all(
                (cell.outcome == "won") is (line.entry.number < cell.opponent) for cell in cells
            )
    assert [title for _number, title in table.rounds] == ["", "", "", "Semi-finals"]
    page = see(member, contest, "cross-table")
    assert "Pool 1 rounds 1 to 3" in page


def test_club_teams_stand_in_their_pool_by_the_tables_that_they_won(club: Club) -> None:
    contest = make_meetings(club, LEAGUE, pairs=2)
    play_phased(contest, rounds=3)
    contest.refresh_from_db()
    (pool,) = cross_table(contest).squares
    best = pool.lines[0]
    assert best.entry.title == "Brive"
    # Two tables won by each pair, against each of the three others.
    assert [cell.points for cell in best.cells if not cell.is_own] == [4, 4, 4]


def test_who_left_and_who_sat_in_are_marked(club: Club, member: Client) -> None:
    contest = make_contest(club, teams=8, rounds=3, hands=4)
    play_round(contest)
    start_round(contest)
    contest.refresh_from_db()
    sits_in(contest, 3, "Max", 2)
    withdraw_entry(tournament_id=contest.pk, number=5, from_round=2, author=SCORER, now=NOW)
    contest.refresh_from_db()
    table = cross_table(contest)
    own = next(line for line in table.lines if line.ranked.number == 3)
    assert [cell.has_substitute for cell in own.cells] == [False, True]
    assert "Max" in own.substitutes[0]
    assert "F−" in shown(table, 5)[1]
    page = see(member, contest, "cross-table")
    assert "withdrawn before round 2" in page
    assert "* a substitute sat there" in page
    assert "F− left" in page


def test_the_public_page_hides_what_the_ranking_hides(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tournaments import visible_ranking as rule
    from tournaments.visible_ranking import VisibleRanking

    contest = make_contest(club, teams=4, rounds=2, hands=2)
    play_round(contest)
    play_round(contest, seed=2)
    address = reverse("tournaments:public-cross-table", args=[contest.token])
    assert "Round 2" in words_on(visitor().get(address))
    monkeypatch.setattr(rule, "VisibleRanking", lambda **_seen: VisibleRanking(after_round=1))
    page = words_on(visitor().get(address))
    assert "Round 1" in page
    assert "Round 2" not in page


def test_the_file_has_three_columns_for_each_round(club: Club, member: Client) -> None:
    contest = make_contest(club, teams=4, rounds=1, hands=2)
    first, second = games_of(start_round(contest))
    play(first, [100, 90])
    slip(second, 162, 162)
    address = reverse("tournaments:export-file", args=[contest.pk, "cross-table", "csv"])
    heading, *lines = member.get(address).content.decode("utf-8-sig").splitlines()
    assert heading.split(";")[:5] == [
        "Number",
        "Names",
        "Round 1: opponents",
        "Round 1: result",
        "Round 1: points",
    ]
    results = [line.split(";")[3] for line in lines]
    assert sorted(results) == ["a draw", "a draw", "lost", "won"]
    assert all(re.fullmatch(r"\d", line.split(";")[2]) for line in lines)


def test_more_teams_take_no_more_queries(club: Club) -> None:
    counts = []
    for teams in (4, 12):
        contest = make_contest(club, teams=teams, rounds=2, hands=1)
        play_round(contest)
        play_round(contest, seed=2)
        contest = Tournament.objects.get(pk=contest.pk)
        counts.append(count_queries(cross_table, contest))
    assert counts[0] == counts[1] <= 6
