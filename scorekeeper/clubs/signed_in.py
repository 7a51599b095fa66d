"""Records on which device an account is signed in, and ends sessions that are not used.

Recorded at the sign-in and then once an hour. The time is in the session, which the request has
read already: other requests, and phones without an account, need no extra query.
"""

from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.db import DatabaseError
from django.http import HttpRequest
from django.utils import timezone

from scorekeeper.clubs.devices import note_device
from scorekeeper.clubs.services.accounts import note_session

SEEN_KEY: Final = "seen_at"
"""Session key: the second in which the device was last recorded."""
EVERY: Final = timedelta(hours=1)


def note_sign_in(request: HttpRequest, user: AbstractBaseUser, **signal: object) -> None:
    """Record the device that has just signed in; a receiver of Django's signal."""
    if request.session.session_key is None:
        # Another user was signed in here: save the session under its new key.
        request.session.save()
    _note(request, user, timezone.now())


def look_again(request: HttpRequest) -> None:
    """Record the device of a signed-in user again after an hour."""
    session, now = request.session, timezone.now()
    if session.get(SEEN_KEY, 0) > (now - EVERY).timestamp():
        return
    # Accessing the user checks the session: its password may have changed.
    if request.user.is_authenticated and session.session_key:
        # This is not what the user asked for: if writing fails, show the page anyway.
        with suppress(DatabaseError):
            _note(request, request.user, now)


def _note(request: HttpRequest, user: AbstractBaseUser, now: datetime) -> None:
    session, agent = request.session, request.META.get("HTTP_USER_AGENT", "")
    assert session.session_key
    note_session(user_id=user.pk, session_key=session.session_key, agent=agent, now=now)
    note_device(request, user)
    if settings.ACCOUNT_SESSION_AGE:
        # The expiry counts from the last time the session was saved, at most an hour ago.
        session.set_expiry(settings.ACCOUNT_SESSION_AGE)
    session[SEEN_KEY] = int(now.timestamp())
