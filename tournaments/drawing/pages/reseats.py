"""Who sits where in a published round, and who can change places there."""

from collections import defaultdict
from dataclasses import dataclass

from scorekeeper.engine.hand import Side
from tournaments.models import Match, MatchSeat, Round


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedTable:
    """A table as it is played now, each side's entries in order; `hands` were written there."""

    number: int
    kind: str
    sides: tuple[list[MatchSeat], list[MatchSeat]]
    hands: int

    @property
    def is_game(self) -> bool:
        return self.kind != Match.Kind.FORFEIT


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSeating:
    """Who sits where in a round: tables by number, then those who are exempt."""

    tables: list[SeatedTable]
    exempt: list[MatchSeat]

    @property
    def seats(self) -> dict[int, MatchSeat]:
        """Return the seat that counts of everybody in the round, by the entry's number."""
        seated = [seat for table in self.tables for side in table.sides for seat in side]
        return {seat.entry.number: seat for seat in [*seated, *self.exempt] if seat.counts}


def seating_of(played: Round) -> RoundSeating:
    """Return who sits where in a published round; three queries."""
    seats = (
        MatchSeat.objects.filter(round=played)
        .select_related("entry", "match__game")
        .prefetch_related("entry__players")
        .order_by("match__table_number", "match_id", "side", "position")
    )
    by_match: dict[Match, list[MatchSeat]] = defaultdict(list)
    for seat in seats:
        by_match[seat.match].append(seat)
    return RoundSeating(
        tables=[
            _table(match, match.table_number, together)
            for match, together in by_match.items()
            if match.table_number is not None
        ],
        exempt=[
            seat
            for match, together in by_match.items()
            if match.table_number is None
            for seat in together
        ],
    )


def _table(match: Match, number: int, together: list[MatchSeat]) -> SeatedTable:
    side_a, side_b = ([seat for seat in together if seat.side == side] for side in Side)
    game = match.game
    return SeatedTable(
        number=number,
        kind=match.kind,
        sides=(side_a, side_b),
        hands=game.hand_count if game else 0,
    )
