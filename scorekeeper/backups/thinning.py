"""Which copies stay: many of tonight, few of last month. Pure.

    of the last hour    the newest of every minute
    of the last day     the newest of every hour
    of the last month   the newest of every day

The newest of all always stays. That is some 120 copies at most.
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
"""Of copies that are younger, one stays for each of these times."""


def kept(times: Iterable[datetime], *, now: datetime) -> set[datetime]:
    """Return those of the `times` at which a copy was made whose copies stay.

    A time that is still to come was told by a clock that went wrong, or `now` is: of those the
    newest of every day stays, so that a wrong clock never throws tonight away.
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
    """Return what a copy competes for by its age, None for one that is too old."""
    if age < timedelta():
        return f"{time:{DAY}}"
    return next((f"{time:{slot}}" for longest, slot in RUNGS if age < longest), None)
