"""Mail: an address that is confirmed, a forgotten password, news of what somebody asked for.

Links lead to `settings.PUBLIC_URL`, whatever name a request came by, and nothing that anybody typed
stands in a mail. It is handed over in a thread of its own: how long a page takes must not tell
whether an address is known.
"""

import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from smtplib import SMTPException
from threading import BoundedSemaphore
from typing import Final

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.core import signing
from django.core.mail import EmailMessage
from django.db import transaction
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from django.utils.translation import gettext as _

from scorekeeper.clubs.guessing import Attempts
from scorekeeper.clubs.services.sign_in import LINK_LIFETIME

SALT: Final = "scorekeeper.mail"

logger = logging.getLogger(__name__)

by_visitor: Final = Attempts()
by_mail_address: Final = Attempts(most=3, seconds_each=1200)
"""Three mails at once to one address, then one every twenty minutes: nobody's box is filled."""
by_everybody: Final = Attempts(most=200, seconds_each=2)
_hand_over = ThreadPoolExecutor(max_workers=1, thread_name_prefix="mail")
_room = BoundedSemaphore(500)
"""For mails that wait while their server is slow: asked for faster than it answers they pile up."""


class MailAddressTakenError(Exception):
    """Raised where another account has the mail address."""


class TooManyMailsError(Exception):
    """Raised where a visitor has asked for too many mails; after `seconds` there is another."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def ask_to_confirm(*, user: User, address: str, visitor: str | None) -> None:
    """Mail the link that makes this the account's address; raises TooManyMailsError.

    It holds as long as the password does: who was in by the one of before adds no address later.
    """
    _take(visitor)
    said = {
        "user": user.pk,
        "address": address,
        "before": user.email,
        "proof": user.get_session_auth_hash(),
    }
    token = urlsafe_base64_encode(signing.dumps(said, salt=SALT).encode())
    _send(
        address,
        _("Confirm your mail address"),
        _("Open this link within two days: it makes this the mail address of your account."),
        _link("scorekeeper:mail-confirm", token),
    )


def account_to_confirm(*, token: str) -> tuple[User, str] | None:
    """Return whose address a mailed link confirms, and which; None where it holds no more."""
    try:
        signed = urlsafe_base64_decode(token).decode()
        said = signing.loads(signed, salt=SALT, max_age=LINK_LIFETIME)
    except (signing.BadSignature, ValueError):
        return None
    # One that was confirmed since has the last word.
    user = User.objects.filter(pk=said["user"], email=said["before"], is_active=True).first()
    if user is None or not constant_time_compare(said["proof"], user.get_session_auth_hash()):
        return None
    return user, said["address"]


@transaction.atomic
def confirm_address(*, user: User, address: str) -> None:
    """Give the account its mail address; the one of before is told. Raises MailAddressTakenError.

    An empty address takes it away.
    """
    others = User.objects.exclude(pk=user.pk).filter(email__iexact=address)
    if address and others.exists():
        raise MailAddressTakenError
    before, user.email = user.email, address
    user.save(update_fields=["email"])
    if before and before != address:
        _send(
            before,
            _("Your mail address was changed"),
            _(
                "Your account has another mail address now, or none. "
                "If that was not you, sign in and choose another password."
            ),
            _link("login"),
        )


def send_password_links(*, address: str, visitor: str | None) -> None:
    """Mail a link for a new password to the account with that address, if there is one.

    The caller never learns which. Raises TooManyMailsError.
    """
    _take(visitor)
    # Addresses are few to an account, but an administrator may type one twice.
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
    """Return whose password a mailed link lets change; None where it was used or is too old."""
    user = User.objects.filter(pk=pk, is_active=True).first()
    return user if user and default_token_generator.check_token(user, token) else None


def send_news(*, address: str, subject: str, text: str, page: str, args: Sequence[object]) -> None:
    """Mail in a few words what became of something, and the link to its page.

    Nothing where no mail goes out, or no address is known.
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
    # Without a word: whoever asks must not learn of the mails that others asked for.
    if by_mail_address.take(address.casefold()):
        return
    if not _room.acquire(blocking=False):
        logger.error("a mail was not sent: too many wait for their server")
        return
    mail = EmailMessage(subject, f"{text}\n\n{link}\n", to=[address])
    try:
        _hand_over.submit(_hand_to_server, mail)
    except RuntimeError:
        # No thread to be had, or the program ends: the next one may find its room again.
        _room.release()
        raise


def _hand_to_server(mail: EmailMessage) -> None:
    try:
        mail.send()
    except (SMTPException, OSError):
        # The address is nobody's business but its owner's.
        logger.exception("a mail could not be sent")
    finally:
        _room.release()


def wait_for_mails() -> None:
    """Return once the mails that were asked for before are handed over."""
    _hand_over.submit(lambda: None).result()
