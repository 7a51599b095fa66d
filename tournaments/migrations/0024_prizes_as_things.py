"""Prizes are things of their own: what they are, lots for them, who was handed which.

The list of a contest of before stays as its log tells it, until somebody sets the prizes anew.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0023_cash_books")]

    operations = [
        migrations.AddField("tournament", "prize_plan", models.JSONField(default=dict)),
        migrations.AddField("tournament", "prize_lots", models.JSONField(default=list)),
        migrations.AddField("tournament", "handed_over", models.JSONField(default=list)),
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
                    ("kept", "The brackets stay as they were drawn"),
                    ("meetings", "Club teams"),
                    ("money", "Cash book"),
                    ("charged", "What is owed"),
                    ("prices", "Prices"),
                    ("counted", "Till counted"),
                    ("prizes", "Prizes"),
                    ("prize_lot", "Lot for a prize"),
                    ("handed_over", "Prize handed over"),
                    ("handed_back", "Prize taken back"),
                ],
                max_length=16,
            ),
        ),
    ]
