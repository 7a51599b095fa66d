"""Guessing passwords is slow for whoever guesses, and for nobody else."""

import threading
from pathlib import Path
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.hashers import PBKDF2PasswordHasher, check_password, make_password
from django.contrib.auth.models import User
from django.utils import timezone
from pytest_django import Settings

from scorekeeper.clubs import guessing
from scorekeeper.clubs.guessing import (
    ATTEMPTS,
    SECONDS_EACH,
    Attempts,
    counted_address,
)
from scorekeeper.clubs.services.sign_in import create_sign_in_link
from tests.pages import visitor, words_on
from tests.table import make_club, make_member

DOOR = "/accounts/login/"
ADMIN = "/admin/login/"
PASSWORD = "atout pique et belote"
STRANGER = "192.0.2.7"
PATIENCE = 30


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
    encode = PBKDF2PasswordHasher.encode

    def count(self: Any, password: str, salt: str, iterations: int | None = None) -> str:
        hashed.append(password)
        return encode(self, password, salt, 1)

    monkeypatch.setattr(PBKDF2PasswordHasher, "encode", count)
    return hashed


@pytest.fixture
def real_hashes(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["scorekeeper.clubs.guessing.OneAtATimeHasher"]


def tries(address: str, name: str, password: str = "wrong", door: str = DOOR) -> Any:
    """Return what a browser at that address is answered."""
    sent = {"username": name, "password": password}
    return visitor().post(door, sent, REMOTE_ADDR=address)


def guess(times: int, address: str = STRANGER, door: str = DOOR) -> list[int]:
    """Guess as a stranger does: another name each time."""
    return [tries(address, f"name{number}", door=door).status_code for number in range(times)]


class Clock:
    """A clock that stands until it is set."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(guessing.attempts, "_clock", clock)
    return clock


class TestAStranger:
    def test_is_turned_away_before_anything_is_hashed(
        self, organiser: User, real_hashes: None, hashes: list[str], clock: Clock
    ) -> None:
        """However often the name changes: 140 were tried in a quarter of a minute before."""
        answers = guess(40)
        assert answers == [200] * ATTEMPTS + [429] * (40 - ATTEMPTS)
        assert len(hashes) == ATTEMPTS
        # Nor is anything stored of what was not looked at.
        assert AccessAttempt.objects.count() == ATTEMPTS

    def test_has_another_attempt_after_a_while(
        self, organiser: User, real_hashes: None, hashes: list[str], clock: Clock
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

    def test_who_was_locked_out_is_told_when_to_come_back(
        self, organiser: User, clock: Clock, settings: Settings
    ) -> None:
        """The name was wrong too often from this address; trying again does not make it longer."""
        settings.AXES_FAILURE_LIMIT = 2
        first = [tries(STRANGER, "elise") for _ in range(2)][-1]
        later = tries(STRANGER, "elise", PASSWORD)
        for page in (first, later):
            assert page.status_code == 429
            assert 800 < int(page["Retry-After"]) <= 900
            assert "Try again at" in words_on(page)
        AccessAttempt.objects.update(attempt_time=timezone.now() - settings.AXES_COOLOFF_TIME)
        assert tries(STRANGER, "elise", PASSWORD).status_code == 302


class TestManyAtOnce:
    def test_one_password_is_hashed_at_a_time(self, monkeypatch: pytest.MonkeyPatch) -> None:
        inside, most = [], []
        first_is_in, go_on = threading.Event(), threading.Event()

        def encode(self: Any, password: str, salt: str, iterations: int | None = None) -> str:
            inside.append(password)
            most.append(len(inside))
            first_is_in.set()
            go_on.wait(PATIENCE)
            inside.remove(password)
            return password

        monkeypatch.setattr(PBKDF2PasswordHasher, "encode", encode)
        hasher = guessing.OneAtATimeHasher()
        threads = [threading.Thread(target=hasher.encode, args=[str(n), "salt"]) for n in range(4)]
        for thread in threads:
            thread.start()
        assert first_is_in.wait(PATIENCE)
        go_on.set()
        for thread in threads:
            thread.join(PATIENCE)
        assert most == [1, 1, 1, 1]

    def test_others_are_asked_to_come_back(
        self, organiser: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """No more than a few threads ever wait: the phones need the others."""
        with monkeypatch.context() as patched:
            patched.setattr(guessing._line, "length", guessing.MOST_HASHING)
            page = tries(STRANGER, "elise", PASSWORD)
            assert page.status_code == 429
            assert page["Retry-After"] == "2"
        assert tries(STRANGER, "elise", PASSWORD).status_code == 302

    def test_stored_passwords_stay_as_they_are(self, settings: Settings) -> None:
        settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
        before = make_password(PASSWORD)
        settings.PASSWORD_HASHERS = ["scorekeeper.clubs.guessing.OneAtATimeHasher"]
        assert check_password(PASSWORD, before)
        assert make_password(PASSWORD).partition("$")[0] == before.partition("$")[0]

    def test_the_program_hashes_so(self) -> None:
        from scorekeeper.config import settings

        assert settings.PASSWORD_HASHERS == ["scorekeeper.clubs.guessing.OneAtATimeHasher"]


class TestAttempts:
    def test_are_bounded_in_number(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(guessing, "MOST_ADDRESSES", 3)
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
