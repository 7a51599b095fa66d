"""Draws for tests: previews, who sits where, and rounds played without looking at the hands."""

from typing import Any, Final

from django.test import Client
from django.urls import reverse

from scorekeeper.engine.hand import HandEntry, Seat
from tests.contest import games_of, play, write_hand
from tests.pages import words_on
from tests.table import NOW, SCORER
from tournaments.audit_log.standings import contest_of
from tournaments.models import Match, MatchSeat, Round, Tournament
from tournaments.rounds.services import draw_mark, draw_round
from tournaments.tables.services import close_round

MELEE: Final = Tournament.Mode.MELEE
DOER: Final[dict[str, Any]] = {"author": SCORER, "now": NOW}


def preview(tournament: Tournament, **options: Any) -> Round:
    """Draw the next round as a preview."""
    return draw_round(tournament_id=tournament.pk, **{"seed": 1, **options}, **DOER)


def drawn_numbers(drawn: Round) -> list[int]:
    """Return everybody in the draw, once for each time."""
    seats = [n for pairing in drawn.draw.pairings for n in (*pairing.a, *pairing.b)]
    return sorted([*seats, *drawn.draw.exempt])


def close(playing: Round) -> Round:
    """Close a round."""
    return close_round(round_id=playing.pk, **DOER)


def play_and_close(playing: Round, points: int = 100) -> Round:
    """Play every table of a round to its end and close it."""
    for match in games_of(playing):
        game = match.game
        assert game is not None
        play(match, [points] * (game.hands_per_game or 0))
    return close(playing)


def numbers_at(match: Match) -> tuple[list[int], list[int]]:
    """Return the numbers on both sides of a table."""
    seats = list(match.seats.select_related("entry").order_by("side", "position"))
    side_a, side_b = ([s.entry.number for s in seats if s.side == side] for side in "AB")
    return side_a, side_b


def seat_of(playing: Round, number: int) -> MatchSeat:
    """Return the seat that counts of an entry."""
    return playing.seats.select_related("match").get(entry__number=number, counts=True)


def points_of(tournament: Tournament) -> dict[int, int]:
    """Return the total of every entry as the ranking has it."""
    return {line.entrant: line.record.points for line in contest_of(tournament).standings().lines}


def exempt_of(playing: Round) -> list[int]:
    """Return who is exempt in a round."""
    exempt = playing.seats.filter(match__kind=Match.Kind.EXEMPT)
    return list(exempt.values_list("entry__number", flat=True))


def log_kinds(tournament: Tournament) -> list[str]:
    """Return what was done in a contest, in order."""
    return list(tournament.log.order_by("number").values_list("kind", flat=True))


def write_one(match: Match) -> None:
    """Write one hand at a table: side A takes and makes 100."""
    assert match.game is not None
    write_hand(match.game, HandEntry(taker=Seat.A1, card_points=100))


def draw_page(drawn: Round, name: str = "detail") -> str:
    """Return the address of a page of a draw."""
    return reverse(f"tournaments:draw-{name}", args=[drawn.tournament_id, drawn.number])


def new_draw_page(tournament: Tournament) -> str:
    """Return the address of the page that draws the next round."""
    return reverse("tournaments:draw-new", args=[tournament.pk])


def seen(drawn: Round) -> dict[str, str]:
    """Return what the page of a draw sends with its buttons, as it is now."""
    drawn.refresh_from_db()
    return {"seen": draw_mark(drawn)}


def words_at(client: Client, address: str) -> str:
    """Return what is read on a page that opens."""
    response = client.get(address, follow=True)
    assert response.status_code == 200
    return words_on(response)


def post(client: Client, address: str, **data: Any) -> str:
    """Press a button and return what is read afterwards."""
    response = client.post(address, data, follow=True)
    assert response.status_code == 200
    return words_on(response)


def seated_at(tournament: Tournament, table: int) -> list[int]:
    """Return who sits at a table of the last round, side A first."""
    seats = tournament.rounds.latest("number").seats.filter(match__table_number=table)
    return list(seats.order_by("side", "position").values_list("entry__number", flat=True))
