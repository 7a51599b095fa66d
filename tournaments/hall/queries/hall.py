"""A contest as everybody in the hall may see it: who takes part, who sits where in the round.

No contacts, no fees, nothing that only the organiser should know.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any

from scorekeeper.clubs.names import listed_name
from scorekeeper.clubs.queries import ShownNames, hidden_players
from scorekeeper.engine.hand import Side
from scorekeeper.models.keys import typed_number
from scorekeeper.models.sort_names import folded, name_key, words_of
from tournaments.models import Round, Tournament
from tournaments.seating import (
    NamedEntry,
    NamedSide,
    SeatedEntry,
    SeatedTable,
    named_entries,
    tables_of,
)
from tournaments.tables.queries.tables import clock_view


@dataclass(frozen=True, slots=True, kw_only=True)
class HallPlace:
    """Where one entry sits: its table, with whom, against whom."""

    seated: SeatedEntry
    at: SeatedTable

    @property
    def team(self) -> NamedEntry:
        return self.seated.entry

    @property
    def table(self) -> int | None:
        return self.at.number

    @property
    def counts(self) -> bool:
        return self.seated.counts

    @property
    def has_left(self) -> bool:
        return self.seated.has_left

    @property
    def _sides(self) -> tuple[NamedSide, NamedSide]:
        a, b = self.at.sides
        return (a, b) if self.seated.seat.side == Side.A else (b, a)

    @property
    def partners(self) -> tuple[SeatedEntry, ...]:
        """Return who plays on the same side, in mêlée; nobody where that one has left."""
        own, _other = self._sides
        return tuple(one for one in _present(own) if one.number != self.team.number)

    @property
    def opponents(self) -> tuple[SeatedEntry, ...]:
        """Return the other side as far as it is there."""
        _own, other = self._sides
        return tuple(_present(other))

    @property
    def partner_left(self) -> bool:
        """Return whether in mêlée somebody of the own side has left, and not an opponent."""
        own, _other = self._sides
        return any(one.has_left for one in own.entries)

    @property
    def own_total(self) -> int:
        own, _other = self._sides
        return own.written

    @property
    def other_total(self) -> int:
        _own, other = self._sides
        return other.written

    @property
    def is_ahead(self) -> bool:
        return self.own_total > self.other_total

    @property
    def is_behind(self) -> bool:
        return self.own_total < self.other_total


def _present(side: NamedSide) -> Iterable[SeatedEntry]:
    return (one for one in side.entries if not one.has_left)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hall:
    """A contest at one moment: its entries by number, the last published round, its tables."""

    teams: Mapping[int, NamedEntry]
    round: Round | None = None
    tables: tuple[SeatedTable, ...] = ()
    places: Mapping[int, tuple[HallPlace, ...]] = field(default_factory=dict)

    @property
    def is_playing(self) -> bool:
        return self.round is not None and self.round.is_playing

    def clock(self, now: datetime) -> dict[str, Any] | None:
        return clock_view(self.round, now) if self.round and self.round.is_playing else None

    @property
    def games(self) -> list[SeatedTable]:
        return [table for table in self.tables if table.is_game]

    @property
    def tables_done(self) -> int:
        return sum(table.is_finished for table in self.games)

    @property
    def by_number(self) -> list[HallPlace]:
        return [place for number in sorted(self.places) for place in self.places[number]]

    def found(self, search: str) -> list[NamedEntry]:
        """Return the entries of that number, or with all these words in their names."""
        number = typed_number(search.strip())
        if number is not None:
            return [self.teams[number]] if number in self.teams else []
        words = words_of(search)
        if not words:
            return []
        return [
            team
            for team in self.teams.values()
            if all(word in folded(team.title) for word in words)
        ]


def hall_of(tournament: Tournament) -> Hall:
    """Return the contest as everybody may see it: four queries, what is unchanged is read once."""
    hidden = hidden_players(tournament.club_id)
    return _hall(tournament.token, tournament.state, tournament.pk, hidden)


# The token keeps contests apart, the state the moments of one.
@lru_cache(maxsize=8)
def _hall(token: str, state: str, pk: int, hidden: frozenset[int]) -> Hall:
    teams = named_entries(pk, shown=ShownNames(hidden))
    published = (
        Round.objects.filter(tournament=pk)
        .exclude(status=Round.Status.DRAWN)
        .order_by("-number")
        .first()
    )
    if published is None:
        return Hall(teams=teams)
    tables = tables_of([published], teams)
    return Hall(teams=teams, round=published, tables=tables, places=places_of(tables))


def places_of(tables: Iterable[SeatedTable]) -> dict[int, tuple[HallPlace, ...]]:
    """Return where everybody sits, by number; whoever helps an exempt entry out sits twice."""
    found: dict[int, tuple[HallPlace, ...]] = {}
    for at in tables:
        for seated in at.entries:
            place = HallPlace(seated=seated, at=at)
            found[seated.number] = (*found.get(seated.number, ()), place)
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class NameLine:
    """One person in a list by name, and where to go."""

    name: str
    place: HallPlace

    @property
    def listed(self) -> str:
        return listed_name(self.name)


def by_name(places: Iterable[HallPlace]) -> tuple[NameLine, ...]:
    """Return a line for every person, by family name."""
    lines = [NameLine(name=name, place=place) for place in places for name in place.team.names]
    return tuple(sorted(lines, key=lambda line: (name_key(line.name), line.place.team.number)))
