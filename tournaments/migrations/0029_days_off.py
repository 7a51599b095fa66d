"""A day off brings what the season says; seasons of fixed teams that are over keep their tables."""

from django.db import migrations
from django.utils import timezone


def keep_tables(apps, schema_editor):
    seasons = apps.get_model("tournaments", "Season").objects
    over = seasons.filter(league__kind="fixtures", ends_on__lt=timezone.localdate())
    over.filter(frozen_table__isnull=True).update(bye_points=0)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0028_places_of_finished_contests")]

    operations = [migrations.RunPython(keep_tables, migrations.RunPython.noop)]
