"""Devices: their descriptions, and which ones an account has signed in on before.

The description comes from the browser and is only shown. A signed cookie remembers a device for a
year. It does not sign anybody in: it exempts the device from throttling caused by others who guess
the account's password. It is bound to the password, as Django's sessions are.
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

# The first match counts, because browsers claim to be others: Edge says Chrome, Chrome says Safari.
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
    # Android tablets omit the word "Mobile".
    if found == Device.ANDROID_PHONE and "Mobile" not in agent:
        return Device.ANDROID_TABLET
    return found


def browser_of(agent: str) -> str:
    """Return the browser's name, empty if it is unknown."""
    return next((name for mark, name in BROWSERS if mark in agent), "")


def describe_device(device: str, browser: str) -> str:
    return ", ".join(filter(None, [str(Device(device).label), browser]))


def words_for(agent: str) -> str:
    """Return a description of the device with this user agent."""
    return describe_device(device_of(agent), browser_of(agent))


COOKIE: Final = "device"
SALT: Final = "scorekeeper.clubs.devices"
AGE: Final = int(timedelta(days=400).total_seconds())
"""The maximum that browsers allow; renewed at each sign-in."""
MOST_ACCOUNTS: Final = 8
"""All organisers of a club may use the same laptop."""
PROOF_BEHIND: Final = "-"
PROOF_LENGTH: Final = 32


def device_known_to(request: HttpRequest, user: AbstractBaseUser) -> str:
    """Return the device's id if the account has signed in on it, else an empty string."""
    device, accounts = _read(request)
    return device if _account(user) in accounts else ""


def note_device(request: HttpRequest, user: AbstractBaseUser) -> None:
    """Have the response to this request mark the device as known to the account."""
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
    """Return the account's entry in the cookie; its proof is invalid after a password change."""
    proof = salted_hmac(SALT, user.get_session_auth_hash(), algorithm="sha256").hexdigest()
    return f"{user.pk}{PROOF_BEHIND}{proof[:PROOF_LENGTH]}"


def _read(request: HttpRequest) -> tuple[str, list[str]]:
    """Return the device's id and its accounts, without old entries that lack a proof."""
    value = request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=AGE) or ""
    device, *accounts = value.split(".")
    return device, [one for one in accounts if PROOF_BEHIND in one]
