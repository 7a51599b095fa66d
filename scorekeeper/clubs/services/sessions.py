"""Where people are signed in: noted, ended, and forgotten once it is over."""

from datetime import datetime, timedelta
from typing import Final

from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone

from scorekeeper.clubs.devices import browser_of, device_of
from scorekeeper.models import AccountSession

PURGE_EVERY: Final = timedelta(days=1)
AT_ONCE: Final = 500
"""Sessions deleted in one go: tables that write meanwhile do not wait for long."""


def note_session(*, user_id: int, session_key: str, agent: str, now: datetime) -> None:
    """Note that somebody uses the program on that device, signed in since `now` where it is new."""
    known = {"device": device_of(agent), "browser": browser_of(agent), "seen_at": now}
    AccountSession.objects.update_or_create(
        session_id=session_key,
        user_id=user_id,
        defaults=known,
        create_defaults={**known, "begun_at": now},
    )


def end_sessions(*, user: User, keep: str | None, only: int | None = None) -> list[AccountSession]:
    """Sign that person out everywhere but in the session `keep`, or of one device alone.

    Return what was ended.
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
    """Let nothing but the password open an account: passkeys go, and every session but `keep`."""
    user.passkeys.all().delete()
    end_sessions(user=user, keep=keep)


def purge_old_sessions() -> int:
    """Delete the sessions that have ended by themselves, phones' too; return how many."""
    old = Session.objects.filter(expire_date__lt=timezone.now()).values_list("pk", flat=True)
    purged = 0
    while keys := list(old[:AT_ONCE]):
        Session.objects.filter(pk__in=keys).delete()
        purged += len(keys)
    return purged
