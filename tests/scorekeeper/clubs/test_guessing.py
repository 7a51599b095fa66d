"""Guessing passwords is slow for whoever guesses, and for nobody else."""

import threading
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.auth.hashers import MD5PasswordHasher
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.core import signing
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from scorekeeper.clubs import login_throttling
from scorekeeper.clubs.devices import COOKIE, SALT
from scorekeeper.clubs.login_throttling import (
    ATTEMPTS,
    SECONDS_EACH,
    Attempts,
    Lane,
    TooMany,
    TooManyAttemptsError,
    counted_address,
)
from scorekeeper.clubs.services.accounts import create_sign_in_link
from scorekeeper.clubs.services.clubs import Limit
from scorekeeper.models import RateLimit
from tests.pages import visitor, words_on
from tests.table import make_club, make_member

DOOR = "/accounts/login/"
ADMIN = "/admin/login/"
ACCOUNT = "/account/"
PASSWORD = "atout pique et belote"
NEW_PASSWORD = "dix de der et capot"
STRANGER = "192.0.2.7"
PATIENCE = 30
NOW = datetime(2026, 11, 27, 20, 0, tzinfo=timezone.get_default_timezone())
AN_HOUR = 20
"""Passwords that are looked at in an hour for an account, from devices that it does not know."""


@pytest.fixture
def organiser(db: None) -> User:
    user = make_member(make_club())
    user.set_password(PASSWORD)
    user.is_staff = True
    user.save()
    return user


@pytest.fixture
def hashes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the passwords that were hashed in this test."""
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def count(self: Any, password: str, salt: str) -> str:
        hashed.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", count)
    return hashed


def tries(
    address: str,
    name: str,
    password: str = "wrong",
    door: str = DOOR,
    browser: Client | None = None,
) -> Any:
    """Return what a browser at that address is answered, one that was never here by default."""
    sent = {"username": name, "password": password}
    return (browser or visitor()).post(door, sent, REMOTE_ADDR=address)


def guess(times: int, address: str = STRANGER, door: str = DOOR) -> list[int]:
    """Guess as a stranger does: another name each time."""
    return [tries(address, f"name{number}", door=door).status_code for number in range(times)]


def flood(times: int, name: str = "elise") -> list[int]:
    """Guess from as many addresses."""
    addresses = (f"10.{number // 250}.{number % 250}.1" for number in range(times))
    return [tries(address, name).status_code for address in addresses]


class Clock:
    """A clock that stands until it is set."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    def time(self) -> datetime:
        return NOW + timedelta(seconds=self.now - 1000)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    counted = (
        login_throttling.attempts,
        login_throttling.tried_names,
        login_throttling.tried_addresses,
        login_throttling._logged_names,
    )
    for one in counted:
        monkeypatch.setattr(one, "_clock", clock)
    monkeypatch.setattr(timezone, "now", clock.time)
    return clock


@pytest.fixture
def known_browser(organiser: User, clock: Clock) -> Client:
    """Return a browser in which the organiser was signed in once."""
    browser = visitor()
    assert tries("192.0.2.50", "elise", PASSWORD, browser=browser).status_code == 302
    browser.post("/accounts/logout/")
    assert COOKIE in browser.cookies
    return browser


class TestAStranger:
    def test_is_turned_away_before_anything_is_hashed(
        self, organiser: User, hashes: list[str], clock: Clock
    ) -> None:
        """However often the name changes: 140 were tried in a quarter of a minute before."""
        answers = guess(40)
        assert answers == [200] * ATTEMPTS + [429] * (40 - ATTEMPTS)
        assert len(hashes) == ATTEMPTS
        # Nor is anything stored of what was not looked at.
        assert RateLimit.objects.count() == ATTEMPTS
        assert len(login_throttling.tried_names._left) == ATTEMPTS

    def test_does_not_fill_the_memory_by_long_names(self, organiser: User, clock: Clock) -> None:
        name = "elise" * 20_000
        assert flood(12, name) == [200] * 10 + [429] * 2
        for noted in (login_throttling.tried_names, login_throttling._logged_names):
            assert max(len(key or "") for key in noted._left) < 100

    def test_has_another_attempt_after_a_while(
        self, organiser: User, hashes: list[str], clock: Clock
    ) -> None:
        guess(20)
        clock.now += SECONDS_EACH + 1
        assert guess(3) == [200, 429, 429]

    def test_is_told_when(self, organiser: User, clock: Clock) -> None:
        guess(ATTEMPTS)
        clock.now += 5
        page = tries(STRANGER, "name")
        assert page["Retry-After"] == "15"
        assert "Try again in 15 seconds" in words_on(page)
        assert "sign-in link works at any time" in words_on(page)

    @pytest.mark.parametrize("door", [DOOR, ADMIN])
    @pytest.mark.parametrize("before", [DOOR, ADMIN])
    def test_finds_the_same_at_both_doors(
        self, organiser: User, clock: Clock, door: str, before: str
    ) -> None:
        guess(ATTEMPTS, door=before)
        assert guess(1, door=door) == [429]

    def test_does_not_get_in_by_the_right_password_then(
        self, organiser: User, clock: Clock
    ) -> None:
        guess(ATTEMPTS)
        assert tries(STRANGER, "elise", PASSWORD).status_code == 429

    def test_leaves_few_lines_in_the_log(self, organiser: User, clock: Clock, log: Path) -> None:
        guess(40)
        lines = log.read_text(encoding="utf-8").splitlines()
        assert len(lines) == ATTEMPTS + 1
        assert f"sign-in refused: name “name0” from {STRANGER}" in lines[0]
        assert f"sign-in turned away: name “name10” from {STRANGER}" in lines[-1]


