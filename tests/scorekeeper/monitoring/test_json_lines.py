"""A server's log: an object a line, each with the number of the request that caused it."""

import json
import logging
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from pytest_django import Settings

from scorekeeper.middleware import VisitorMiddleware, server_error
from scorekeeper.monitoring.logs import JsonFormatter

CODE = "Zk3vQ1xT7bLw9pRs2mNc4d"


class Gathered(logging.Handler):
    """What a program that gathers lines gets."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(JsonFormatter())
        self.lines: list[dict[str, Any]] = []

    def emit(self, record: logging.LogRecord) -> None:
        text = self.format(record)
        assert "\n" not in text
        self.lines.append(json.loads(text))


@pytest.fixture
def gathered(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Gathered:
    settings.LOGS_REQUESTS = True
    handler = Gathered()
    for name in ("scorekeeper.requests", "scorekeeper.tests"):
        monkeypatch.setattr(logging.getLogger(name), "handlers", [handler])
    return handler


@pytest.mark.django_db
def test_a_request_is_told_without_codes(client: Client, gathered: Gathered) -> None:
    answer = client.get(f"/t/{CODE}/")
    (line,) = gathered.lines
    assert (line["method"], line["path"], line["status"]) == ("GET", "/t/…/", 404)
    assert line["number"] == answer["X-Request-ID"]
    assert line["milliseconds"] >= 0
    client.get("/healthz")
    assert len(gathered.lines) == 1


def test_what_fails_has_the_number_of_its_page(gathered: Gathered) -> None:
    logger = logging.getLogger("scorekeeper.tests")

    def page(request: HttpRequest) -> HttpResponse:
        logger.info("said on the way")
        try:
            raise LookupError("no such card")
        except LookupError as error:
            logger.error("failed", exc_info=error, extra={"request": request})
            return server_error(request)

    answer = VisitorMiddleware(page)(RequestFactory().get("/games/", HTTP_ACCEPT_LANGUAGE="en"))
    said, failed, answered = gathered.lines
    assert said["number"] == failed["number"] == answered["number"] == answer["X-Request-ID"]
    assert failed["number"] in answer.content.decode()
    assert (failed["trouble"], failed["error"]) == ("mistake", "LookupError: no such card")
    assert any("raise LookupError" in text for text in failed["trace"])


@pytest.mark.parametrize(
    ("peer", "given", "kept"),
    [
        ("192.0.2.1", "7b1f-22", "7b1f-22"),
        ("192.0.2.7", "7b1f-22", None),
        ("192.0.2.1", "not one\tbut two", None),
        ("192.0.2.1", "x" * 65, None),
    ],
    ids=["the proxy's", "a stranger's", "no number", "too long"],
)
def test_the_proxys_number_is_kept_beside_ours(
    settings: Settings, gathered: Gathered, peer: str, given: str, kept: str | None
) -> None:
    settings.TRUSTED_PROXY = "192.0.2.1"

    def asked() -> HttpResponse:
        request = RequestFactory().get("/", REMOTE_ADDR=peer, HTTP_X_REQUEST_ID=given)
        return VisitorMiddleware(lambda _request: HttpResponse())(request)

    answers = [asked(), asked()]
    first, second = gathered.lines
    assert first.get("request") == kept
    assert answers[0]["X-Request-ID"] == (kept or first["number"])
    if kept:
        assert first["number"] == second["number"], "it follows from the proxy's"


def test_a_hall_hears_of_no_request(settings: Settings) -> None:
    assert settings.LOGS_REQUESTS is False
    answer = VisitorMiddleware(lambda _request: HttpResponse())(RequestFactory().get("/"))
    assert "X-Request-ID" not in answer
