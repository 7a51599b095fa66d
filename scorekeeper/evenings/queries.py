"""What pages show of club evenings: the list, tonight's tables, who is present, the ranking."""

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import count
from typing import Any, Final

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from scorekeeper.clubs.queries import MOST_OFFERED, WHOLE_NAMES, ShownNames, players_like
from scorekeeper.engine.choices import Bidding
from scorekeeper.engine.former_fields import bidding_of
from scorekeeper.engine.hand import Seat, Side
from scorekeeper.engine.stints import earned, stints_of
from scorekeeper.extensions import is_contest_on
from scorekeeper.games.queries.games import game_cards
from scorekeeper.labels.rules import MARKED_LABELS
from scorekeeper.models import (
    Attendance,
    Club,
    Evening,
    Game,
    GameEvent,
    GameSeat,
    Hand,
    Membership,
    Player,
)
from scorekeeper.models.evenings import EveningQuerySet
from scorekeeper.models.games import GameQuerySet
from scorekeeper.models.sort_names import name_key

_OF_SIDE = {side: [seat.value for seat in Seat if seat.side is side] for side in Side}


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningRanking:
    """The ranking of the players of all games with the same kind of scoring.

    `title` names the kind of scoring if an evening has several. A line has the place, the name, the
    points of the player's side in the hands that the player played, the numbers of games finished,
    won and still going on, and the contracts taken and made.
    """

    title: str
    lines: list[dict[str, Any]]


def ranked_games(games: GameQuerySet) -> GameQuerySet:
    """Return the games with their seats and players, in three queries."""
    return games.prefetch_related("seats__player")


def evening_rankings(
    evening: Evening, shown: ShownNames = WHOLE_NAMES, *, games: Iterable[Game] | None = None
) -> list[EveningRanking]:
    """Return the rankings of an evening, each ordered by points, then games won, then name.

    Each kind of scoring has its own ranking, the most played first. Equal players share a place.
    `games` are those of `ranked_games`, if they are loaded already. Two more queries if there were
    substitutes.
    """
    if games is None:
        games = ranked_games(evening.games.order_by("pk"))
    by_kind: defaultdict[Bidding, list[Game]] = defaultdict(list)
    for game in games:
        by_kind[bidding_of(game.ruleset_values.get("bidding"))].append(game)
    contracts = _contracts(evening) if by_kind else {}
    left, hands = _where_somebody_sat_in([game for own in by_kind.values() for game in own])
    rankings = []
    for kind, own in sorted(by_kind.items(), key=lambda found: -len(found[1])):
        lines = _Lines(shown)
        for game in own:
            lines.add(game, [*game.seats.all(), *left[game.pk]], hands[game.pk], contracts)
        title = str(MARKED_LABELS[kind]) if len(by_kind) > 1 else ""
        rankings.append(EveningRanking(title=title, lines=lines.ranked()))
    return rankings


class _Lines:
    """Sums up the games of an evening for each player."""

    def __init__(self, shown: ShownNames) -> None:
        self.shown = shown
        self.found: dict[tuple[int | None, str], dict[str, Any]] = {}

    def add(
        self,
        game: Game,
        seats: Sequence[GameSeat],
        hands: Sequence[Hand],
        contracts: dict[int, tuple[int, int]],
    ) -> None:
        for seat in seats:
            stints = stints_of(seat, seats)
            has = earned(stints, game, hands) if stints else None
            if has is None or (game.is_finished and not has.is_counted):
                continue
            line = self._line(seat)
            line["points"] += has.points
            line["games"] += game.is_finished
            line["won"] += game.is_finished and has.is_won
            line["playing"] += not game.is_finished
            for stint in stints:
                taken, made = contracts.get(stint.pk, (0, 0))
                line["taken"] += taken
                line["made"] += made

    def _line(self, seat: GameSeat) -> dict[str, Any]:
        name = seat.player.name if seat.player else seat.name
        key = seat.player_id, name
        if key not in self.found:
            counts = ("points", "games", "won", "playing", "taken", "made")
            line = {"name": self.shown.name(name, seat.player_id), **dict.fromkeys(counts, 0)}
            self.found[key] = line
        return self.found[key]

    def ranked(self) -> list[dict[str, Any]]:
        in_order = sorted(
            self.found.items(),
            key=lambda one: (-one[1]["points"], -one[1]["won"], name_key(one[0][1])),
        )
        ranking: list[dict[str, Any]] = []
        for number, (_key, line) in enumerate(in_order, start=1):
            before = ranking[-1] if ranking else None
            is_equal = before and (before["points"], before["won"]) == (line["points"], line["won"])
            place = before["place"] if before and is_equal else number
            ranking.append({"place": place, **line})
        return ranking


