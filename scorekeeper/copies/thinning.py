"""Which copies stay: many of tonight, few of last month. Pure.

    of the last hour    the newest of every minute
    of the last day     the newest of every hour
    of the last month   the newest of every day

The newest of all always stays. That is some 120 copies at most.
"""

from collections.abc import Callable, Iterable
from datetime import date, datetime, timedelta
from typing import Final

_Slot = tuple[int, date, int, int]
_HOUR: Final = timedelta(hours=1)
_DAY: Final = timedelta(days=1)
_MONTH: Final = timedelta(days=31)


def _minute(time: datetime) -> _Slot:
    return (0, time.date(), time.hour, time.minute)


def _hour(time: datetime) -> _Slot:
    return (1, time.date(), time.hour, 0)


def _day(time: datetime) -> _Slot:
    return (2, time.date(), 0, 0)


RUNGS: Final[tuple[tuple[timedelta, Callable[[datetime], _Slot]], ...]] = (
    (_HOUR, _minute),
    (_DAY, _hour),
    (_MONTH, _day),
)


def kept(times: Iterable[datetime], *, now: datetime) -> set[datetime]:
    """Return those of the `times` at which a copy was made whose copies stay.

    A time that is still to come was told by a clock that went wrong, or `now` is: of those the
    newest of every day stays, so that a wrong clock never throws tonight away.
    """
    ordered = sorted(set(times), reverse=True)
    staying = set(ordered[:1])
    filled: set[_Slot] = set()
    for time in ordered:
        slot = _slot_of(time, now - time)
        if slot is not None and slot not in filled:
            filled.add(slot)
            staying.add(time)
    return staying


def _slot_of(time: datetime, age: timedelta) -> _Slot | None:
    """Return what a copy competes for by its age, None for one that is too old."""
    if age < timedelta():
        return _day(time)
    return next((slot(time) for longest, slot in RUNGS if age < longest), None)
