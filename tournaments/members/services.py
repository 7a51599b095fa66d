"""A phone asks to be a player's; an organiser says whether it is; either ends it."""

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
"""Requests of a club that wait at once: a whole hall may ask on the first evening."""
MOST_FOR_ONE: Final = 3
"""Requests for one player that wait at once."""
PATIENCE: Final = timedelta(days=14)
"""After so long a request that nobody answered is gone."""


class IsSomebodyError(ValueError):
    """Raised where a phone is a player's already, or has asked to be."""


@transaction.atomic
def ask_to_be(
    *, club: Club, player_id: int, key_hash: str, signed: str, device: str, now: datetime
) -> PlayerPhone:
    """Let a phone ask to be a player's.

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
    """Make a phone its player's; None where it asks no more. Whoever is linked already stays."""
    lock_club(club)
    asked = PlayerPhone.objects.of_club(club).asked().select_related("player")
    phone = asked.filter(pk=phone_id).first()
    if phone is not None:
        phone.confirmed_at, phone.confirmed_by = now, by[:NAME_LENGTH]
        phone.save(update_fields=["confirmed_at", "confirmed_by"])
    return phone


def refuse_all(*, club: Club) -> int:
    """Refuse every phone that waits; return how many those were."""
    return PlayerPhone.objects.of_club(club).filter(confirmed_at=None).delete()[0]


def end_phone(*, club: Club, phone_id: int) -> Player | None:
    """Refuse a phone, or let it be its player's no more; return whose it was, if it was there."""
    phones = PlayerPhone.objects.of_club(club).select_related("player")
    phone = phones.filter(pk=phone_id).first()
    if phone is None:
        return None
    phone.delete()
    return phone.player
