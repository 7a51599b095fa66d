"""One player's finished games, and the others at those tables, in a fixed number of queries."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final, NamedTuple

from django.db.models import Count, F, Q, QuerySet, Sum
from django.db.models.functions import Coalesce, Substr
from django.utils import timezone

from scorekeeper.clubs.queries import WHOLE_NAMES, ShownNames
from scorekeeper.engine.hand import Seat, Side, Trump
from scorekeeper.engine.stints import shared_hands
from scorekeeper.models import Game, GameSeat, Hand, Player
from scorekeeper.models.sort_names import folded
from tournaments.leaderboards.queries import CONTEST_OF_SEAT, Figures, Scope, share


class PlayedGame(NamedTuple):
    """One finished game from a player's view, with the contest or evening it belongs to."""

    game: int
    seat: str
    player: int
    at: datetime
    points: int
    against: int
    hands: int
    is_won: bool
    is_tied: bool
    taken: int
    made: int
    failed: int
    capots: int
    belotes: int
    contest: int | None
    contest_name: str
    contest_date: date | None
    evening: int | None
    evening_name: str
    evening_date: date | None

    @property
    def side(self) -> Side:
        return Seat(self.seat).side

    @property
    def date(self) -> date:
        """Return the day it counts for: an evening may go on past midnight."""
        return self.contest_date or self.evening_date or timezone.localdate(self.at)

    @property
    def difference(self) -> int:
        """Return the points for minus the points against."""
        return self.points - self.against

    @property
    def place(self) -> str:
        return self.contest_name or self.evening_name or ""


_ELSEWHERE: Final = {
    "at": F("game__created_at"),
    "contest": F(f"{CONTEST_OF_SEAT}_id"),
    "contest_name": F(f"{CONTEST_OF_SEAT}__name"),
    "contest_date": F(f"{CONTEST_OF_SEAT}__date"),
    "evening": F("game__evening_id"),
    "evening_name": F("game__evening__name"),
    "evening_date": F("game__evening__date"),
}


def played_at(seats: QuerySet[GameSeat]) -> list[PlayedGame]:
    """Return the games of these seats, in order of time; one query."""
    rows = seats.annotate(**_ELSEWHERE).values_list(*PlayedGame._fields)
    games = [PlayedGame(*row) for row in rows]
    return sorted(games, key=lambda game: (game.date, game.at, game.game))


_SUMMED: Final = ("hands", "points", "against", "taken", "made", "failed", "capots", "belotes")
_SUMS: Final = {
    "all_games": Count("pk"),
    "all_won": Count("pk", filter=Q(is_won=True)),
    "all_tied": Count("pk", filter=Q(is_tied=True)),
    **{f"all_{name}": Sum(name, default=0) for name in _SUMMED},
}


def sums_of(games: Sequence[PlayedGame]) -> dict[str, Any]:
    """Return the sums over games, named as in `Figures`."""
    return {
        "games": len(games),
        "won": sum(game.is_won for game in games),
        "tied": sum(game.is_tied for game in games),
        **{name: sum(getattr(game, name) for game in games) for name in _SUMMED},
    }


def sums_of_seats(seats: QuerySet[GameSeat]) -> dict[str, Any]:
    """Return the same over seats; one query."""
    return _unprefixed(seats.aggregate(**_SUMS))


def _unprefixed(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name.removeprefix("all_"): row[name] for name in _SUMS}


class Neighbour(NamedTuple):
    """Another player at the table in the same hands; no key if only the name is known."""

    pk: int | None
    name: str
    is_partner: bool


def neighbours_of(
    player: Player, games: Collection[int], names: ShownNames = WHOLE_NAMES
) -> dict[int, list[Neighbour]]:
    """Return the other players at the tables of those games, by game; one query."""
    columns = ("game_id", "seat", "player_id", "player__name", "name", "first_hand", "last_hand")
    rows = GameSeat.every.filter(game__in=games).order_by("game_id", "seat", "first_hand")
    tables: defaultdict[int, list[Any]] = defaultdict(list)
    for row in rows.values_list(*columns, named=True):
        tables[row.game_id].append(row)
    found: dict[int, list[Neighbour]] = {}
    for game, table in tables.items():
        mine = [row for row in table if row.player_id == player.pk]
        met = (
            Neighbour(
                other.player_id,
                names.name(other.player__name or other.name, other.player_id),
                Seat(other.seat).side is Seat(row.seat).side,
            )
            for other in table
            for row in mine
            if other.seat != row.seat and shared_hands(other, row)
        )
        # A player who left and came back is listed once.
        found[game] = list(dict.fromkeys(met))
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Companion(Figures):
    """The sums over games with, or against, another player."""

    pk: int | None
    name: str


def partners_and_opponents(
    player: Player, scope: Scope, names: ShownNames = WHOLE_NAMES
) -> tuple[list[Companion], list[Companion]]:
    """Return the partners and the opponents, those with the most games first; three queries.

    The database adds up the games in which nobody was replaced. Who met whom in the others follows
    from the hands.
    """
    sums: dict[Neighbour, Counter[str]] = defaultdict(Counter)
    seats = scope.seats().filter(player=player)
    for other, row in _sums_by_neighbour(seats.filter(game__has_substitutes=False), names):
        if other.pk != player.pk:
            sums[other].update(row)
    shared = played_at(seats.filter(game__has_substitutes=True))
    neighbours = neighbours_of(player, [game.game for game in shared], names) if shared else {}
    for game in shared:
        for other in neighbours.get(game.game, ()):
            sums[other].update(sums_of([game]))

    def listed(is_partner: bool) -> list[Companion]:
        found = [
            Companion(pk=other.pk, name=other.name, **row)
            for other, row in sums.items()
            if other.is_partner is is_partner
        ]
        return sorted(found, key=lambda other: (-other.games, -other.won, folded(other.name)))

    return listed(True), listed(False)


def _sums_by_neighbour(
    seats: QuerySet[GameSeat], names: ShownNames
) -> Iterator[tuple[Neighbour, dict[str, Any]]]:
    """Yield who else sat at those tables, and the sums over the seats; one query.

    Without keys, equal names count as one person.
    """
    known, own_name = F("game__seats__player__name"), F("game__seats__name")
    rows = (
        seats.values(
            other=F("game__seats__player"),
            called=Coalesce(known, own_name),
            side=Substr("game__seats__seat", 1, 1),
            own_side=Substr("seat", 1, 1),
        )
        .annotate(**_SUMS)
        .order_by()
    )
    for row in rows:
        name = names.name(row["called"], row["other"])
        yield Neighbour(row["other"], name, row["side"] == row["own_side"]), _unprefixed(row)


def takes_by_trump(player: Player, scope: Scope) -> list[dict[str, Any]]:
    """Return the contracts with a recorded trump, in the order of the suits; one query."""
    own = scope.seats().filter(player=player).exclude(game__kind=Game.Kind.SLIP)
    hands = Hand.objects.filter(
        Q(game__seats__last_hand=None) | Q(number__lte=F("game__seats__last_hand")),
        game__in=own.values("game"),
        game__seats__player=player,
        taker=F("game__seats__seat"),
        number__gte=F("game__seats__first_hand"),
        counted=True,
    )
    rows = (
        hands.exclude(trump="")
        .order_by()
        .values("trump")
        .annotate(taken=Count("pk"), made=Count("pk", filter=Q(winner=Substr("taker", 1, 1))))
    )
    found = {row["trump"]: row for row in rows}
    return [
        found[trump] | {"trump": trump, "share": share(found[trump]["made"], found[trump]["taken"])}
        for trump in Trump
        if trump in found
    ]
