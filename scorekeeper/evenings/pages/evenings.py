"""Club evenings: the list, the tables of the night, who is here, the ranking of the players."""

import hashlib
from collections.abc import Collection, Iterable
from datetime import date, datetime, timedelta
from itertools import count
from typing import Any, Final

from django.db.models import Case, Count, Exists, F, OuterRef, Q, Sum, When
from django.db.models.functions import Coalesce

from scorekeeper.clubs.pages.names import name_key
from scorekeeper.clubs.pages.shown_names import WHOLE_NAMES, ShownNames
from scorekeeper.engine.hand import Seat, Side
from scorekeeper.games.pages.cards import game_cards, with_seats
from scorekeeper.models import Club, Evening, GameSeat, Membership, Player
from scorekeeper.models.evenings import EveningQuerySet
from scorekeeper.rules.pages.rulesets import NoSuchRuleSetError, RuleSetChoice, find_choice

_SEATS_A: Final = [seat.value for seat in Seat if seat.side is Side.A]
_SEATS_B: Final = [seat.value for seat in Seat if seat.side is Side.B]
# An evening goes on past midnight.
STILL_TONIGHT: Final = timedelta(days=1)


def evenings_with_counts(club: Club) -> EveningQuerySet:
    """Return the club's evenings, the latest first, with `game_count` and `player_count`."""
    return (
        Evening.objects.of_club(club)
        .newest_first()
        .annotate(
            game_count=Count("games", distinct=True),
            player_count=Count("attendances", distinct=True),
        )
    )


def evening_of_tonight(club: Club, *, today: date) -> Evening | None:
    """Return the open evening of today, or of last night, with its counts."""
    recent = evenings_with_counts(club).filter(closed_at=None)
    return recent.filter(date__range=(today - STILL_TONIGHT, today)).first()


def evening_version(evening: Evening) -> str:
    """Return what changes whenever what the evening's page shows of games does, in one query."""
    games = evening.games.order_by("pk").values_list("pk", "version", "mark")
    return _version_of(evening.closed_at, games)


def _version_of(closed_at: datetime | None, games: Iterable[tuple[int, int, str]]) -> str:
    state = repr((closed_at, list(games)))
    return hashlib.sha256(state.encode()).hexdigest()[:16]


def follows_evening(user_pk: int | None, codes: Collection[str], pk: int) -> str:
    """Return the version of an evening's games for a member or a joined phone, in one query.

    Empty for anybody else. Whoever follows the evening asks every few seconds: this is all it
    costs.
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
    """Return what of the evening's page changes while games go on, in four queries."""
    games = evening.games.order_by("table_number", "-created_at", "-pk")
    cards = game_cards(with_seats(games), shown)
    playing = [card for card in cards if not card.is_finished]
    finished = [card for card in cards if card.is_finished]
    finished.sort(key=lambda card: card.finished_at or card.created_at, reverse=True)
    taken_tables = {card.table_number for card in playing}
    return {
        "version": version,
        "playing": playing,
        "finished": finished,
        "ranking": evening_ranking(evening, shown) if cards else [],
        "free_table": next(number for number in count(1) if number not in taken_tables),
    }


def evening_ranking(evening: Evening, shown: ShownNames = WHOLE_NAMES) -> list[dict[str, Any]]:
    """Return the players of the evening by points, then games won, then name, in two queries.

    Each player has the points of the own side in every game, unfinished ones too. A contract is
    made when the taker's side won the hand. Players who are equal share a place.
    """
    rows = _points_and_wins(evening)
    contracts = _contracts(evening)
    rows.sort(key=lambda row: (-row["points"], -row["won"], name_key(row["shown"])))
    ranking: list[dict[str, Any]] = []
    for number, row in enumerate(rows, start=1):
        player, name = row.pop("player_id"), row.pop("shown")
        before = ranking[-1] if ranking else None
        is_equal = before and (before["points"], before["won"]) == (row["points"], row["won"])
        place = before["place"] if before and is_equal else number
        taken, made = contracts.get((player, name), (0, 0))
        line = {"place": place, "name": shown.name(name, player), **row}
        ranking.append({**line, "taken": taken, "made": made})
    return ranking


def _points_and_wins(evening: Evening) -> list[dict[str, Any]]:
    won = Q(seat__in=_SEATS_A, game__winner=Side.A) | Q(seat__in=_SEATS_B, game__winner=Side.B)
    return list(
        GameSeat.objects.filter(game__evening=evening)
        .values("player_id", shown=Coalesce("player__name", "name"))
        .annotate(
            points=Sum(
                Case(When(seat__in=_SEATS_A, then="game__total_a"), default="game__total_b")
            ),
            games=Count("pk"),
            won=Count("pk", filter=won),
        )
        .order_by()
    )


def _contracts(evening: Evening) -> dict[tuple[int | None, str], tuple[int, int]]:
    """Return how many contracts each player took and made, by player and name."""
    made = Q(seat__in=_SEATS_A, game__hands__winner=Side.A)
    made |= Q(seat__in=_SEATS_B, game__hands__winner=Side.B)
    rows: Iterable[dict[str, Any]] = (
        GameSeat.objects.filter(
            game__evening=evening, game__hands__taker=F("seat"), game__hands__counted=True
        )
        .values("player_id", shown=Coalesce("player__name", "name"))
        .annotate(taken=Count("game__hands"), made=Count("game__hands", filter=made))
        .order_by()
    )
    return {(row["player_id"], row["shown"]): (row["taken"], row["made"]) for row in rows}


def players_here(evening: Evening) -> list[Player]:
    players = Player.objects.filter(attendances__evening=evening)
    return sorted(players, key=lambda player: name_key(player.name))


def seated_players(evening: Evening) -> set[int]:
    """Return the keys of the players who sit, or sat, at a table tonight."""
    seats = GameSeat.objects.filter(game__evening=evening, player__isnull=False)
    return set(seats.values_list("player_id", flat=True).distinct())


def attendance_choices(club: Club, here: Iterable[Player]) -> list[Player]:
    """Return who may be ticked as present, by name: those who still come, and who is here."""
    known = {player.pk: player for player in (*Player.objects.of_club(club).active(), *here)}
    return sorted(known.values(), key=lambda player: name_key(player.name))


def usual_rules(evening: Evening) -> RuleSetChoice | None:
    """Return the rule set new games of the evening start with, None once it is withdrawn."""
    try:
        return find_choice(evening.club, evening.ruleset_key)
    except NoSuchRuleSetError:
        return None
