"""What everybody brought home from the evenings of seasons: a few queries, however many evenings.

Of a contest that is what its own standings say, of a club evening what its finished games do, of a
result of the past its place and total.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from django.db.models import F

from scorekeeper.engine.hand import Seat, Side
from scorekeeper.models import GameSeat
from tournaments.ledger.standings import load_contests
from tournaments.models import EntryPlayer, PastResult
from tournaments.seasons.pages.items import Item, ItemKind
from tournaments.standings.contest import RankedContest, RankedEntrant
from tournaments.standings.criteria import CriterionCode
from tournaments.standings.ranking import LastResort, RankingRules
from tournaments.standings.record import Record
from tournaments.standings.results import GameOutcome, RoundResult
from tournaments.standings.season_scores import EveningResult
from tournaments.standings.season_table import credit_evening

_PAIR_BITS: Final = 32
# As the evening's own page ranks: by points, then games won; equal players share a place.
EVENING_RULES: Final = RankingRules(
    criteria=(CriterionCode.POINTS, CriterionCode.WINS), last_resort=LastResort.SHARED
)

Members: TypeAlias = dict[int, tuple[int, ...]]
"""The players of entries, by the number of the entry."""


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
    low, high = sorted(players)
    return ((low << _PAIR_BITS) + high,)


def credited_players(entrant: int) -> tuple[int, ...]:
    """Return the keys of the players who stand in a season under that number."""
    low, high = divmod(entrant, 1 << _PAIR_BITS)
    return (low, high) if low else (high,)


class Credits:
    """The results of some contests, evenings and past contests, loaded at once."""

    def __init__(self, items: Iterable[Item]) -> None:
        keys: defaultdict[ItemKind, set[int]] = defaultdict(set)
        for item in items:
            keys[item.kind].add(item.pk)
        self._contests = load_contests(keys[ItemKind.CONTEST])
        self._members = _members(keys[ItemKind.CONTEST])
        self._games = _games(keys[ItemKind.EVENING])
        self._past = _past(keys[ItemKind.PAST])

    def of(self, item: Item, *, evening: int, teams: bool) -> Credited:
        if item.kind is ItemKind.CONTEST:
            return self._of_contest(item.pk, evening, teams)
        if item.kind is ItemKind.EVENING:
            return Credited(_of_evening(self._games[item.pk], evening, teams), {})
        return Credited(_of_past(self._past[item.pk], evening, teams), {})

    def _of_contest(self, pk: int, evening: int, teams: bool) -> Credited:
        contest = self._contests[pk]
        members: Members = {}
        seen: set[int] = set()
        for number, players in self._members[pk].items():
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


def _members(keys: Collection[int]) -> dict[int, Members]:
    found: defaultdict[int, Members] = defaultdict(dict)
    people = EntryPlayer.objects.filter(entry__tournament__in=keys, player__isnull=False)
    for pk, number, player in people.order_by("entry__number", "position").values_list(
        "entry__tournament_id", "entry__number", "player_id"
    ):
        found[pk][number] = (*found[pk].get(number, ()), player)
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


def _games(keys: Collection[int]) -> dict[int, list[_SeasonChair]]:
    found: defaultdict[int, list[_SeasonChair]] = defaultdict(list)
    seats = GameSeat.objects.filter(
        game__evening__in=keys, game__is_contest=False, is_counted=True
    ).order_by("game__created_at", "game_id", "seat")
    rows = seats.annotate(evening=F("game__evening_id"))
    for row in rows.values_list(*_SeasonChair._fields):
        chair = _SeasonChair(*row)
        found[chair.evening].append(chair)
    return found


def _of_evening(
    chairs: Sequence[_SeasonChair], evening: int, teams: bool
) -> tuple[EveningResult, ...]:
    """Return what a club evening brought: each finished game is a round of whoever sat there."""
    games: defaultdict[int, list[_SeasonChair]] = defaultdict(list)
    for chair in chairs:
        games[chair.game].append(chair)
    played: Counter[int] = Counter()
    results: list[RoundResult] = []
    for game in games.values():
        sides = {side: [chair for chair in game if chair.side is side] for side in Side}
        who = {side: _entrants_at(sides[side], teams) for side in Side}
        for side in Side:
            for entrant in who[side]:
                played[entrant] += 1
                results.append(_game_result(entrant, played[entrant], sides[side], who[side.other]))
    contest = RankedContest(
        entrants=tuple(RankedEntrant(number=entrant) for entrant in played),
        results=tuple(results),
        rules=EVENING_RULES,
    )
    alone = {entrant: (entrant,) for entrant in played}
    return credit_evening(contest.standings(), alone, evening=evening)


def _entrants_at(chairs: Iterable[_SeasonChair], teams: bool) -> tuple[int, ...]:
    return entrant_of([chair.player for chair in chairs if chair.player], teams=teams)


def _game_result(
    entrant: int, number: int, side: Sequence[_SeasonChair], opponents: tuple[int, ...]
) -> RoundResult:
    """Return one game as the round of that number of whoever is credited with it."""
    first = side[0]
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


class _PastLine(NamedTuple):
    """One line of a past contest."""

    place: int
    total: int
    players: tuple[int, ...]


def _past(keys: Collection[int]) -> dict[int, list[_PastLine]]:
    lines: dict[int, tuple[int, _PastLine]] = {}
    rows = PastResult.objects.filter(contest__in=keys).order_by("place", "pk", "players")
    for pk, contest, place, total, player in rows.values_list(
        "pk", "contest_id", "place", "total", "players"
    ):
        known = lines[pk][1].players if pk in lines else ()
        lines[pk] = (contest, _PastLine(place, total, (*known, player) if player else known))
    found: defaultdict[int, list[_PastLine]] = defaultdict(list)
    for contest, line in lines.values():
        found[contest].append(line)
    return found


def _of_past(lines: Sequence[_PastLine], evening: int, teams: bool) -> tuple[EveningResult, ...]:
    """Return what a past contest brought: places and totals, nothing of its games."""
    sharing = Counter(line.place for line in lines)
    found: dict[int, EveningResult] = {}
    for line in lines:
        for entrant in entrant_of(line.players, teams=teams):
            result = EveningResult(
                entrant=entrant,
                evening=evening,
                record=Record(entrant=entrant, points=line.total, has_results=True),
                place=line.place,
                sharing=sharing[line.place],
            )
            # Listed twice in one contest: the better place is theirs.
            found.setdefault(entrant, result)
    return tuple(found.values())
