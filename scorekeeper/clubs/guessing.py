"""Passwords are not guessed: each address has few wrong ones, then one every twenty seconds.

An address that has used its attempts up is refused before anything is looked up or hashed, and
nobody else notices: no name is ever locked for another address, and a sign-in link is never
refused. Hashing a password keeps a processor busy for a third of a second, so only one is hashed
at a time, whoever asks: phones do not wait for it.

Behind a router that gives everybody one address, the organiser shares it with whoever guesses
there: a sign-in link, or the computer that runs the program, lets her in all the same.

Attempts are counted by each process for itself and forgotten when it ends. Table codes (128 bits)
and sign-in links (192 bits) are too long to be guessed: `scorekeeper.models.codes.new_token`.
"""

import ipaddress
import logging
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from axes.handlers.database import AxesDatabaseHandler
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.db.models import Max
from django.http import HttpRequest
from django.utils import timezone

from scorekeeper.clubs.access import name_signed_in_with
from scorekeeper.reports.counting import sign_in_refused

ATTEMPTS: Final = 10
"""Wrong passwords in a row that nobody minds: fingers slip, and there are several old ones."""
SECONDS_EACH: Final = 20.0
"""After which one more is allowed: 900 in an evening of five hours."""
MOST_ADDRESSES: Final = 10_000
MOST_HASHING: Final = 3
"""Passwords that are being hashed or wait for it, before others are asked to come back."""
MOMENT: Final = 2
WHOLE_NETWORK: Final = 64
"""Bits of an IPv6 address that name a household: whoever has it has all the others of it too."""

logger = logging.getLogger(__name__)


class Attempts:
    """How many attempts each address has left: a bucket each, which fills slowly to its brim."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        *,
        most: int = ATTEMPTS,
        seconds_each: float = SECONDS_EACH,
    ) -> None:
        self._clock = clock
        self._most = float(most)
        self._seconds_each = seconds_each
        self._mutex = threading.Lock()
        self._left: OrderedDict[str | None, tuple[float, float]] = OrderedDict()
        self._turned_away: set[str | None] = set()

    def take(self, address: str | None) -> float:
        """Take one attempt; return 0, or the seconds until there is one again."""
        with self._mutex:
            now = self._clock()
            left = self._now(address, now)
            if left < 1:
                return (1 - left) * self._seconds_each
            self._put(address, left - 1, now)
            self._turned_away.discard(address)
            return 0.0

    def is_news(self, address: str | None) -> bool:
        """Return whether that address is turned away for the first time since it had an attempt.

        The log must not be filled by whoever goes on guessing.
        """
        with self._mutex:
            is_news = address not in self._turned_away
            self._turned_away.add(address)
            return is_news

    def give_back(self, address: str | None) -> None:
        with self._mutex:
            now = self._clock()
            self._put(address, min(self._now(address, now) + 1, self._most), now)

    def clear(self) -> None:
        with self._mutex:
            self._left.clear()
            self._turned_away.clear()

    def _now(self, address: str | None, now: float) -> float:
        left, since = self._left.get(address, (self._most, now))
        return min(left + (now - since) / self._seconds_each, self._most)

    def _put(self, address: str | None, left: float, now: float) -> None:
        self._left[address] = (left, now)
        self._left.move_to_end(address)
        if len(self._left) > MOST_ADDRESSES:
            oldest, _left = self._left.popitem(last=False)
            self._turned_away.discard(oldest)


@dataclass
class _Line:
    """Those whose password is being hashed, and those who wait for it."""

    length: int = 0
    mutex: threading.Lock = field(default_factory=threading.Lock)
    hashing: threading.Lock = field(default_factory=threading.Lock)

    def change(self, by: int) -> None:
        with self.mutex:
            self.length += by


attempts = Attempts()
_line = _Line()


class OneAtATimeHasher(PBKDF2PasswordHasher):
    """Django's own way of hashing passwords, one after the other."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        _line.change(+1)
        try:
            with _line.hashing:
                return super().encode(password, salt, iterations)
        finally:
            _line.change(-1)


class SignInHandler(AxesDatabaseHandler):  # type: ignore[misc] # axes ships no types
    """What axes asks at every attempt: the address first, then as before name and address."""

    def is_allowed(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> bool:
        """Return whether the password may be looked at; keep otherwise when to come back."""
        address = _address_of(request)
        wait = attempts.take(address)
        if not wait and _line.length >= MOST_HASHING:
            attempts.give_back(address)
            wait = MOMENT
        if not wait:
            return bool(super().is_allowed(request, credentials))
        request.sign_in_wait = math.ceil(wait)  # type: ignore[attr-defined]
        if attempts.is_news(address):
            _note("turned away", request, credentials)
        return False

    def user_login_failed(
        self,
        sender: object,
        credentials: dict[str, Any],
        request: HttpRequest | None = None,
        **signal: object,
    ) -> None:
        """Count and note a wrong password; one that was not even looked at costs nothing."""
        if request is not None and not hasattr(request, "sign_in_wait"):
            _note("refused", request, credentials)
            super().user_login_failed(sender, credentials, request, **signal)

    def user_logged_in(
        self, sender: object, request: HttpRequest, user: Any, **signal: object
    ) -> None:
        attempts.give_back(_address_of(request))
        super().user_logged_in(sender, request, user, **signal)


def _address_of(request: HttpRequest) -> str | None:
    address: str | None = request.axes_ip_address  # type: ignore[attr-defined]
    return address


def _note(what: str, request: HttpRequest, credentials: dict[str, Any] | None) -> None:
    name = name_signed_in_with(request, credentials)
    sign_in_refused.send(sender=None)
    logger.info("sign-in %s: name “%s” from %s", what, name, _address_of(request))


def seconds_to_wait(request: HttpRequest, credentials: dict[str, Any] | None) -> int:
    """Return after how many seconds another attempt may be made by whoever was just refused."""
    wait: int | None = getattr(request, "sign_in_wait", None)
    if wait is not None:
        return wait
    refused = AccessAttempt.objects.filter(
        username=name_signed_in_with(request, credentials), ip_address=_address_of(request)
    )
    last = refused.aggregate(last=Max("attempt_time"))["last"] or timezone.now()
    left = last + settings.AXES_COOLOFF_TIME - timezone.now()
    return max(math.ceil(left.total_seconds()), 1)


def client_address(request: HttpRequest) -> str | None:
    """Return the address under which a visitor's attempts are counted, None where it is unknown."""
    return counted_address(str(request.META.get("REMOTE_ADDR") or ""))


def counted_address(peer: str) -> str | None:
    """Return the address, of IPv6 its network; None where it is no address."""
    try:
        address = ipaddress.ip_address(peer.partition("%")[0].strip("[]"))
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    if address.is_loopback or address.is_link_local:
        # Everybody in the hall has the same network there.
        return str(address)
    network = ipaddress.ip_network((address, WHOLE_NETWORK), strict=False)
    return str(network.network_address)
