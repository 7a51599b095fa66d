"""Locking and freezing seasons; a frozen season keeps its table whatever is corrected later."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import transaction

from tournaments.models import Season


class SeasonFrozenError(ValueError):
    """The season is frozen; its table cannot be changed."""


def lock_season(season_id: int) -> Season:
    """Return the season, locked until the transaction ends. Raises SeasonFrozenError."""
    season = _locked(season_id)
    if season.frozen_at is not None:
        raise SeasonFrozenError
    return season


def _locked(season_id: int) -> Season:
    seasons = Season.objects.select_related("league__club").select_for_update(of=("self",))
    return seasons.get(pk=season_id)


@transaction.atomic
def freeze(season_id: int, *, table: Callable[[Season], Any], now: datetime) -> Season:
    """Store, as JSON values, what a season's table is computed from.

    Raises SeasonFrozenError.
    """
    season = lock_season(season_id)
    season.frozen_table = table(season)
    season.frozen_at = now
    season.save(update_fields=["frozen_table", "frozen_at"])
    return season


@transaction.atomic
def unfreeze_season(*, season_id: int) -> Season:
    """Let the season's table follow later results again."""
    season = _locked(season_id)
    season.frozen_table = season.frozen_at = None
    season.save(update_fields=["frozen_table", "frozen_at"])
    return season
