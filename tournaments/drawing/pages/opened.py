"""Tables that were opened after the draw of their round: catch-up games and late entries."""

from collections.abc import Iterable
from itertools import chain

from tournaments.draw.wishes import LAST_TABLE, numbers_of
from tournaments.models import Match, Round, Tournament


class NoPlaceError(ValueError):
    """Raised when a late entry finds nobody exempt to play, or a catch-up table cannot be."""


def drawn_for(played: Round) -> set[int]:
    if not played.has_draw:
        return set(played.seats.filter(counts=True).values_list("entry__number", flat=True))
    return {entrant["number"] for entrant in played.request["entrants"]}


def is_opened_later(match: Match) -> bool:
    """Return whether cards are played at a table that the draw did not have."""
    if not match.is_game or not _may_open(match.round):
        return False
    return match.table_number not in _drawn_tables(match.round)


def next_table(tournament: Tournament, used: Iterable[int | None]) -> int:
    """Return the number of one more table: the next one there is, otherwise after the last.

    Raises NoPlaceError where no number is left.
    """
    halls = tournament.tables_there
    taken = {number for number in used if number}
    after_last = max(taken, default=0) + 1
    there = numbers_of(halls.spans) if halls.spans else ()
    for number in chain(there, range(after_last, LAST_TABLE + 1), range(1, after_last)):
        if number not in taken and number not in halls.skipped:
            return number
    raise NoPlaceError


def opened_tables(played: Round) -> dict[int, list[int]]:
    """Return the tables of a round that its draw does not have, each with who counts there."""
    if not _may_open(played):
        return {}
    seats = played.seats.filter(counts=True, match__table_number__isnull=False)
    seats = seats.exclude(match__table_number__in=_drawn_tables(played))
    found: dict[int, list[int]] = {}
    for seat in seats.select_related("match", "entry").order_by("entry__number"):
        found.setdefault(seat.match.table_number or 0, []).append(seat.entry.number)
    return dict(sorted(found.items()))


def _may_open(played: Round) -> bool:
    """Return whether tables are opened beside the draw of a round.

    Club teams have none: what is drawn are meetings, each of several tables.
    """
    return played.has_draw and not played.tournament.meetings


def _drawn_tables(played: Round) -> set[int]:
    return {pairing["table"] for pairing in played.certificate["draw"]["pairings"]}
