"""Who sits where, as every page of a contest reads it."""

import pytest

from scorekeeper.clubs.queries import ShownNames
from scorekeeper.models import Club, Player
from tests.contest import games_of, make_contest, play, start_round
from tests.pages import count_queries
from tests.table import NOW, SCORER
from tournaments.models import Tournament
from tournaments.rounds.services import draw_round, publish_round
from tournaments.seating import SeatedTable, named_entries, planned_tables, tables_of

pytestmark = pytest.mark.django_db

Seen = tuple[int | None, bool, list[str]]


def seen(tables: tuple[SeatedTable, ...]) -> list[Seen]:
    return [(at.number, at.is_exempt, [side.label for side in at.sides]) for at in tables]


@pytest.mark.parametrize("mode", Tournament.Mode)
def test_a_preview_seats_everybody_where_its_round_does(club: Club, mode: str) -> None:
    tournament = make_contest(club, teams=7, mode=mode)
    drawn = draw_round(tournament_id=tournament.pk, seed=3, author=SCORER, now=NOW)
    entries = named_entries(tournament.pk)
    planned = seen(planned_tables(drawn, entries))
    played = publish_round(round_id=drawn.pk, author=SCORER, now=NOW)
    assert seen(tables_of([played], entries)) == planned
    assert any(is_exempt for _number, is_exempt, _sides in planned)


def test_names_and_tables_are_a_query_each_whatever_the_size(club: Club) -> None:
    for teams in (4, 21):
        tournament = make_contest(club, teams=teams, hands=1)
        played = start_round(tournament)
        play(games_of(played)[0])
        entries = named_entries(tournament.pk)
        assert count_queries(named_entries, tournament.pk) == 1
        assert count_queries(tables_of, [played], entries) == 1
        assert count_queries(seen, tables_of([played], entries)) == 0


def test_a_table_says_what_was_written_there(club: Club) -> None:
    tournament = make_contest(club, teams=4, hands=2)
    played = start_round(tournament)
    play(games_of(played)[0])
    first, second = tables_of([played], named_entries(tournament.pk))
    assert (first.is_finished, first.hand_count) == (True, 2)
    assert [side.leads for side in first.sides] == [
        first.total_a > first.total_b,
        first.total_b > first.total_a,
    ]
    assert (second.is_finished, second.is_under_way) == (False, False)
    assert [side.total for side in second.sides] == [None, None]


def test_who_is_hidden_stands_there_by_initials(club: Club) -> None:
    tournament = make_contest(club, teams=2)
    hidden = Player.objects.get(club=club, name="Player 3")
    entries = named_entries(tournament.pk, shown=ShownNames(frozenset({hidden.pk})))
    assert entries[1].title == "Player 1 & Player 2"
    assert entries[2].names[0] != "Player 3"
    assert entries[2].names[1] == "Player 4"
