"""An evening is the same on every computer: it has a key, and tells what was done to it."""

import uuid

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import OuterRef, Subquery

BATCH = 500


def begin_to_tell(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    alias = schema_editor.connection.alias
    evenings = apps.get_model("scorekeeper", "Evening").objects.using(alias)
    told = []
    for evening in evenings.only("created_at", "closed_at"):
        acts = [{"act": "opened", "at": evening.created_at.isoformat()}]
        if evening.closed_at:
            acts.append({"act": "closed", "at": evening.closed_at.isoformat()})
        evening.key, evening.acts, evening.version = uuid.uuid4(), acts, len(acts)
        told.append(evening)
    evenings.bulk_update(told, ["key", "acts", "version"], batch_size=BATCH)
    here = apps.get_model("scorekeeper", "Attendance").objects.using(alias)
    players = apps.get_model("scorekeeper", "Player").objects.using(alias)
    names = players.filter(pk=OuterRef("player"))
    here.update(name=Subquery(names.values("name")[:1]))


class Migration(migrations.Migration):
    dependencies = [
        ("scorekeeper", "0017_seats_from_hand_to_hand"),
    ]

    operations = [
        migrations.AddField(
            model_name="attendance",
            name="name",
            field=models.CharField(blank=True, default="", max_length=80),
        ),
        migrations.AddField(
            model_name="evening",
            name="acts",
            field=models.JSONField(default=list, editable=False),
        ),
        migrations.AddField(
            model_name="evening",
            name="is_mirror",
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.AddField(
            model_name="evening",
            name="key",
            field=models.UUIDField(default=None, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="evening",
            name="version",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.AddField(
            model_name="game",
            name="is_mirror",
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(begin_to_tell, migrations.RunPython.noop),
    ]
