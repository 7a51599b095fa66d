"""Use cases of club evenings."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from django.db import transaction

from scorekeeper.clubs.services.players import find_or_add_player
from scorekeeper.models import Attendance, Club, Evening, Player
from scorekeeper.models.codes import new_token
from scorekeeper.models.evenings import EveningAction, KeptElsewhereError


@transaction.atomic
def open_evening(*, club: Club, name: str, date: date, ruleset_key: str, now: datetime) -> Evening:
    evening = Evening(club=club, name=name, date=date, ruleset_key=ruleset_key, created_at=now)
    evening.note(EveningAction.OPENED, now)
    evening.save()
    return evening


@transaction.atomic
def set_attendance(
    *, evening: Evening, players: Sequence[Player], new_names: Sequence[str], now: datetime
) -> None:
    """Set who is present tonight; new names become players of the club.

    Players who already sit at a table stay present even if they are not ticked. Raises
    KeptElsewhereError.
    """
    _note(evening, EveningAction.PRESENT, now)
    here = {player.pk: player.name for player in players}
    added = (find_or_add_player(club=evening.club, name=name, now=now) for name in new_names)
    here |= {player.pk: player.name for player in added}
    seated = Player.objects.filter(seats__game__evening=evening)
    here |= dict(seated.values_list("pk", "name"))
    evening.attendances.exclude(player_id__in=here).delete()
    already = set(evening.attendances.values_list("player_id", flat=True))
    Attendance.objects.bulk_create(
        Attendance(evening=evening, player_id=pk, name=here[pk])
        for pk in sorted(here.keys() - already)
    )


@transaction.atomic
def close_evening(*, evening: Evening, now: datetime) -> None:
    """Close an evening: phones that joined by its code can start no more games."""
    _note(evening, EveningAction.CLOSED, now, closed_at=now)


@transaction.atomic
def reopen_evening(*, evening: Evening, now: datetime) -> None:
    _note(evening, EveningAction.REOPENED, now, closed_at=None)


def replace_token(*, evening: Evening) -> None:
    """Give the evening a new code; the old one stops working."""
    evening.token = new_token()
    evening.save(update_fields=["token"])


@transaction.atomic
def change_evening(
    *, evening: Evening, name: str, date: date, ruleset_key: str, now: datetime
) -> None:
    """Change an evening's name, date or usual rule set; games already begun keep their rules."""
    changed = {"name": name, "date": date, "ruleset_key": ruleset_key}
    _note(evening, EveningAction.CHANGED, now, **changed)


def _note(evening: Evening, act: EveningAction, now: datetime, **changed: Any) -> None:
    """Lock an evening, change it, and log what is done to it; raises KeptElsewhereError."""
    locked = Evening.objects.select_for_update().get(pk=evening.pk)
    if locked.is_mirror:
        raise KeptElsewhereError(evening.pk)
    for name, value in changed.items():
        setattr(locked, name, value)
    locked.note(act, now)
    written = ["acts", "version", "log_hash", *changed]
    locked.save(update_fields=written)
    for name in written:
        setattr(evening, name, getattr(locked, name))
