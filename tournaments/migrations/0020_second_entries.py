"""Whether who has left a contest may enter again."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0019_substitutes_in_national_ratings")]

    operations = [
        migrations.AddField("tournament", "second_entries", models.BooleanField(default=False)),
    ]
