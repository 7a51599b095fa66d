"""A trial begins; it ends: all that it held goes, and the club is asked again how it is called."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Model, ProtectedError, QuerySet
from django.utils.translation import gettext as _

from scorekeeper.clubs.queries import belongings_of, is_new
from scorekeeper.demo import fill_demo
from scorekeeper.extensions import extensions
from scorekeeper.models import Club


class NotATrialError(Exception):
    """Raised where what would be erased was entered by somebody who meant it."""


def begin_trial(*, club_id: int, now: datetime) -> None:
    """Fill a new club to look round in; nothing in one that was begun."""
    club = _fill(club_id, now)
    # A contest is drawn outside any transaction; only who filled the club adds to it.
    for one in extensions():
        if club and one.fill_trial:
            one.fill_trial(club=club, now=now)


@transaction.atomic
def _fill(club_id: int, now: datetime) -> Club | None:
    """Fill a club if it is new; return it then.

    Asked of the locked row: what is invented must not get among what is real.
    """
    club = Club.objects.select_for_update().get(pk=club_id)
    return club if is_new(club) and fill_demo(now=now, club=club) else None


@transaction.atomic
def erase_trial(*, club_id: int) -> None:
    """Erase all that belongs to a trial but who runs it. Raises NotATrialError.

    Asked of the locked row: another browser may have erased it and begun the club meanwhile.
    """
    club = Club.objects.select_for_update().get(pk=club_id)
    if not club.is_trial:
        raise NotATrialError
    for rows in belongings_of(club):
        _delete(rows)
    club.name, club.stage = _("Our club"), Club.Stage.NEW
    # What was tried with invented names must not show real ones to everybody.
    club.opens_rankings = club.shows_ratings = False
    club.uses = None
    club.save(update_fields=["name", "stage", "opens_rankings", "shows_ratings", "uses"])


def _delete(rows: QuerySet[Any]) -> None:
    """Delete rows, and before them what forbids it, as a table of a contest does for its game."""
    while True:
        try:
            rows.delete()
        except ProtectedError as refused:
            _delete_each(refused.protected_objects)
        else:
            return


def _delete_each(rows: Iterable[Model]) -> None:
    by_model: dict[type[Model], set[Any]] = {}
    for row in rows:
        by_model.setdefault(type(row), set()).add(row.pk)
    for model, keys in by_model.items():
        _delete(model._default_manager.filter(pk__in=keys))
