"""A hand keeps the fingerprint of what was sent under its own key; other keys stay beside it."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F, OuterRef, Subquery

BATCH = 2000


def keep_with_the_hand(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    alias = schema_editor.connection.alias
    sent = apps.get_model("scorekeeper", "SentHand").objects.using(alias)
    own = sent.filter(hand__isnull=False, key=F("hand__submission_key"))
    hands = apps.get_model("scorekeeper", "Hand").objects.using(alias)
    digests = sent.filter(hand=OuterRef("pk"), key=OuterRef("submission_key"))
    hands.filter(pk__in=own.values("hand")).update(
        sent_digest=Subquery(digests.values("digest")[:1])
    )
    own.delete()


def keep_beside_the_hand(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    alias = schema_editor.connection.alias
    sent_hand = apps.get_model("scorekeeper", "SentHand")
    hands = apps.get_model("scorekeeper", "Hand").objects.using(alias).exclude(sent_digest="")
    known = hands.values_list("pk", "game", "submission_key", "sent_digest")
    sent_hand.objects.using(alias).bulk_create(
        (
            sent_hand(game_id=game, key=key, hand_id=hand, digest=digest)
            for hand, game, key, digest in known.iterator()
        ),
        batch_size=BATCH,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("scorekeeper", "0009_belotes_at_all_trump"),
    ]

    operations = [
        migrations.AddField(
            model_name="hand",
            name="sent_digest",
            field=models.CharField(blank=True, default="", max_length=64),
        ),
        migrations.RunPython(keep_with_the_hand, keep_beside_the_hand),
    ]
