"""Which backups to keep: many of tonight, few of last month. Pure.

    of the last hour    the newest of every minute
    of the last day     the newest of every hour
    of the last month   the newest of every day

The newest of all is always kept. That makes about 120 backups at most.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

DAY: Final = "%Y-%m-%d"
RUNGS: Final = (
    (timedelta(hours=1), f"{DAY} %H:%M"),
    (timedelta(days=1), f"{DAY} %H"),
    (timedelta(days=31), DAY),
)
"""For backups up to this age, keep one for each of these units of time."""


def times_to_keep(times: Iterable[datetime], *, now: datetime) -> set[datetime]:
    """Return the `times` whose backups are kept.

    A time in the future means that the clock was wrong then, or that `now` is: of those the newest
    of every day is kept, so that a wrong clock never deletes tonight's backups.
    """
    ordered = sorted(set(times), reverse=True)
    staying = set(ordered[:1])
    filled: set[str] = set()
    for time in ordered:
        slot = _slot_of(time, now - time)
        if slot is not None and slot not in filled:
            filled.add(slot)
            staying.add(time)
    return staying


def _slot_of(time: datetime, age: timedelta) -> str | None:
    """Return the time slot that a backup competes for, None if it is too old."""
    if age < timedelta():
        return f"{time:{DAY}}"
    return next((f"{time:{slot}}" for longest, slot in RUNGS if age < longest), None)
