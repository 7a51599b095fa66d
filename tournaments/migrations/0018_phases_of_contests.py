"""Phases of contests: pools, trees, who goes on from a level table."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0017_evenings_of_a_hall")]

    operations = [
        migrations.AddField("tournament", "phases", models.JSONField(default=list)),
        migrations.AddField("round", "groups", models.JSONField(default=list)),
        migrations.AddField(
            "match", "decided_for", models.PositiveSmallIntegerField(blank=True, null=True)
        ),
        migrations.AddField(
            "match",
            "decided_by",
            models.CharField(
                blank=True,
                choices=[("hand", "one more hand"), ("lot", "a lot"), ("ruling", "the organiser")],
                max_length=8,
                default="",
            ),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name="logentry",
            name="kind",
            field=models.CharField(
                choices=[
                    ("created", "Contest created"),
                    ("changed", "Contest changed"),
                    ("entry_added", "Entry"),
                    ("entry_changed", "Entry changed"),
                    ("entry_removed", "Entry removed"),
                    ("checked_in", "Check-in"),
                    ("paid", "Fee"),
                    ("withdrawn", "Withdrawal"),
                    ("returned", "Withdrawal taken back"),
                    ("substituted", "Somebody sits in"),
                    ("drawn", "Round drawn"),
                    ("swapped", "Exchanged by hand before publishing"),
                    ("discarded", "Draw discarded"),
                    ("published", "Draw published"),
                    ("reseated", "Tables changed after publishing"),
                    ("unpublished", "Draw taken back"),
                    ("timer", "Clock"),
                    ("game", "At the table"),
                    ("slip", "Slip typed at the desk"),
                    ("checked", "Slip checked"),
                    ("accepted", "Sheet accepted"),
                    ("disputed", "Sheet not accepted"),
                    ("ruled", "Ruling"),
                    ("signed", "Signed on paper"),
                    ("closed", "Round closed"),
                    ("reopened", "Round reopened"),
                    ("lot", "Lot drawn"),
                    ("code", "New code for a table"),
                    ("finished", "Contest finished"),
                    ("resumed", "Contest opened again"),
                    ("redacted", "Name taken out"),
                    ("halls", "Tables and halls"),
                    ("wished", "Wishes for the draw"),
                    ("decided", "Who goes on"),
                ],
                max_length=16,
            ),
        ),
    ]
