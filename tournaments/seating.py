"""Who sits where: the entries of a contest by name, the tables of its rounds, what came out there.

The one reading of a table: the hall, the desk, the draw, prints, files and phones show each their
own part of it. Names are whole, or initials for those who are hidden from whoever looks.
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
    """A team or, in mêlée, one player; `left_from` is the first round that it no longer plays.

    `left_seats` are those who left their place to somebody else.
    """

    number: int
    names: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    left_from: int | None = None
    team_name: str = ""
    left_seats: tuple[Left[str], ...] = ()

    @property
    def title(self) -> str:
        """Return the names as one: "Anne & Paul"; behind that of the team, where it has one."""
        return titled(self.names, self.team_name)

    def as_sat_in(self, played: Round) -> "NamedEntry":
        """Return the entry with the names of who sits there in a round, or sat once it is over."""
        if not self.left_seats:
            return self
        if played.is_playing:
            present = who_sat(self.names, self.left_seats, played.number)
            return self._replace(names=tuple(present))
        return self.in_round(played.number)

    def in_round(self, number: int) -> "NamedEntry":
        """Return the entry with the names of who sat there in a round: in turn, "Anne → Max"."""
        sat = defaultdict(list)
        for stint in stints_in(self.names, self.left_seats, number):
            sat[stint.place].append(stint.who)
        return self._replace(names=tuple(_THEN.join(names) for names in sat.values()))

    def has(self, tag: str) -> bool:
        """Return whether the entry has that tag; everybody has the empty one."""
        return not tag or tag in self.tags


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedEntry:
    """An entry at a table; `place` is that in the ranking its draw was made by, 0 without one."""

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
        """Return whether its own score counts here: not for whoever helps an exempt one out."""
        return self.seat.counts

    @property
    def points(self) -> int:
        return self.seat.points


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedSide:
    """One side of a table: a team, in mêlée two players, nobody across from an exempt entry."""

    match: Match
    side: Side
    entries: tuple[SeatedEntry, ...] = ()

    @property
    def numbers(self) -> str:
        """Return the numbers: "7", in mêlée "7 + 12"."""
        return " + ".join(str(entry.number) for entry in self.entries)

    @property
    def title(self) -> str:
        """Return the names round one side: "Anne & Paul"."""
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
        """Return the points written so far, whether or not cards are still played."""
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
    """What a round holds for some entries: a table with both sides, or somebody exempt."""

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
        """Return the number of the table, None for the exempt."""
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
        """Return whether somebody does not play in this round."""
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
        """Return how many hands are to be played."""
        return self.round.hands

    @property
    def hand_count(self) -> int:
        """Return how many hands are written."""
        return self.match.game.hand_count if self.match.game else 0

    @property
    def total_a(self) -> int:
        return self.sides[0].written

    @property
    def total_b(self) -> int:
        return self.sides[1].written

    @property
    def is_finished(self) -> bool:
        """Return whether the game has come to its end."""
        return self.is_game and self.match.game is not None and self.match.game.is_finished

    @property
    def is_under_way(self) -> bool:
        """Return whether hands are written and the game goes on."""
        return self.is_game and not self.is_finished and self.hand_count > 0


def named_entries(
    tournament_id: int, *, shown: ShownNames = WHOLE_NAMES, at: Match | None = None
) -> dict[int, NamedEntry]:
    """Return the entries of a contest, or of one table, by number; one query.

    One more where somebody left a place to somebody else.
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
    """Return who left a place to somebody else, by the number of the entry."""
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
    """Return who sits where in published rounds, by table, the exempt last; in one query.

    `of` keeps what one entry plays, by its number; `at` one table.
    """
    by_key = {played.pk: played for played in rounds}
    seats = MatchSeat.objects.filter(round__in=by_key)
    if of is not None:
        own = Match.objects.filter(round__in=by_key, seats__entry__number=of)
        seats = seats.filter(match__in=own)
    if at is not None:
        seats = seats.filter(match__table_number=at)
    # The rules that each game carries are the same at every table, and long.
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
    """Return who sits at a table that is loaded with its round.

    One query; none where its `seats` are there already, in order and each with its entry.
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
    """Return who would sit where by the draw of a round, as it is with its exchanges by hand.

    Of club teams their pairs, unless a `draw` is that of the club teams themselves.
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
    """Return an entry at its place; one that came while a page is read is its number only."""
    entry = entries.get(number) or NamedEntry(number=number)
    return SeatedEntry(entry=entry, seat=seat, place=place)


def _table(match: Match, seated: Mapping[str, Iterable[SeatedEntry]]) -> SeatedTable:
    a, b = (NamedSide(match=match, side=side, entries=tuple(seated.get(side, ()))) for side in Side)
    return SeatedTable(match=match, round=match.round, sides=(a, b))


def _by_table(one: SeatedTable) -> tuple[int, bool, int, int]:
    first = min((entry.number for entry in one.a), default=0)
    return (one.round_number, one.number is None, one.number or 0, first)
