"""Use cases of players' phones: request, confirmation, end."""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from scorekeeper.clubs.services.clubs import lock_club
from scorekeeper.models import Club, Player
from scorekeeper.models.clubs import NAME_LENGTH
from scorekeeper.refusals import Refused
from tournaments.models import PlayerPhone
from tournaments.refusals import ContestRefusal

MOST_OPEN: Final = 60
"""The limit of waiting requests in a club: a whole hall may ask on the first evening."""
MOST_FOR_ONE: Final = 3
"""The limit of waiting requests for one player."""
PATIENCE: Final = timedelta(days=14)
"""After this time an unanswered request expires."""


class IsSomebodyError(ValueError):
    """The phone belongs to a player already, or has asked to."""


@transaction.atomic
def ask_to_be(
    *, club: Club, player_id: int, key_hash: str, signed: str, device: str, now: datetime
) -> PlayerPhone:
    """Record that a phone asks to be a player's.

    Raises Refused and IsSomebodyError.
    """
    lock_club(club)
    player = Player.objects.of_club(club).active().filter(pk=player_id).first()
    if player is None:
        raise Refused(ContestRefusal.PLAYER_CHANGED)
    waiting = PlayerPhone.objects.of_club(club).asked()
    waiting.filter(asked_at__lt=now - PATIENCE).delete()
    if PlayerPhone.objects.of_club(club).filter(key_hash=key_hash).exists():
        raise IsSomebodyError
    if waiting.count() >= MOST_OPEN or waiting.filter(player=player).count() >= MOST_FOR_ONE:
        raise Refused(ContestRefusal.TOO_MANY_PHONES)
    return PlayerPhone.objects.create(
        club=club,
        player=player,
        key_hash=key_hash,
        signed=signed[:NAME_LENGTH],
        device=device[:NAME_LENGTH],
        asked_at=now,
    )


@transaction.atomic
def confirm_phone(*, club: Club, phone_id: int, by: str, now: datetime) -> PlayerPhone | None:
    """Link a phone to its player; None if it no longer asks. Earlier links stay."""
    lock_club(club)
    asked = PlayerPhone.objects.of_club(club).asked().select_related("player")
    phone = asked.filter(pk=phone_id).first()
    if phone is not None:
        phone.confirmed_at, phone.confirmed_by = now, by[:NAME_LENGTH]
        phone.save(update_fields=["confirmed_at", "confirmed_by"])
    return phone


def refuse_all(*, club: Club) -> int:
    """Refuse all waiting phones; return how many."""
    return PlayerPhone.objects.of_club(club).filter(confirmed_at=None).delete()[0]


def end_phone(*, club: Club, phone_id: int) -> Player | None:
    """Refuse a phone or end its link; return its player, None if there was no such phone."""
    phones = PlayerPhone.objects.of_club(club).select_related("player")
    phone = phones.filter(pk=phone_id).first()
    if phone is None:
        return None
    phone.delete()
    return phone.player
