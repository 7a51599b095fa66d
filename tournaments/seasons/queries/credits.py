"""What everybody brought home from the evenings of seasons: a few queries, however many evenings.

Of a contest that is what its own standings say, of a club evening what its finished games do, of a
result of the past its place and total.
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
# The later formats of `marshal` also say which values are one object.
_BY_VALUE_ALONE: Final = 2
# As the evening's own page ranks: by points, then games won; equal players share a place.
EVENING_RULES: Final = RankingRules(
    criteria=(CriterionCode.POINTS, CriterionCode.WINS), last_resort=LastResort.SHARED
)

Members: TypeAlias = dict[int, tuple[int, ...]]
"""The players of entries, by the number of the entry."""
Row: TypeAlias = tuple[Any, ...]
Rows: TypeAlias = list[Row]
Basis: TypeAlias = tuple[str | int | bytes, ...]
"""What somebody's results of an evening follow from, in short."""


class Credited(NamedTuple):
    """What one evening brought to those of a season, and the tags they had there."""

    results: tuple[EveningResult, ...]
    tags: Mapping[int, Collection[str]]


def entrant_of(players: Collection[int], *, teams: bool) -> tuple[int, ...]:
    """Return under which numbers players stand in a season: each alone, or both as one team.

    Where teams are ranked, only two players are one; the number of a team says who they are.
    """
    if not teams:
        return tuple(players)
    if len(set(players)) != 2:
        return ()
    return (paired(*players),)


def paired(one: int, other: int) -> int:
    """Return the number of the team that two players are."""
    low, high = sorted((one, other))
    return (low << _PAIR_BITS) + high


def credited_players(entrant: int) -> tuple[int, ...]:
    """Return the keys of the players who stand in a season under that number."""
    low, high = divmod(entrant, 1 << _PAIR_BITS)
    return (low, high) if low else (high,)


class Credits:
    """The rows of some contests, evenings and past contests, loaded at once.

    The results of contests are loaded when somebody asks for them: as long as a contest says the
    same, nobody need.
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
        """Return what an item's results follow from: as long as it is the same, so are they."""
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
    """Return what a contest in which places changed hands brought: everybody's own rounds."""

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
    """Return what stands for rows of plain values; other rows have another."""
    return sha256(marshal.dumps(rows, _BY_VALUE_ALONE)).digest()


def _members(keys: Collection[int]) -> Mapping[int, Rows]:
    """Return the number of an entry and one of its players, by contest."""
    people = EntryPlayer.objects.filter(entry__tournament__in=keys, player__isnull=False)
    return _by_item(
        people.order_by("entry__number", "position").values_list(
            "entry__tournament_id", "entry__number", "player_id"
        )
    )


def _by_item(rows: Iterable[Row]) -> Mapping[int, Rows]:
    """Return rows by the key of what they are of, which is the first of each."""
    found: defaultdict[int, Rows] = defaultdict(list)
    for row in rows:
        found[row[0]].append(row)
    return found


class _SeasonChair(NamedTuple):
    """One seat of a finished game, as it is read."""

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
    """Return what a club evening brought: each finished game is a round of whoever sat there.

    Where somebody sat in, each has the hands of the own time there; a team that is ranked is who
    played the most hands on each seat, and has the whole game.
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
    """Return who is credited with a game for a side: what each has of it, and who took there."""
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
    # Each hand stands there twice: for either seat.
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
    """Return one game as the round of that number of whoever is credited with it."""
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
    """Return the lines of past contests, each as often as it has players."""
    rows = PastResult.objects.filter(contest__in=keys).order_by("place", "pk", "players")
    return _by_item(rows.values_list("contest_id", "pk", "place", "total", "players"))


def _of_past(rows: Rows, evening: int, teams: bool) -> tuple[EveningResult, ...]:
    """Return what a past contest brought: places and totals, nothing of its games."""
    people: defaultdict[tuple[int, int, int], list[int]] = defaultdict(list)
    for _contest, pk, place, total, player in rows:
        people[place, total, pk] += [player] if player else []
    sharing = Counter(place for place, _total, _pk in people)
    found: dict[int, EveningResult] = {}
    for (place, total, _pk), players in people.items():
        for entrant in entrant_of(players, teams=teams):
            # Listed twice in one contest: the better place is theirs.
            if entrant not in found:
                record = Record(entrant=entrant, points=total, has_results=True)
                found[entrant] = EveningResult(entrant, evening, record, place, sharing[place])
    return tuple(found.values())
