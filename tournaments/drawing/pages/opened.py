"""Tables that were opened after the draw of their round: catch-up games and late entries."""

from collections.abc import Iterable

from tournaments.draw.wishes import numbers_of
from tournaments.models import Match, Round, Tournament


def drawn_for(played: Round) -> set[int]:
    if not played.has_draw:
        return set(played.seats.filter(counts=True).values_list("entry__number", flat=True))
    return {entrant["number"] for entrant in played.request["entrants"]}


def is_opened_later(match: Match) -> bool:
    """Return whether cards are played at a table that the draw did not have."""
    if not match.is_game or not match.round.has_draw:
        return False
    return match.table_number not in _drawn_tables(match.round)


def next_table(tournament: Tournament, used: Iterable[int | None]) -> int:
    """Return the number of one more table: the next one there is, otherwise after the last."""
    taken = {number for number in used if number}
    after_last = max(taken, default=0) + 1
    spans = tournament.tables_there.spans
    there = (number for number in numbers_of(spans) if number not in taken)
    return next(there, after_last) if spans else after_last


def opened_tables(played: Round) -> dict[int, list[int]]:
    """Return the tables of a round that its draw does not have, each with who counts there."""
    if not played.has_draw:
        return {}
    seats = played.seats.filter(counts=True, match__table_number__isnull=False)
    seats = seats.exclude(match__table_number__in=_drawn_tables(played))
    found: dict[int, list[int]] = {}
    for seat in seats.select_related("match", "entry").order_by("entry__number"):
        found.setdefault(seat.match.table_number or 0, []).append(seat.entry.number)
    return dict(sorted(found.items()))


def _drawn_tables(played: Round) -> set[int]:
    return {pairing["table"] for pairing in played.certificate["draw"]["pairings"]}
