"""Where somebody is signed in: listed, ended one by one or all others, forgotten when over."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import DatabaseError
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from scorekeeper.clubs import signed_in
from scorekeeper.clubs.devices import browser_of, device_of
from scorekeeper.clubs.queries import time_text
from scorekeeper.clubs.services.accounts import create_sign_in_link, purge_old_sessions
from scorekeeper.management.commands.start import DUTIES
from scorekeeper.models import AccountSession, Club, Game
from tests.pages import count_queries, text_of, words_on
from tests.table import NOW, make_member

ACCOUNT, END = "/account/", "/account/sessions/end/"
PASSWORD = "atout pique et belote"
PHONE = (
    "Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/142.0.0.0 Mobile Safari/537.36"
)
WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1"
)
EDGE = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0"
)


@pytest.fixture
def person(club: Club) -> User:
    return make_member(club)


def browser(agent: str) -> Client:
    return Client(headers={"accept-language": "en", "user-agent": agent})


def signed_in_on(agent: str, person: User) -> Client:
    """Return a browser whose owner has used a sign-in link."""
    client = browser(agent)
    token = create_sign_in_link(user=person, now=timezone.now())
    client.post(f"/sign-in/{token}/")
    return client


def is_signed_in(client: Client) -> bool:
    return client.get(ACCOUNT).status_code == 200


def grow_old(client: Client, **age: float) -> None:
    """Let the device have been noted so long ago."""
    session = client.session
    session[signed_in.SEEN_KEY] -= int(timedelta(**age).total_seconds())
    session.save()
    rows = AccountSession.objects.filter(session_id=session.session_key)
    row = rows.get()
    rows.update(seen_at=row.seen_at - timedelta(**age), begun_at=row.begun_at - timedelta(**age))


@pytest.mark.parametrize(
    ("agent", "device", "name"),
    [
        (PHONE, "phone", "Chrome"),
        (PHONE.replace(" Mobile", ""), "tablet", "Chrome"),
        (WINDOWS, "windows", "Firefox"),
        (EDGE, "windows", "Edge"),
        (IPHONE, "iphone", "Safari"),
        (IPHONE.replace("Version/26.0", "CriOS/142.0"), "iphone", "Chrome"),
        ("curl/8", "other", ""),
        ("", "other", ""),
    ],
)
def test_what_a_browser_says_of_itself(agent: str, device: str, name: str) -> None:
    assert (device_of(agent), browser_of(agent)) == (device, name)


def test_one_device_is_one_line(person: User) -> None:
    page = text_of(signed_in_on(PHONE, person).get(ACCOUNT))
    assert "You are signed in on this device only." in page
    assert "Sign out everywhere" not in page


def test_every_device_is_listed_and_this_one_first(person: User) -> None:
    phone = signed_in_on(PHONE, person)
    grow_old(phone, days=30)
    signed_in_on(WINDOWS, person)
    here = signed_in_on(IPHONE, person)
    grow_old(here, hours=2)
    shown = [(found.name, found.is_this) for found in here.get(ACCOUNT).context["sessions"]]
    assert shown == [
        ("This phone", True),
        ("Windows computer, Firefox", False),
        ("Android phone, Chrome", False),
    ]


def test_the_keys_of_sessions_stay_secret(person: User) -> None:
    other, here = signed_in_on(WINDOWS, person), signed_in_on(PHONE, person)
    page = text_of(here.get(ACCOUNT))
    for client in (other, here):
        assert str(client.session.session_key) not in page


def test_ending_one(person: User) -> None:
    lost, kept, here = (signed_in_on(agent, person) for agent in (PHONE, WINDOWS, IPHONE))
    key = AccountSession.objects.get(device="phone").pk
    answer = here.post(END, {"session": key}, follow=True)
    assert "Signed out: Android phone, Chrome." in words_on(answer)
    assert [is_signed_in(client) for client in (lost, kept, here)] == [False, True, True]
    # Touched twice, it is over already.
    assert here.post(END, {"session": key}).status_code == 302


def test_ending_all_others(person: User) -> None:
    lost, other, here = (signed_in_on(agent, person) for agent in (PHONE, WINDOWS, IPHONE))
    answer = here.post(END, follow=True)
    assert "You are now signed in here only." in words_on(answer)
    assert [is_signed_in(client) for client in (lost, other, here)] == [False, False, True]


@pytest.mark.parametrize("key", ["x", "", "9" * 30])
def test_a_session_that_is_none_ends_nothing(person: User, key: str) -> None:
    other, here = signed_in_on(PHONE, person), signed_in_on(WINDOWS, person)
    assert here.post(END, {"session": key}).status_code == 302
    assert is_signed_in(other)


def test_nobody_ends_the_session_of_another(club: Club, person: User) -> None:
    theirs = signed_in_on(PHONE, make_member(club, "rose"))
    here = signed_in_on(WINDOWS, person)
    here.post(END, {"session": AccountSession.objects.get(user__username="rose").pk})
    here.post(END)
    assert is_signed_in(theirs)
    assert browser(PHONE).post(END).headers["location"].startswith("/accounts/login/")


def test_a_password_signs_out_the_others(person: User) -> None:
    other, here = signed_in_on(PHONE, person), signed_in_on(WINDOWS, person)
    here.post(ACCOUNT, {"part": "password", "new_password1": PASSWORD, "new_password2": PASSWORD})
    assert [is_signed_in(client) for client in (other, here)] == [False, True]
    assert [found.name for found in here.get(ACCOUNT).context["sessions"]] == ["This computer"]


def test_signing_out_takes_the_device_off_the_list(person: User) -> None:
    gone, here = signed_in_on(PHONE, person), signed_in_on(WINDOWS, person)
    gone.post("/accounts/logout/")
    assert len(here.get(ACCOUNT).context["sessions"]) == 1


def test_another_account_on_the_same_browser(club: Club, person: User) -> None:
    client = signed_in_on(PHONE, person)
    token = create_sign_in_link(user=make_member(club, "rose"), now=timezone.now())
    client.post(f"/sign-in/{token}/")
    assert AccountSession.objects.get().user.username == "rose"


def test_a_device_is_noted_once_an_hour_and_costs_nothing_meanwhile(person: User) -> None:
    client = signed_in_on(PHONE, person)
    client.get("/players/")
    seen = AccountSession.objects.get().seen_at
    usual = count_queries(client.get, "/players/")
    assert AccountSession.objects.get().seen_at == seen
    grow_old(client, hours=2)
    assert count_queries(client.get, "/players/") > usual
    assert AccountSession.objects.get().seen_at > seen
    assert count_queries(client.get, "/players/") == usual


def test_a_device_that_was_never_noted_is_at_its_next_visit(person: User) -> None:
    """Signed in before devices were listed, where the list was lost."""
    client = signed_in_on(PHONE, person)
    session = client.session
    del session[signed_in.SEEN_KEY]
    session.save()
    AccountSession.objects.all().delete()
    client.get("/")
    assert AccountSession.objects.get().device == "phone"


def test_a_page_is_shown_where_nothing_can_be_noted(
    person: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = signed_in_on(PHONE, person)
    grow_old(client, hours=2)

    def fail(**noted: object) -> None:
        raise DatabaseError("attempt to write a readonly database")

    monkeypatch.setattr(signed_in, "note_session", fail)
    assert client.get("/players/").status_code == 200


@pytest.mark.parametrize(("age", "days"), [(None, 365), (30 * 86400, 30)])
def test_how_long_an_account_stays_signed_in(
    person: User, settings: Settings, age: int | None, days: int
) -> None:
    """A year in a hall; where it is reached by https a month, counted from the last visit."""
    settings.ACCOUNT_SESSION_AGE = age
    client = signed_in_on(PHONE, person)
    grow_old(client, hours=2)
    client.get("/players/")
    cookie = client.cookies["sessionid"]
    assert int(cookie["max-age"]) == days * 86400
    left = Session.objects.get(pk=cookie.value).expire_date - timezone.now()
    assert timedelta(days=days - 1) < left <= timedelta(days=days)


def test_a_phone_without_an_account_stays_for_a_year(game: Game, settings: Settings) -> None:
    settings.ACCOUNT_SESSION_AGE = 30 * 86400
    phone = browser(PHONE)
    phone.post(f"/t/{game.token}/")
    assert int(phone.cookies["sessionid"]["max-age"]) == 365 * 86400


def test_old_sessions_are_purged_by_the_running_program(person: User) -> None:
    client, other = signed_in_on(PHONE, person), signed_in_on(WINDOWS, person)
    key = client.session.session_key
    Session.objects.filter(pk=key).update(expire_date=timezone.now() - timedelta(days=1))
    assert purge_old_sessions() == 1
    assert purge_old_sessions() == 0
    assert not Session.objects.filter(pk=key).exists()
    assert AccountSession.objects.count() == 1
    assert is_signed_in(other)
    assert purge_old_sessions in [duty.act for duty in DUTIES]


@pytest.mark.parametrize(
    ("ago", "words"),
    [
        (timedelta(minutes=5), "aujourd’hui 21:25"),
        (timedelta(days=3), "mardi 21:30"),
        (timedelta(days=30), "21 octobre"),
        (timedelta(days=365), "20 novembre 2025"),
    ],
)
def test_when_a_device_was_used(ago: timedelta, words: str) -> None:
    assert time_text(NOW - ago, NOW) == words
