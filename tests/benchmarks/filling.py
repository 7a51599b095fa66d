"""Databases of a club with thousands to millions of hands, filled by SQL and not by playing."""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tests.benchmarks import collector

if TYPE_CHECKING:
    from django.db.models import Field

    from scorekeeper.models import Club

TEAMS: Final = 20
ROUNDS: Final = 3
HANDS: Final = 12
HANDS_OF_A_CONTEST: Final = TEAMS // 2 * ROUNDS * HANDS
STRIDE: Final = 100_000
"""The keys of a copy are those of the contest that was played, so many further on."""
AT_ONCE: Final = 500


@contextmanager
def program_folder() -> Iterator[Path]:
    """Work in this process as the program does, in a folder of its own that is thrown away."""
    with tempfile.TemporaryDirectory(prefix="belote-", ignore_cleanup_errors=True) as folder:
        os.environ |= {
            "BELOTE_DATA_DIR": folder,
            "DJANGO_SETTINGS_MODULE": "scorekeeper.config.settings",
        }
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", interactive=False, verbosity=0)
        collector.settle()
        yield Path(folder)


def played_club(name: str = "Hall") -> "Club":
    """Return a club in which one contest of 360 hands was played."""
    from scorekeeper.rules.pages.rulesets import preset_choice
    from tests.table import NOW, make_club
    from tournaments.demo.contest import DemoPlan, play_demo

    club = make_club(name)
    plan = DemoPlan(teams=TEAMS, rounds=ROUNDS, hands=HANDS, seed=1)
    play_demo(club=club, plan=plan, rules=preset_choice("contest"), now=NOW)
    return club


def multiply(hands: int, *, already: int = HANDS_OF_A_CONTEST) -> None:
    """Copy the contest that was played, with all that belongs to it, until there are so many hands.

    `already` are those that are there. Club and players stay the same: everything is one club's.
    """
    from django.db import connection

    first, last = (-(-many // HANDS_OF_A_CONTEST) for many in (already, hands))
    connection.close()
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as database:
        database.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;")
        for begin in range(first, last, AT_ONCE):
            for statement in _statements(begin, min(begin + AT_ONCE, last)):
                database.execute(statement)
            database.commit()
        database.executescript("PRAGMA journal_mode=WAL;")


def _statements(begin: int, end: int) -> Iterator[str]:
    from django.apps import apps

    from scorekeeper.models import Club, Player
    from tournaments.models import Rating, RatingStep

    # Ratings follow from the games, and are computed again.
    alone = {Club, Player, Rating, RatingStep}
    models = [
        model
        for app in ("scorekeeper", "tournaments")
        for model in apps.get_app_config(app).get_models()
        if model not in alone and model._default_manager.filter(pk__lt=STRIDE).exists()
    ]
    for model in models:
        fields = model._meta.concrete_fields
        columns = ", ".join(f'"{field.column}"' for field in fields)
        values = ", ".join(_copied(field, models) for field in fields)
        table, key = model._meta.db_table, model._meta.pk.column
        numbers = f"SELECT {begin} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {end}"
        source = f'SELECT {values} FROM n CROSS JOIN "{table}" WHERE "{key}" < {STRIDE}'
        yield f'WITH RECURSIVE n(i) AS ({numbers}) INSERT INTO "{table}" ({columns}) {source}'


def _copied(field: "Field[Any, Any]", models: list[Any]) -> str:
    """Return what a copy holds in a column: other keys and codes, all else as it was."""
    if field.primary_key or field.related_model in models:
        return f'"{field.column}" + i * {STRIDE}'
    return f"\"{field.column}\" || '-' || i" if field.unique else f'"{field.column}"'
