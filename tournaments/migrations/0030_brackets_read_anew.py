"""Brackets are read anew; contests that ended are read as they were.

The seat of who plays for nothing at a catch-up table is one of a catch-up game from the beginning.
"""

from typing import Any

from django.db import migrations, models


def name_catch_ups(apps: Any, _schema: Any) -> None:
    seats = apps.get_model("tournaments", "MatchSeat").objects
    unused = seats.filter(match__kind="catch_up", counts=False, kind="played")
    unused.update(kind="catch_up")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0029_days_off")]

    operations = [
        migrations.AddField(
            "tournament", "bracket_version", models.PositiveSmallIntegerField(default=1)
        ),
        migrations.RunPython(name_catch_ups, migrations.RunPython.noop),
    ]
