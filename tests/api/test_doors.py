"""The ways in: a code or an organiser's session, and nothing else. Every refusal is a problem."""

import json
import uuid
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse

from scorekeeper.models import Club, Game
from scorekeeper.models.codes import new_token
from tests.api.phones import BASE, Phone, code_of, done, refused
from tests.pages import member_of, visitor
from tests.table import make_club, make_game, make_member

pytestmark = pytest.mark.django_db

KEY = uuid.UUID(int=1)
HAND = {"taker": "A1", "card_points": 92}


class TestCodes:
    def test_nobody_comes_in_without(self, game: Game) -> None:
        answer = Phone(game).get()
        assert refused(answer, 401) == "credentials_missing"
        assert answer["WWW-Authenticate"].startswith("Bearer")
        assert refused(Phone(game).put(KEY, 1, **HAND), 401) == "credentials_missing"

    @pytest.mark.parametrize("header", ["Basic abc", "Bearer", "token", "Bearer "])
    def test_other_headers_are_no_code(self, phone: Phone, header: str) -> None:
        phone.token = ""
        assert refused(phone.get(authorization=header), 401) in {
            "credentials_missing",
            "token_unknown",
        }

    @pytest.mark.parametrize("token", ["x", "é", "a" * 5000, "' or 1=1 --"])
    def test_an_unknown_one_opens_nothing(self, game: Game, token: str) -> None:
        phone = Phone(game, token)
        assert refused(phone.get(), 401) == "token_unknown"
        assert refused(phone.put(KEY, 1, **HAND), 401) == "token_unknown"
        assert refused(phone.client.get(f"{BASE}/table", headers=phone.headers()), 401) == (
            "token_unknown"
        )

    def test_a_replaced_one_opens_nothing(self, phone: Phone, game: Game) -> None:
        game.token = new_token()
        game.save()
        assert refused(phone.get(), 401) == "token_unknown"

    def test_that_of_another_game_does_not_open_this_one(self, game: Game, club: Club) -> None:
        phone = Phone(game, make_game(club).token)
        assert refused(phone.get(), 404) == "not_found"
        assert refused(phone.put(KEY, 1, **HAND), 404) == "not_found"

    def test_of_a_game_that_is_gone_is_unknown(self, phone: Phone, game: Game) -> None:
        url = phone.url
        game.delete()
        answer = visitor().get(url, headers={"authorization": f"Bearer {phone.token}"})
        assert refused(answer, 401) == "token_unknown"

    def test_a_signed_in_stranger_with_the_code_is_in(self, game: Game) -> None:
        stranger = member_of(make_club("Another club"), "paul")
        assert refused(Phone(game, client=stranger).get(), 404) == "not_found"
        assert done(Phone(game, game.token, stranger).put(KEY, 1, **HAND)) == "recorded"

    def test_a_phone_that_joined_needs_its_code_here(self, game: Game) -> None:
        browser = visitor()
        browser.post(reverse("scorekeeper:game-join", args=[game.token]), {"name": "Léa"})
        assert refused(Phone(game, client=browser).get(), 401) == "credentials_missing"
        assert done(Phone(game, game.token, browser).put(KEY, 1, **HAND)) == "recorded"
        assert game.hands.get().recorded_name == "Léa"

    def test_what_a_game_outside_contests_opens(self, phone: Phone, game: Game) -> None:
        address, headers = f"{BASE}/table", phone.headers()
        answer = phone.client.get(address, headers=headers)
        assert answer.json() == {
            "table": None,
            "round": None,
            "state": "playing",
            "contest": None,
            "game": game.pk,
        }
        accepted = phone.send("POST", "/acceptance", {"side": "A", "receipt": "7K4M-9QXT"})
        assert refused(accepted, 404) == "not_found"
        assert refused(phone.client.get(f"{BASE}/contests/1", headers=headers), 404) == "not_found"


class TestSessions:
    def test_an_organiser_writes_and_is_named(self, game: Game, club: Club) -> None:
        phone = Phone(game, client=member_of(club))
        key = phone.write()
        assert done(phone.correct(key, phone.tag(), taker="A1", card_points=80)) == "corrected"
        assert done(phone.withdraw(key, phone.tag())) == "withdrawn"
        assert game.events.filter(author__isnull=False).count() == 3

    def test_writing_takes_the_proof_of_the_page(self, game: Game, club: Club) -> None:
        browser = Client(enforce_csrf_checks=True, headers={"accept-language": "en"})
        browser.force_login(make_member(club))
        phone = Phone(game, client=browser)
        assert phone.get().status_code == 200
        assert refused(phone.put(KEY, 1, **HAND), 403) == "csrf_failed"
        browser.get(reverse("scorekeeper:game-detail", args=[game.pk]))
        proof = browser.cookies["csrftoken"].value
        answer = browser.put(
            f"{phone.url}/hands/{KEY}",
            json.dumps({"number": 1, "entry": HAND}),
            content_type="application/json",
            headers={"x-csrftoken": proof},
        )
        assert done(answer) == "recorded"

    def test_a_code_needs_no_proof(self, game: Game, club: Club) -> None:
        browser = Client(enforce_csrf_checks=True)
        browser.force_login(make_member(club))
        assert done(Phone(game, game.token, browser).put(KEY, 1, **HAND)) == "recorded"

    def test_a_wrong_code_is_not_helped_by_the_session(self, game: Game, club: Club) -> None:
        assert refused(Phone(game, "x", member_of(club)).get(), 401) == "token_unknown"

    def test_somebody_of_no_club_finds_nothing(self, game: Game, club: Club) -> None:
        browser = visitor()
        user = make_member(club)
        user.memberships.all().delete()
        browser.force_login(user)
        assert refused(Phone(game, client=browser).get(), 404) == "not_found"
        assert refused(browser.get(f"{BASE}/contests"), 404) == "not_found"

    def test_an_organiser_has_no_table(self, club: Club) -> None:
        assert refused(member_of(club).get(f"{BASE}/table"), 401) == "credentials_missing"


