"""Entries: numbers, names, and one person in one entry."""

from typing import Any

import pytest

from scorekeeper.clubs.services.players import archive_player, find_or_add_player
from scorekeeper.models import Club, GameSeat, Player
from scorekeeper.refusals import Refused
from tests.contest import entry_of, games_of, make_contest, play, start_round
from tests.pages import count_queries
from tests.table import NOW, SCORER
from tests.tournaments.entries.typed import acts, add, change, titles
from tournaments.entries.services.entries import (
    PersonTakenError,
    check_in,
    join_entries,
    remove_entry,
    set_paid,
)
from tournaments.entries.services.withdrawals import withdraw_entry
from tournaments.models import Match, Tournament
from tournaments.rounds.services import draw_round

pytestmark = pytest.mark.django_db


def test_numbers_are_given_in_order(contest: Tournament) -> None:
    assert add(contest, "Anne & Paul", "Rose & Ali") == [1, 2]
    assert add(contest, "Zoé") == [3]
    assert titles(contest) == {1: "Anne & Paul", 2: "Rose & Ali", 3: "Zoé"}


def test_every_entry_is_in_the_log(contest: Tournament) -> None:
    add(contest, "Anne & Paul", "Rose & Ali", is_here=True)
    assert acts(contest) == [
        ("entry_added", {"number": 1, "players": ["Anne", "Paul"], "tags": []}),
        ("entry_added", {"number": 2, "players": ["Rose", "Ali"], "tags": []}),
        ("checked_in", {"numbers": [1, 2], "here": True}),
    ]


def test_names_are_those_of_the_clubs_players(club: Club, contest: Tournament) -> None:
    anne = find_or_add_player(club=club, name="Anne", now=NOW)
    archive_player(player=anne, now=NOW)
    add(contest, "ANNE & Paul")
    assert titles(contest) == {1: "Anne & Paul"}
    anne.refresh_from_db()
    assert anne.archived_at is None
    assert Player.objects.of_club(club).count() == 2


@pytest.mark.parametrize(
    ("team", "number"), [("Hélène & Max", 1), ("Max & HELENE", 1), ("Max & max", None)]
)
def test_one_person_is_in_one_entry(contest: Tournament, team: str, number: int | None) -> None:
    add(contest, "Helene & Paul")
    with pytest.raises(PersonTakenError) as raised:
        add(contest, "Rose & Ali", team)
    assert raised.value.number == number
    assert titles(contest) == {1: "Helene & Paul"}


def test_a_renamed_player_is_still_the_same_person(contest: Tournament) -> None:
    add(contest, "Anne & Paul")
    Player.objects.filter(name="Anne").update(name="Anne-Marie")
    with pytest.raises(PersonTakenError):
        add(contest, "Anne-Marie & Max")


def test_who_left_before_any_game_may_come_with_another(contest: Tournament) -> None:
    add(contest, "Anne & Paul")
    withdraw_entry(tournament_id=contest.pk, number=1, from_round=1, author=SCORER, now=NOW)
    assert add(contest, "Anne & Rose") == [2]


def test_a_list_does_not_load_the_club_for_each_name(club: Club) -> None:
    def added(names: list[str]) -> int:
        contest = make_contest(club, teams=0)
        return count_queries(lambda: add(contest, *names))

    few = added(["A & B"])
    many = added([f"Player {number} & Partner {number}" for number in range(10)])
    assert many - few <= 9 * 3  # its line in the log


def chairs(match: Match) -> dict[str, str]:
    """Return who sits where, as the sheet names them and as the club knows them."""
    seats = GameSeat.objects.filter(game=match.game).values_list("seat", "name", "player__name")
    assert all(name == known for _seat, name, known in seats)
    return {seat: name for seat, name, _known in seats}


def test_new_names_are_on_the_sheets_of_every_round(club: Club) -> None:
    contest = make_contest(club, teams=4, hands=1)
    match = games_of(start_round(contest))[0]
    entry = match.seats.get(side="B").entry
    game, before = match.game, chairs(match)
    assert game is not None
    version = game.version
    change(contest, entry.number, f"Zoé & {entry.names[1]}")
    assert chairs(match) == {**before, "B1": "Zoé"}
    game.refresh_from_db()
    assert game.version > version
    play(match)


def test_who_sat_on_a_chair_stays_on_it(club: Club) -> None:
    contest = make_contest(club, teams=4, hands=1)
    match = games_of(start_round(contest))[0]
    entry = match.seats.get(side="B").entry
    before = chairs(match)
    first, second = entry.names
    change(contest, entry.number, f"{second} & {first}")
    assert chairs(match) == before
    change(contest, entry.number, f"{second} & Zoé")
    assert chairs(match) == {**before, "B1": "Zoé"}
    change(contest, entry.number, "Max & Lou")
    assert chairs(match) == {**before, "B1": "Max", "B2": "Lou"}


