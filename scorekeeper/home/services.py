"""Whoever types the code of the hall is let in, and whoever tries many has to wait.

An address has ten wrong codes and then three a minute. Of a club, and of all codes that name none,
all addresses together have fifty and then three a minute: in an evening of five hours that is one
in fifty of all codes, whoever tries. What letters opened for an address tonight they go on opening
there, whatever others try; it has no more guesses for that. Where several clubs share a server
their letters are shown with the club's number: who types them so is stopped by guesses at that club
alone. Twenty wrong letters shut those of a table for the night.
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
    """Return the address that a typed code opens tonight; raises Refused."""
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
    """Return what the hall's letters open, as long as there are tries or they did so before."""
    doors = [door for door in doors_of_night(now) if code.club in {None, door.club}]
    counted = "" if code.club is None else f"{code.club}"
    if wait := by_club.wait(counted, now):
        doors = [door for door in doors if _was_opened(door, visitor, now)]
    found = [door for door in doors if letters_of(door.token) == code.letters]
    if wait and not found:
        # It was held against nothing that the visitor does not know.
        by_address.give_back(visitor)
        raise _too_many(code, wait)
    if not found:
        # Nothing is counted for a club that has nothing on: there may be any number of those.
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
    """Return how to go on: guesses that name no club stop none of those who name theirs."""
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
