"""A bare Django view that writes a hand by the ORM and checks nothing.

python tests/benchmarks/bare_hands.py PORT, by the program's own server; or as `application` of
another one. The database is the program's. It writes what must be written and no more: the hand,
its event, the line of the log, and of the game and the contest the columns that change.
"""

import gc
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
from django.db.models import F
from django.http import JsonResponse
from django.urls import path
from django.utils import timezone

if TYPE_CHECKING:
    from django.http import HttpRequest

settings.MIDDLEWARE = []
settings.ROOT_URLCONF = __name__
django.setup()

from scorekeeper.models import Game, GameEvent, Hand  # noqa: E402 - once the settings stand
from tests.benchmarks.collector import THRESHOLD  # noqa: E402 - as above
from tournaments.models import LogEntry, Tournament  # noqa: E402 - as above


@transaction.atomic
def write_hand(request: "HttpRequest", game_id: int, key: uuid.UUID) -> JsonResponse:
    """Write the next hand of a game, its event, the game's totals and a line of the log."""
    sent, now = json.loads(request.body), timezone.now()
    entry, number = sent["entry"], sent["number"]
    contests = Tournament.objects.select_for_update(of=("self",)).filter(
        rounds__matches__game=game_id
    )
    contest, version, before = contests.values_list("pk", "version", "log_hash").get()
    Hand.objects.create(
        game_id=game_id,
        number=number,
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
        game_id=game_id, kind="hand_recorded", hand_number=number, after=entry, **log
    )
    Game.objects.filter(pk=game_id).update(
        total_a=F("total_a") + 92,
        total_b=F("total_b") + 70,
        hand_count=F("hand_count") + 1,
        version=F("version") + 1,
    )
    head = f"{version + 1:064}"
    Tournament.objects.filter(pk=contest).update(version=version + 1, log_hash=head)
    LogEntry.objects.create(
        tournament_id=contest,
        number=version + 1,
        kind="game",
        round_number=1,
        table_number=1,
        data=entry,
        hash=head,
        previous_hash=before,
        **log,
    )
    return JsonResponse({"done": "recorded"}, status=201)


urlpatterns = [path("api/v1/games/<int:game_id>/hands/<uuid:key>", write_hand)]
application = WSGIHandler()


def main() -> None:
    """Serve until killed."""
    from scorekeeper.server.web_server import open_port, serve

    gc.set_threshold(THRESHOLD)
    serve(application, open_port("127.0.0.1", int(sys.argv[1])))


if __name__ == "__main__":
    main()
