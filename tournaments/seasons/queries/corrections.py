"""Changes in a season's games after their evening or contest was over."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Final

from django.db.models import F, Min, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from scorekeeper.engine.hand import Seat, Side
from scorekeeper.models import Evening, GameEvent, GameSeat
from tournaments.models import Fixture, League, LogEntry, Season
from tournaments.rankings.labels import change_text
from tournaments.seasons.queries.items import Item, ItemKind, Key, counted_items

_K = GameEvent.Kind
CORRECTIONS: Final = (
    _K.HAND_CORRECTED,
    _K.HAND_WITHDRAWN,
    _K.SLIP_CORRECTED,
    _K.SLIP_WITHDRAWN,
    _K.REOPENED,
    _K.EDITED,
)
"""Actions that change something recorded before."""
LATE: Final = (_K.HAND_RECORDED, _K.SLIP_RECORDED, _K.STOPPED)
"""Actions that are corrections only after the evening was closed or the contest finished."""
OVER_AT: Final = time(12)
"""Evenings that nobody closed, and contests that nobody finished, end at noon of the next day."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """An action on a game of a season. `is_too_late` if the season was frozen before."""

    event: GameEvent
    item: Item
    is_too_late: bool
    teams: str = ""

    @property
    def change(self) -> str:
        return change_text(self.event.before, self.event.after)


def corrections_of(season: Season) -> list[Correction]:
    """Return the changes after the end, latest first; nine queries at most."""
    if season.league.kind == League.Kind.FIXTURES:
        return _of_fixtures(season)
    items = {item.key: item for item in counted_items(season)}
    ends = _ends(items.values())
    found = []
    for event in _events(items):
        key = _key(event)
        if event.kind in LATE or event.at > ends[key]:
            found.append(_correction(event, items[key], season))
    return found


def _of_fixtures(season: Season) -> list[Correction]:
    """Return the changes in games of fixed teams after their day."""
    fixtures = Fixture.objects.filter(season=season, game__isnull=False)
    items = {
        fixture.game_id: Item(
            date=timezone.localdate(fixture.game.created_at),
            kind=ItemKind.EVENING,
            pk=fixture.pk,
            name=str(fixture),
        )
        for fixture in fixtures.select_related("home", "away", "game")
        if fixture.game
    }
    events = GameEvent.objects.filter(game__in=items, kind__in=CORRECTIONS)
    return [
        _correction(event, items[event.game_id], season)
        for event in events.select_related("game").order_by("-at", "-pk")
        if event.at > _noon_after(items[event.game_id].date)
    ]


def with_teams(corrections: Iterable[Correction]) -> list[Correction]:
    """Return corrections with the players of the games; one query."""
    found = list(corrections)
    names: dict[int, dict[Side, list[str]]] = {}
    seats = GameSeat.objects.filter(game__in={one.event.game_id for one in found}).order_by("seat")
    for game, seat, name in seats.values_list("game_id", "seat", "name"):
        names.setdefault(game, {side: [] for side in Side})[Seat(seat).side].append(name)
    teams = {
        game: " – ".join(" & ".join(people) for people in sides.values())
        for game, sides in names.items()
    }
    return [replace(one, teams=teams.get(one.event.game_id, "")) for one in found]


def _events(items: Iterable[Key]) -> QuerySet[GameEvent]:
    keys = list(items)
    contests = [pk for kind, pk in keys if kind is ItemKind.CONTEST]
    evenings = [pk for kind, pk in keys if kind is ItemKind.EVENING]
    ours = Q(game__match__round__tournament__in=contests)
    ours |= Q(game__evening__in=evenings, game__is_contest=False)
    ends = LogEntry.objects.filter(
        tournament=OuterRef("game__match__round__tournament"), kind=LogEntry.Kind.FINISHED
    )
    # A contest that was reopened has no end now: its first end counts.
    after_end = Q(at__gt=Subquery(ends.order_by("number").values("at")[:1]))
    after_end |= Q(at__gt=F("game__evening__closed_at"))
    events = GameEvent.objects.filter(ours, Q(kind__in=CORRECTIONS) | Q(after_end, kind__in=LATE))
    return events.select_related("game__match__round").order_by("-at", "-pk")


def _key(event: GameEvent) -> Key:
    if event.game.is_contest:
        return ItemKind.CONTEST, event.game.match.round.tournament_id
    return ItemKind.EVENING, event.game.evening_id or 0


def _ends(items: Iterable[Item]) -> dict[Key, datetime]:
    """Return when each was over.

    A contest is over when it is first finished, an evening that nobody closed at noon of the next
    day.
    """
    ends = {item.key: _noon_after(item.date) for item in items}
    contests = [pk for kind, pk in ends if kind is ItemKind.CONTEST]
    evenings = [pk for kind, pk in ends if kind is ItemKind.EVENING]
    finished = LogEntry.objects.filter(tournament__in=contests, kind=LogEntry.Kind.FINISHED)
    for pk, at in finished.values_list("tournament").annotate(Min("at")).order_by():
        ends[ItemKind.CONTEST, pk] = at
    closed = Evening.objects.filter(pk__in=evenings, closed_at__isnull=False)
    for pk, closed_at in closed.values_list("pk", "closed_at"):
        if closed_at is not None:
            # Closing it again after a correction does not change when it was over.
            ends[ItemKind.EVENING, pk] = min(ends[ItemKind.EVENING, pk], closed_at)
    return ends


def _noon_after(day: date) -> datetime:
    # The last day of the calendar has no next one.
    following = day + timedelta(days=1) if day < date.max else day
    return timezone.make_aware(datetime.combine(following, OVER_AT))


def _correction(event: GameEvent, item: Item, season: Season) -> Correction:
    is_too_late = season.frozen_at is not None and event.at > season.frozen_at
    return Correction(event=event, item=item, is_too_late=is_too_late)
