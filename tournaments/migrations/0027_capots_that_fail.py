"""Takers who suffered a capot count as having failed in rounds from now on; those of before stay."""

from django.db import migrations, models


def read_log(apps, schema_editor):
    """Let rounds say what the line of the log says that published them."""
    rounds = apps.get_model("tournaments", "Round").objects
    lines = apps.get_model("tournaments", "LogEntry").objects.filter(
        kind="published", data__capot_fails=True
    )
    for contest, number in lines.values_list("tournament_id", "round_number"):
        rounds.filter(tournament=contest, number=number).update(capot_fails=True)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0026_announced_contests")]

    operations = [
        migrations.AddField("round", "capot_fails", models.BooleanField(default=False)),
        migrations.RunPython(read_log, migrations.RunPython.noop),
    ]
