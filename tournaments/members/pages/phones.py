"""The phones of players as an organiser sees them: who asks, who is linked."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from scorekeeper.models import Club
from tournaments.models import PlayerPhone


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneLine:
    """A phone in a list; `linked` and `asking` are the other phones of the same player."""

    pk: int
    player: int
    name: str
    signed: str
    device: str
    asked_at: datetime
    confirmed_at: datetime | None
    confirmed_by: str
    linked: int
    asking: int


def phone_lines(club: Club) -> tuple[list[PhoneLine], list[PhoneLine]]:
    """Return the phones that ask, the first first, and those that are somebody's; one query."""
    phones = list(PlayerPhone.objects.of_club(club).select_related("player"))
    linked = Counter(phone.player_id for phone in phones if phone.confirmed_at)
    asking = Counter(phone.player_id for phone in phones if not phone.confirmed_at)

    def lines(found: Iterable[PlayerPhone]) -> list[PhoneLine]:
        return [
            PhoneLine(
                pk=phone.pk,
                player=phone.player_id,
                name=phone.player.name,
                signed=phone.signed,
                device=phone.device,
                asked_at=phone.asked_at,
                confirmed_at=phone.confirmed_at,
                confirmed_by=phone.confirmed_by,
                linked=linked[phone.player_id] - bool(phone.confirmed_at),
                asking=asking[phone.player_id] - (not phone.confirmed_at),
            )
            for phone in found
        ]

    waiting = sorted(
        (phone for phone in phones if not phone.confirmed_at),
        key=lambda phone: (phone.asked_at, phone.pk),
    )
    own = sorted(
        (phone for phone in phones if phone.confirmed_at),
        key=lambda phone: (phone.player.name.casefold(), phone.pk),
    )
    return lines(waiting), lines(own)
