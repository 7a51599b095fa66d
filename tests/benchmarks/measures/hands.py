"""What one hand costs over HTTP: against a bare view that writes the same rows, and in queries."""

import io
import json
import os
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from tests.benchmarks.ratios import Figure, Measure, Reached, milliseconds, profiled, ratio_of

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

TEAMS: Final = 80
HANDS: Final = 12
ENTRY: Final = {"taker": "A1", "card_points": 92}
MOST_QUERIES: Final = {
    "a hand from a phone": 10,
    "a hand sent again": 4,
    "a slip typed at the desk": 16,
    "a draw published": 16,
    "a hand corrected after closing": 16,
}

Application = Callable[[dict[str, Any], Any], Any]


@contextmanager
def durable_database() -> Iterator[None]:
    """Work on a database that is as sure of what it stores as a club's."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django
    from django.conf import settings

    django.setup()
    from scorekeeper.config.settings import SQLITE_OPTIONS
    from tests.benchmarks.figures import empty_database

    if "timeout" in settings.DATABASES["default"]["OPTIONS"]:
        settings.DATABASES["default"]["OPTIONS"] = SQLITE_OPTIONS
    with empty_database():
        yield


def send(application: Application, address: str, body: object, token: str = "") -> bytes:
    """Send a hand to an application as a server would; return what it answers."""
    sent = json.dumps(body).encode()
    environ = {
        "REQUEST_METHOD": "PUT",
        "PATH_INFO": address,
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(sent)),
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "localhost",
        "HTTP_AUTHORIZATION": f"Bearer {token}",
        "wsgi.input": io.BytesIO(sent),
        "wsgi.errors": io.StringIO(),
        "wsgi.url_scheme": "http",
    }
    said: list[str] = []
    answer = application(environ, lambda status, *_rest: said.append(status))
    content = b"".join(answer)
    answer.close()
    assert said[0].startswith("201"), (said, content)
    return content


def hand_over_http() -> Reached:
    """Play twenty tables by the program and twenty by the bare view, a hand of each in turns."""
    with durable_database():
        from django.core.handlers.wsgi import WSGIHandler
        from django.test import override_settings

        from tests.contest import games_of, make_contest, start_round
        from tests.table import make_club

        matches = games_of(start_round(make_contest(make_club(), teams=TEAMS, hands=HANDS)))
        ours, theirs = matches[: TEAMS // 4], matches[TEAMS // 4 :]
        codes = dict(ours[0].round.tournament.codes.values_list("number", "token"))
        program = WSGIHandler()
        with override_settings(MIDDLEWARE=[], ROOT_URLCONF=__name__):
            bare = WSGIHandler()

        def write(number: int) -> None:
            for match in ours:
                address = f"/api/v1/games/{match.game_id}/hands/{uuid.uuid4()}"
                token = codes[match.table_number or 0]
                send(program, address, {"number": number, "entry": ENTRY}, token)

        def write_barely(number: int) -> None:
            with override_settings(ROOT_URLCONF=__name__):
                for match in theirs:
                    body = {"number": number, "match": match.pk, "entry": ENTRY}
                    send(bare, f"/bare/{match.game_id}", body)

        write(1)
        write_barely(1)
        mine, other = in_rounds(write, write_barely, each=len(ours))
        ratio = ratio_of(other, mine)
        profile = profiled(lambda: write(HANDS))
    said = f"{ratio.median:.2f} ({mine.median:.1f} v {other.median:.1f} ms)"
    return Reached(said, ratio.median >= 0.5, (mine, other, ratio), profile)


def in_rounds(
    ours: Callable[[int], None], theirs: Callable[[int], None], *, each: int
) -> tuple[Figure, Figure]:
    """Time every further hand of all tables in turns; return the milliseconds of one hand."""
    mine, other = [], []
    for number in range(2, HANDS):
        mine.append(milliseconds(partial(ours, number)) / each)
        other.append(milliseconds(partial(theirs, number)) / each)
    return Figure("the program, a hand", tuple(mine)), Figure("the bare view, a hand", tuple(other))


def bare_hand(request: "HttpRequest", game_id: int) -> "HttpResponse":
    """Write the rows of a hand that is taken for right, and say so."""
    from django.db import transaction
    from django.db.models import F
    from django.http import JsonResponse

    from scorekeeper.models import Game, GameEvent, Hand
    from tests.table import NOW
    from tournaments.models import LogEntry, Tournament

    body = json.loads(request.body)
    with transaction.atomic():
        game = Game.objects.select_related("match__round__tournament").get(pk=game_id)
        tournament = game.match.round.tournament
        hand = Hand.objects.create(
            game=game,
            number=body["number"],
            taker="A1",
            card_points=92,
            outcome="made",
            winner="A",
            score_a=92,
            score_b=70,
            submission_key=uuid.uuid4(),
            recorded_name="x",
            recorded_at=NOW,
        )
        GameEvent.objects.create(
            game=game,
            kind="hand_recorded",
            hand_number=hand.number,
            after=body["entry"],
            author_name="x",
            at=NOW,
        )
        game.total_a += 92
        game.total_b += 70
        game.hand_count += 1
        game.version += 1
        game.save()
        Tournament.objects.filter(pk=tournament.pk).update(
            version=F("version") + 1, log_hash="0" * 64
        )
        LogEntry.objects.create(
            tournament=tournament,
            number=tournament.version + 1,
            kind="game",
            round_number=1,
            table_number=1,
            data=body["entry"],
            author_name="x",
            at=NOW,
            hash="0" * 64,
            previous_hash=tournament.log_hash,
        )
    return JsonResponse({"done": "recorded"}, status=201)


def queries() -> Reached:
    """Go the ways of an evening, and count what each asks of the database."""
    from tests.benchmarks.ways import go_way, measure_contest

    asked: dict[str, int] = {}

    def way(name: str, go: Callable[[], object]) -> None:
        asked[name] = len(go_way(go)[0])

    with durable_database():
        from tests.table import make_club

        measure_contest(make_club(), way)
    found = {name: asked[name] for name in MOST_QUERIES}
    figures = tuple(Figure(name, (count,), "queries") for name, count in found.items())
    meets = all(count <= MOST_QUERIES[name] for name, count in found.items())
    return Reached("; ".join(map(str, found.values())), meets, figures)


def _patterns() -> list[Any]:
    from django.urls import path
    from django.views.decorators.csrf import csrf_exempt

    return [path("bare/<int:game_id>", csrf_exempt(bare_hand))]


def __getattr__(name: str) -> Any:
    if name == "urlpatterns":
        return _patterns()
    raise AttributeError(name)


MEASURES = (
    Measure(
        row=20,
        name="hand",
        what="a hand over HTTP (checked, scored, logged, durable): requests/s, one process",
        against="a bare Django view that writes the same rows by ORM, no checks",
        before="0.16 (17 v 2.7 ms)",
        goal="0.5",
        take=hand_over_http,
    ),
    Measure(
        row=40,
        name="queries",
        what="queries of a hand; of a hand sent again; a slip; a draw published; a correction",
        before="26; 13; 49; 37; 35",
        goal="; ".join(map(str, MOST_QUERIES.values())),
        take=queries,
    ),
)
