"""Only a trusted proxy says who asks and by which way; what others say of themselves is dropped."""

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from pytest_django import Settings

from scorekeeper.clubs.login_throttling import client_address
from scorekeeper.middleware import VisitorMiddleware
from scorekeeper.proxy_headers import is_readable

PROXY = "192.0.2.1"
VISITOR = "198.51.100.1"


def arrived(peer: str, **headers: str) -> HttpRequest:
    seen: list[HttpRequest] = []

    def page(request: HttpRequest) -> HttpResponse:
        seen.append(request)
        return HttpResponse()

    sent = {name.replace("_", "-"): text for name, text in headers.items()}
    VisitorMiddleware(page)(RequestFactory().get("/", REMOTE_ADDR=peer, headers=sent))
    return seen[0]


@pytest.mark.parametrize(
    ("trusted", "peer", "forwarded", "counted"),
    [
        pytest.param("", "192.0.2.7", VISITOR, "192.0.2.7", id="nobody's word is taken"),
        pytest.param(PROXY, "192.0.2.7", VISITOR, "192.0.2.7", id="a stranger's"),
        pytest.param(PROXY, PROXY, VISITOR, VISITOR, id="the proxy's"),
        pytest.param(PROXY, PROXY, f"1.1.1.1, {VISITOR}", VISITOR, id="own"),
        pytest.param("*", "", VISITOR, VISITOR, id="behind a socket"),
        pytest.param(PROXY, PROXY, "", PROXY, id="the proxy itself"),
        pytest.param("10.0.0.0/8", "10.1.2.3", VISITOR, VISITOR, id="a network of containers"),
        pytest.param("127.0.0.1,::1", "::1", VISITOR, VISITOR, id="one of several"),
        pytest.param(PROXY, f"::ffff:{PROXY}", VISITOR, VISITOR, id="written as IPv6"),
        pytest.param(
            f"{PROXY},192.0.2.2", PROXY, f"1.1.1.1, {VISITOR}, 192.0.2.2", VISITOR, id="two proxies"
        ),
        pytest.param(PROXY, PROXY, f"{VISITOR}:51034", VISITOR, id="with a port"),
        pytest.param(PROXY, PROXY, "[2001:db8::7]:443", "2001:db8::", id="IPv6 with a port"),
        pytest.param(PROXY, PROXY, "unknown", None, id="no address"),
    ],
)
def test_who_asks(
    settings: Settings, trusted: str, peer: str, forwarded: str, counted: str | None
) -> None:
    settings.TRUSTED_PROXY = trusted
    request = arrived(peer, X_Forwarded_For=forwarded)
    assert client_address(request) == counted
    assert "X-Forwarded-For" not in request.headers


@pytest.mark.parametrize(
    ("peer", "said", "is_secure"),
    [(PROXY, "https", True), (PROXY, "http", False), ("192.0.2.7", "https", False)],
    ids=["the proxy's https", "the proxy's http", "a stranger's https"],
)
def test_by_which_way(settings: Settings, peer: str, said: str, is_secure: bool) -> None:
    settings.TRUSTED_PROXY = PROXY
    assert arrived(peer, X_Forwarded_Proto=said).is_secure() is is_secure
    assert not arrived(peer, X_Forwarded_Proto=f"{said}, http").is_secure()


@pytest.mark.parametrize(
    ("text", "readable"),
    [("", True), ("*", True), ("127.0.0.1, ::1", True), ("10.0.0.0/8", True), ("caddy", False)],
)
def test_what_can_be_named(text: str, readable: bool) -> None:
    assert is_readable(text) is readable
