"""Hunt for altered columns that nobody notices: python -m tests.benchmarks.altered [SEED] [KIND …].

Every column of every table of a contest of each kind, and of an evening, is altered by plain SQL in
several rows and ways; `doctor`, which verifies contests too, has to find it or to say why not.
"""

import os
import random
import sys
from collections import Counter

from tests.benchmarks.figures import empty_database, note, say

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
ROWS = 3
VARIANTS = 12


def hunt(seed: int, kinds: list[str]) -> None:
    """Alter every column with a seed; what is silent or crashes is told, the hunt goes on."""
    from django.db.migrations.recorder import MigrationRecorder

    from tests.table import NOW
    from tests.tournaments.doctor import altered

    # Games from before the migration that chains their logs need no chain: none of these is.
    MigrationRecorder.Migration.objects.update(applied=NOW)

    dice = random.Random(seed)
    clubs = altered.make_kinds(kinds or list(altered.KINDS))
    fates: Counter[str] = Counter()
    for kind, club in clubs.items():
        own = altered.OF_EVENINGS if kind == "evening" else altered.OF_CONTESTS
        for field in altered.columns(*own, *altered.OF_GAMES):
            for one in altered.alterations(club, field, dice, rows=ROWS, variants=VARIANTS):
                fate = altered.fate_of(club, one)
                fates[fate.split(":")[0]] += 1
                if fate not in {"found", "refused", "same"} and one.name not in altered.UNSEEN:
                    say(f"{kind}: {one}: {fate}")
    note(", ".join(f"{fate} {count}" for fate, count in sorted(fates.items())))


def main() -> None:
    """Hunt in a database of its own."""
    import django

    django.setup()
    seed, *kinds = [*sys.argv[1:], "1"] if not sys.argv[1:] else sys.argv[1:]
    with empty_database():
        hunt(int(seed), kinds)


if __name__ == "__main__":
    main()
