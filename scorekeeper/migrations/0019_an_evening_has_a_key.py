"""Every evening has a key now; written in a transaction of its own, as PostgreSQL wants it."""

import uuid

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scorekeeper", "0018_evenings_of_other_computers"),
    ]

    operations = [
        migrations.AlterField(
            model_name="evening",
            name="key",
            field=models.UUIDField(default=uuid.uuid4, editable=False),
        ),
        migrations.AddConstraint(
            model_name="evening",
            constraint=models.UniqueConstraint(
                fields=("club", "key"), name="a_club_has_an_evening_once"
            ),
        ),
    ]
