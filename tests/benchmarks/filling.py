"""Databases of a club with thousands to millions of hands, filled by SQL and not by playing."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.benchmarks import collector

if TYPE_CHECKING:
    from scorekeeper.models import Club

TEAMS: Final = 20
ROUNDS: Final = 3
HANDS: Final = 12
HANDS_OF_A_CONTEST: Final = TEAMS // 2 * ROUNDS * HANDS
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
    from scorekeeper.rules.queries import preset_choice
    from tests.table import NOW, make_club
    from tournaments.extensions.demo.contest import DemoPlan, play_demo

    club = make_club(name)
    plan = DemoPlan(teams=TEAMS, rounds=ROUNDS, hands=HANDS, seed=1)
    play_demo(club=club, plan=plan, rules=preset_choice("contest"), now=NOW)
    return club


def multiply(hands: int, *, already: int = HANDS_OF_A_CONTEST) -> None:
    """Copy the contest that was played, with all that belongs to it, until there are so many hands.

    `already` are those that are there. Club and players stay the same: everything is one club's.
    """
    from django.db import connection, transaction

    from tests.growing import copy, played_so_far

    played = played_so_far()
    first, last = (-(-many // HANDS_OF_A_CONTEST) for many in (already, hands))
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode=OFF")
        cursor.execute("PRAGMA synchronous=OFF")
        for begin in range(first, last, AT_ONCE):
            with transaction.atomic():
                copy(played, begin, min(begin + AT_ONCE, last))
        cursor.execute("PRAGMA journal_mode=WAL")
    connection.close()
