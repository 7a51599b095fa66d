"""Who sits where in a published round, and who can change places there."""

from dataclasses import dataclass

from tournaments.models import Round
from tournaments.seating import SeatedEntry, SeatedTable, named_entries, tables_of


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSeating:
    """Who sits where in a round: tables by number, then those who are exempt."""

    tables: list[SeatedTable]
    exempt: list[SeatedEntry]

    @property
    def seats(self) -> dict[int, SeatedEntry]:
        """Return the seat that counts of everybody in the round, by the entry's number."""
        seated = [one for table in self.tables for one in table.entries]
        return {one.number: one for one in [*seated, *self.exempt] if one.counts}


def seating_of(played: Round) -> RoundSeating:
    """Return who sits where in a published round; two queries."""
    tables = tables_of([played], named_entries(played.tournament_id))
    exempt = [one for table in tables if table.is_exempt for one in table.entries]
    return RoundSeating(
        tables=[table for table in tables if not table.is_exempt],
        exempt=sorted(exempt, key=lambda one: one.seat.match_id),
    )
