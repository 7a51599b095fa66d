"""Entry by the hall's code, with a limit on wrong codes.

An address may try ten wrong codes, then three a minute. For each club, and for all codes without a
club's number, all addresses together may try fifty, then three a minute: in an evening of five
hours, that covers one in fifty of all codes. A code that an address used tonight keeps working
there whatever others try, without giving it more guesses. If several clubs share a server, codes
are shown with the club's number: they are limited only by wrong codes for that club. After twenty
wrong letters, the code of a table is blocked for the night.
"""

import math
from datetime import datetime, timedelta
from typing import Final

from django.urls import reverse
from django.utils.crypto import constant_time_compare

from scorekeeper.clubs.login_throttling import Attempts
from scorekeeper.clubs.services.clubs import Limit
from scorekeeper.extensions import HallDoor, extensions
from scorekeeper.hall_codes import TypedCode, days_of_night, doors_of_night, letters_of, read_typed
from scorekeeper.models import Club
from scorekeeper.refusals import ClubRefusal, Refused

by_address: Final = Attempts()
by_club: Final = Limit(name="hall codes", most=50, each=timedelta(seconds=20))
by_table: Final = Limit(name="letters of a table", most=20, each=timedelta(days=1))
opened: Final = Limit(name="opened tonight", most=1, each=timedelta(days=1))
"""Not counted but noted: what the letters typed at an address opened there."""


def address_behind(typed: str, *, visitor: str | None, now: datetime) -> str:
    """Return the URL that a typed code opens tonight; raises Refused."""
    code = read_typed(typed)
    if code is None:
        raise Refused(ClubRefusal.NO_CODE)
    if wait := by_address.take(visitor):
        raise Refused(ClubRefusal.TOO_MANY_TRIES, seconds=math.ceil(wait))
    door = _door_behind(code, visitor, now)
    if code.table is not None:
        door = _table_behind(door, code.table, code.table_letters, now)
    by_address.give_back(visitor)
    return reverse(door.page, args=[door.token])


def _door_behind(code: TypedCode, visitor: str | None, now: datetime) -> HallDoor:
    """Return what the hall's letters open, if tries are left or this address used them before."""
    doors = [door for door in doors_of_night(now) if code.club in {None, door.club}]
    counted = "" if code.club is None else f"{code.club}"
    if wait := by_club.wait(counted, now):
        doors = [door for door in doors if _was_opened(door, visitor, now)]
    found = [door for door in doors if letters_of(door.token) == code.letters]
    if wait and not found:
        # The code was compared with nothing, so the visitor learns nothing.
        by_address.give_back(visitor)
        raise _too_many(code, wait)
    if not found:
        # Clubs without an event tonight have no counter: there may be any number of them.
        is_guess = code.club is None or bool(doors)
        if is_guess and not by_club.take(counted, now):
            raise _too_many(code, by_club.wait(counted, now))
        raise Refused(ClubRefusal.UNKNOWN_CODE)
    if len(found) > 1:
        by_address.give_back(visitor)
        raise Refused(ClubRefusal.TWO_WITH_CODE)
    if not _was_opened(found[0], visitor, now):
        opened.take(_opening(found[0], visitor), now)
    return found[0]


def _too_many(code: TypedCode, wait: float) -> Refused:
    """Return the refusal; codes with a club's number are not limited by guesses without one."""
    can_name = code.club is None and Club.objects.count() > 1
    why = ClubRefusal.NAME_THE_CLUB if can_name else ClubRefusal.TOO_MANY_TRIES
    return Refused(why, seconds=math.ceil(wait))


def _was_opened(door: HallDoor, visitor: str | None, now: datetime) -> bool:
    return opened.wait(_opening(door, visitor), now) > 0


def _opening(door: HallDoor, visitor: str | None) -> str:
    return f"{door.token} {visitor}"


def _table_behind(door: HallDoor, number: int, letters: str, now: datetime) -> HallDoor:
    finders = [one.table_door for one in extensions() if one.table_door]
    table = next((found for find in finders if (found := find(door, number))), None)
    if table is None:
        raise Refused(ClubRefusal.NO_TABLE)
    counted = f"{table.token} {min(days_of_night(now))}"
    if not by_table.take(counted, now):
        raise Refused(ClubRefusal.TABLE_SHUT)
    if not constant_time_compare(letters_of(table.token), letters):
        raise Refused(ClubRefusal.WRONG_AT_TABLE)
    by_table.give_back(counted, now)
    return table
