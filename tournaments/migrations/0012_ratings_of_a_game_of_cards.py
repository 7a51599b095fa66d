"""Ratings follow from the games: those computed as if luck were small are computed anew."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def forget_ratings(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Take the ratings out: the next page that shows any rates every game of its club."""
    for name in ("RatingStep", "Rating"):
        apps.get_model("tournaments", name).objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0011_clubs_together")]

    operations = [migrations.RunPython(forget_ratings, migrations.RunPython.noop)]
