"""A contest as everybody in the hall may see it: who takes part, who sits where in the round.

No contacts, no fees, nothing that only the organiser should know.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from django.db.models import QuerySet

from scorekeeper.clubs.pages.names import folded, words_of
from scorekeeper.clubs.pages.shown_names import hidden_players, name_for
from scorekeeper.engine.hand import Side
from scorekeeper.models import Game
from scorekeeper.models.keys import typed_number
from tournaments.models import Entry, EntryPlayer, Match, MatchSeat, Round, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class HallTeam:
    """An entry: a team or, in mêlée, one player. It plays no round from `left_from` on."""

    number: int
    names: tuple[str, ...] = ()
    left_from: int | None = None

    @property
    def title(self) -> str:
        """Return the names as one: "Anne & Paul"."""
        return " & ".join(self.names)


@dataclass(frozen=True, slots=True, kw_only=True)
class HallTable:
    """What a round holds for some entries: a table with both sides, or somebody exempt.

    `left` are the numbers of those who left it, `counted` of those whose score counts there. The
    totals are those written so far, 0 where there is no game.
    """

    round_number: int
    table: int | None
    kind: str
    sides: Mapping[str, tuple[HallTeam, ...]]
    left: frozenset[int] = frozenset()
    counted: frozenset[int] = frozenset()
    receipt: str = ""
    hand_count: int = 0
    hands: int = 0
    total_a: int = 0
    total_b: int = 0
    is_finished: bool = False

    @property
    def a(self) -> tuple[HallTeam, ...]:
        """Return side A, in mêlée both players."""
        return self.sides.get(Side.A, ())

    @property
    def b(self) -> tuple[HallTeam, ...]:
        """Return side B, nobody where side A is exempt."""
        return self.sides.get(Side.B, ())

    @property
    def is_game(self) -> bool:
        """Return whether cards are played."""
        return self.kind in {Match.Kind.GAME, Match.Kind.CATCH_UP}

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
    def is_under_way(self) -> bool:
        """Return whether hands are written and the game goes on."""
        return self.is_game and not self.is_finished and self.hand_count > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class HallPlace:
    """Where one entry sits: its table, with whom, against whom."""

    team: HallTeam
    at: HallTable
    side: str

    @property
    def table(self) -> int | None:
        """Return the number of the table, None without one."""
        return self.at.table

    @property
    def partners(self) -> tuple[HallTeam, ...]:
        """Return who plays on the same side, in mêlée; nobody where that one has left."""
        return self._present(
            team for team in self.at.sides[self.side] if team.number != self.team.number
        )

    @property
    def opponents(self) -> tuple[HallTeam, ...]:
        """Return the other side as far as it is there."""
        others = (teams for side, teams in self.at.sides.items() if side != self.side)
        return self._present(team for teams in others for team in teams)

    def _present(self, teams: Iterable[HallTeam]) -> tuple[HallTeam, ...]:
        return tuple(team for team in teams if team.number not in self.at.left)

    @property
    def counts(self) -> bool:
        """Return whether the entry's own score counts at this table."""
        return self.team.number in self.at.counted

    @property
    def has_left(self) -> bool:
        return self.team.number in self.at.left

    @property
    def own_total(self) -> int:
        """Return the points written for the own side so far."""
        return self.at.total_a if self.side == Side.A else self.at.total_b

    @property
    def is_ahead(self) -> bool:
        """Return whether the own side has more points."""
        return self.own_total > self.other_total

    @property
    def is_behind(self) -> bool:
        """Return whether the other side has more points."""
        return self.own_total < self.other_total

    @property
    def other_total(self) -> int:
        """Return the points written for the other side so far."""
        return self.at.total_b if self.side == Side.A else self.at.total_a


@dataclass(frozen=True, slots=True, kw_only=True)
class Hall:
    """A contest at one moment: its entries by number, the last published round, its tables."""

    teams: Mapping[int, HallTeam]
    round: Round | None = None
    tables: tuple[HallTable, ...] = ()
    places: Mapping[int, tuple[HallPlace, ...]] = field(default_factory=dict)

    @property
    def is_playing(self) -> bool:
        return self.round is not None and self.round.is_playing

    @property
    def games(self) -> list[HallTable]:
        """Return the tables at which cards are played."""
        return [table for table in self.tables if table.is_game]

    @property
    def tables_done(self) -> int:
        """Return at how many tables the game is finished."""
        return sum(table.is_finished for table in self.games)

    @property
    def by_number(self) -> list[HallPlace]:
        return [place for number in sorted(self.places) for place in self.places[number]]

    def found(self, search: str) -> list[HallTeam]:
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
    """Return the contest as everybody may see it: six queries, what is unchanged is read once."""
    hidden = hidden_players(tournament.club_id)
    return _hall(tournament.token, tournament.version, tournament.pk, hidden)


# The token keeps contests apart, the version the moments of one.
@lru_cache(maxsize=8)
def _hall(token: str, version: int, pk: int, hidden: frozenset[int]) -> Hall:
    teams = teams_of(pk, hidden=hidden)
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


