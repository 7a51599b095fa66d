"""How often one may ask on a server: strangers, phones of a hall behind one address, programs."""

import logging
from collections.abc import Callable

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from pytest_django import Settings

from scorekeeper.clubs.login_throttling import Attempts
from scorekeeper.rate_limit import HALL, RequestLimitMiddleware

MOST = 3
HALLS_ADDRESS = "203.0.113.7"
PAGE = "/help/"
CODE = "Z3xk9mP0qLwV7bN2cR5tYA"

Ask = Callable[..., HttpResponse]


@pytest.fixture
def ask(settings: Settings) -> Ask:
    """Return a way to ask a server where strangers may ask three times a minute."""
    settings.REQUESTS_A_MINUTE = MOST
    limited = RequestLimitMiddleware(lambda request: HttpResponse("answered"))

    def ask(
        path: str = PAGE,
        *,
        address: str = HALLS_ADDRESS,
        session: str = "",
        method: str = "GET",
        **headers: str,
    ) -> HttpResponse:
        request: HttpRequest = RequestFactory(headers=headers).generic(method, path)
        request.META["REMOTE_ADDR"] = address
        if session:
            request.COOKIES["sessionid"] = session
        return limited(request)

    return ask


def answered(ask: Ask, times: int, **how: str) -> int:
    """Return how many of so many requests were answered."""
    return sum(ask(**how).status_code == 200 for _time in range(times))


def test_a_stranger_who_asks_too_often_is_told_when_to_come_back(
    ask: Ask, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    assert answered(ask, MOST + 2) == MOST
    answer = ask(accept_language="en")
    assert answer.status_code == 429
    assert 1 <= int(answer["Retry-After"]) <= 60 / MOST
    assert "Too many requests at once" in answer.content.decode()
    assert ask(address="203.0.113.8").status_code == 200
    # Once told, not once a request: the log is not to be filled.
    assert [record.getMessage() for record in caplog.records] == [
        f"requests turned away: too many from {HALLS_ADDRESS}"
    ]


def test_a_program_is_answered_by_a_problem(ask: Ask) -> None:
    answered(ask, MOST)
    answer = ask("/api/v1/games/1", accept_language="en")
    assert answer.status_code == 429
    assert answer["Content-Type"] == "application/problem+json"
    assert answer["Retry-After"]
    assert b'"code": "too_many_requests"' in answer.content


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_what_was_sent_is_not_sent_again_by_itself(ask: Ask, method: str) -> None:
    answered(ask, MOST)
    page = ask(method=method, accept_language="en").content.decode()
    assert ("refresh" in page) is (method == "GET")
    assert ("what you typed is still there" in page) is (method == "POST")


def test_phones_of_a_hall_share_an_address(ask: Ask) -> None:
    assert sum(answered(ask, MOST, session=f"phone {number}") for number in range(HALL)) == (
        HALL * MOST
    )
    # Together they have as much as a hall has, whoever else comes.
    assert answered(ask, 1, session="one more") == 0
    # A stranger's requests are counted apart: phones that joined do not wait for them.
    assert answered(ask, 1) == 1


@pytest.mark.parametrize(
    "shown",
    [{"session": "a phone"}, {"authorization": "Bearer a-table"}],
    ids=["a session", "the code of a table"],
)
def test_one_phone_and_one_table_have_a_share_of_their_own(ask: Ask, shown: dict[str, str]) -> None:
    assert answered(ask, MOST + 1, **shown) == MOST
    assert answered(ask, 1, session="another phone") == 1


def test_little_is_kept_of_what_is_shown(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[str | None] = []
    take = Attempts.take

    def kept_too(self: Attempts, address: str | None) -> float:
        kept.append(address)
        return take(self, address)

    monkeypatch.setattr(Attempts, "take", kept_too)
    long = "x" * 10_000
    ask(f"/e/{long}/", session=long)
    ask(authorization=f"Bearer \udcff{long}")
    assert len(kept) == 5
    assert max(len(one or "") for one in kept) <= 64


def test_a_code_on_the_wall_is_a_whole_halls(ask: Ask) -> None:
    path = f"/e/{CODE}/"
    many = [ask(path, address=f"203.0.113.{number}").status_code for number in range(HALL * MOST)]
    assert {*many} == {200}
    assert ask(path, address="198.51.100.1").status_code == 429
    assert ask(path.replace("Z", "Y"), address="198.51.100.1").status_code == 200


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", ""], ids=["loopback", "IPv6", "a socket"])
def test_the_computer_itself_is_not_counted(ask: Ask, address: str) -> None:
    assert answered(ask, 3 * MOST, address=address) == 3 * MOST


def test_static_files_are_not_counted(ask: Ask) -> None:
    assert answered(ask, 3 * MOST, path="/static/scorekeeper/app.css") == 3 * MOST


def test_a_hall_without_internet_has_no_limit(settings: Settings) -> None:
    assert settings.REQUESTS_A_MINUTE == settings.MOST_CONTESTS == 0
    assert "scorekeeper.rate_limit.RequestLimitMiddleware" not in settings.MIDDLEWARE
