"""The clock of a round."""

from datetime import datetime
from typing import Any

from tournaments.models import Round
from tournaments.tables.labels import clock_text


def clock_view(played: Round, now: datetime) -> dict[str, Any] | None:
    left = played.seconds_left(now)
    if left is None:
        return None
    ends_at = played.timer_ends_at
    return {
        "left": left,
        "text": clock_text(left),
        "ends_at": ends_at.isoformat() if ends_at else "",
        "is_running": ends_at is not None,
    }
