"""Which device somebody is signed in on, and how long without a visit it stays so.

Noted at the sign-in and once an hour while it is used. When that was stands in the session, which
such a page has read anyway: all other requests, and phones without an account, ask nothing more.
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
"""In the session: the second in which its device was noted."""
EVERY: Final = timedelta(hours=1)


def note_sign_in(request: HttpRequest, user: AbstractBaseUser, **signal: object) -> None:
    """Note the device that has just signed in; Django says so, whichever door it came by."""
    if request.session.session_key is None:
        # Somebody else was signed in here: that session is gone.
        request.session.save()
    _note(request, user, timezone.now())


def look_again(request: HttpRequest) -> None:
    """Note the device again of somebody who is signed in where an hour has gone by."""
    session, now = request.session, timezone.now()
    if session.get(SEEN_KEY, 0) > (now - EVERY).timestamp():
        return
    # Asked of the account: a session may name one whose password is another by now.
    if request.user.is_authenticated and session.session_key:
        # Nobody has asked for this: where nothing can be written the page is shown all the same.
        with suppress(DatabaseError):
            _note(request, request.user, now)


def _note(request: HttpRequest, user: AbstractBaseUser, now: datetime) -> None:
    session, agent = request.session, request.META.get("HTTP_USER_AGENT", "")
    assert session.session_key
    note_session(user_id=user.pk, session_key=session.session_key, agent=agent, now=now)
    note_device(request, user)
    if settings.ACCOUNT_SESSION_AGE:
        # Counted from the last time that the session was stored: an hour ago at most.
        session.set_expiry(settings.ACCOUNT_SESSION_AGE)
    session[SEEN_KEY] = int(now.timestamp())
