"""Ratings over all clubs know the round of each game: what was kept without it is made anew."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def forget_what_was_kept(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Take out what follows from the contests, which is made anew the next time."""
    for name in ("NationalLine", "NationalTable", "ContestSummary"):
        apps.get_model("tournaments", name).objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0018_phases_of_contests")]

    operations = [migrations.RunPython(forget_what_was_kept, migrations.RunPython.noop)]