def _contracts(evening: Evening) -> dict[int, tuple[int, int]]:
    """Return the numbers of contracts taken and made from each seat, by the seat's primary key.

    A contract is made when the taker's side won the hand.
    """
    made = Q(seat__in=_OF_SIDE[Side.A], game__hands__winner=Side.A)
    made |= Q(seat__in=_OF_SIDE[Side.B], game__hands__winner=Side.B)
    rows = (
        GameSeat.every.filter(
            Q(last_hand=None) | Q(game__hands__number__lte=F("last_hand")),
            game__evening=evening,
            game__hands__taker=F("seat"),
            game__hands__counted=True,
            game__hands__number__gte=F("first_hand"),
        )
        .annotate(all_taken=Count("game__hands"), all_made=Count("game__hands", filter=made))
        .order_by()
        .values_list("pk", "all_taken", "all_made")
    )
    return {pk: (taken, won) for pk, taken, won in rows}


def _where_somebody_sat_in(
    games: Iterable[Game],
) -> tuple[defaultdict[int, list[GameSeat]], defaultdict[int, list[Hand]]]:
    """Return replaced players and the hands that count, for games with substitutes."""
    left: defaultdict[int, list[GameSeat]] = defaultdict(list)
    hands: defaultdict[int, list[Hand]] = defaultdict(list)
    of = {"game__in": [game.pk for game in games if game.has_substitutes]}
    if of["game__in"]:
        for seat in GameSeat.every.filter(**of, last_hand__isnull=False).select_related("player"):
            left[seat.game_id].append(seat)
        for hand in Hand.objects.filter(**of, counted=True).order_by("number"):
            hands[hand.game_id].append(hand)
    return left, hands


# An evening may end after midnight.
STILL_TONIGHT: Final = timedelta(days=1)
LATEST_EVENINGS: Final = 10
"""In a club with many players, those who came to one of these evenings are offered first."""


def evenings_with_counts(club: Club) -> EveningQuerySet:
    """Return the club's evenings, the latest first, with `game_count` and `player_count`."""

    def counted(rows: QuerySet[Any]) -> Coalesce:
        own = rows.filter(evening=OuterRef("pk")).order_by().values("evening")
        return Coalesce(Subquery(own.annotate(found=Count("pk")).values("found")), 0)

    return (
        Evening.objects.of_club(club)
        .newest_first()
        .annotate(
            game_count=counted(Game.objects.all()),
            player_count=counted(Attendance.objects.all()),
        )
    )


def evening_of_tonight(club: Club, *, today: date) -> Evening | None:
    """Return the open evening of today or yesterday, with its counts."""
    recent = evenings_with_counts(club).filter(closed_at=None)
    return recent.filter(date__range=(today - STILL_TONIGHT, today)).first()


def evening_version(evening: Evening) -> str:
    """Return a version that changes with the games shown on the evening's page; one query."""
    games = evening.games.order_by("pk").values_list("pk", "version", "mark")
    return _version_of(evening.closed_at, games)


def _version_of(closed_at: datetime | None, games: Iterable[tuple[int, int, str]]) -> str:
    state = repr((closed_at, list(games)))
    return hashlib.sha256(state.encode()).hexdigest()[:16]


