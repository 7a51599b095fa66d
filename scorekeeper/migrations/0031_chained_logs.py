"""Games outside contests and evenings store the last hash of their log."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scorekeeper", "0030_what_a_club_uses"),
    ]

    operations = [
        migrations.AddField(
            model_name="evening",
            name="log_hash",
            field=models.CharField(blank=True, default="", editable=False, max_length=64),
        ),
        migrations.AddField(
            model_name="game",
            name="log_hash",
            field=models.CharField(blank=True, default="", editable=False, max_length=64),
        ),
    ]
