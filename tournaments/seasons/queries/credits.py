"""The results of players in the evenings of seasons, in few queries, however many evenings.

The results of a contest come from its standings, those of a club evening from its finished games,
and those of a past contest are places and totals.
"""

import marshal
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from typing import Any, Final, NamedTuple, TypeAlias

from scorekeeper.engine.hand import Seat, Side
from scorekeeper.models import GameSeat
from tournaments.audit_log.standings import how_ranked, seen_contests
from tournaments.models import EntryPlayer, PastResult
from tournaments.seasons.queries.items import Item, ItemKind
from tournaments.seasons.queries.lineups import Lineups, lineups_in
from tournaments.standings.contest import RankedContest, RankedEntrant
from tournaments.standings.criteria import CriterionCode
from tournaments.standings.ranking import LastResort, RankingRules
from tournaments.standings.record import Record
from tournaments.standings.results import GameOutcome, RoundResult
from tournaments.standings.season_scores import EveningResult
from tournaments.standings.season_table import credit_by_rounds, credit_evening

_PAIR_BITS: Final = 32
# Later formats of `marshal` also encode which values are the same object.
_BY_VALUE_ALONE: Final = 2
# As on the evening's own page: by points, then games won; equal players share a place.
EVENING_RULES: Final = RankingRules(
    criteria=(CriterionCode.POINTS, CriterionCode.WINS), last_resort=LastResort.SHARED
)

Members: TypeAlias = dict[int, tuple[int, ...]]
"""The players of entries, by entry number."""
Row: TypeAlias = tuple[Any, ...]
Rows: TypeAlias = list[Row]
Basis: TypeAlias = tuple[str | int | bytes, ...]
"""A value that changes with the results of an evening."""


class Credited(NamedTuple):
    """The results of one evening for the participants of a season, with their tags."""

    results: tuple[EveningResult, ...]
    tags: Mapping[int, Collection[str]]


def entrant_of(players: Collection[int], *, teams: bool) -> tuple[int, ...]:
    """Return the entrants of a season for some players: each alone, or two as a team.

    If teams are ranked, only two players form one; a team's number encodes its players.
    """
    if not teams:
        return tuple(players)
    if len(set(players)) != 2:
        return ()
    return (paired(*players),)


def paired(one: int, other: int) -> int:
    """Return the number of the team of two players."""
    low, high = sorted((one, other))
    return (low << _PAIR_BITS) + high


def credited_players(entrant: int) -> tuple[int, ...]:
    """Return the keys of the players behind an entrant of a season."""
    low, high = divmod(entrant, 1 << _PAIR_BITS)
    return (low, high) if low else (high,)


class Credits:
    """The rows of several contests, evenings and past contests, loaded at once.

    Results of contests are loaded only when needed: not while a contest's basis is unchanged.
    """

    def __init__(self, items: Iterable[Item]) -> None:
        keys: defaultdict[ItemKind, set[int]] = defaultdict(set)
        for item in items:
            keys[item.kind].add(item.pk)
        self._tournaments = {t.pk: t for t in how_ranked(keys[ItemKind.CONTEST])}
        self._members = _members(keys[ItemKind.CONTEST])
        self._lineups = lineups_in(keys[ItemKind.CONTEST])
        self._games = _games(keys[ItemKind.EVENING])
        self._past = _past(keys[ItemKind.PAST])

    def basis_of(self, item: Item) -> Basis:
        """Return the basis of an item's results: while it is the same, so are they."""
        if item.kind is ItemKind.CONTEST:
            contest = self._tournaments[item.pk]
            members = self._members[item.pk]
            if lineups := self._lineups.get(item.pk):
                members = [*members, *lineups.rows()]
            return contest.log_hash, contest.results_version, _digest(members)
        return (_digest((self._games if item.kind is ItemKind.EVENING else self._past)[item.pk]),)

    def of(self, item: Item, *, evening: int, teams: bool) -> Credited:
        if item.kind is ItemKind.CONTEST:
            return self._of_contest(item.pk, evening, teams)
        if item.kind is ItemKind.EVENING:
            return Credited(_of_evening(self._games[item.pk], evening, teams), {})
        return Credited(_of_past(self._past[item.pk], evening, teams), {})

    @cached_property
    def _contests(self) -> Mapping[int, RankedContest]:
        return seen_contests(self._tournaments.values())

    def _of_contest(self, pk: int, evening: int, teams: bool) -> Credited:
        contest = self._contests[pk]
        if lineups := self._lineups.get(pk):
            return _of_lineups(contest, lineups, evening, teams)
        members: Members = {}
        seen: set[int] = set()
        by_entry: defaultdict[int, list[int]] = defaultdict(list)
        for _pk, number, player in self._members[pk]:
            by_entry[number].append(player)
        for number, players in by_entry.items():
            own = entrant_of(players, teams=teams)
            members[number] = tuple(who for who in own if who not in seen)
            seen |= set(own)
        results = credit_evening(contest.standings(), members, evening=evening)
        present = {result.entrant for result in results}
        tags: defaultdict[int, set[str]] = defaultdict(set)
        for entrant in contest.entrants:
            for who in members.get(entrant.number, ()):
                if who in present and entrant.tags:
                    tags[who] |= entrant.tags
        return Credited(results, tags)


def _of_lineups(contest: RankedContest, lineups: Lineups, evening: int, teams: bool) -> Credited:
    """Return the results of a contest with substitutions: the players' own rounds."""

    def members(number: int, round_number: int) -> tuple[int, ...]:
        return entrant_of(lineups.at(number, round_number), teams=teams)

    results = credit_by_rounds(contest, members, evening=evening)
    own_tags = {entrant.number: entrant.tags for entrant in contest.entrants}
    tags: defaultdict[int, set[str]] = defaultdict(set)
    for result in contest.results:
        for who in members(result.entrant, result.round) if own_tags[result.entrant] else ():
            tags[who] |= own_tags[result.entrant]
    return Credited(results, tags)


