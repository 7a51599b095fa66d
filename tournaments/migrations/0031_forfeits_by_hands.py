"""Points of a forfeit may follow the hands of the round; contests of before keep their number."""

from django.db import migrations, models
from django.db.models import Max


def read_log(apps, schema_editor):
    """Leave the number open where the last settings in the log do."""
    settings = apps.get_model("tournaments", "LogEntry").objects.filter(
        kind__in=["created", "changed"]
    )
    found = settings.filter(data__settings__given__forfeit_points=None)
    is_open = set(found.values_list("tournament_id", "number"))
    if not is_open:
        return
    last = settings.filter(tournament__in={contest for contest, _number in is_open}).values_list(
        "tournament_id"
    )
    contests = [pk for pk, number in last.annotate(Max("number")) if (pk, number) in is_open]
    apps.get_model("tournaments", "Tournament").objects.filter(pk__in=contests).update(
        forfeit_points=None
    )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0030_brackets_read_anew")]

    operations = [
        migrations.AlterField(
            "tournament", "forfeit_points", models.PositiveIntegerField(null=True, blank=True)
        ),
        migrations.RunPython(read_log, migrations.RunPython.noop),
    ]
