"""Whoever types the code of the hall is let in, and whoever tries many has to wait.

An address has ten wrong codes and then three a minute. Of a club, and of all codes that name none,
all addresses together have fifty and then three a minute: in an evening of five hours that is one
in fifty of all codes, whoever tries. An address from which a right code came tonight goes on typing
those of that club, whatever others try, and its wrong ones are counted as its own. Where several
clubs share a server their letters are shown with the club's number: who types them so is stopped by
guesses at that club alone. Twenty wrong letters shut those of a table for the night.
"""

import math
from datetime import datetime, timedelta
from typing import Final

from django.urls import reverse
from django.utils.crypto import constant_time_compare

from scorekeeper.additions import HallDoor, added
from scorekeeper.clubs.guessing import Attempts
from scorekeeper.clubs.services.limits import Limit
from scorekeeper.hall_codes import TypedCode, days_of_night, doors_of_night, letters_of, read_typed
from scorekeeper.home.labels import CodeRefusal
from scorekeeper.models import Club

by_address: Final = Attempts()
by_club: Final = Limit(name="hall codes", most=50, each=timedelta(seconds=20))
by_table: Final = Limit(name="letters of a table", most=20, each=timedelta(days=1))
came: Final = Limit(name="right code tonight", most=1, each=timedelta(hours=12))
"""Not counted but noted: from which address a right code of a club came."""


class CodeRefusedError(Exception):
    """Raised where a code opens nothing; after `seconds` another one may be tried."""

    def __init__(self, why: CodeRefusal, wait: float = 0) -> None:
        super().__init__(why)
        self.why = why
        self.seconds = math.ceil(wait)


def address_behind(typed: str, *, visitor: str | None, now: datetime) -> str:
    """Return the address that a typed code opens tonight; raises CodeRefusedError."""
    code = read_typed(typed)
    if code is None:
        raise CodeRefusedError(CodeRefusal.NO_CODE)
    if wait := by_address.take(visitor):
        raise CodeRefusedError(CodeRefusal.TOO_MANY_TRIES, wait)
    door = _door_behind(code, visitor, now)
    if code.table is not None:
        door = _table_behind(door, code.table, code.table_letters, now)
    by_address.give_back(visitor)
    return reverse(door.page, args=[door.token])


def _door_behind(code: TypedCode, visitor: str | None, now: datetime) -> HallDoor:
    """Return what the hall's letters open, as long as there are tries or the visitor is known."""
    doors = [door for door in doors_of_night(now) if code.club in {None, door.club}]
    counted = "" if code.club is None else f"{code.club}"
    if wait := by_club.wait(counted, now):
        doors = [door for door in doors if _has_come(door.club, visitor, now)]
        if not doors:
            # Nothing was looked at. Whoever is known pays: a right code would be let in.
            by_address.give_back(visitor)
            raise _too_many(code, wait)
    found = [door for door in doors if letters_of(door.token) == code.letters]
    if not found:
        # Nothing is counted for a club that has nothing on: there may be any number of those.
        is_guess = code.club is None or bool(doors)
        if wait or (is_guess and not by_club.take(counted, now)):
            raise _too_many(code, wait or by_club.wait(counted, now))
        raise CodeRefusedError(CodeRefusal.UNKNOWN)
    if len(found) > 1:
        by_address.give_back(visitor)
        raise CodeRefusedError(CodeRefusal.TWO)
    if not _has_come(found[0].club, visitor, now):
        came.take(f"{found[0].club} {visitor}", now)
    return found[0]


def _too_many(code: TypedCode, wait: float) -> CodeRefusedError:
    """Return how to go on: guesses that name no club stop none of those who name theirs."""
    can_name = code.club is None and Club.objects.count() > 1
    why = CodeRefusal.NAME_THE_CLUB if can_name else CodeRefusal.TOO_MANY_TRIES
    return CodeRefusedError(why, wait)


def _has_come(club: int, visitor: str | None, now: datetime) -> bool:
    return came.wait(f"{club} {visitor}", now) > 0


def _table_behind(door: HallDoor, number: int, letters: str, now: datetime) -> HallDoor:
    find = added().table_door
    table = find(door, number) if find else None
    if table is None:
        raise CodeRefusedError(CodeRefusal.NO_TABLE)
    counted = f"{table.token} {min(days_of_night(now))}"
    if not by_table.take(counted, now):
        raise CodeRefusedError(CodeRefusal.TABLE_SHUT)
    if not constant_time_compare(letters_of(table.token), letters):
        raise CodeRefusedError(CodeRefusal.WRONG_AT_TABLE)
    by_table.give_back(counted, now)
    return table
