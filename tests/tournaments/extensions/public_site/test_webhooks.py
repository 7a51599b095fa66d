"""Other programs are told what happens: signed, again and again, and never in anybody's way."""

import hashlib
import hmac
import json
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from scorekeeper.models import Club, Player
from scorekeeper.roles import Role
from tests.benchmarks.ways import correct_hands
from tests.contest import games_of, make_contest, play, start_round
from tests.pages import member_of, visitor, words_on
from tests.table import SCORER, make_club
from tests.tournaments.members.phones import season_of_today
from tournaments.contests.services import finish_tournament
from tournaments.extensions.public_site import queries as webhook_events
from tournaments.extensions.public_site import services as telling
from tournaments.extensions.public_site.receivers import (
    ReceiverAnswer,
    ReceiverError,
    is_of_everybody,
    judged_address,
    post,
)
from tournaments.extensions.public_site.services import (
    PAUSES,
    add_webhook,
    deliver_events,
    send_test,
)
from tournaments.models import Webhook, WebhookDelivery
from tournaments.tables.services import close_round

pytestmark = pytest.mark.django_db

ADDRESS = "https://quetsches.example/belote"
NOW = timezone.now()


class Programs:
    """Programs elsewhere: what each address was told, and what it answers."""

    def __init__(self) -> None:
        self.told: list[tuple[str, dict[str, Any], Mapping[str, str], bytes]] = []
        self.answers: dict[str, ReceiverAnswer | Exception] = {}

    def post(
        self, url: str, body: bytes, headers: Mapping[str, str], *, is_server: bool
    ) -> ReceiverAnswer:
        self.told.append((url, json.loads(body), headers, body))
        answer = self.answers.get(url, ReceiverAnswer(204, ""))
        if isinstance(answer, Exception):
            raise answer
        return answer

    def events(self, url: str = ADDRESS) -> list[str]:
        return [body["event"] for to, body, _headers, _raw in self.told if to == url]


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> Programs:
    found = Programs()
    monkeypatch.setattr(telling, "post", found.post)
    return found


@pytest.fixture
def webhook(club: Club) -> Webhook:
    return add_webhook(club=club, address=ADDRESS, now=NOW)


def at_once(_what: str, correct: Callable[[], object]) -> None:
    correct()


