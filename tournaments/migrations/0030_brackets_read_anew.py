"""Brackets are read anew; contests that ended are read as they were.

The seat of who plays for nothing at a catch-up table is one of a catch-up game from the beginning.
"""

from typing import Any

from django.db import migrations, models


def name_catch_ups(apps: Any, _schema: Any) -> None:
    seats = apps.get_model("tournaments", "MatchSeat").objects
    unused = seats.filter(match__kind="catch_up", counts=False, kind="played")
    unused.update(kind="catch_up")


def read_log(apps: Any, _schema: Any) -> None:
    """Let contests that ended say what the line of the log says that ended them."""
    contests = apps.get_model("tournaments", "Tournament").objects
    lines = apps.get_model("tournaments", "LogEntry").objects
    said = lines.filter(kind="finished", data__has_key="brackets")
    ended = lines.filter(
        kind__in=["finished", "resumed"],
        tournament__in=set(said.values_list("tournament", flat=True)),
    )
    last = {
        contest: data["brackets"] if kind == "finished" and "brackets" in data else 1
        for contest, kind, data in ended.order_by("number").values_list(
            "tournament_id", "kind", "data"
        )
    }
    for contest, version in last.items():
        contests.filter(pk=contest).update(bracket_version=version)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0029_days_off")]

    operations = [
        migrations.AddField(
            "tournament", "bracket_version", models.PositiveSmallIntegerField(default=1)
        ),
        migrations.RunPython(name_catch_ups, migrations.RunPython.noop),
        migrations.RunPython(read_log, migrations.RunPython.noop),
    ]
