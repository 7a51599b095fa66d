"""A bare Django view that writes the rows of a hand by the ORM and checks nothing.

python -m tests.benchmarks.bare_hands PORT, by the program's own server; or as `application` of
another one. The database is the program's.
"""

import json
import os
import sys
import uuid
from typing import TYPE_CHECKING

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.config.settings")
import django
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.db import transaction
from django.http import JsonResponse
from django.urls import path
from django.utils import timezone

if TYPE_CHECKING:
    from django.http import HttpRequest

settings.MIDDLEWARE = []
settings.ROOT_URLCONF = __name__
django.setup()

from scorekeeper.models import Game, GameEvent, Hand  # noqa: E402 - once the settings stand
from tournaments.models import LogEntry, Tournament  # noqa: E402 - as above


@transaction.atomic
def write_hand(request: "HttpRequest", game_id: int, key: uuid.UUID) -> JsonResponse:
    """Write the next hand of a game, its event, the game's totals and a line of the log."""
    sent, now = json.loads(request.body), timezone.now()
    contests = Tournament.objects.select_for_update(of=("self",))
    tournament = contests.get(rounds__matches__game=game_id)
    game = Game.objects.get(pk=game_id)
    entry = sent["entry"]
    hand = Hand.objects.create(
        game=game,
        number=sent["number"],
        **entry,
        outcome="made",
        winner="A",
        score_a=92,
        score_b=70,
        submission_key=key,
        recorded_name="x",
        recorded_at=now,
    )
    log = {"author_name": "x", "at": now}
    GameEvent.objects.create(
        game=game, kind="hand_recorded", hand_number=hand.number, after=entry, **log
    )
    game.total_a, game.total_b = game.total_a + 92, game.total_b + 70
    game.hand_count, game.version = game.hand_count + 1, game.version + 1
    game.save()
    tournament.version += 1
    tournament.save(update_fields=["version"])
    LogEntry.objects.create(
        tournament=tournament,
        number=tournament.version,
        kind="game",
        round_number=1,
        table_number=game.table_number,
        data=entry,
        hash=f"{tournament.version:064}",
        previous_hash="",
        **log,
    )
    return JsonResponse({"done": "recorded"}, status=201)


urlpatterns = [path("api/v1/games/<int:game_id>/hands/<uuid:key>", write_hand)]
application = WSGIHandler()


def main() -> None:
    """Serve until killed."""
    from scorekeeper.startup.server import open_port, serve

    listener = open_port("127.0.0.1", int(sys.argv[1]))
    serve(application, listener)


if __name__ == "__main__":
    main()
