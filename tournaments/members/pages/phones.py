"""The phones of players as an organiser sees them: who asks, who is linked."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from scorekeeper.models import Club
from tournaments.models import PlayerPhone


def phone_lines(club: Club) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the phones that ask, the first first, and those that are somebody's; one query.

    `linked` and `asking` are how many other phones of the same player there are.
    """
    phones = list(PlayerPhone.objects.of_club(club).select_related("player"))
    linked = Counter(phone.player_id for phone in phones if phone.confirmed_at)
    asking = Counter(phone.player_id for phone in phones if not phone.confirmed_at)

    def lines(found: Iterable[PlayerPhone]) -> list[dict[str, Any]]:
        return [
            {
                "phone": phone,
                "linked": linked[phone.player_id] - bool(phone.confirmed_at),
                "asking": asking[phone.player_id] - (not phone.confirmed_at),
            }
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