def test_in_a_melee_the_chair_of_that_player_alone_changes(club: Club) -> None:
    contest = make_contest(club, teams=4, hands=1, mode=Tournament.Mode.MELEE)
    match = games_of(start_round(contest))[0]
    seat = match.seats.get(side="A", position=2)
    before = chairs(match)
    change(contest, seat.entry.number, "Zoé")
    assert chairs(match) == {**before, "A2": "Zoé"}


def test_only_what_changes_is_logged(contest: Tournament) -> None:
    add(contest, "Anne & Paul")
    change(contest, 1, "Anne & Paul")
    assert len(acts(contest)) == 1
    change(contest, 1, "Anne & Paul", tags=("mixed",), is_here=True, has_paid=True)
    assert acts(contest)[1:] == [
        ("entry_changed", {"number": 1, "players": ["Anne", "Paul"], "tags": ["mixed"]}),
        ("checked_in", {"numbers": [1], "here": True}),
        ("paid", {"numbers": [1], "paid": True, "cents": [0]}),
    ]


def test_a_slip_of_the_finger_leaves_no_player_behind(club: Club, contest: Tournament) -> None:
    add(contest, "Anne & Pual")
    change(contest, 1, "Anne & Paul")
    assert sorted(Player.objects.of_club(club).values_list("name", flat=True)) == ["Anne", "Paul"]


def test_a_drawn_team_keeps_two_names(club: Club) -> None:
    contest = make_contest(club, teams=4)
    start_round(contest)
    with pytest.raises(Refused, match="it needs two names"):
        change(contest, 1, "Player 1")


def test_a_preview_that_seats_a_team_no_more_is_discarded(club: Club) -> None:
    contest = make_contest(club, teams=4)
    draw_round(tournament_id=contest.pk, seed=1, author=SCORER, now=NOW)
    change(contest, 1, "Player 1")
    assert not contest.rounds.exists()
    draw_round(tournament_id=contest.pk, seed=1, author=SCORER, now=NOW)
    remove_entry(tournament_id=contest.pk, number=1, author=SCORER, now=NOW)
    assert contest.rounds.exists()
    remove_entry(tournament_id=contest.pk, number=2, author=SCORER, now=NOW)
    assert not contest.rounds.exists()
    assert list(titles(contest)) == [3, 4]


def test_who_was_drawn_is_not_removed(club: Club) -> None:
    contest = make_contest(club, teams=4)
    start_round(contest)
    with pytest.raises(Refused, match="withdraw it instead"):
        remove_entry(tournament_id=contest.pk, number=1, author=SCORER, now=NOW)


def join(contest: Tournament, one: int, other: int) -> None:
    join_entries(tournament_id=contest.pk, one=one, other=other, author=SCORER, now=NOW)


def test_two_solo_entrants_become_a_team(contest: Tournament) -> None:
    add(contest, "Zoé", is_here=True, has_paid=True)
    add(contest, "Anne & Paul", "Max")
    join(contest, 3, 1)
    assert titles(contest) == {1: "Zoé & Max", 2: "Anne & Paul"}
    team = entry_of(contest, 1)
    assert (team.checked_in_at, team.has_paid) == (None, False)
    assert [kind for kind, _data in acts(contest)[-3:]] == [
        "entry_changed",
        "entry_removed",
        "checked_in",
    ]
    assert acts(contest)[-3][1] == {"number": 1, "players": ["Zoé", "Max"], "tags": []}


@pytest.mark.parametrize(("one", "other"), [(1, 2), (1, 1), (1, 9), (1, 4)])
def test_who_cannot_be_joined(contest: Tournament, one: int, other: int) -> None:
    add(contest, "Zoé", "Anne & Paul", "Max", "Lou")
    withdraw_entry(tournament_id=contest.pk, number=4, from_round=1, author=SCORER, now=NOW)
    with pytest.raises(Refused, match="already has a partner"):
        join(contest, one, other)


def test_being_here_and_having_paid_are_said_once(contest: Tournament) -> None:
    add(contest, "Anne & Paul", "Rose & Ali")
    who: dict[str, Any] = {"tournament_id": contest.pk, "author": SCORER, "now": NOW}
    assert check_in(numbers=[1, 2], **who) == [1, 2]
    assert check_in(numbers=[2], **who) == []
    assert check_in(numbers=[2], is_here=False, **who) == [2]
    assert set_paid(numbers=[1, 7], **who) == [1]
    assert acts(contest)[2:] == [
        ("checked_in", {"numbers": [1, 2], "here": True}),
        ("checked_in", {"numbers": [2], "here": False}),
        ("paid", {"numbers": [1], "paid": True, "cents": [0]}),
    ]
