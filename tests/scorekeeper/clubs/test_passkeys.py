"""Passkeys: added, listed, removed; signing in with one, and all that must not."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from scorekeeper.clubs.services import accounts
from scorekeeper.clubs.views.accounts import asked
from scorekeeper.models import Club, Passkey
from tests.pages import text_of, words_on
from tests.scorekeeper.clubs.security_key import SecurityKey
from tests.table import make_member

ACCOUNT, LOGIN = "/account/", "/accounts/login/"
NEW, MAKE = "/account/passkeys/new/", "/account/passkeys/options/"
USE, ASK = "/passkey/", "/passkey/options/"
HERE = "http://localhost:8000"
OFFERED = 'data-passkey="get"'


def browser(host: str = "localhost:8000") -> Client:
    return Client(headers={"accept-language": "en", "host": host})


@pytest.fixture(autouse=True)
def _no_challenges_yet() -> None:
    asked.clear()


@pytest.fixture
def person(club: Club) -> User:
    return make_member(club)


@pytest.fixture
def home(person: User) -> Client:
    """Return the browser in which the person is signed in."""
    client = browser()
    client.force_login(person)
    return client


@pytest.fixture
def key(home: Client) -> SecurityKey:
    """Return a passkey of the person's."""
    made = SecurityKey(HERE)
    add(home, made)
    return made


def add(client: Client, key: SecurityKey, name: str = "My key") -> str:
    answer = key.create(client.post(MAKE).json())
    return words_on(client.post(NEW, {"credential": answer, "name": name}, follow=True))


def sign_in(client: Client, key: SecurityKey, **form: str) -> str:
    """Show the passkey; return where that leads."""
    answer = client.post(USE, {"credential": key.get(client.post(ASK).json()), **form})
    return str(answer.headers["location"])


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_a_passkey_is_added_and_signs_in(home: Client, person: User) -> None:
    key = SecurityKey(HERE)
    assert "The passkey is added" in add(home, key, " My  key ")
    assert "My key" in text_of(home.get(ACCOUNT))
    phone = browser()
    assert sign_in(phone, key) == "/"
    assert phone.session["_auth_user_id"] == str(person.pk)
    passkey = Passkey.objects.get()
    assert (passkey.name, passkey.uses, passkey.host) == ("My key", 2, "localhost")
    assert passkey.used_at is not None


def test_a_passkey_leads_to_the_page_that_was_asked_for(key: SecurityKey) -> None:
    assert sign_in(browser(), key, next="/players/") == "/players/"
    assert sign_in(browser(), key, next="https://elsewhere.example/") == "/"


def test_a_passkey_without_a_name_is_called_as_the_device(home: Client) -> None:
    add(home, SecurityKey(HERE), " ")
    assert Passkey.objects.get().name == "Another device"


def test_a_key_that_does_not_count_signs_in_again_and_again(home: Client) -> None:
    key = SecurityKey(HERE, uses=None)
    add(home, key)
    assert [sign_in(browser(), key) for _time in range(2)] == ["/", "/"]


def test_a_copy_of_a_key_is_refused(key: SecurityKey) -> None:
    assert sign_in(browser(), key) == "/"
    key.uses = 0
    copy = browser()
    assert sign_in(copy, key) == LOGIN
    assert not is_signed_in(copy)
    assert "does not open an account here" in words_on(copy.get(LOGIN))


def test_a_challenge_is_answered_once(key: SecurityKey, home: Client) -> None:
    phone, options = browser(), None
    options = phone.post(ASK).json()
    phone.post(USE, {"credential": "{}"})
    assert phone.post(USE, {"credential": key.get(options)}).headers["location"] == LOGIN
    options = home.post(MAKE).json()
    for _time in range(2):
        home.post(NEW, {"credential": SecurityKey(HERE).create(options), "name": "Second"})
    assert Passkey.objects.filter(name="Second").count() == 1


def test_a_challenge_is_answered_soon(key: SecurityKey, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts, "LIFETIME", timedelta(seconds=-1))
    assert sign_in(browser(), key) == LOGIN


def test_another_browser_does_not_answer_for_this_one(key: SecurityKey) -> None:
    first, second = browser(), browser()
    second.post(ASK)
    answer = key.get(first.post(ASK).json())
    assert second.post(USE, {"credential": answer}).headers["location"] == LOGIN


@pytest.mark.parametrize(
    "answer", ["", "x", "[]", "{}", '{"id": 1, "rawId": "x"}', '{"id":"a","rawId":"a"}', "9" * 9]
)
def test_what_is_no_answer_is_refused(home: Client, key: SecurityKey, answer: str) -> None:
    phone = browser()
    phone.post(ASK)
    assert phone.post(USE, {"credential": answer}).headers["location"] == LOGIN
    home.post(MAKE)
    said = words_on(home.post(NEW, {"credential": answer}, follow=True))
    assert "The passkey was not added" in said
    assert Passkey.objects.count() == 1


def test_a_page_that_only_looks_like_ours_gets_nothing(home: Client) -> None:
    assert "The passkey was not added" in add(home, SecurityKey("https://localhost.example"))
    key = SecurityKey(HERE)
    add(home, key)
    key.origin = "http://localhost:9999"
    assert sign_in(browser(), key) == LOGIN


def test_a_stranger_with_the_number_of_a_key_gets_nothing(key: SecurityKey) -> None:
    thief = SecurityKey(HERE, uses=9, credential=key.credential, owner=key.owner)
    assert sign_in(browser(), thief) == LOGIN