def follows_evening(user_pk: int | None, codes: Collection[str], pk: int) -> str:
    """Return the version of an evening's games for a member or a joined phone; empty for others.

    Pages that follow the evening ask for it every few seconds; it takes one query.
    """
    member = Membership.objects.filter(club=OuterRef("club"), user=user_pk)
    rows = list(
        Evening.objects.filter(Q(token__in=codes) | Exists(member), pk=pk)
        .order_by("games__pk")
        .values_list("closed_at", "games__pk", "games__version", "games__mark")
    )
    games = [(pk, version, mark) for _closed_at, pk, version, mark in rows if pk is not None]
    return _version_of(rows[0][0], games) if rows else ""


def tonight_of(
    evening: Evening, *, version: str, shown: ShownNames = WHOLE_NAMES
) -> dict[str, Any]:
    """Return the part of the evening's page that changes while games go on; four queries."""
    games = ranked_games(evening.games.order_by("table_number", "-created_at", "-pk"))
    cards = game_cards(games, shown)
    playing = [card for card in cards if not card.game.is_finished]
    finished = [card for card in cards if card.game.is_finished]
    finished.sort(key=lambda card: card.game.finished_at or card.game.created_at, reverse=True)
    taken_tables = {card.game.table_number for card in playing}
    return {
        "version": version,
        "playing": playing,
        "finished": finished,
        "rankings": evening_rankings(evening, shown, games=games),
        "free_table": next(number for number in count(1) if number not in taken_tables),
    }


def players_here(evening: Evening) -> list[Player]:
    players = Player.objects.filter(attendances__evening=evening)
    return sorted(players, key=lambda player: name_key(player.name))


def seated_players(evening: Evening) -> set[int]:
    """Return the primary keys of the players who sit, or sat, at a table tonight."""
    seats = GameSeat.every.filter(game__evening=evening, player__isnull=False)
    return set(seats.values_list("player_id", flat=True).distinct())


@dataclass(frozen=True, slots=True, kw_only=True)
class AttendanceChoices:
    """Players to tick as present: search results first, then by name.

    In a club of more than `MOST_OFFERED` players, only those who came lately; `is_whole` says
    whether everybody is listed.
    """

    players: list[Player]
    found: list[Player]
    is_whole: bool


def attendance_choices(
    club: Club, here: Iterable[Player], *, ticked: Collection[int] = (), search: str = ""
) -> AttendanceChoices:
    """Return the players to tick: active ones, those present, and those already ticked."""
    players = Player.objects.of_club(club).active()
    evenings = Evening.objects.of_club(club).newest_first().values("pk")[:LATEST_EVENINGS]
    came = Exists(Attendance.objects.filter(player=OuterRef("pk"), evening__in=evenings))
    latest = list(players.order_by(came.desc(), "-pk")[: MOST_OFFERED + 1])
    found = list(players_like(club, search)) if search else []
    others = {
        player.pk: player
        for player in (*latest[:MOST_OFFERED], *here, *players.filter(pk__in=ticked))
        if player not in found
    }
    return AttendanceChoices(
        players=[*found, *sorted(others.values(), key=lambda player: name_key(player.name))],
        found=found,
        is_whole=len(latest) <= MOST_OFFERED,
    )


STILL_PLAYING: Final = timedelta(hours=2)
"""How long a table that writes nothing may still be playing."""


def is_somebody_playing(now: datetime) -> bool:
    """Return whether an evening or contest of today is open, or a game was changed just now."""
    today = timezone.localdate(now)
    days = (today - STILL_TONIGHT, today)
    return (
        Evening.objects.filter(closed_at=None, date__range=days).exists()
        or is_contest_on(*days)
        or _was_written_since(now - STILL_PLAYING)
    )


def _was_written_since(moment: datetime) -> bool:
    # Only the newest row: there is no index on the time, and this runs every minute.
    last = GameEvent.objects.order_by("-pk").values_list("at", flat=True).first()
    return last is not None and last > moment
