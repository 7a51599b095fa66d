"""Accounts: sign-in links, sessions, mail and passkeys.

Links in mails use `settings.PUBLIC_URL`, whatever host a request named, and contain nothing that a
visitor typed. Mails are sent in a separate thread, so that the response time does not reveal
whether an address is known. A passkey's challenge is stored in the session and valid once.
"""

import json
import logging
import secrets
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from smtplib import SMTPException
from threading import BoundedSemaphore
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.contrib.sessions.models import Session
from django.core import signing
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from django.utils.translation import gettext as _

from scorekeeper.clubs.devices import browser_of, device_of
from scorekeeper.clubs.login_throttling import Attempts
from scorekeeper.clubs.passkeys import Place
from scorekeeper.clubs.services.clubs import begin_club, oldest_club
from scorekeeper.models import AccountSession, Club, Membership, Passkey, SignInLink
from scorekeeper.models.clubs import display_name
from scorekeeper.models.keys import hash_of
from scorekeeper.refusals import ClubRefusal, Refused
from scorekeeper.roles import Role

if TYPE_CHECKING:
    from fido2.server import Fido2Server


PURGE_EVERY: Final = timedelta(days=1)
AT_ONCE: Final = 500
"""Sessions deleted in one statement, so that other writers do not wait long."""


def note_session(*, user_id: int, session_key: str, agent: str, now: datetime) -> None:
    """Record that the account uses that device, as signed in since `now` if it is new."""
    known = {"device": device_of(agent), "browser": browser_of(agent), "seen_at": now}
    AccountSession.objects.update_or_create(
        session_id=session_key,
        user_id=user_id,
        defaults=known,
        create_defaults={**known, "begun_at": now},
    )


def end_sessions(*, user: User, keep: str | None, only: int | None = None) -> list[AccountSession]:
    """Sign the user out on every device except the session `keep`, or on one device only.

    Return the ended sessions.
    """
    ended = AccountSession.objects.filter(user=user)
    if keep:
        ended = ended.exclude(session_id=keep)
    if only is not None:
        ended = ended.filter(pk=only)
    gone = list(ended)
    Session.objects.filter(pk__in=[session.session_id for session in gone]).delete()
    return gone


@transaction.atomic
def end_keys(*, user: User, keep: str | None) -> None:
    """Delete an account's passkeys, and every session except `keep`."""
    user.passkeys.all().delete()
    end_sessions(user=user, keep=keep)


def purge_old_sessions() -> int:
    """Delete expired sessions, those of phones too; return how many."""
    old = Session.objects.filter(expire_date__lt=timezone.now()).values_list("pk", flat=True)
    purged = 0
    while keys := list(old[:AT_ONCE]):
        Session.objects.filter(pk__in=keys).delete()
        purged += len(keys)
    return purged


LINK_LIFETIME: Final = timedelta(days=2)
FIRST_USERNAME: Final = "organisation"


def create_sign_in_link(*, user: User, now: datetime) -> str:
    """Return the token of a new link for the user; older unused links become invalid."""
    forget_links(user)
    token = secrets.token_urlsafe(24)
    SignInLink.objects.create(
        user=user, token_hash=hash_of(token), created_at=now, expires_at=now + LINK_LIFETIME
    )
    return token


def forget_links(user: User) -> None:
    """Delete unused links: whoever issued one may have fewer rights than the account now."""
    user.sign_in_links.filter(used_at=None).delete()


@transaction.atomic
def create_first_organiser(*, now: datetime, club_name: str = "") -> str | None:
    """Create the first organiser and the club; return a sign-in token, None if one exists."""
    if User.objects.filter(is_superuser=True).exists():
        return None
    user = User.objects.create_superuser(FIRST_USERNAME)
    club = oldest_club(now=now, name=club_name)
    Membership.objects.create(club=club, user=user, role=Role.OWNER, created_at=now)
    return create_sign_in_link(user=user, now=now)


