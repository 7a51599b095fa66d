"""Whose names are kept no longer: who was last seen before so many years."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.db.models import Max
from django.utils import timezone

from scorekeeper.models import Attendance, Club, GameSeat, Player
from tournaments.models import EntryPlayer, LeagueTeam, PastResult, PlayerPhone

CHOICES: Final = (2, 3, 5, 10)
"""Years after which names may go: two seasons at least."""
TOLD_BEFORE: Final = timedelta(days=90)
"""How long before a name goes it is told."""

_TEAMS: Final = LeagueTeam.players.through
_LINES: Final = PastResult.players.through


@dataclass(frozen=True, slots=True, kw_only=True)
class NameLeaving:
    """Somebody whose name goes, and when they were last seen."""

    player: Player
    seen_on: date


def leaving(club: Club, *, years: int, on: date) -> list[NameLeaving]:
    """Return whose names go by that day, who was away longest first; eight queries.

    Whoever became another goes with them, and stays as long.
    """
    last: dict[int, date] = {}
    people = {player.pk: player for player in Player.objects.of_club(club)}
    for key, seen_on in _seen(club):
        who = people[key].merged_into_id or key
        last[who] = max(last.get(who, seen_on), seen_on)
    day = years_before(on, years)
    gone = [
        NameLeaving(player=people[key], seen_on=seen_on)
        for key, seen_on in last.items()
        if seen_on < day and people[key].shown != Player.Shown.ANONYMOUS
    ]
    return sorted(gone, key=lambda one: (one.seen_on, one.player.pk))


def years_before(day: date, years: int) -> date:
    return day.replace(year=day.year - years, day=min(day.day, 28))


def _seen(club: Club) -> Iterator[tuple[int, date]]:
    """Yield when each player was last seen, by every trace that there may be of them."""
    traces: Iterable[tuple[Any, str]] = (
        (GameSeat.objects, "game__created_at"),
        (EntryPlayer.objects, "entry__tournament__date"),
        (Attendance.objects, "evening__date"),
        (PlayerPhone.objects, "asked_at"),
        (_TEAMS._default_manager, "leagueteam__season__ends_on"),
        (_LINES._default_manager, "pastresult__contest__date"),
    )
    yield from _days(Player.objects.of_club(club).values_list("pk", "created_at"))
    for rows, moment in traces:
        seen = rows.filter(player__club=club).values("player").annotate(last=Max(moment))
        yield from _days(seen.values_list("player", "last"))


def _days(rows: Iterable[tuple[int, date]]) -> Iterator[tuple[int, date]]:
    for key, moment in rows:
        yield key, timezone.localdate(moment) if isinstance(moment, datetime) else moment
