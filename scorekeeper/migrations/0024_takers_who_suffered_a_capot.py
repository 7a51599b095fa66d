"""Takers who suffered a capot failed: what is kept of finished games says so too."""

from collections import defaultdict

from django.db import migrations
from django.db.models import F, Q
from django.db.models.functions import Substr

AT_ONCE = 500


def count_again(apps, schema_editor):
    hands = apps.get_model("scorekeeper", "Hand").objects
    seats = apps.get_model("scorekeeper", "GameSeat").objects
    suffered = Q(outcome="capot") & ~Q(side=F("winner"))
    lost = (
        hands.filter(counted=True, game__status="finished")
        .exclude(game__kind="slip")
        .exclude(taker="")
        .annotate(side=Substr("taker", 1, 1))
        .filter(Q(outcome="failed") | suffered)
    )
    games = sorted(set(lost.filter(outcome="capot").values_list("game_id", flat=True)))
    for start in range(0, len(games), AT_ONCE):
        some = games[start : start + AT_ONCE]
        failed = defaultdict(list)
        for game, taker, number in lost.filter(game__in=some).values_list(
            "game_id", "taker", "number"
        ):
            failed[game, taker].append(number)
        by_count = defaultdict(list)
        kept = seats.filter(game__in=some, is_counted=True)
        for pk, game, seat, first, last in kept.values_list(
            "pk", "game_id", "seat", "first_hand", "last_hand"
        ):
            numbers = failed.get((game, seat), ())
            count = sum(first <= number <= (last or number) for number in numbers)
            by_count[count].append(pk)
        for count, found in by_count.items():
            seats.filter(pk__in=found).update(failed=count)


class Migration(migrations.Migration):
    dependencies = [("scorekeeper", "0023_rate_limits")]

    operations = [migrations.RunPython(count_again, migrations.RunPython.noop)]
