from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scorekeeper", "0029_lists_by_name_and_date"),
        ("tournaments", "0032_tables_of_fixed_teams"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="tournament",
            name="contests_of_a_club",
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(
                condition=models.Q(("final_place", 1)),
                fields=["tournament"],
                name="winners_of_contests",
            ),
        ),
        migrations.AddIndex(
            model_name="tournament",
            index=models.Index(fields=["club", "-date", "-id"], name="contests_by_date"),
        ),
    ]