class TestAddresses:
    @pytest.mark.parametrize(
        "path",
        ["/", "/nothing", "/games", "/games/", "/games/-1", "/games/1/hands", "/docs"],
    )
    def test_unknown_ones_are_problems_too(self, phone: Phone, path: str) -> None:
        headers = phone.headers()
        for method in ("GET", "POST", "PUT", "DELETE"):
            answer = phone.client.generic(method, BASE + path, headers=headers)
            assert refused(answer, 404) == "not_found"

    @pytest.mark.parametrize("number", ["0", "9" * 30])
    def test_games_that_cannot_be_are_not_found(self, phone: Phone, number: str) -> None:
        answer = phone.client.get(f"{BASE}/games/{number}", headers=phone.headers())
        assert refused(answer, 404) == "not_found"

    @pytest.mark.parametrize("method", ["POST", "PATCH", "DELETE", "PUT", "OPTIONS"])
    def test_other_methods_are_problems_too(self, phone: Phone, method: str) -> None:
        answer = phone.client.generic(method, phone.url, headers=phone.headers())
        assert answer.status_code == 405
        assert answer["Allow"] == "GET, HEAD"
        assert answer["Content-Type"] == "application/problem+json"

    def test_the_description_is_only_read(self, phone: Phone) -> None:
        answer = phone.client.put(f"{BASE}/openapi.json")
        assert refused(answer, 405) == "method_not_allowed"
        assert answer["Allow"] == "GET, HEAD"

    def test_head_has_all_but_the_body(self, phone: Phone) -> None:
        for path in ("", "/outcomes", "/nothing"):
            got = phone.client.get(phone.url + path, headers=phone.headers())
            head = phone.client.head(phone.url + path, headers=phone.headers())
            assert head.status_code == got.status_code
            assert not head.content
            assert head["Content-Length"] == got["Content-Length"] == str(len(got.content))
            assert head.get("ETag") == got.get("ETag")
        answer = phone.client.head(f"{phone.url}/passed-deals", headers=phone.headers())
        assert (answer.status_code, answer["Allow"]) == (405, "PUT")

    @pytest.mark.parametrize("path", ["/api", "/api/", "/api/v1", "/api/v2/games/1", "/api/x"])
    @pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
    def test_versions_that_are_not_there_are_problems_too(
        self, phone: Phone, path: str, method: str
    ) -> None:
        answer = Client(enforce_csrf_checks=True).generic(method, path)
        assert refused(answer, 404) == "version_unknown"
        assert "/api/v1/" in answer.json()["detail"]

    def test_what_has_no_mark_is_not_kept(self, phone: Phone) -> None:
        for answer in (phone.elsewhere("/table"), phone.put(KEY, 1, **HAND)):
            assert answer["Cache-Control"] == "no-store"
        assert phone.get()["Cache-Control"] == "no-cache, private"

    def test_problems_speak_the_language_of_the_browser(self, game: Game) -> None:
        client = Client(headers={"accept-language": "fr"})
        detail = Phone(game, client=client).get().json()["detail"]
        assert detail
        assert Phone(game).get()["Content-Language"] == "en"

    def test_a_key_is_a_uuid(self, phone: Phone) -> None:
        answer = phone.put("not-a-key", 1, **HAND)
        assert refused(answer, 422) == "invalid"
        assert [error["field"] for error in answer.json()["errors"]] == ["hand"]


def body(**fields: Any) -> dict[str, Any]:
    return {"number": 1, "entry": dict(HAND), **fields}


def entry(**fields: Any) -> dict[str, Any]:
    return {"number": 1, "entry": {**HAND, **fields}}


