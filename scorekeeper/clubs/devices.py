"""Devices: how they are described, and which ones an account has signed in on before.

The description comes from the browser and decides nothing. A signed cookie remembers a device for
a year. It signs nobody in: whoever shows it is not held up by those who guess the account's
password elsewhere. It is bound to the password, as Django's sessions are.
"""

import secrets
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import salted_hmac

from scorekeeper.models import AccountSession

Device = AccountSession.Device

# The first that is named, as most claim to be several: Edge says Chrome, and Chrome says Safari.
SYSTEMS: Final = (
    ("iPhone", Device.IPHONE),
    ("iPad", Device.IPAD),
    ("Android", Device.ANDROID_PHONE),
    ("Windows", Device.WINDOWS),
    ("Macintosh", Device.MAC),
    ("CrOS", Device.CHROMEBOOK),
    ("Linux", Device.LINUX),
)
BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
PHONES: Final = frozenset({Device.IPHONE, Device.ANDROID_PHONE})
TABLETS: Final = frozenset({Device.IPAD, Device.ANDROID_TABLET})


def device_of(agent: str) -> AccountSession.Device:
    found = next((device for mark, device in SYSTEMS if mark in agent), Device.OTHER)
    # Android's tablets leave out the word by which its phones ask for small pages.
    if found == Device.ANDROID_PHONE and "Mobile" not in agent:
        return Device.ANDROID_TABLET
    return found


def browser_of(agent: str) -> str:
    """Return the browser's name, empty where it is none of the usual ones."""
    return next((name for mark, name in BROWSERS if mark in agent), "")


def describe_device(device: str, browser: str) -> str:
    return ", ".join(filter(None, [str(Device(device).label), browser]))


def words_for(agent: str) -> str:
    """Return by which words people know the device that says so of itself."""
    return describe_device(device_of(agent), browser_of(agent))


COOKIE: Final = "device"
SALT: Final = "scorekeeper.clubs.devices"
AGE: Final = int(timedelta(days=400).total_seconds())
"""The longest that browsers keep one; it begins anew with each sign-in."""
MOST_ACCOUNTS: Final = 8
"""A laptop of the club may be used by all who organise."""
PROOF_BEHIND: Final = "-"
PROOF_LENGTH: Final = 32


def device_known_to(request: HttpRequest, user: AbstractBaseUser) -> str:
    """Return the device's own mark where that account was signed in on it, else nothing."""
    device, accounts = _read(request)
    return device if _account(user) in accounts else ""


def note_device(request: HttpRequest, user: AbstractBaseUser) -> None:
    """Let the answer to this request mark the device as known to the account."""
    request.known_to = user  # type: ignore[attr-defined]


def mark_device(request: HttpRequest, response: HttpResponseBase) -> None:
    user: AbstractBaseUser | None = getattr(request, "known_to", None)
    if user is None:
        return
    device, accounts = _read(request)
    own = f"{user.pk}{PROOF_BEHIND}"
    others = [one for one in accounts if not one.startswith(own)]
    known = [*others, _account(user)][-MOST_ACCOUNTS:]
    response.set_signed_cookie(
        COOKIE,
        ".".join([device or secrets.token_urlsafe(12), *known]),
        salt=SALT,
        max_age=AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def _account(user: AbstractBaseUser) -> str:
    """Return what stands in the cookie for an account; half of it ends with its password."""
    proof = salted_hmac(SALT, user.get_session_auth_hash(), algorithm="sha256").hexdigest()
    return f"{user.pk}{PROOF_BEHIND}{proof[:PROOF_LENGTH]}"


def _read(request: HttpRequest) -> tuple[str, list[str]]:
    """Return the device's mark and its accounts; those of before, without a proof, are none."""
    value = request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=AGE) or ""
    device, *accounts = value.split(".")
    return device, [one for one in accounts if PROOF_BEHIND in one]
