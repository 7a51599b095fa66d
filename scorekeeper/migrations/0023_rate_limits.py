"""What is counted for all processes; the tables of django-axes, which did it before, go."""

from django.db import migrations, models

TABLES_OF_AXES = (
    # The first one points to the second.
    "axes_accessattemptexpiration",
    "axes_accessattempt",
    "axes_accessfailurelog",
    "axes_accesslog",
)


class Migration(migrations.Migration):
    dependencies = [("scorekeeper", "0022_marks_of_games")]

    operations = [
        migrations.CreateModel(
            name="RateLimit",
            fields=[
                ("key", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("free_at", models.DateTimeField(db_index=True)),
            ],
        ),
        # They hold names that were typed and the addresses that typed them, and nobody would
        # delete those any more. A version of before makes the tables again.
        migrations.RunSQL(
            [
                *(f"DROP TABLE IF EXISTS {table}" for table in TABLES_OF_AXES),
                "DELETE FROM django_migrations WHERE app = 'axes'",
            ],
            migrations.RunSQL.noop,
        ),
    ]