def test_a_passkey_opens_its_own_account_only(key: SecurityKey, club: Club) -> None:
    phone = browser()
    other = SecurityKey(HERE)
    rose = browser()
    rose.force_login(make_member(club, "rose"))
    add(rose, other)
    answer = key.get(phone.post(ASK).json(), owner=other.owner)
    assert phone.post(USE, {"credential": answer}).headers["location"] == LOGIN


def test_an_account_that_is_closed_stays_closed(key: SecurityKey, person: User) -> None:
    person.is_active = False
    person.save()
    assert sign_in(browser(), key) == LOGIN


def test_a_removed_passkey_opens_nothing(home: Client, key: SecurityKey, club: Club) -> None:
    delete = f"/account/passkeys/{Passkey.objects.get().pk}/delete/"
    other = browser()
    other.force_login(make_member(club, "rose"))
    assert other.post(delete).status_code == 404
    assert browser().post(delete).headers["location"].startswith(LOGIN)
    assert "The passkey is removed." in words_on(home.post(delete, follow=True))
    assert sign_in(browser(), key) == LOGIN


def test_a_device_is_told_of_the_passkeys_it_may_have(home: Client, key: SecurityKey) -> None:
    asked_for = home.post(MAKE).json()["publicKey"]
    assert len(asked_for["excludeCredentials"]) == 1
    assert asked_for["authenticatorSelection"]["residentKey"] == "required"
    assert asked_for["authenticatorSelection"]["userVerification"] == "preferred"
    assert browser().post(ASK).json()["publicKey"]["rpId"] == "localhost"


def test_nobody_has_countless_passkeys(home: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts, "MOST", 1)
    add(home, SecurityKey(HERE))
    assert "The passkey was not added" in add(home, SecurityKey(HERE))


@pytest.mark.parametrize("host", ["hall.test:8000", "192.168.1.20:8000", "testserver"])
def test_in_a_hall_there_are_none(key: SecurityKey, person: User, host: str) -> None:
    phone = browser(host)
    assert OFFERED not in text_of(phone.get(LOGIN))
    assert phone.post(ASK).status_code == 404
    phone.force_login(person)
    Passkey.objects.all().delete()
    assert "passkey" not in text_of(phone.get(ACCOUNT))


def test_the_sign_in_page_says_nothing_of_them_where_nobody_has_one(home: Client) -> None:
    assert OFFERED not in text_of(browser().get(LOGIN))
    add(home, SecurityKey(HERE))
    assert OFFERED in text_of(browser().get(LOGIN))


def test_a_server_believes_its_own_address_only(person: User, settings: Settings) -> None:
    settings.PUBLIC_URL = "https://belote.example"
    client = browser("elsewhere.example")
    client.force_login(person)
    assert client.post(MAKE).json()["publicKey"]["rp"]["id"] == "belote.example"
    assert "was not added" in add(client, SecurityKey("https://elsewhere.example"))
    key = SecurityKey("https://belote.example")
    assert "is added" in add(client, key)
    assert sign_in(browser("elsewhere.example"), key) == "/"


def test_a_stranger_gets_so_many_challenges(key: SecurityKey) -> None:
    stranger = browser()
    statuses = [stranger.post(ASK).status_code for _time in range(12)]
    assert statuses == [200] * 10 + [429] * 2
    # Passwords have their own tries.
    assert stranger.post(LOGIN, {"username": "elise", "password": "x"}).status_code == 200


def test_passkeys_ask_for_a_form_of_ours(key: SecurityKey) -> None:
    phone = Client(enforce_csrf_checks=True, headers={"host": "localhost:8000"})
    for address in (ASK, USE, MAKE, NEW):
        assert phone.post(address).status_code == 403


def test_who_has_a_passkey_is_not_asked_for_a_password(home: Client) -> None:
    question = "Choose a password"
    assert question in text_of(home.get("/"))
    add(home, SecurityKey(HERE))
    assert question not in text_of(home.get("/"))
    # By the hall's own address it is of no use.
    phone = browser("hall.test")
    phone.force_login(User.objects.get())
    assert question in text_of(phone.get("/"))


def test_a_passkey_that_was_used_says_when(home: Client, key: SecurityKey) -> None:
    assert "Added on" in text_of(home.get(ACCOUNT))
    Passkey.objects.update(used_at=timezone.now())
    assert "Last used on" in text_of(home.get(ACCOUNT))


def test_after_a_new_password_by_mail_the_keys_that_are_left_end_in_one_tap(
    home: Client, key: SecurityKey, person: User, settings: Settings
) -> None:
    settings.PUBLIC_URL, settings.SENDS_MAIL = HERE, True
    token = default_token_generator.make_token(person)
    typed = {"new_password1": "atout pique et belote", "new_password2": "atout pique et belote"}
    phone = browser()
    page = phone.post(f"/password/{person.pk}/{token}/", typed, follow=True)
    assert "A new password leaves passkeys as they are" in words_on(page)
    assert "Passkey My key" in words_on(page)
    # Whoever was in is out, and may come in again by the key.
    assert home.get(ACCOUNT).status_code == 302
    other = browser()
    sign_in(other, key)
    assert other.get(ACCOUNT).status_code == 200
    said = words_on(phone.post("/account/keys/", follow=True))
    assert "Only your password opens the account now." in said
    assert not Passkey.objects.exists()
    assert other.get(ACCOUNT).status_code == 302
    assert phone.get(ACCOUNT).status_code == 200