@transaction.atomic
def give_first_club(*, user: User, now: datetime) -> Club | None:
    """Create the first club of an installation for its administrator; None if there is one.

    An account made by `createsuperuser` has no club.
    """
    # Locked, so that two concurrent requests create one club.
    if not User.objects.select_for_update().get(pk=user.pk).is_superuser or Club.objects.exists():
        return None
    club = oldest_club(now=now)
    Membership.objects.create(club=club, user=user, role=Role.OWNER, created_at=now)
    return club


@transaction.atomic
def create_new_link_for_organiser(*, now: datetime, username: str = "") -> str:
    """Return a new sign-in token for that account, by default the first organiser's.

    Raises User.DoesNotExist.
    """
    accounts = User.objects.filter(is_active=True).order_by("pk")
    user = (
        accounts.get(username=username) if username else accounts.filter(is_superuser=True).first()
    )
    if user is None:
        raise User.DoesNotExist
    return create_sign_in_link(user=user, now=now)


def find_link(*, token: str, now: datetime) -> SignInLink | None:
    return (
        SignInLink.objects.select_related("user")
        .filter(token_hash=hash_of(token), used_at=None, expires_at__gt=now, user__is_active=True)
        .first()
    )


@transaction.atomic
def use_sign_in_link(*, token: str, now: datetime) -> User | None:
    """Use up a link and return its user; None if it is unknown, used or expired."""
    link = find_link(token=token, now=now)
    if link is None:
        return None
    # An atomic update: if two phones open the link at once, one gets in.
    unused = SignInLink.objects.filter(pk=link.pk, used_at=None)
    return link.user if unused.update(used_at=now) else None


LIFETIME: Final = timedelta(minutes=5)
MOST: Final = 20
"""The most passkeys of one account."""
NAME: Final = "Belote"

Challenge = dict[str, Any]


class PasskeyRefusedError(Exception):
    """Raised if no challenge or passkey matches; visitors cannot tell the two apart."""


