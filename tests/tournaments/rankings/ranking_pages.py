"""Rankings for tests: what a page says, slips, and contests in which teams are tied."""

from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club
from tests.contest import games_of, make_contest, play, start_round
from tests.pages import words_on
from tests.table import NOW, SCORER
from tournaments.models import Match, Tournament
from tournaments.tables.services import TableSlip, close_round, record_table_slip


def see(client: Client, tournament: Tournament, name: str = "ranking", **query: object) -> str:
    """Return what a person reads on a page."""
    address = reverse(f"tournaments:{name}", args=[tournament.pk])
    answer = client.get(address, {key: str(value) for key, value in query.items()})
    assert answer.status_code == 200
    return words_on(answer).replace("&amp;", "&")


def slip(match: Match, total_a: int, total_b: int, hands: int = 2) -> None:
    """Type a slip, whatever it says."""
    written = TableSlip(hands=hands, total_a=total_a, total_b=total_b)
    record_table_slip(match_id=match.pk, slip=written, author=SCORER, now=NOW, keep_to_check=True)


def at_table(match: Match, side: str) -> int:
    """Return the number of the team on a side."""
    return match.seats.get(side=side).entry.number


def two_tied_winners(club: Club, **settings: object) -> tuple[Tournament, list[int]]:
    """Return a contest of one round with equal winners, equal losers, and the winners' numbers."""
    tournament = make_contest(club, teams=4, rounds=1, hands=2, **settings)
    playing = start_round(tournament)
    for match in games_of(playing):
        play(match)
    close_round(round_id=playing.pk, author=SCORER, now=NOW)
    return tournament, sorted(at_table(match, "A") for match in games_of(playing))
