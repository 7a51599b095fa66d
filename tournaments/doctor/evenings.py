"""Checks of evenings against their own logs, and since when logs are chained."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from scorekeeper.clubs.who_is_who import WhoIsWho
from scorekeeper.game_chain import evening_state, hash_of_acts
from scorekeeper.models import Attendance, Club, Evening, Game
from tournaments.doctor.findings import Finding, Spot
from tournaments.doctor.labels import evening_text
from tournaments.models import ArrivedEvening

CHAINED_BY: Final = ("scorekeeper", "0031_chained_logs")


def chained_since() -> datetime | None:
    """Return when this database began to chain the logs of games and evenings."""
    done = MigrationRecorder(connection).applied_migrations().get(CHAINED_BY)
    return done.applied if done else None


def count_of_before(clubs: Sequence[Club]) -> int:
    """Return how many games outside contests have no chained log, and nothing new in it since."""
    return Game.objects.filter(club__in=clubs, is_contest=False, log_hash="").count()


def check_evening(
    evening: Evening, who: Mapping[int, WhoIsWho], *, since: datetime | None
) -> Iterator[Finding]:
    """Yield what is stored of an evening and does not follow from its log, chained `since` then."""
    acts = evening.acts
    right: dict[str, object] = {"version": len(acts)}
    states = [act["state"] for act in acts if act.get("state")]
    if evening.log_hash or states or not (since and evening.created_at < since):
        right["log_hash"] = hash_of_acts(acts)
    if states and states[-1] != evening_state(evening):
        yield _finding(evening, "evening", evening_state(evening), states[-1])
    if evening.is_mirror and not ArrivedEvening.objects.filter(evening=evening).exists():
        right["is_mirror"] = False
    for name, value in right.items():
        stored = getattr(evening, name)
        if stored != value:
            yield _finding(evening, name, stored, value)
    for game in evening.games.exclude(club=evening.club_id).order_by("pk"):
        yield _finding(evening, "game", game.pk, None)
    known, at = who[evening.club_id], evening.created_at
    for one in Attendance.objects.filter(evening=evening).order_by("pk"):
        if owner := known.other_owner(one.name, one.player_id, at, ()):
            yield _finding(evening, "player", f"{one.name}: {known.name_of(one.player_id)}", owner)


def spot_of_evening(evening: Evening) -> Spot:
    return Spot(club=evening.club.name, evening=evening.pk, evening_name=evening.name)


def _finding(evening: Evening, what: str, stored: object, right: object) -> Finding:
    return Finding(
        spot=spot_of_evening(evening),
        what=what,
        stored=stored,
        right=right,
        text=evening_text(evening.pk, evening.name, what, stored, right),
    )
