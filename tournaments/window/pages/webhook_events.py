"""What happened in a club since a program was told: read from its logs, never noted by an act."""

import hashlib
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any, Final

from scorekeeper.models import Club
from tournaments.models import League, LogEntry, Tournament
from tournaments.replay.kinds import ActKind
from tournaments.seasons.pages.seasons import seasons_of
from tournaments.seasons.pages.tables import plain_table, season_tables

EVENTS: Final = {
    ActKind.CREATED: "contest.published",
    ActKind.PUBLISHED: "round.published",
    ActKind.CLOSED: "round.closed",
    ActKind.FINISHED: "contest.finished",
}
CORRECTED: Final = "result.corrected"
TABLE: Final = "season.changed"
CORRECTING: Final = frozenset({ActKind.GAME, ActKind.SLIP, ActKind.RULED})
"""Acts that correct a result where its round was closed before."""
OLDEST: Final = timedelta(days=1)
"""What an imported contest did long ago is no news."""

News = tuple[str, dict[str, Any]]


def state_of(club: Club, *, today: date) -> dict[str, dict[str, Any]]:
    """Return up to where everything is: the lines of logs, the marks of the tables of today."""
    versions = Tournament.objects.of_club(club).values_list("pk", "version")
    seasons = seasons_of(club).filter(starts_on__lte=today, ends_on__gte=today)
    tables = season_tables(list(seasons.exclude(league__kind=League.Kind.FIXTURES)))
    return {
        "contests": {str(pk): version for pk, version in versions},
        "seasons": {str(pk): _mark(plain_table(table)) for pk, table in tables.items()},
    }


def _mark(table: Any) -> str:
    return hashlib.sha256(repr(table).encode()).hexdigest()[:16]


def news_of(
    club: Club, seen: dict[str, dict[str, Any]], state: dict[str, dict[str, Any]], *, now: datetime
) -> Iterator[News]:
    """Yield what happened between two states, with what is told of it: no names of people."""
    before = seen.get("contests", {})
    changed = {
        int(pk): before.get(pk, 0)
        for pk, version in state["contests"].items()
        if version > before.get(pk, 0)
    }
    for contest in Tournament.objects.of_club(club).filter(pk__in=changed).order_by("pk"):
        yield from _news_of_contest(contest, changed[contest.pk], now)
    marks = seen.get("seasons", {})
    altered = [pk for pk, mark in state["seasons"].items() if marks.get(pk, mark) != mark]
    for season in seasons_of(club).filter(pk__in=altered):
        names = {"id": season.pk, "name": season.name, "league": season.league.name}
        yield TABLE, {"season": names}


def _news_of_contest(contest: Tournament, told: int, now: datetime) -> Iterator[News]:
    kinds = [*EVENTS, *CORRECTING]
    lines = contest.log.filter(number__gt=told, kind__in=kinds, at__gte=now - OLDEST)
    closed = dict(contest.rounds.values_list("number", "closed_at"))
    named = {"id": contest.pk, "name": contest.name, "date": contest.date.isoformat()}
    corrected: set[tuple[int | None, int | None]] = set()
    for line in lines.order_by("number"):
        place = {"round": line.round_number, "table": line.table_number}
        kind = ActKind(line.kind)
        if kind in EVENTS:
            yield EVENTS[kind], {"contest": named, "round": line.round_number}
        elif _is_correction(line, closed) and tuple(place.values()) not in corrected:
            corrected.add((line.round_number, line.table_number))
            yield CORRECTED, {"contest": named, **place}


def _is_correction(line: LogEntry, closed: dict[int, datetime | None]) -> bool:
    at = closed.get(line.round_number or 0)
    return at is not None and line.at > at
