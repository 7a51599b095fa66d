"""The seating of a contest: entries by name, tables of rounds, results.

All pages, prints and files use this representation of a table. Names are in full, or initials for
people who are hidden from the reader.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import Final, NamedTuple

from django.db.models import Exists, F, OuterRef, QuerySet

from scorekeeper.clubs.queries import WHOLE_NAMES, ShownNames
from scorekeeper.engine.hand import Side
from tournaments.audit_log.meetings import planned_draw
from tournaments.draw.result import Draw
from tournaments.lineups import Left, stints_in, titled, who_sat
from tournaments.models import Entry, FormerPlayer, Match, MatchSeat, Round

_THEN: Final = " → "


class NamedEntry(NamedTuple):
    """A team, or a player in a mêlée; `left_from` is the first round that it no longer plays.

    `left_seats` are its former players.
    """

    number: int
    names: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    left_from: int | None = None
    team_name: str = ""
    left_seats: tuple[Left[str], ...] = ()

    @property
    def title(self) -> str:
        """Return the names as one: "Anne & Paul"; after the team name, if there is one."""
        return titled(self.names, self.team_name)

    def as_sat_in(self, played: Round) -> "NamedEntry":
        """Return the entry with the names of its players in a round, at present or at its end."""
        if not self.left_seats:
            return self
        if played.is_playing:
            present = who_sat(self.names, self.left_seats, played.number)
            return self._replace(names=tuple(present))
        return self.in_round(played.number)

    def in_round(self, number: int) -> "NamedEntry":
        """Return the entry with all its players in a round, in order: "Anne → Max"."""
        sat = defaultdict(list)
        for stint in stints_in(self.names, self.left_seats, number):
            sat[stint.place].append(stint.who)
        return self._replace(names=tuple(_THEN.join(names) for names in sat.values()))

    def has(self, tag: str) -> bool:
        """Return whether the entry has that tag; every entry has the empty one."""
        return not tag or tag in self.tags


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedEntry:
    """An entry at a table; `place` is its place in the ranking used by the draw, 0 without one."""

    entry: NamedEntry
    seat: MatchSeat
    place: int = 0

    @property
    def number(self) -> int:
        return self.entry.number

    @property
    def title(self) -> str:
        return self.entry.title

    @property
    def has_left(self) -> bool:
        return self.seat.kind == MatchSeat.Kind.ABSENT

    @property
    def counts(self) -> bool:
        """Return whether its score counts here; it does not if it helps out an exempt entry."""
        return self.seat.counts

    @property
    def points(self) -> int:
        return self.seat.points


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedSide:
    """One side of a table: a team, in a mêlée two players, empty opposite an exempt entry."""

    match: Match
    side: Side
    entries: tuple[SeatedEntry, ...] = ()

    @property
    def numbers(self) -> str:
        """Return the numbers: "7", in a mêlée "7 + 12"."""
        return " + ".join(str(entry.number) for entry in self.entries)

    @property
    def title(self) -> str:
        """Return the names of one side: "Anne & Paul"."""
        return " & ".join(entry.title for entry in self.entries)

    @property
    def label(self) -> str:
        """Return numbers and names: "7 · Anne & Paul"."""
        return f"{self.numbers} · {self.title}"

    @property
    def counts(self) -> bool:
        return any(entry.counts for entry in self.entries)

    @property
    def written(self) -> int:
        """Return the points so far, even during the game."""
        game = self.match.game
        if game is None:
            return 0
        return game.total_a if self.side is Side.A else game.total_b

    @property
    def total(self) -> int | None:
        """Return the points of the game, or those given without one; None before the first hand."""
        game = self.match.game
        if not self.match.is_game:
            given = (one.points for one in self.entries if one.seat.has_result)
            return max(given, default=None)
        return self.written if game and (game.hand_count or game.is_finished) else None

    @property
    def leads(self) -> bool:
        game = self.match.game
        if game is None or not self.match.is_game:
            return False
        other = game.total_b if self.side is Side.A else game.total_a
        return self.written > other


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedTable:
    """A match of a round: a table with both sides, or an exempt entry."""

    match: Match
    round: Round
    sides: tuple[NamedSide, NamedSide]

    @property
    def a(self) -> tuple[SeatedEntry, ...]:
        return self.sides[0].entries

    @property
    def b(self) -> tuple[SeatedEntry, ...]:
        return self.sides[1].entries

    @property
    def entries(self) -> tuple[SeatedEntry, ...]:
        return (*self.a, *self.b)

    @property
    def round_number(self) -> int:
        return self.round.number

    @property
    def number(self) -> int | None:
        """Return the number of the table, None for a bye."""
        return self.match.table_number

    @property
    def kind(self) -> str:
        return self.match.kind

    @property
    def receipt(self) -> str:
        return self.match.receipt

    @property
    def is_game(self) -> bool:
        """Return whether cards are played."""
        return self.match.is_game

    @property
    def is_exempt(self) -> bool:
        """Return whether this is the bye of an entry."""
        return self.kind == Match.Kind.EXEMPT

    @property
    def is_catch_up(self) -> bool:
        """Return whether only some of the scores count here."""
        return self.kind == Match.Kind.CATCH_UP

    @property
    def is_forfeit(self) -> bool:
        """Return whether somebody has left the table."""
        return self.kind == Match.Kind.FORFEIT

    @property
    def game_pk(self) -> int | None:
        return self.match.game_id

    @property
    def is_slip(self) -> bool:
        return self.match.game is not None and self.match.game.is_slip

    @property
    def hands(self) -> int:
        """Return the number of hands to play."""
        return self.round.hands

    @property
    def hand_count(self) -> int:
        """Return the number of hands entered."""
        return self.match.game.hand_count if self.match.game else 0

    @property
    def total_a(self) -> int:
        return self.sides[0].written

    @property
    def total_b(self) -> int:
        return self.sides[1].written

    @property
    def is_finished(self) -> bool:
        """Return whether the game is finished."""
        return self.is_game and self.match.game is not None and self.match.game.is_finished

    @property
    def is_under_way(self) -> bool:
        """Return whether hands were entered and the game is not finished."""
        return self.is_game and not self.is_finished and self.hand_count > 0


def named_entries(
    tournament_id: int, *, shown: ShownNames = WHOLE_NAMES, at: Match | None = None
) -> dict[int, NamedEntry]:
    """Return the entries of a contest, or of one table, by number; one query.

    One more query if there were substitutions.
    """
    entries = Entry.objects.filter(tournament=tournament_id)
    if at is not None:
        entries = entries.filter(seats__match=at)
    was_left = Exists(FormerPlayer.objects.filter(entry=OuterRef("pk")))
    rows = entries.order_by("number", "players__position")
    own = ("number", "tags", "withdrawn_from", "team_name", was_left)
    columns = (*own, "players__name", "players__player")
    found = {}
    for number, players in groupby(rows.values_list(*columns), key=itemgetter(0)):
        people = list(players)
        _number, tags, left_from, team_name, was_left, _name, _player = people[0]
        names = tuple([shown.name(one[-2], one[-1]) for one in people if one[-2]])
        found[number] = NamedEntry(
            number=number,
            names=names,
            tags=tuple(tags),
            left_from=left_from,
            team_name=team_name,
            left_seats=(_NOT_READ,) if was_left else (),
        )
    if any(entry.left_seats for entry in found.values()):
        left = _left_seats(tournament_id, shown)
        found = {
            number: entry._replace(left_seats=tuple(left[number]))
            for number, entry in found.items()
        }
    return found


_NOT_READ: Final = Left(1, 1, 1, "")


def _left_seats(tournament_id: int, shown: ShownNames) -> Mapping[int, list[Left[str]]]:
    """Return the former players, by entry number."""
    found: defaultdict[int, list[Left[str]]] = defaultdict(list)
    former = FormerPlayer.objects.filter(entry__tournament=tournament_id)
    in_order = former.order_by("position", "until_round", "until_hand")
    columns = ("entry__number", "position", "until_round", "until_hand", "name", "player")
    for number, place, played, hand, name, player in in_order.values_list(*columns):
        found[number].append(Left(place, played, hand, shown.name(name, player)))
    return found


def tables_of(
    rounds: Iterable[Round],
    entries: Mapping[int, NamedEntry],
    *,
    of: int | None = None,
    at: int | None = None,
) -> tuple[SeatedTable, ...]:
    """Return the seating of published rounds, by table, byes last; one query.

    `of` limits it to the matches of an entry, by number; `at` to one table.
    """
    by_key = {played.pk: played for played in rounds}
    seats = MatchSeat.objects.filter(round__in=by_key)
    if of is not None:
        own = Match.objects.filter(round__in=by_key, seats__entry__number=of)
        seats = seats.filter(match__in=own)
    if at is not None:
        seats = seats.filter(match__table_number=at)
    # The rules are large and the same at every table.
    rules = ("match__game__ruleset_values", "match__game__ruleset_practice")
    at_match: defaultdict[int, list[MatchSeat]] = defaultdict(list)
    for seat in _in_order(seats.select_related("match__game").defer(*rules)):
        at_match[seat.match_id].append(seat)
    tables = []
    for together in at_match.values():
        match = together[0].match
        match.round = by_key[match.round_id]
        tables.append(_seated_at(match, _numbered(together), entries))
    return tuple(sorted(tables, key=_by_table))


def table_of(
    match: Match, entries: Mapping[int, NamedEntry], seats: Iterable[MatchSeat] = ()
) -> SeatedTable:
    """Return the seating of a match that is loaded with its round.

    One query; none if `seats` are given, in order and with their entries.
    """
    loaded = [(seat.entry.number, seat) for seat in seats]
    return _seated_at(match, loaded or _numbered(_in_order(match.seats.all())), entries)


def _in_order(seats: QuerySet[MatchSeat]) -> QuerySet[MatchSeat]:
    return seats.annotate(number=F("entry__number")).order_by("position")


def _numbered(seats: Iterable[MatchSeat]) -> Iterator[tuple[int, MatchSeat]]:
    return ((seat.number, seat) for seat in seats)  # type: ignore[attr-defined]


def _seated_at(
    match: Match, seats: Iterable[tuple[int, MatchSeat]], entries: Mapping[int, NamedEntry]
) -> SeatedTable:
    seated: defaultdict[str, list[SeatedEntry]] = defaultdict(list)
    for number, seat in seats:
        one = _seated(seat, number, entries)
        sat = one.entry.as_sat_in(match.round)
        seated[seat.side].append(one if sat is one.entry else replace(one, entry=sat))
    return _table(match, seated)


def planned_tables(
    drawn: Round, entries: Mapping[int, NamedEntry], draw: Draw | None = None
) -> tuple[SeatedTable, ...]:
    """Return the seating by the draw of a round, including swaps made by hand.

    For club teams, the seating of their pairs, unless `draw` is a draw of the club teams
    themselves.
    """
    draw = draw or planned_draw(drawn)
    places = {entrant.number: entrant.place for entrant in drawn.draw_request.entrants}

    def table(match: Match, a: Iterable[int], b: Iterable[int] = ()) -> SeatedTable:
        return _table(
            match,
            {
                side: [
                    _seated(MatchSeat(side=side), one, entries, places.get(one, 0))
                    for one in numbers
                ]
                for side, numbers in ((Side.A, a), (Side.B, b))
            },
        )

    games = [
        table(Match(round=drawn, table_number=one.table), one.a, one.b) for one in draw.pairings
    ]
    exempt = [table(Match(round=drawn, kind=Match.Kind.EXEMPT), [who]) for who in draw.exempt]
    return tuple(sorted([*games, *exempt], key=_by_table))


def _seated(
    seat: MatchSeat, number: int, entries: Mapping[int, NamedEntry], place: int = 0
) -> SeatedEntry:
    """Return an entry in its place; one added while the page is loaded only has a number."""
    entry = entries.get(number) or NamedEntry(number=number)
    return SeatedEntry(entry=entry, seat=seat, place=place)


def _table(match: Match, seated: Mapping[str, Iterable[SeatedEntry]]) -> SeatedTable:
    a, b = (NamedSide(match=match, side=side, entries=tuple(seated.get(side, ()))) for side in Side)
    return SeatedTable(match=match, round=match.round, sides=(a, b))


def _by_table(one: SeatedTable) -> tuple[int, bool, int, int]:
    first = min((entry.number for entry in one.a), default=0)
    return (one.round_number, one.number is None, one.number or 0, first)