class TestTheOrganiser:
    def test_signs_in_from_elsewhere(self, organiser: User, clock: Clock) -> None:
        for number in range(2 * ATTEMPTS):
            tries(STRANGER, "elise" if number % 2 else f"name{number}")
        for address in ("192.0.2.8", "127.0.0.1"):
            assert tries(address, "elise", PASSWORD).status_code == 302

    def test_signs_in_by_a_link_from_there_too(self, organiser: User, clock: Clock) -> None:
        guess(2 * ATTEMPTS)
        token = create_sign_in_link(user=organiser, now=timezone.now())
        phone = visitor()
        assert phone.post(f"/sign-in/{token}/", REMOTE_ADDR=STRANGER).status_code == 302
        assert "_auth_user_id" in phone.session

    def test_uses_no_attempt_up(self, organiser: User, clock: Clock) -> None:
        for _ in range(3 * ATTEMPTS):
            assert tries(STRANGER, "elise", PASSWORD).status_code == 302


class TestAnAccount:
    """However many addresses guess at it, and whatever its name is."""

    @pytest.mark.parametrize("name", ["elise", "nobody"])
    def test_at_most_so_many_an_hour_are_looked_at(
        self, organiser: User, hashes: list[str], clock: Clock, name: str
    ) -> None:
        """And a name that nobody has is answered in the same way."""
        flood(12, name)
        assert len(hashes) == 10
        for _six_minutes in range(9):
            clock.now += 360
            assert flood(2, name) == [200, 429]
        clock.now += 359
        assert len(hashes) == AN_HOUR - 1
        assert flood(1, name) == [429]
        assert RateLimit.objects.count() == 1

    def test_refusals_say_by_what_one_gets_in(self, organiser: User, clock: Clock) -> None:
        answers = flood(12)
        assert answers == [200] * 10 + [429] * 2
        page = tries("192.0.2.9", "elise", PASSWORD)
        assert page.status_code == 429
        assert page["Retry-After"] == "360"
        assert "with a passkey or a sign-in link" in words_on(page)

    def test_its_own_device_gets_in(self, known_browser: Client) -> None:
        flood(20)
        assert tries("10.0.3.1", "elise", PASSWORD, browser=known_browser).status_code == 302

    def test_a_link_gets_in(self, organiser: User, clock: Clock) -> None:
        flood(12)
        token = create_sign_in_link(user=organiser, now=timezone.now())
        phone = visitor()
        assert phone.post(f"/sign-in/{token}/").status_code == 302
        # By whichever door: the device is known from now on.
        phone.post("/accounts/logout/")
        assert tries(STRANGER, "elise", PASSWORD, browser=phone).status_code == 302

    def test_another_account_gets_in_from_a_new_device(self, organiser: User, clock: Clock) -> None:
        flood(20, "rose")
        assert tries(STRANGER, "elise", PASSWORD).status_code == 302

    def test_invented_names_leave_nothing_that_stays(self, organiser: User, clock: Clock) -> None:
        for number in range(9):
            tries(f"10.1.0.{number}", f"invented{number}")
        clock.now += 360
        tries(STRANGER, "nobody")
        assert RateLimit.objects.count() == 1


