"""A contest knows the number and the hash of its log's last line, and does not look for them."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def note_last_lines(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    lines = apps.get_model("tournaments", "LogEntry").objects.using(schema_editor.connection.alias)
    last = (
        lines.filter(tournament=models.OuterRef("pk"))
        .order_by("-number")
        .values("number", "hash")[:1]
    )
    contests = apps.get_model("tournaments", "Tournament").objects
    contests.using(schema_editor.connection.alias).filter(log__isnull=False).update(
        version=models.Subquery(last.values("number")),
        log_hash=models.Subquery(last.values("hash")),
    )


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0006_phones_of_players"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="log_hash",
            field=models.CharField(blank=True, default="", max_length=64),
        ),
        migrations.RunPython(note_last_lines, migrations.RunPython.noop),
    ]
