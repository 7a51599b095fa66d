"""A contest as the public in the hall may see it: its entries and the seating of the round.

Contains no contacts, no fees, and nothing else that only the organiser should know.
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
    """The seat of an entry: its table, partners and opponents."""

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
        """Return the partners in a mêlée; empty if the partner has left."""
        own, _other = self._sides
        return tuple(one for one in _present(own) if one.number != self.team.number)

    @property
    def opponents(self) -> tuple[SeatedEntry, ...]:
        """Return the opponents who are still there."""
        _own, other = self._sides
        return tuple(_present(other))

    @property
    def partner_left(self) -> bool:
        """Return whether, in a mêlée, the partner has left and not an opponent."""
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
    """A contest at one moment: entries by number, the last published round, its tables."""

    teams: Mapping[int, NamedEntry]
    round: Round | None = None
    tables: tuple[SeatedTable, ...] = ()
    places: Mapping[int, tuple[HallPlace, ...]] = field(default_factory=dict)

    @property
    def is_playing(self) -> bool:
        return self.round is not None and self.round.is_playing

    def clock(self, tournament: Tournament, now: datetime) -> dict[str, Any] | None:
        """Return the clock of the round, or the time until the next one if it was announced."""
        if self.round is None or tournament.finished_at:
            return None
        return clock_view(self.round, now)

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
        """Return the entries with that number, or with all these words in their names."""
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
    """Return the public state of the contest; four queries, fewer from the cache."""
    hidden = hidden_players(tournament.club_id)
    return _hall(tournament.token, tournament.state, tournament.pk, hidden)


# The key consists of the contest's token and its state.
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
    """Return the seats by number; an entry that helps out an exempt one has two."""
    found: dict[int, tuple[HallPlace, ...]] = {}
    for at in tables:
        for seated in at.entries:
            place = HallPlace(seated=seated, at=at)
            found[seated.number] = (*found.get(seated.number, ()), place)
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class NameLine:
    """A person in the list by name, with the table."""

    name: str
    place: HallPlace

    @property
    def listed(self) -> str:
        return listed_name(self.name)


def by_name(places: Iterable[HallPlace]) -> tuple[NameLine, ...]:
    """Return a line for every person, by last name."""
    lines = [NameLine(name=name, place=place) for place in places for name in place.team.names]
    return tuple(sorted(lines, key=lambda line: (name_key(line.name), line.place.team.number)))
