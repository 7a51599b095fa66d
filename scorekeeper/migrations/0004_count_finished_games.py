"""Count the games that were finished before statistics were kept."""

from django.db import migrations


def count_finished(apps, schema_editor):
    # Read by the columns of that day: later ones may not exist yet in an older database.
    old_games = apps.get_model("scorekeeper", "Game")
    old_seats = apps.get_model("scorekeeper", "GameSeat")
    old_hands = apps.get_model("scorekeeper", "Hand")
    for game in old_games.objects.filter(status="finished").iterator():
        hands = (
            list(old_hands.objects.filter(game=game, counted=True)) if game.kind != "slip" else []
        )
        for seat in old_seats.objects.filter(game=game):
            side = seat.seat[0]
            took = [hand for hand in hands if hand.taker == seat.seat]
            totals = (game.total_a, game.total_b)
            seat.points, seat.against = totals if side == "A" else totals[::-1]
            seat.is_counted = True
            seat.hands = game.hand_count
            seat.is_won = game.winner == side
            seat.is_tied = not game.winner
            seat.taken = len(took)
            seat.made = sum(hand.winner == side for hand in took)
            seat.failed = sum(hand.outcome == "failed" for hand in took)
            seat.capots = sum(hand.outcome == "capot" and hand.winner == side for hand in hands)
            seat.belotes = sum(hand.belote_seat == seat.seat for hand in hands)
            seat.save()


class Migration(migrations.Migration):
    dependencies = [("scorekeeper", "0003_statistics_of_players")]

    operations = [migrations.RunPython(count_finished, migrations.RunPython.noop)]
