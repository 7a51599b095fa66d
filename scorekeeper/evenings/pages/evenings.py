"""Club evenings: the list, the tables of the night, who is here, the ranking of the players."""

import hashlib
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import count
from typing import Any, Final

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from scorekeeper.clubs.pages.players import MOST_OFFERED, players_like
from scorekeeper.clubs.pages.shown_names import WHOLE_NAMES, ShownNames
from scorekeeper.evenings.pages.rankings import evening_rankings, ranked_games
from scorekeeper.games.pages.cards import GameCard, game_cards
from scorekeeper.models import Attendance, Club, Evening, Game, GameSeat, Membership, Player
from scorekeeper.models.evenings import EveningQuerySet
from scorekeeper.models.sort_names import name_key
from scorekeeper.rules.pages.rulesets import NoSuchRuleSetError, RuleSetChoice, find_choice

# An evening goes on past midnight.
STILL_TONIGHT: Final = timedelta(days=1)
LATEST_EVENINGS: Final = 10
"""Whoever came to one of them is offered first where a club has many players."""


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
    games = ranked_games(evening.games.order_by("table_number", "-created_at", "-pk"))
    cards = game_cards(games, shown)
    playing = [card for card in cards if not card.is_finished]
    finished = [card for card in cards if card.is_finished]
    finished.sort(key=lambda card: card.finished_at or card.created_at, reverse=True)
    taken_tables = {card.table_number for card in playing}
    return {
        "version": version,
        "playing": playing,
        "finished": finished,
        "rankings": evening_rankings(evening, shown, games=games),
        "free_table": next(number for number in count(1) if number not in taken_tables),
    }


def named_tables(cards: Collection[GameCard]) -> str:
    """Return the numbers of the tables, and who plays where there is none."""
    with_number = sorted(card.table_number for card in cards if card.table_number)
    tables = [_("table %(number)d") % {"number": number} for number in with_number]
    others = [f"{card.name_a} – {card.name_b}" for card in cards if not card.table_number]
    return ", ".join([*tables, *others])


def players_here(evening: Evening) -> list[Player]:
    players = Player.objects.filter(attendances__evening=evening)
    return sorted(players, key=lambda player: name_key(player.name))


def seated_players(evening: Evening) -> set[int]:
    """Return the keys of the players who sit, or sat, at a table tonight."""
    seats = GameSeat.every.filter(game__evening=evening, player__isnull=False)
    return set(seats.values_list("player_id", flat=True).distinct())


@dataclass(frozen=True, slots=True, kw_only=True)
class AttendanceChoices:
    """Who may be ticked as present: who was searched for first, then by name.

    Of a club of more than `MOST_OFFERED` those who came lately; `is_whole` where that is everybody.
    """

    players: list[Player]
    found: list[Player]
    is_whole: bool


def attendance_choices(
    club: Club, here: Iterable[Player], *, ticked: Collection[int] = (), search: str = ""
) -> AttendanceChoices:
    """Return who may be ticked as present: who still comes, who is here, and who is ticked."""
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


def usual_rules(evening: Evening) -> RuleSetChoice | None:
    """Return the rule set new games of the evening start with, None once it is withdrawn."""
    try:
        return find_choice(evening.club, evening.ruleset_key)
    except NoSuchRuleSetError:
        return None
