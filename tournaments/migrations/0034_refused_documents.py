"""What a hall's computer makes up leaves no row: the last refusal is kept with the computer."""

from typing import Any

from django.db import migrations, models

UNKNOWN = ("no_document", "too_large", "wrong", "full")


def keep_last(apps: Any, _schema: Any) -> None:
    """Let each computer say the last of the rows that go: of what they name nothing was here."""
    contests = apps.get_model("tournaments", "ArrivedContest").objects
    evenings = apps.get_model("tournaments", "ArrivedEvening").objects
    unknown = (
        contests.filter(tournament=None, refused__in=UNKNOWN),
        evenings.filter(evening=None, refused__in=UNKNOWN),
    )
    columns = ("computer_id", "refused", "name", "refused_at")
    told = [*unknown[0].values_list(*columns, "first_hash")]
    told += [*unknown[1].values_list(*columns, "key")]
    computers = apps.get_model("tournaments", "HallComputer").objects
    last = {row[0]: row for row in sorted(told, key=lambda row: row[3])}
    for computer, refusal, name, at, key in last.values():
        computers.filter(pk=computer).update(
            refused=refusal, refused_name=name, refused_at=at, refused_key=str(key)
        )
    for rows in unknown:
        rows.delete()


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0033_contests_and_winners")]

    operations = [
        migrations.AddField("hallcomputer", "refused", models.CharField(blank=True, max_length=20)),
        migrations.AddField(
            "hallcomputer", "refused_name", models.CharField(blank=True, max_length=80)
        ),
        migrations.AddField(
            "hallcomputer", "refused_key", models.CharField(blank=True, max_length=64)
        ),
        migrations.AddField(
            "hallcomputer", "refused_at", models.DateTimeField(blank=True, null=True)
        ),
        migrations.RunPython(keep_last, migrations.RunPython.noop),
    ]