def teams_of(tournament_id: int, *, hidden: Collection[int] = ()) -> dict[int, HallTeam]:
    """Return the entries of a contest by number, in two queries; the hidden by initials."""
    names: dict[int, list[str]] = defaultdict(list)
    players = EntryPlayer.objects.filter(entry__tournament=tournament_id).order_by("position")
    for number, name, player in players.values_list("entry__number", "name", "player"):
        names[number].append(name_for(name, player, hidden))
    entries = Entry.objects.filter(tournament=tournament_id).order_by("number")
    return {
        number: HallTeam(number=number, names=tuple(names[number]), left_from=left)
        for number, left in entries.values_list("number", "withdrawn_from")
    }


def tables_of(
    rounds: Iterable[Round],
    teams: Mapping[int, HallTeam],
    *,
    of: int | None = None,
    at: int | None = None,
) -> tuple[HallTable, ...]:
    """Return who sits where in published rounds, by table, the exempt last; in two queries.

    `of` keeps what one entry plays, by its number; `at` one table.
    """
    by_key = {played.pk: played for played in rounds}
    matches = Match.objects.filter(round__in=by_key)
    if of is not None:
        matches = matches.filter(seats__entry__number=of)
    if at is not None:
        matches = matches.filter(table_number=at)
    # The rules that each game carries are long and not wanted here.
    wanted = (
        "round_id",
        "kind",
        "table_number",
        "receipt",
        *(f"game__{name}" for name in _OF_GAME),
    )
    found = list(matches.select_related("game").only(*wanted))
    seats_at: dict[int, list[MatchSeat]] = defaultdict(list)
    for seat in _seats_at(found, by_key):
        seats_at[seat.match_id].append(seat)
    tables = [_table(match, by_key[match.round_id], seats_at[match.pk], teams) for match in found]
    return tuple(sorted(tables, key=_by_table))


def _seats_at(matches: list[Match], rounds: Mapping[int, Round]) -> QuerySet[MatchSeat]:
    seats = MatchSeat.objects.filter(round__in=rounds)
    # Where it is a few tables, only their seats; a whole round without naming each of its tables.
    if len(matches) <= FEW_TABLES:
        seats = seats.filter(match__in=matches)
    wanted = ("match_id", "side", "kind", "counts", "entry__number")
    return seats.select_related("entry").order_by("side", "position").only(*wanted)


FEW_TABLES = 20
_OF_GAME = ("status", "hand_count", "total_a", "total_b")


def _by_table(one: HallTable) -> tuple[int, bool, int, int]:
    first = min((team.number for team in one.a), default=0)
    return (one.round_number, one.table is None, one.table or 0, first)


def _table(
    match: Match, played: Round, seats: Iterable[MatchSeat], teams: Mapping[int, HallTeam]
) -> HallTable:
    sides: dict[str, tuple[HallTeam, ...]] = {}
    left, counted = set(), set()
    for seat in seats:
        number = seat.entry.number
        sides[seat.side] = (*sides.get(seat.side, ()), _team(teams, number))
        if seat.kind == MatchSeat.Kind.ABSENT:
            left.add(number)
        if seat.counts:
            counted.add(number)
    game = match.game
    return HallTable(
        round_number=played.number,
        table=match.table_number,
        kind=match.kind,
        sides=sides,
        left=frozenset(left),
        counted=frozenset(counted),
        receipt=match.receipt,
        hands=played.hands,
        hand_count=game.hand_count if game else 0,
        total_a=game.total_a if game else 0,
        total_b=game.total_b if game else 0,
        is_finished=game is not None and game.status == Game.Status.FINISHED,
    )


def _team(teams: Mapping[int, HallTeam], number: int) -> HallTeam:
    """Return an entry; one that came while the page was read is known by its number only."""
    return teams.get(number) or HallTeam(number=number)


def places_of(tables: Iterable[HallTable]) -> dict[int, tuple[HallPlace, ...]]:
    """Return where everybody sits, by number; whoever helps an exempt entry out sits twice."""
    found: dict[int, tuple[HallPlace, ...]] = {}
    for at in tables:
        for side, teams in at.sides.items():
            for team in teams:
                place = HallPlace(team=team, at=at, side=side)
                found[team.number] = (*found.get(team.number, ()), place)
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class NameLine:
    """One person in a list by name, and where to go."""

    name: str
    place: HallPlace


def by_name(places: Iterable[HallPlace]) -> tuple[NameLine, ...]:
    """Return a line for every person, É beside E."""
    lines = [NameLine(name=name, place=place) for place in places for name in place.team.names]
    return tuple(sorted(lines, key=lambda line: (folded(line.name), line.place.team.number)))


def planned_tables(drawn: Round, teams: Mapping[int, HallTeam]) -> tuple[HallTable, ...]:
    """Return who would sit where by a draw that is not published yet."""
    draw = drawn.draw

    def table(
        number: int | None, kind: Match.Kind, a: Iterable[int], b: Iterable[int]
    ) -> HallTable:
        sides: dict[str, tuple[HallTeam, ...]] = {
            side: tuple(_team(teams, one) for one in numbers)
            for side, numbers in ((Side.A, a), (Side.B, b))
        }
        return HallTable(
            round_number=drawn.number, table=number, kind=kind, sides=sides, hands=drawn.hands
        )

    games = [table(one.table, Match.Kind.GAME, one.a, one.b) for one in draw.pairings]
    exempt = [table(None, Match.Kind.EXEMPT, (who,), ()) for who in draw.exempt]
    return tuple(sorted([*games, *exempt], key=_by_table))
