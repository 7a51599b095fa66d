"""What is mailed, to whom, and where its links lead."""

import os
import re
import subprocess
import sys
from pathlib import Path
from threading import BoundedSemaphore, Event

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from pytest_django import Settings

from scorekeeper.clubs.services import accounts
from scorekeeper.clubs.services.accounts import wait_for_mails
from scorekeeper.models import Club
from tests.pages import member_of, text_of, visitor, words_on
from tests.table import make_member

ROOT = Path(__file__).parents[3]
ACCOUNT, LOGIN = "/account/", "/accounts/login/"
CHANGE, FORGOTTEN = "/account/mail/", "/password/forgotten/"
SERVER = "https://belote.example"
ROSE = "rose@example.org"
PASSWORD = "atout pique et belote"
TYPED = {"new_password1": PASSWORD, "new_password2": PASSWORD}


@pytest.fixture(autouse=True)
def _server(settings: Settings) -> None:
    """Let this be a server on the Internet that sends mail, where nobody has asked for any yet."""
    settings.PUBLIC_URL, settings.SENDS_MAIL = SERVER, True
    for counted in (accounts.by_visitor, accounts.by_mail_address, accounts.by_everybody):
        counted.clear()


@pytest.fixture
def person(club: Club) -> User:
    user = make_member(club)
    user.email = ROSE
    user.save()
    return user


def mailed() -> list[tuple[str, str]]:
    """Return to whom mails went, and the path of the link in each."""
    wait_for_mails()
    return [(sent.to[0], _linked(str(sent.body))) for sent in mail.outbox]


def _linked(text: str) -> str:
    found = re.search(rf"^{SERVER}(/\S+)$", text, re.MULTILINE)
    return found[1] if found else ""


def link() -> str:
    return mailed()[-1][1]


def forget(address: str = ROSE, client: Client | None = None, **headers: str) -> str:
    """Ask for a new password; return what the page says."""
    client = client or visitor()
    return words_on(client.post(FORGOTTEN, {"address": address}, headers=headers))


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_an_address_is_confirmed_by_its_link(club: Club) -> None:
    client = member_of(club)
    assert "Add an email address" in text_of(client.get(ACCOUNT))
    page = client.post(CHANGE, {"address": ROSE}, follow=True)
    assert f"An email is on its way to {ROSE}" in words_on(page)
    assert User.objects.get().email == ""
    # Opened on the phone that reads the mail, where nobody is signed in.
    phone = visitor()
    assert ROSE in text_of(phone.get(link()))
    assert User.objects.get().email == ""
    phone.post(link())
    assert User.objects.get().email == ROSE
    assert not is_signed_in(phone)
    assert ROSE in text_of(client.get(ACCOUNT))


def test_an_older_link_does_not_bring_an_address_back(club: Club) -> None:
    client = member_of(club)
    client.post(CHANGE, {"address": "first@example.org"})
    first = link()
    client.post(CHANGE, {"address": ROSE})
    visitor().post(link())
    assert visitor().post(first).status_code == 410
    assert User.objects.get().email == ROSE


def test_a_new_password_ends_what_was_not_confirmed(person: User) -> None:
    """Somebody was in for a moment, and left a link behind in an own box."""
    client = visitor()
    client.force_login(person)
    client.post(CHANGE, {"address": "somebody@example.org"})
    left = link()
    assert visitor().get(left).status_code == 200
    client.post(ACCOUNT, {"part": "password", **TYPED})
    assert visitor().post(left).status_code == 410
    assert User.objects.get().email == ROSE


def test_the_address_of_before_is_told(person: User) -> None:
    client = visitor()
    client.force_login(person)
    client.post(CHANGE, {"address": "new@example.org"})
    client.post(link())
    assert [to for to, _link in mailed()] == ["new@example.org", ROSE]
    assert link() == LOGIN
    client.post(CHANGE, {"remove": "1"})
    assert User.objects.get().email == ""
    assert mailed()[-1] == ("new@example.org", LOGIN)


def test_two_accounts_do_not_share_an_address(person: User, club: Club) -> None:
    member_of(club, "bruno").post(CHANGE, {"address": ROSE.upper()})
    answer = visitor().post(link(), follow=True)
    assert "Another account has this email address." in words_on(answer)
    assert User.objects.get(username="bruno").email == ""


@pytest.mark.parametrize("typed", ["", "rose", "rose@", "rose@example.org\nBcc: x@example.org"])
def test_what_is_no_address_is_said_and_not_lost(club: Club, typed: str) -> None:
    for page in (
        member_of(club).post(CHANGE, {"address": typed}),
        visitor().post(FORGOTTEN, {"address": typed}),
    ):
        assert set(page.context["form"].errors) == {"address"}
        assert page.context["form"]["address"].value() == typed
    assert mailed() == []


@pytest.mark.parametrize("token", ["x", "-", "a" * 300])
def test_a_link_that_was_never_mailed(person: User, token: str) -> None:
    for address in (f"/mail/{token}/", f"/password/{person.pk}/{token}/", f"/password/0/{token}/"):
        for answer in (visitor().get(address), visitor().post(address, TYPED)):
            assert answer.status_code == 410


