"""Nothing: `table_version` keeps the tables of seasons that are over."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0028_places_of_finished_contests")]

    operations: list[migrations.RunPython] = []
