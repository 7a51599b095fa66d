"""Devices on which an account was signed in before: a signed cookie says so for a year.

It opens nothing. Whoever shows it is not held up by those who guess the account's password
elsewhere, and has a few tries of its own.
"""

import secrets
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest, HttpResponseBase

COOKIE: Final = "device"
SALT: Final = "scorekeeper.clubs.known_devices"
AGE: Final = int(timedelta(days=400).total_seconds())
"""The longest that browsers keep one; it begins anew with each sign-in."""
MOST_ACCOUNTS: Final = 8
"""A laptop of the club may be used by all who organise."""


def device_known_to(request: HttpRequest, account: int) -> str:
    """Return the device's own mark where that account was signed in on it, else nothing."""
    device, accounts = _read(request)
    return device if str(account) in accounts else ""


def note_device(request: HttpRequest, user: AbstractBaseUser) -> None:
    """Let the answer to this request mark the device as known to the account."""
    request.known_to = str(user.pk)  # type: ignore[attr-defined]


def mark_device(request: HttpRequest, response: HttpResponseBase) -> None:
    account: str | None = getattr(request, "known_to", None)
    if account is None:
        return
    device, accounts = _read(request)
    others = [one for one in accounts if one != account]
    known = [*others, account][-MOST_ACCOUNTS:]
    response.set_signed_cookie(
        COOKIE,
        ".".join([device or secrets.token_urlsafe(12), *known]),
        salt=SALT,
        max_age=AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def _read(request: HttpRequest) -> tuple[str, list[str]]:
    value = request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=AGE) or ""
    device, *accounts = value.split(".")
    return device, accounts
