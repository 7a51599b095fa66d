"""Fixed teams: days off count, forfeits follow the hands; seasons that are over keep their tables."""

from typing import Any

from django.db import migrations, models
from django.utils import timezone


def keep_tables(apps: Any, _schema: Any) -> None:
    seasons = apps.get_model("tournaments", "Season").objects
    over = seasons.filter(league__kind="fixtures", ends_on__lt=timezone.localdate())
    over.update(table_version=1)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0031_forfeits_by_hands")]

    operations = [
        migrations.AddField("season", "table_version", models.PositiveSmallIntegerField(default=2)),
        migrations.RunPython(keep_tables, migrations.RunPython.noop),
    ]
