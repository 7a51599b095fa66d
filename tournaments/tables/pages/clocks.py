"""The clock of a round."""

from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Round
from tournaments.tables.labels import clock_text


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockView:
    """The clock of a round: text for now, the end where it runs, seconds for a script."""

    left: int
    text: str
    ends_at: str
    is_running: bool


def clock_view(played: Round, now: datetime) -> ClockView | None:
    left = played.seconds_left(now)
    if left is None:
        return None
    ends_at = played.timer_ends_at
    return ClockView(
        left=left,
        text=clock_text(left),
        ends_at=ends_at.isoformat() if ends_at else "",
        is_running=ends_at is not None,
    )