class TestAKnownDevice:
    def test_has_few_tries_of_its_own(
        self, known_browser: Client, hashes: list[str], clock: Clock
    ) -> None:
        """Whoever stole the cookie guesses no faster, from however many addresses."""
        hashes.clear()
        answers = [
            tries(f"10.0.0.{number}", "elise", browser=known_browser).status_code
            for number in range(30)
        ]
        assert answers == [200] * 10 + [429] * 20
        assert len(hashes) == 10
        page = tries(STRANGER, "elise", PASSWORD, browser=known_browser)
        assert "The password was wrong too often." in words_on(page)
        # And nobody else is locked out by that.
        assert tries(STRANGER, "elise", PASSWORD).status_code == 302
        clock.now += 361
        assert tries(STRANGER, "elise", PASSWORD, browser=known_browser).status_code == 302

    def test_is_known_to_its_own_accounts_only(self, known_browser: Client) -> None:
        User.objects.create_user("rose", password=PASSWORD)
        flood(12, "rose")
        assert tries(STRANGER, "rose", PASSWORD, browser=known_browser).status_code == 429

    @pytest.mark.parametrize("change", ["", "x", "a.1:abc", "a.1"])
    def test_a_mark_that_was_made_up_is_none(
        self, known_browser: Client, clock: Clock, change: str
    ) -> None:
        flood(12)
        mark = known_browser.cookies[COOKIE].value
        known_browser.cookies[COOKIE] = change or mark.replace(":", "x:", 1)
        assert tries(STRANGER, "elise", PASSWORD, browser=known_browser).status_code == 429

    def test_a_mark_of_before_passwords_stood_in_it_is_none(self, known_browser: Client) -> None:
        """It named accounts alone."""
        flood(12)
        own = User.objects.get().pk
        mark = signing.get_cookie_signer(salt=COOKIE + SALT).sign(f"abc.{own}")
        known_browser.cookies[COOKIE] = mark
        assert tries(STRANGER, "elise", PASSWORD, browser=known_browser).status_code == 429

    def test_another_password_leaves_the_one_on_which_it_was_chosen(
        self, known_browser: Client, clock: Clock
    ) -> None:
        """A phone that was sold, or a cookie that was copied, has no lane any more."""
        other = visitor()
        assert tries(STRANGER, "elise", PASSWORD, browser=other).status_code == 302
        typed = {"new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD}
        other.post(ACCOUNT, {"part": "password", "old_password": PASSWORD, **typed})
        other.post("/accounts/logout/")
        flood(12)
        assert tries(STRANGER, "elise", NEW_PASSWORD, browser=known_browser).status_code == 429
        assert tries(STRANGER, "elise", NEW_PASSWORD, browser=other).status_code == 302

    def test_another_password_of_one_account_leaves_the_others_known(
        self, known_browser: Client
    ) -> None:
        rose = User.objects.create_user("rose", password=PASSWORD)
        assert tries(STRANGER, "rose", PASSWORD, browser=known_browser).status_code == 302
        known_browser.post("/accounts/logout/")
        rose.set_password(NEW_PASSWORD)
        rose.save()
        flood(12)
        flood(12, "rose")
        assert tries(STRANGER, "rose", NEW_PASSWORD, browser=known_browser).status_code == 429
        assert tries(STRANGER, "elise", PASSWORD, browser=known_browser).status_code == 302

    def test_holds_as_long_as_it_is_used(self, known_browser: Client) -> None:
        cookie = known_browser.cookies[COOKIE]
        assert cookie["max-age"] == 400 * 24 * 3600
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"


class TestAnotherPassword:
    """Whoever is signed in, or has a mailed link, is known; what they send is hashed in turn."""

    def changes(self, browser: Client, old: str) -> int:
        typed = {"old_password": old, "new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD}
        return browser.post(ACCOUNT, {"part": "password", **typed}).status_code

    @pytest.fixture
    def signed_in(self, organiser: User, clock: Clock) -> Client:
        browser = visitor()
        browser.force_login(organiser)
        return browser

    def test_the_old_one_cannot_be_guessed(self, signed_in: Client, hashes: list[str]) -> None:
        """By whoever found a phone that is signed in."""
        assert [self.changes(signed_in, "wrong") for _ in range(12)] == [200] * 10 + [429] * 2
        assert len(hashes) == 10
        assert self.changes(signed_in, PASSWORD) == 429

    def test_is_not_held_up_by_those_who_guess(self, signed_in: Client) -> None:
        flood(20)
        assert self.changes(signed_in, PASSWORD) == 302

    @pytest.mark.parametrize("by_mail", [False, True])
    def test_waits_while_another_one_is_hashed(
        self,
        signed_in: Client,
        organiser: User,
        hashes: list[str],
        monkeypatch: pytest.MonkeyPatch,
        settings: Settings,
        by_mail: bool,
    ) -> None:
        settings.SENDS_MAIL = True
        organiser.refresh_from_db()
        monkeypatch.setattr(login_throttling, "PATIENCE", 0)
        with login_throttling.known.turn(0):
            if by_mail:
                link = f"/password/{organiser.pk}/{default_token_generator.make_token(organiser)}/"
                typed = {"new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD}
                assert visitor().post(link, typed).status_code == 429
            else:
                assert self.changes(signed_in, PASSWORD) == 429
        assert hashes == []
        organiser.refresh_from_db()
        assert organiser.check_password(PASSWORD)


class TestManyAtOnce:
    @pytest.fixture
    def threads(self) -> Iterator[list[threading.Thread]]:
        threads: list[threading.Thread] = []
        yield threads
        for thread in threads:
            thread.join(PATIENCE)

    def begin(self, lane: Lane, tried: float, threads: list[threading.Thread]) -> list[str]:
        """Let somebody come into the lane; return what becomes of that, as it becomes so."""
        story: list[str] = []

        def hash_password() -> None:
            try:
                with lane.turn(tried):
                    story.append("hashed")
            except TooManyAttemptsError as refused:
                story.append("refused" if refused.why is TooMany.BUSY else "otherwise")

        before = list(lane._waiting)
        thread = threading.Thread(target=hash_password)
        threads.append(thread)
        thread.start()
        while lane._waiting == before and thread.is_alive():
            thread.join(0.001)
        return story

    def test_one_password_is_hashed_at_a_time_and_few_wait(
        self, threads: list[threading.Thread]
    ) -> None:
        lane = Lane()
        with lane.turn(1):
            first, second, third = (self.begin(lane, 1, threads) for _ in range(3))
            assert (first, second) == ([], [])
            threads[2].join(PATIENCE)
            assert third == ["refused"]
        for thread in threads:
            thread.join(PATIENCE)
        assert (first, second) == (["hashed"], ["hashed"])

    def test_who_was_tried_least_goes_first_whoever_came_before(
        self, threads: list[threading.Thread]
    ) -> None:
        lane = Lane()
        with lane.turn(0):
            attackers = [self.begin(lane, 9, threads), self.begin(lane, 8, threads)]
            newcomer = self.begin(lane, 2, threads)
            threads[0].join(PATIENCE)
            assert attackers[0] == ["refused"]
            assert [place.tried for place in lane._waiting] == [2, 8]
        for thread in threads:
            thread.join(PATIENCE)
        assert (newcomer, attackers[1]) == (["hashed"], ["hashed"])

    def test_who_comes_for_the_first_time_does_not_wait_for_one_who_was_tried_before(
        self, threads: list[threading.Thread]
    ) -> None:
        lane = Lane()
        with lane.turn(9):
            others = [self.begin(lane, 3, threads), self.begin(lane, 4, threads)]
            with lane.turn(2):
                another = self.begin(lane, 2, threads)
                assert (others[0], another) == ([], [])
            threads[2].join(PATIENCE)
            assert another == ["hashed"]

    def test_a_lane_goes_on_after_a_fault(self) -> None:
        lane = Lane()
        with pytest.raises(OSError, match="full"), lane.turn(0):
            raise OSError("full")
        with lane.turn(0):
            pass

    def test_a_flood_keeps_neither_a_known_nor_a_new_device_out(
        self, known_browser: Client, clock: Clock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The lane of the unknown is full of those who were tried before; theirs waits for none."""
        flood(12, "rose")
        with monkeypatch.context() as patched:
            patched.setattr(
                login_throttling.unknown,
                "_hashing",
                [login_throttling._Place(2), login_throttling._Place(9)],
            )
            patched.setattr(login_throttling, "PATIENCE", 0)
            page = tries("192.0.2.60", "elise", PASSWORD)
            assert page.status_code == 429
            assert page["Retry-After"] == "2"
            assert "Many people are signing in at the moment." in words_on(page)
            assert tries(STRANGER, "elise", PASSWORD, browser=known_browser).status_code == 302
        # What was not looked at cost nothing.
        assert not RateLimit.objects.filter(free_at__gt=NOW + timedelta(hours=2)).exists()
        assert tries("192.0.2.60", "elise", PASSWORD).status_code == 302


class TestLimit:
    def test_is_counted_as_often_as_it_says(self, db: None) -> None:
        limit = Limit(name="test", most=3, each=timedelta(minutes=1))
        assert [limit.take("a", NOW) for _ in range(5)] == [True] * 3 + [False] * 2
        assert limit.wait("a", NOW) == 60
        assert limit.wait("b", NOW) == 0
        later = NOW + timedelta(seconds=61)
        assert [limit.take("a", later) for _ in range(2)] == [True, False]
        limit.give_back("a", later)
        assert limit.take("a", later)
        assert limit.take("b", later)
        assert RateLimit.objects.count() == 2
        much_later = NOW + timedelta(days=1)
        assert [limit.take("a", much_later) for _ in range(4)] == [True] * 3 + [False]
        assert limit.take("c", much_later)
        # What is full again has no row.
        assert RateLimit.objects.count() == 2

    def test_no_hour_has_more_than_twice_as_many_as_at_once(self, db: None) -> None:
        limit = Limit(name="test", most=10, each=timedelta(minutes=6))
        minutes = [
            minute for minute in range(240) if limit.take("a", NOW + timedelta(minutes=minute))
        ]
        minutes += [240 for _ in range(3) if limit.take("a", NOW + timedelta(minutes=240))]
        for first in range(240):
            assert sum(first <= minute < first + 60 for minute in minutes) <= AN_HOUR

    @pytest.mark.parametrize("asks", [True, False])
    def test_a_clock_that_ran_ahead_locks_nobody_out(self, db: None, *, asks: bool) -> None:
        """Once it is put right nothing more is used up than all of it."""
        limit = Limit(name="test", most=3, each=timedelta(minutes=1))
        assert limit.take("a", NOW + timedelta(days=400))
        if asks:
            assert limit.wait("a", NOW) == 60
        else:
            assert not limit.take("a", NOW)
        assert limit.wait("a", NOW + timedelta(seconds=59)) == 1
        later = NOW + timedelta(minutes=1)
        assert [limit.take("a", later) for _ in range(2)] == [True, False]

    def test_what_is_given_back_once_the_clock_is_right_is_there(self, db: None) -> None:
        limit = Limit(name="test", most=3, each=timedelta(minutes=1))
        assert limit.take("a", NOW + timedelta(days=400))
        limit.give_back("a", NOW)
        assert [limit.take("a", NOW) for _ in range(2)] == [True, False]

    @pytest.mark.parametrize("most", [1, 2])
    def test_two_who_come_first_at_once_have_as_many_as_there_are(
        self, db: None, monkeypatch: pytest.MonkeyPatch, most: int
    ) -> None:
        """Both find no row; the other one makes it."""
        limit = Limit(name="test", most=most, each=timedelta(minutes=1))
        get_or_create = RateLimit.objects.get_or_create

        def after_another(*, key: str, defaults: dict[str, datetime]) -> tuple[RateLimit, bool]:
            RateLimit.objects.create(key=key, **defaults)
            return get_or_create(key=key, defaults=defaults)

        with monkeypatch.context() as patched:
            patched.setattr(RateLimit.objects, "get_or_create", after_another)
            assert limit.take("a", NOW) == (most == 2)
        assert not limit.take("a", NOW)


def test_sessions_of_before_stay(organiser: User) -> None:
    browser = visitor()
    browser.force_login(organiser, backend="django.contrib.auth.backends.ModelBackend")
    assert browser.session[BACKEND_SESSION_KEY].endswith("ModelBackend")
    assert browser.get("/account/").status_code == 200


class TestAttempts:
    def test_are_bounded_in_number(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(login_throttling, "MOST_ADDRESSES", 3)
        attempts = Attempts(Clock())
        for number in range(10):
            assert not attempts.take(str(number))
        assert len(attempts._left) == 3

    def test_come_back_to_the_brim_and_no_higher(self) -> None:
        clock = Clock()
        attempts = Attempts(clock)
        attempts.take("a")
        clock.now += 1_000_000
        attempts.give_back("a")
        assert [attempts.take("a") for _ in range(ATTEMPTS)] == [0.0] * ATTEMPTS
        assert attempts.take("a") == pytest.approx(SECONDS_EACH)


@pytest.mark.parametrize(
    ("peer", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("127.0.0.1", "127.0.0.1"),
        ("::1", "::1"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("[2001:db8:1:2::9]", "2001:db8:1:2::"),
        ("fe80::1:2%eth0", "fe80::1:2"),
        ("", None),
        ("a\nb", None),
    ],
)
def test_an_address_is_counted(peer: str, counted: str | None) -> None:
    assert counted_address(peer) == counted