def _digest(rows: Rows) -> bytes:
    """Return a digest of rows of plain values."""
    return sha256(marshal.dumps(rows, _BY_VALUE_ALONE)).digest()


def _members(keys: Collection[int]) -> Mapping[int, Rows]:
    """Return entry number and player of each place, by contest."""
    people = EntryPlayer.objects.filter(entry__tournament__in=keys, player__isnull=False)
    return _by_item(
        people.order_by("entry__number", "position").values_list(
            "entry__tournament_id", "entry__number", "player_id"
        )
    )


def _by_item(rows: Iterable[Row]) -> Mapping[int, Rows]:
    """Group rows by their first value, the key of the item."""
    found: defaultdict[int, Rows] = defaultdict(list)
    for row in rows:
        found[row[0]].append(row)
    return found


class _SeasonChair(NamedTuple):
    """A seat of a finished game, as loaded."""

    evening: int
    game: int
    seat: str
    player: int | None
    points: int
    hands: int
    is_won: bool
    is_tied: bool
    capots: int
    failed: int

    @property
    def side(self) -> Side:
        return Seat(self.seat).side


def _games(keys: Collection[int]) -> Mapping[int, Rows]:
    seats = GameSeat.every.filter(
        game__evening__in=keys, game__is_contest=False, is_counted=True
    ).order_by("game__created_at", "game_id", "seat", "first_hand")
    return _by_item(seats.values_list("game__evening_id", *_SeasonChair._fields[1:]))


def _of_evening(rows: Rows, evening: int, teams: bool) -> tuple[EveningResult, ...]:
    """Return the results of a club evening: each finished game is a round of its players.

    With substitutes, each player has the hands of the own time there. A ranked team consists of the
    players with the most hands on each seat, and has the whole game.
    """
    games: defaultdict[int, list[_SeasonChair]] = defaultdict(list)
    for chair in map(_SeasonChair._make, rows):
        games[chair.game].append(chair)
    played: Counter[int] = Counter()
    results: list[RoundResult] = []
    for game in games.values():
        sides = {side: [chair for chair in game if chair.side is side] for side in Side}
        who = {side: _entrants_at(sides[side], teams) for side in Side}
        for side in Side:
            others = tuple(who[side.other])
            for entrant, chairs in who[side].items():
                played[entrant] += 1
                results.append(_game_result(entrant, played[entrant], chairs, others))
    contest = RankedContest(
        entrants=tuple(RankedEntrant(number=entrant) for entrant in played),
        results=tuple(results),
        rules=EVENING_RULES,
    )
    alone = {entrant: (entrant,) for entrant in played}
    return credit_evening(contest.standings(), alone, evening=evening)


def _entrants_at(
    side: Sequence[_SeasonChair], teams: bool
) -> dict[int, tuple[_SeasonChair, Sequence[_SeasonChair]]]:
    """Return who is credited with a game for a side, with their hands, and who took them."""
    if not teams:
        return {
            chair.player: (chair, [chair, *(one for one in side if one.seat != chair.seat)])
            for chair in side
            if chair.player
        }
    most: dict[str, _SeasonChair] = {}
    for chair in side:
        if chair.seat not in most or chair.hands >= most[chair.seat].hands:
            most[chair.seat] = chair
    # Each hand is listed for both seats.
    points, hands, capots = (
        sum(getattr(chair, name) for chair in side) // 2 for name in ("points", "hands", "capots")
    )
    whole = side[-1]._replace(points=points, hands=hands, capots=capots)
    players = [chair.player for chair in most.values() if chair.player]
    return dict.fromkeys(entrant_of(players, teams=True), (whole, side))


def _game_result(
    entrant: int,
    number: int,
    credited: tuple[_SeasonChair, Sequence[_SeasonChair]],
    opponents: tuple[int, ...],
) -> RoundResult:
    """Return a game as a round, with that number, of whoever is credited with it."""
    first, side = credited
    outcome = GameOutcome.WON if first.is_won else GameOutcome.LOST
    return RoundResult(
        entrant=entrant,
        round=number,
        points=first.points,
        outcome=GameOutcome.TIED if first.is_tied else outcome,
        opponents=opponents,
        capots=first.capots,
        failed=sum(chair.failed for chair in side),
        hands=first.hands,
    )


def _past(keys: Collection[int]) -> Mapping[int, Rows]:
    """Return the lines of past contests, repeated for each of their players."""
    rows = PastResult.objects.filter(contest__in=keys).order_by("place", "pk", "players")
    return _by_item(rows.values_list("contest_id", "pk", "place", "total", "players"))


def _of_past(rows: Rows, evening: int, teams: bool) -> tuple[EveningResult, ...]:
    """Return the results of a past contest: places and totals, without games."""
    people: defaultdict[tuple[int, int, int], list[int]] = defaultdict(list)
    for _contest, pk, place, total, player in rows:
        people[place, total, pk] += [player] if player else []
    sharing = Counter(place for place, _total, _pk in people)
    found: dict[int, EveningResult] = {}
    for (place, total, _pk), players in people.items():
        for entrant in entrant_of(players, teams=teams):
            # If a player is listed twice in a contest, the better place counts.
            if entrant not in found:
                record = Record(entrant=entrant, points=total, has_results=True)
                found[entrant] = EveningResult(entrant, evening, record, place, sharing[place])
    return tuple(found.values())