def test_a_contest_is_told_from_beginning_to_end(
    club: Club, webhook: Webhook, programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Contests of tests begin on a day long ago.
    monkeypatch.setattr(webhook_events, "OLDEST", timedelta(days=9999))
    season_of_today(club)
    deliver_events(now=timezone.now())
    programs.told.clear()
    contest = make_contest(club, teams=4, rounds=1, hands=2)
    (first, *others) = games_of(start_round(contest))
    for match in (first, *others):
        play(match)
    now = timezone.now()
    close_round(round_id=first.round_id, author=SCORER, now=now)
    correct_hands(first, member_of(club), at_once)
    finish_tournament(tournament_id=contest.pk, author=SCORER, now=timezone.now())
    assert programs.told == []
    deliver_events(now=timezone.now())
    assert programs.events() == [
        "contest.published",
        "round.published",
        "round.closed",
        "result.corrected",
        "contest.finished",
        "season.changed",
    ]
    body = programs.told[2][1]
    assert body["contest"]["name"] == contest.name
    assert body["round"] == 1
    assert Player.objects.filter(club=club, name__startswith="Player").exists()
    assert "Player" not in json.dumps([told for _url, told, *_more in programs.told])
    deliver_events(now=timezone.now())
    assert len(programs.told) == 6


def test_a_changed_table_of_a_season_is_told(
    club: Club, webhook: Webhook, programs: Programs
) -> None:
    season = season_of_today(club)
    deliver_events(now=timezone.now())
    season.combines = "average"
    season.save()
    season_of_today(club)
    deliver_events(now=timezone.now())
    told = [body for _url, body, *_more in programs.told if body["event"] == "season.changed"]
    assert [one["season"]["id"] for one in told] == [season.pk]


def test_what_was_before_is_no_news(club: Club, programs: Programs) -> None:
    start_round(make_contest(club, teams=4))
    add_webhook(club=club, address=ADDRESS, now=NOW)
    deliver_events(now=timezone.now())
    assert programs.told == []


def test_what_is_sent_is_signed(webhook: Webhook, programs: Programs) -> None:
    send_test(webhook=webhook, now=NOW)
    deliver_events(now=NOW)
    _url, body, headers, raw = programs.told[0]
    stamp, _comma, mark = headers["Belote-Signature"].partition(",")
    seconds = stamp.removeprefix("t=")
    assert abs(int(seconds) - NOW.timestamp()) < 1
    wanted = hmac.new(webhook.secret.encode(), f"{seconds}.".encode() + raw, hashlib.sha256)
    assert mark == f"v1={wanted.hexdigest()}"
    assert headers["Belote-Delivery"] == body["id"]


def test_it_is_tried_again_with_growing_pauses_until_a_day(
    webhook: Webhook, programs: Programs
) -> None:
    programs.answers[ADDRESS] = ReceiverAnswer(503, "busy")
    send_test(webhook=webhook, now=NOW)
    now, pauses = NOW, []
    while (due := WebhookDelivery.objects.get().due_at) is not None:
        pauses.append(due - now)
        now = due
        deliver_events(now=now)
    assert pauses[1:] == list(PAUSES)
    assert pauses[1:] == sorted(pauses[1:])
    assert PAUSES[-1] == timedelta(days=1)
    assert len(programs.told) == len(PAUSES) + 1
    assert len({body["id"] for _url, body, *_more in programs.told}) == 1
    assert WebhookDelivery.objects.get().answer == "busy"


def test_one_that_is_dead_keeps_no_other_waiting(
    club: Club, webhook: Webhook, programs: Programs
) -> None:
    dead = add_webhook(club=make_club("Voisins"), address="https://dead.example", now=NOW)
    programs.answers[dead.address] = ReceiverError("away")
    for _number in range(3):
        send_test(webhook=dead, now=NOW)
        send_test(webhook=webhook, now=NOW)
    deliver_events(now=NOW)
    assert programs.events() == ["test"] * 3
    assert programs.events(dead.address) == ["test"]


def test_one_that_fails_keeps_no_other_unnoted(
    club: Club, webhook: Webhook, programs: Programs
) -> None:
    broken = add_webhook(club=make_club("Voisins"), address="https://broken.example", now=NOW)
    programs.answers[broken.address] = RuntimeError("nobody thought of it")
    send_test(webhook=broken, now=NOW)
    send_test(webhook=webhook, now=NOW)
    deliver_events(now=NOW)
    deliver_events(now=NOW)
    assert programs.events() == ["test"]
    assert programs.events(broken.address) == ["test"]
    assert WebhookDelivery.objects.get(webhook=broken).answer == "away"


def test_old_ones_are_forgotten(webhook: Webhook, programs: Programs) -> None:
    send_test(webhook=webhook, now=NOW)
    deliver_events(now=NOW)
    deliver_events(now=NOW + timedelta(days=31))
    assert not WebhookDelivery.objects.exists()


class TestAddresses:
    @pytest.mark.parametrize(
        "address",
        [
            "127.0.0.1",
            "10.0.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
            "::1",
            "fe80::1",
            "fd00::1",
            "::ffff:127.0.0.1",
            "2002:7f00:1::",
            "64:ff9b::7f00:1",
            "64:ff9b:1::7f00:1",
            "::127.0.0.1",
            "::10.0.0.1",
            "::ffff:0:127.0.0.1",
            "2606:2800:220:1::5efe:7f00:1",
            "2001:0:7f00:1::",
            "100::1",
            "5f00::1",
        ],
    )
    def test_of_a_network_inside_are_known(self, address: str) -> None:
        assert not is_of_everybody(address)

    @pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1::1"])
    def test_of_the_internet_are_known(self, address: str) -> None:
        assert is_of_everybody(address)

    @pytest.mark.parametrize(
        ("url", "reason"),
        [
            ("http://quetsches.example/", "https"),
            ("https://localhost/", "inside"),
            ("https://127.0.0.1:8000/", "inside"),
            ("https://[::1]/", "inside"),
            ("ftp://quetsches.example/", "https"),
        ],
    )
    def test_a_server_reaches_no_network_inside(self, url: str, reason: str) -> None:
        with pytest.raises(ReceiverError, match=reason):
            judged_address(url, is_server=True)

    def test_one_of_several_inside_is_enough(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def found(*_asked: object, **_more: object) -> list[Any]:
            return [
                (socket.AF_INET, 1, 6, "", (address, 443))
                for address in ("93.184.216.34", "10.0.0.1")
            ]

        monkeypatch.setattr(socket, "getaddrinfo", found)
        with pytest.raises(ReceiverError, match="inside"):
            judged_address(ADDRESS, is_server=True)


@pytest.fixture
def program() -> Iterator[tuple[str, list[tuple[str, bytes]]]]:
    """Run a small program on this computer; return its address and what it was told."""
    got: list[tuple[str, bytes]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            got.append((self.path, self.rfile.read(length)))
            self.send_response(302 if self.path == "/away" else 200)
            self.send_header("Location", "/elsewhere")
            self.end_headers()
            self.wfile.write(b"thank you " * 100)

        def log_message(self, *_said: object) -> None:
            return

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", got
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_program_is_told_and_no_redirection_followed(
    program: tuple[str, list[tuple[str, bytes]]],
) -> None:
    base, got = program
    answer = post(f"{base}/belote?club=1", b"{}", {"X": "1"}, is_server=False)
    assert answer.status == 200
    assert answer.answer.startswith("thank you")
    assert len(answer.answer) == 200
    assert post(f"{base}/away", b"{}", {}, is_server=False).status == 302
    assert [path for path, _body in got] == ["/belote?club=1", "/away"]
    with pytest.raises(ReceiverError, match="https"):
        post(base, b"{}", {}, is_server=True)


def test_an_address_with_accents_is_told(program: tuple[str, list[tuple[str, bytes]]]) -> None:
    base, got = program
    answer = post(f"{base}/soirée/%C3%A9?nom=Zoé&x=a+b", b"{}", {}, is_server=False)
    assert answer.status == 200
    assert [path for path, _body in got] == ["/soir%C3%A9e/%C3%A9?nom=Zo%C3%A9&x=a+b"]


class TestPages:
    def test_the_secret_is_shown_once(
        self, club: Club, monkeypatch: pytest.MonkeyPatch, settings: Settings
    ) -> None:
        monkeypatch.setattr(
            "tournaments.extensions.public_site.forms.judged_address", lambda *_a, **_m: ""
        )
        owner = member_of(club)
        page = owner.post(reverse("tournaments:webhook-list"), {"address": ADDRESS})
        webhook = Webhook.objects.get()
        assert webhook.secret in words_on(page)
        assert webhook.secret not in words_on(owner.get(reverse("tournaments:webhook-list")))
        detail = reverse("tournaments:webhook-detail", args=[webhook.pk])
        assert webhook.secret not in words_on(owner.get(detail))

    def test_a_server_takes_no_address_of_its_own_network(
        self, club: Club, settings: Settings
    ) -> None:
        settings.PUBLIC_URL = "https://belote.example"
        owner = member_of(club)
        page = owner.post(reverse("tournaments:webhook-list"), {"address": "https://127.0.0.1/"})
        assert "the name leads into the server’s own network" in words_on(page)
        assert not Webhook.objects.exists()

    def test_answers_are_listed_and_things_sent_again(
        self, webhook: Webhook, programs: Programs
    ) -> None:
        owner = member_of(webhook.club)
        programs.answers[ADDRESS] = ReceiverAnswer(500, "<b>broken</b>")
        owner.post(reverse("tournaments:webhook-test", args=[webhook.pk]))
        assert programs.told == []
        deliver_events(now=timezone.now())
        detail = reverse("tournaments:webhook-detail", args=[webhook.pk])
        assert "Answer 500: &lt;b&gt;broken" in words_on(owner.get(detail))
        programs.answers[ADDRESS] = ReceiverError("away")
        delivery = WebhookDelivery.objects.get()
        owner.post(reverse("tournaments:webhook-again", args=[delivery.pk]))
        deliver_events(now=timezone.now())
        assert "No answer." in words_on(owner.get(detail))
        assert len(programs.told) == 2
        owner.post(reverse("tournaments:webhook-end", args=[webhook.pk]))
        assert not WebhookDelivery.objects.exists()

    def test_they_are_the_owners_of_that_club_alone(self, webhook: Webhook) -> None:
        send_test(webhook=webhook, now=NOW)
        delivery = WebhookDelivery.objects.get()
        places = [
            reverse("tournaments:webhook-test", args=[webhook.pk]),
            reverse("tournaments:webhook-end", args=[webhook.pk]),
            reverse("tournaments:webhook-again", args=[delivery.pk]),
        ]
        elsewhere: Client = member_of(make_club("Voisins"), "max")
        organiser = member_of(webhook.club, "paul", Role.ORGANISER)
        for place in places:
            assert elsewhere.post(place).status_code == 404
            assert organiser.post(place).status_code == 403
            assert visitor().post(place).status_code == 302
        assert Webhook.objects.exists()
