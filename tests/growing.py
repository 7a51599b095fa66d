"""A club that has played for years: its finished contests, evenings and players, copied by SQL."""

from collections.abc import Collection, Mapping
from datetime import date
from typing import Any, Final

from django.apps import apps
from django.db import connection
from django.db.models import Field, Max, Model, UUIDField

from scorekeeper.evenings.services import close_evening
from scorekeeper.models import Club, Player
from tests.table import NOW, SCORER
from tests.tournaments.seasons.leagues import make_evening, play_contest, play_game
from tournaments.audit_log.places import store_places
from tournaments.contests.services import finish_tournament
from tournaments.models import Rating, RatingStep

STRIDE: Final = 100_000
"""The keys of a copy are those of what was played, so many further on."""
ALONE: Final = frozenset({Club, Player, Rating, RatingStep})
"""What is not copied: ratings follow from the games, and are computed again."""


def played_so_far() -> dict[type[Model], int]:
    """Return what `copy` copies: of each model that has rows the last key, copies apart."""
    models = (
        model
        for app in ("scorekeeper", "tournaments")
        for model in apps.get_app_config(app).get_models()
        if model not in ALONE
    )
    last = {
        model: model._default_manager.filter(pk__lt=STRIDE).aggregate(last=Max("pk"))["last"]
        for model in models
    }
    return {model: key for model, key in last.items() if key is not None}


def copy(played: Mapping[type[Model], int], begin: int, end: int) -> None:
    """Copy what was played, once for each number; club and players stay the same."""
    numbers = f"SELECT {begin} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {end}"
    with connection.cursor() as cursor:
        for model, last in played.items():
            fields = model._meta.concrete_fields
            columns = ", ".join(f'"{field.column}"' for field in fields)
            values = ", ".join(_copied(field, played) for field in fields)
            table, key = model._meta.db_table, model._meta.pk.column
            source = f'SELECT {values} FROM n CROSS JOIN "{table}" WHERE "{key}" <= {last}'
            cursor.execute(
                f'WITH RECURSIVE n(i) AS ({numbers}) INSERT INTO "{table}" ({columns}) {source}'
            )


def _copied(field: "Field[Any, Any]", models: Collection[type[Model]]) -> str:
    """Return what a copy holds in a column: other keys and codes, all else as it was."""
    if field.primary_key or field.related_model in models:
        return f'"{field.column}" + i * {STRIDE}'
    if isinstance(field, UUIDField):
        return "lower(hex(randomblob(16)))"
    return f"\"{field.column}\" || '-' || i" if field.unique else f'"{field.column}"'


def play_first(club: Club, *, teams: int = 4, rounds: int = 1) -> Mapping[type[Model], int]:
    """Play a contest to its end and a club evening, long ago; return what `copy` copies of it."""
    day = date(2025, 9, 5)
    points: dict[tuple[str, ...], list[int]] = {
        (f"Yves Le Goff {team}", f"Bernadette Morvan {team}"): [200 + team] * rounds
        for team in range(teams)
    }
    contest = play_contest(club, points, day=day)
    finish_tournament(tournament_id=contest.pk, author=SCORER, now=NOW)
    store_places(contest.pk)
    evening = make_evening(club, day)
    four = ("Yves Le Goff 0", "Bernadette Morvan 0", "Yves Le Goff 1", "Bernadette Morvan 1")
    play_game(club, evening, four, (200, 124))
    close_evening(evening=evening, now=NOW)
    return played_so_far()


def add_players(club: Club, begin: int, end: int) -> None:
    """Write down players who do not play."""
    names = (f"Marguerite Delacroix-Bernard {number}" for number in range(begin, end))
    Player.objects.bulk_create(Player(club=club, name=name, created_at=NOW) for name in names)
