"""Where somebody is signed in, as the page of the account tells it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scorekeeper.clubs.devices import PHONES, TABLETS, words_of
from scorekeeper.models import AccountSession


@dataclass(frozen=True, slots=True)
class ShownSession:
    """A device: its words, when it was used last, `key` to end it by."""

    key: int
    name: str
    last: str
    is_this: bool


def sessions_of(user: User, *, current: str | None, now: datetime) -> list[ShownSession]:
    """Return where the person is signed in: here first, then what was used last."""
    sessions = AccountSession.objects.filter(user=user, session__expire_date__gt=now)
    shown = [
        ShownSession(
            key=session.pk,
            name=_this(session) if session.session_id == current else device_name(session),
            last=told(session.seen_at, now),
            is_this=session.session_id == current,
        )
        for session in sessions.order_by("-seen_at", "-pk")
    ]
    return sorted(shown, key=lambda session: not session.is_this)


def device_name(session: AccountSession) -> str:
    return words_of(session.device, session.browser)


def _this(session: AccountSession) -> str:
    if session.device in PHONES:
        return _("This phone")
    return _("This tablet") if session.device in TABLETS else _("This computer")


def told(at: datetime, now: datetime) -> str:
    """Return when something was, as people say it: the later, the shorter ago."""
    at, now = timezone.localtime(at), timezone.localtime(now)
    if at.date() == now.date():
        return _("today %(time)s") % {"time": date_format(at, "H:i")}
    if now - at < timedelta(days=6):
        return date_format(at, "l H:i")
    return date_format(at, "MONTH_DAY_FORMAT" if at.year == now.year else "DATE_FORMAT")