class TestWhatCannotBeRead:
    @pytest.mark.parametrize(
        ("sent", "fields"),
        [
            (body(number=0), ["number"]),
            (body(number=10**30), ["number"]),
            (body(number=True), ["number"]),
            (body(number="1"), ["number"]),
            (body(number=1.0), ["number"]),
            (body(number=None), ["number"]),
            (body(entry=None), ["entry"]),
            (body(entry=[]), ["entry"]),
            (body(base=1), ["base"]),
            (body(base="é"), ["base"]),
            (body(confirmed="all"), ["confirmed"]),
            (body(confirmed=["x"] * 33), ["confirmed"]),
            (body(extra=1), ["extra"]),
            (entry(taker="A3"), ["entry.taker"]),
            (entry(taker="a1"), ["entry.taker"]),
            (entry(taker=True), ["entry.taker"]),
            (entry(card_points=True), ["entry.card_points"]),
            (entry(card_points="92"), ["entry.card_points"]),
            (entry(card_points=92.5), ["entry.card_points"]),
            (entry(card_points=10**40), ["entry.card_points"]),
            (entry(tricks=False), ["entry.tricks"]),
            (entry(passed_deals=True), ["entry.passed_deals"]),
            (entry(taker_alone=1), ["entry.taker_alone"]),
            (entry(taker_alone=None), ["entry.taker_alone"]),
            (entry(trump="stars"), ["entry.trump"]),
            (entry(contract={"bid": True}), ["entry.contract.bid"]),
            (entry(contract={"bid": 80, "multiplier": 3}), ["entry.contract.multiplier"]),
            (entry(contract={}), ["entry.contract.bid"]),
            (entry(declarations=[{"side": "A"}]), ["entry.declarations.0.kind"]),
            (
                entry(declarations=[{"side": "A", "kind": "tierce"}] * 161),
                ["entry.declarations"],
            ),
            (entry(points=92), ["entry.points"]),
            (entry(penalty_reason="Revoked"), ["entry"]),
            ({"number": 1, "entry": {"penalty": "A", "penalty_reason": "x" * 201}}, None),
            ({"number": 1, "entry": {"penalty": "A", "penalty_reason": "a\0b"}}, None),
            ({"number": 1, "entry": {"penalty": "A", "penalty_reason": "\ud800"}}, None),
            ({}, ["entry", "number"]),
            ([], [""]),
            (None, [""]),
            ("text", [""]),
        ],
        ids=lambda value: repr(value)[:60],
    )
    def test_names_the_field(
        self, phone: Phone, game: Game, sent: Any, fields: list[str] | None
    ) -> None:
        answer = phone.send("PUT", f"/hands/{KEY}", sent)
        assert refused(answer, 422) == "invalid"
        errors = answer.json()["errors"]
        wanted = ["entry.penalty_reason"] if fields is None else fields
        assert sorted(error["field"] for error in errors) == wanted
        assert all(error["detail"].endswith(".") for error in errors)
        assert not game.hands.exists()

    @pytest.mark.parametrize(
        "sent",
        [b"", b"{", b"\xff\xfe", b"{'a': 1}", b"[" * 100_000, b'{"number": ' + b"9" * 5000 + b"}"],
        ids=lambda value: repr(value[:12]),
    )
    def test_is_no_json(self, phone: Phone, sent: bytes) -> None:
        answer = phone.send("PUT", f"/hands/{KEY}", sent)
        assert answer.status_code in {400, 422}
        assert code_of(answer) in {"unreadable", "invalid"}

    def test_is_too_big(self, phone: Phone, settings: LazySettings) -> None:
        settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10
        assert refused(phone.put(KEY, 1, **HAND), 400) == "unreadable"

    def test_is_named_up_to_a_point(self, phone: Phone) -> None:
        answer = phone.send("PUT", f"/hands/{KEY}", {f"key{number}": 1 for number in range(5000)})
        assert refused(answer, 422) == "invalid"
        assert len(answer.json()["errors"]) < 100

    def test_unicode_in_a_reason_is_kept(self, phone: Phone, game: Game) -> None:
        reason = "Renonce à ♥ – “vu” par tous 👀"
        assert done(phone.put(KEY, 1, penalty="A", penalty_reason=reason)) == "recorded"
        assert phone.sheet["hands"][0]["entry"]["penalty_reason"] == reason

    @pytest.mark.parametrize("count", [-1, 21, True, "2", None, 10**20])
    def test_of_passed_deals(self, phone: Phone, count: Any) -> None:
        assert refused(phone.pass_deals(1, count), 422) == "invalid"

    def test_of_a_withdrawal(self, phone: Phone) -> None:
        assert refused(phone.send("DELETE", f"/hands/{KEY}", b""), 422) == "invalid"
        assert refused(phone.withdraw(KEY, "é;"), 422) == "invalid"


def test_a_mistake_of_the_program_is_a_problem_too(
    phone: Phone, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*args: object, **kwargs: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("scorekeeper.games.services.sent_hands.send_hand", fail)
    phone.client.raise_request_exception = False
    answer = phone.put(KEY, 1, **HAND)
    assert refused(answer, 500) == "server_error"
    assert "ZeroDivisionError" in caplog.text


def test_a_form_without_its_boundary_is_no_mistake_of_the_program(club: Club, game: Game) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(make_member(club))
    browser.cookies["csrftoken"] = "x" * 32
    path = f"{BASE}/games/{game.pk}/acceptance"
    answer = browser.post(path, b"{}", content_type="multipart/form-data")
    assert refused(answer, 400) == "unreadable"
