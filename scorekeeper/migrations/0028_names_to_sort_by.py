"""What players are sorted by and searched in is stored beside their names."""

from typing import Any

from django.db import migrations

import scorekeeper.models.clubs
from scorekeeper.models.sort_names import name_key

MOST_LETTERS = 160
AT_ONCE = 500


def sort_players(apps: Any, schema_editor: Any) -> None:
    players = apps.get_model("scorekeeper", "Player")._base_manager
    rows = list(players.only("name"))
    for player in rows:
        player.sort_name = name_key(player.name)[:MOST_LETTERS]
    players.bulk_update(rows, ["sort_name"], batch_size=AT_ONCE)


class Migration(migrations.Migration):
    dependencies = [
        ("scorekeeper", "0027_capots_of_slips"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="sort_name",
            field=scorekeeper.models.clubs.SortNameField(
                default="", editable=False, max_length=MOST_LETTERS
            ),
        ),
        migrations.RunPython(sort_players, migrations.RunPython.noop),
    ]
