"""Club evenings."""

from collections.abc import Sequence
from datetime import date, datetime

from django.db import transaction

from scorekeeper.clubs.services.players import find_or_add_player
from scorekeeper.models import Attendance, Club, Evening, Player
from scorekeeper.models.clubs import new_token


@transaction.atomic
def open_evening(*, club: Club, name: str, date: date, ruleset_key: str, now: datetime) -> Evening:
    return Evening.objects.create(
        club=club, name=name, date=date, ruleset_key=ruleset_key, created_at=now
    )


@transaction.atomic
def set_attendance(
    *, evening: Evening, players: Sequence[Player], new_names: Sequence[str], now: datetime
) -> None:
    """Set who is here tonight; new names become players of the club.

    Players who already sit at a table stay, whatever was ticked.
    """
    present = {player.pk for player in players}
    present |= {find_or_add_player(club=evening.club, name=name, now=now).pk for name in new_names}
    present |= set(
        evening.games.filter(seats__player__isnull=False).values_list("seats__player", flat=True)
    )
    evening.attendances.exclude(player_id__in=present).delete()
    already = set(evening.attendances.values_list("player_id", flat=True))
    Attendance.objects.bulk_create(
        Attendance(evening=evening, player_id=pk) for pk in sorted(present - already)
    )


def close_evening(*, evening: Evening, now: datetime) -> None:
    """Close an evening: phones that joined it by its code start no more games."""
    evening.closed_at = now
    evening.save(update_fields=["closed_at"])


def reopen_evening(*, evening: Evening) -> None:
    evening.closed_at = None
    evening.save(update_fields=["closed_at"])


def replace_token(*, evening: Evening) -> None:
    """Give the evening a new code; the old one opens nothing any more."""
    evening.token = new_token()
    evening.save(update_fields=["token"])


def change_evening(*, evening: Evening, name: str, date: date, ruleset_key: str) -> None:
    """Change an evening's name, date or usual rule set; games already begun keep theirs."""
    evening.name = name
    evening.date = date
    evening.ruleset_key = ruleset_key
    evening.save(update_fields=["name", "date", "ruleset_key"])