def ask_for_new(*, user: User, place: Place, now: datetime) -> tuple[dict[str, Any], Challenge]:
    """Return the options for creating a passkey, and the challenge to store."""
    from fido2.utils import websafe_decode
    from fido2.webauthn import (
        PublicKeyCredentialDescriptor,
        PublicKeyCredentialType,
        PublicKeyCredentialUserEntity,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    known = user.passkeys.filter(host=place.host).values_list("credential", flat=True)
    options, state = _server(place).register_begin(
        PublicKeyCredentialUserEntity(
            id=_handle(user), name=user.get_username(), display_name=display_name(user)
        ),
        # A device that has a passkey already says so instead of creating another.
        [
            PublicKeyCredentialDescriptor(
                type=PublicKeyCredentialType.PUBLIC_KEY, id=websafe_decode(credential)
            )
            for credential in known
        ],
        # The sign-in page asks for no name, so the passkey must identify its account.
        resident_key_requirement=ResidentKeyRequirement.REQUIRED,
        user_verification=UserVerificationRequirement.PREFERRED,
    )
    return dict(options), _kept(state, now)


def add_passkey(
    *,
    user: User,
    place: Place,
    challenge: Challenge | None,
    answer: str,
    name: str,
    now: datetime,
) -> Passkey:
    """Store the public key of a passkey that a browser created; raises PasskeyRefusedError."""
    from fido2.utils import websafe_encode

    state = _still_good(challenge, now)
    try:
        made = _server(place).register_complete(state, _read(answer))
        data = made.credential_data
        assert data is not None
    except Exception as error:
        raise PasskeyRefusedError from error
    credential = websafe_encode(data.credential_id)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        is_known = Passkey.objects.filter(credential=credential).exists()
        if is_known or user.passkeys.count() >= MOST:
            raise PasskeyRefusedError
        return Passkey.objects.create(
            user=user,
            name=name,
            host=place.host,
            credential=credential,
            public_half=bytes(data),
            uses=made.counter,
            created_at=now,
        )


def ask_to_sign_in(*, place: Place, now: datetime) -> tuple[dict[str, Any], Challenge]:
    """Return the options for signing in with a passkey, and the challenge to store."""
    from fido2.webauthn import UserVerificationRequirement

    options, state = _server(place).authenticate_begin(
        user_verification=UserVerificationRequirement.PREFERRED
    )
    return dict(options), _kept(state, now)


def use_passkey(*, place: Place, challenge: Challenge | None, answer: str, now: datetime) -> User:
    """Return the user whose passkey answered the challenge; raises PasskeyRefusedError."""
    from fido2.utils import websafe_encode
    from fido2.webauthn import AttestedCredentialData, AuthenticationResponse

    state = _still_good(challenge, now)
    try:
        response = AuthenticationResponse.from_dict(_read(answer))
        credential = websafe_encode(response.raw_id)
        passkey = Passkey.objects.select_related("user").get(
            credential=credential, host=place.host, user__is_active=True
        )
        if response.response.user_handle not in {None, _handle(passkey.user)}:
            raise PasskeyRefusedError
        known = AttestedCredentialData(bytes(passkey.public_half))
        _server(place).authenticate_complete(state, [known], response)
    except Exception as error:
        # Untrusted input: whatever makes the library fail is refused.
        raise PasskeyRefusedError from error
    _count(passkey, response.response.authenticator_data.counter, now)
    return passkey.user


def _count(passkey: Passkey, uses: int, now: datetime) -> None:
    """Store the passkey's counter; if it has not increased, the passkey was cloned."""
    has_gone_on = Q(uses__lt=uses) if uses else Q(uses=0)
    if not Passkey.objects.filter(has_gone_on, pk=passkey.pk).update(uses=uses, used_at=now):
        raise PasskeyRefusedError


def _server(place: Place) -> "Fido2Server":
    from fido2.server import Fido2Server
    from fido2.webauthn import PublicKeyCredentialRpEntity

    return Fido2Server(
        PublicKeyCredentialRpEntity(id=place.host, name=NAME),
        verify_origin=lambda origin: origin == place.origin,
    )


def _handle(user: User) -> bytes:
    """Return the opaque handle by which a passkey identifies its user."""
    return f"belote-{user.pk}".encode()


def _kept(state: Mapping[str, Any], now: datetime) -> Challenge:
    return {"challenge": state["challenge"], "until": int((now + LIFETIME).timestamp())}


def _still_good(challenge: Challenge | None, now: datetime) -> dict[str, Any]:
    if challenge is None or challenge["until"] < now.timestamp():
        raise PasskeyRefusedError
    return {"challenge": challenge["challenge"], "user_verification": None}


def _read(answer: str) -> dict[str, Any]:
    read = json.loads(answer)
    if not isinstance(read, dict):
        raise PasskeyRefusedError
    return read


@transaction.atomic
def change_account(*, user: User, club: Club, name: str, username: str, club_name: str) -> None:
    user.first_name, user.last_name = name, ""
    user.username = username
    user.save(update_fields=["first_name", "last_name", "username"])
    if club.name != club_name:
        begin_club(club=club, name=club_name)


def set_password(*, user: User, password: str, keep: str | None) -> None:
    """Set a password; unused links and all sessions except `keep` become invalid."""
    # Hash outside the transaction, because it takes long and would block writers.
    user.set_password(password)
    with transaction.atomic():
        user.save(update_fields=["password"])
        forget_links(user)
        end_sessions(user=user, keep=keep)


SALT: Final = "scorekeeper.mail"

logger = logging.getLogger(__name__)

by_visitor: Final = Attempts()
by_mail_address: Final = Attempts(most=3, seconds_each=1200)
"""Three mails at once to one address, then one every twenty minutes, to prevent flooding."""
by_everybody: Final = Attempts(most=200, seconds_each=2)
_hand_over = ThreadPoolExecutor(max_workers=1, thread_name_prefix="mail")
_room = BoundedSemaphore(500)
"""Limits the mails that wait while the mail server is slow."""


class TooManyMailsError(Exception):
    """Raised if a visitor has asked for too many mails; the next is possible after `seconds`."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def ask_to_confirm(*, user: User, address: str, visitor: str | None) -> None:
    """Mail the link that confirms the account's address; raises TooManyMailsError.

    It becomes invalid when the password changes: an intruder cannot add an address afterwards.
    """
    _take(visitor)
    payload = {
        "user": user.pk,
        "address": address,
        "before": user.email,
        "proof": user.get_session_auth_hash(),
    }
    token = urlsafe_base64_encode(signing.dumps(payload, salt=SALT).encode())
    _send(
        address,
        _("Confirm your email address"),
        _("Open this link within two days: this becomes the email address of your account."),
        _link("scorekeeper:mail-confirm", token),
    )


def account_to_confirm(*, token: str) -> tuple[User, str] | None:
    """Return the user and the address that a mailed link confirms; None if it is invalid."""
    try:
        signed = urlsafe_base64_decode(token).decode()
        payload = signing.loads(signed, salt=SALT, max_age=LINK_LIFETIME)
    except (signing.BadSignature, ValueError):
        return None
    # If another address was confirmed since, the link is invalid.
    user = User.objects.filter(pk=payload["user"], email=payload["before"], is_active=True).first()
    if user is None or not constant_time_compare(payload["proof"], user.get_session_auth_hash()):
        return None
    return user, payload["address"]


@transaction.atomic
def confirm_address(*, user: User, address: str) -> None:
    """Set the account's email address and notify the former one. Raises Refused.

    An empty address removes it.
    """
    others = User.objects.exclude(pk=user.pk).filter(email__iexact=address)
    if address and others.exists():
        raise Refused(ClubRefusal.MAIL_ADDRESS_TAKEN)
    before, user.email = user.email, address
    user.save(update_fields=["email"])
    if before and before != address:
        _send(
            before,
            _("Your email address was changed"),
            _(
                "Your account now has another email address, or none. If that was not you, "
                "sign in and choose another password."
            ),
            _link("login"),
        )


def send_password_links(*, address: str, visitor: str | None) -> None:
    """Mail a link for a new password to the account with that address, if there is one.

    The caller does not learn whether there is. Raises TooManyMailsError.
    """
    _take(visitor)
    # An address should belong to one account, but an administrator may have set it twice.
    for user in User.objects.filter(email__iexact=address, is_active=True).exclude(email=""):
        token = default_token_generator.make_token(user)
        _send(
            user.email,
            _("A new password"),
            _(
                "Open this link within an hour to choose a new password. "
                "You sign in as “%(username)s”. If you did not ask for it, do nothing."
            )
            % {"username": user.get_username()},
            _link("scorekeeper:password-new", user.pk, token),
        )


def account_for_password(*, pk: int, token: str) -> User | None:
    """Return the user whose password a mailed link can change; None if it is used or expired."""
    user = User.objects.filter(pk=pk, is_active=True).first()
    return user if user and default_token_generator.check_token(user, token) else None


def send_news(*, address: str, subject: str, text: str, page: str, args: Sequence[object]) -> None:
    """Mail a short notification with a link to its page.

    Does nothing if mail is off, or the address is empty.
    """
    if settings.SENDS_MAIL and address:
        _send(address, subject, text, _link(page, *args))


def _take(visitor: str | None) -> None:
    wait = by_visitor.take(visitor) or by_everybody.take(None)
    if wait:
        raise TooManyMailsError(wait)


def _link(page: str, *args: object) -> str:
    return f"{settings.PUBLIC_URL}{reverse(page, args=args)}"


def _send(address: str, subject: str, text: str, link: str) -> None:
    # Silently: the visitor must not learn about mails requested by others.
    if by_mail_address.take(address.casefold()):
        return
    if not _room.acquire(blocking=False):
        logger.error("a mail was not sent: too many wait for their server")
        return
    mail = EmailMessage(subject, f"{text}\n\n{link}\n", to=[address])
    try:
        _hand_over.submit(_hand_to_server, mail)
    except RuntimeError:
        # No thread is available, or the program ends: release the place for the next mail.
        _room.release()
        raise


def _hand_to_server(mail: EmailMessage) -> None:
    try:
        mail.send()
    except (SMTPException, OSError):
        # The log must not contain the address.
        logger.exception("a mail could not be sent")
    finally:
        _room.release()


def wait_for_mails() -> None:
    """Wait until all mails requested before are handed to the mail server."""
    _hand_over.submit(lambda: None).result()
