from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scorekeeper", "0028_names_to_sort_by"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="evening",
            index=models.Index(fields=["club", "-date", "-id"], name="evenings_of_a_club"),
        ),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(
                condition=models.Q(("archived_at", None), ("merged_into", None)),
                fields=["club", "sort_name", "id"],
                name="players_of_a_club_by_name",
            ),
        ),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(fields=["club", "shown"], name="players_by_what_is_shown"),
        ),
    ]