def test_a_forgotten_password_is_chosen_anew(person: User) -> None:
    signed_in = visitor()
    signed_in.force_login(person)
    assert "Forgotten password" in text_of(visitor().get(LOGIN))
    forget(ROSE.upper())
    assert [to for to, _link in mailed()] == [ROSE]
    phone = visitor()
    assert "You sign in as “elise”." in text_of(phone.get(link()))
    wrong = phone.post(link(), {"new_password1": PASSWORD, "new_password2": "other"})
    assert wrong.context["form"].errors
    assert not is_signed_in(phone)
    assert phone.post(link(), TYPED).headers["location"] == "/"
    assert is_signed_in(phone)
    assert User.objects.get().check_password(PASSWORD)
    assert signed_in.get(ACCOUNT).status_code == 302
    # It worked once.
    assert visitor().get(link()).status_code == 410


def test_the_answer_is_the_same_for_every_address(person: User, club: Club) -> None:
    gone = make_member(club, "gone")
    gone.email, gone.is_active = "gone@example.org", False
    gone.save()
    known = forget()
    for address in ("nobody@example.org", "gone@example.org"):
        assert forget(address).replace(address, ROSE) == known
    assert [to for to, _link in mailed()] == [ROSE]


def test_an_account_without_an_address_is_nobodys(club: Club) -> None:
    make_member(club)
    assert visitor().post(FORGOTTEN, {"address": ""}).context["form"].errors
    assert mailed() == []


def test_links_lead_to_the_server_whatever_a_request_claims(person: User) -> None:
    forget(host="evil.example")
    assert mailed()[0][1].startswith("/password/")
    assert "evil" not in str(mail.outbox[0].body)


def test_mails_are_french_unless_asked_otherwise(person: User) -> None:
    Client().post(FORGOTTEN, {"address": ROSE})
    forget()
    wait_for_mails()
    assert [sent.subject for sent in mail.outbox] == ["Nouveau mot de passe", "A new password"]
    assert "Ouvrez ce lien" in str(mail.outbox[0].body)


def test_one_box_is_not_filled(person: User) -> None:
    said = [forget(client=Client(REMOTE_ADDR=f"192.0.2.{last}")) for last in range(1, 6)]
    assert len({*said}) == 1
    assert len(mailed()) == 3


def test_one_visitor_does_not_ask_for_ever(person: User) -> None:
    statuses = [
        visitor().post(FORGOTTEN, {"address": f"x{number}@example.org"}).status_code
        for number in range(12)
    ]
    assert statuses == [200] * 10 + [429] * 2
    client = visitor()
    client.force_login(person)
    answer = client.post(CHANGE, {"address": "new@example.org"})
    assert answer.status_code == 429
    assert "new@example.org" in text_of(answer)


def test_a_mail_server_that_is_away_breaks_no_page(
    person: User, settings: Settings, log: object
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    assert "Check your email" in forget()
    wait_for_mails()


def test_mails_do_not_pile_up_before_a_server_that_is_slow(
    person: User, monkeypatch: pytest.MonkeyPatch, log: object
) -> None:
    monkeypatch.setattr(accounts, "_room", BoundedSemaphore(2))
    answers = Event()
    accounts._hand_over.submit(answers.wait)
    try:
        for _ in range(3):
            forget()
    finally:
        answers.set()
    assert len(mailed()) == 2
    accounts.by_mail_address.clear()
    forget()
    assert len(mailed()) == 3


def test_a_mail_that_cannot_be_handed_over_leaves_its_room_to_others(
    person: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_given: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(accounts, "_room", BoundedSemaphore(1))
    with monkeypatch.context() as patch:
        patch.setattr(accounts._hand_over, "submit", refuse)
        with pytest.raises(RuntimeError):
            forget()
    forget()
    assert len(mailed()) == 1


def test_without_mail_nothing_of_it_shows(person: User, settings: Settings) -> None:
    settings.SENDS_MAIL = False
    client = visitor()
    client.force_login(person)
    assert "mail" not in text_of(client.get(ACCOUNT)).casefold()
    assert "Forgotten" not in text_of(visitor().get(LOGIN))
    for address in (CHANGE, FORGOTTEN, "/mail/x/", "/password/1/x/"):
        assert client.get(address).status_code == 404
        assert client.post(address).status_code == 404


def test_strangers_are_asked_to_sign_in() -> None:
    assert visitor().get(CHANGE).headers["location"].startswith(LOGIN)


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({}, "False belote@localhost"),
        (
            {"EMAIL_URL": "smtp+tls://a:b@mail.example:587"},
            "False belote@localhost mail.example 587 True",
        ),
        ({"BELOTE_PUBLIC_URL": SERVER}, "False belote@belote.example"),
        (
            {"BELOTE_PUBLIC_URL": SERVER, "EMAIL_URL": "smtp+tls://a:b@mail.example:587"},
            "True belote@belote.example mail.example 587 True",
        ),
        (
            {
                "BELOTE_PUBLIC_URL": SERVER,
                "EMAIL_URL": "smtp+tls://a:b@mail.example:587",
                "DEFAULT_FROM_EMAIL": "club@belote.example",
            },
            "True club@belote.example mail.example 587 True",
        ),
    ],
)
def test_mail_goes_out_where_its_server_and_the_own_address_are_known(
    variables: dict[str, str], said: str, tmp_path: Path
) -> None:
    names = ["SENDS_MAIL", "DEFAULT_FROM_EMAIL", "EMAIL_HOST", "EMAIL_PORT", "EMAIL_USE_TLS"]
    asked = f"print(*[getattr(settings, name) for name in {names} if hasattr(settings, name)])"
    done = subprocess.run(
        [sys.executable, "-c", f"from scorekeeper.config import settings; {asked}"],
        env={"BELOTE_DATA_DIR": str(tmp_path), "PATH": os.environ["PATH"], **variables},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == said
