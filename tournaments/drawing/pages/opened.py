"""Tables that were opened after the draw of their round: catch-up games and late entries."""

from tournaments.models import Match, Round
from tournaments.replay.shape import SMALL


def drawn_for(played: Round) -> set[int]:
    if not played.has_draw:
        return set(played.seats.filter(counts=True).values_list("entry__number", flat=True))
    return {entrant["number"] for entrant in played.request["entrants"]}


def is_opened_later(match: Match) -> bool:
    """Return whether cards are played at a table that the draw did not have."""
    return match.is_game and (match.table_number or 0) > _drawn_tables(match.round)


def opened_tables(played: Round) -> dict[int, list[int]]:
    """Return the tables of a round that its draw does not have, each with who counts there."""
    seats = played.seats.filter(counts=True, match__table_number__gt=_drawn_tables(played))
    found: dict[int, list[int]] = {}
    for seat in seats.select_related("match", "entry").order_by("entry__number"):
        found.setdefault(seat.match.table_number or 0, []).append(seat.entry.number)
    return dict(sorted(found.items()))


def _drawn_tables(played: Round) -> int:
    """Return how many tables were drawn: they have the first numbers; without a draw all have."""
    if not played.has_draw:
        return SMALL
    return len(played.certificate["draw"]["pairings"])
