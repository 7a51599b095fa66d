"""Throttling of sign-ins: passwords cannot be guessed, and attacks do not lock others out.

Hashing a password takes a processor a third of a second or more, so hashing is what is rationed.
There are two lanes, each of which hashes one password at a time, and few requests wait, because
phones need the threads.

- A device on which the account was signed in before (`clubs/devices.py`) uses the first lane and
  has a limit of its own: ten wrong passwords, then ten an hour. So has a user who is signed in, or
  has a mailed link, and chooses another password.
- All others share the second lane. An address has ten wrong passwords, then one every twenty
  seconds. All these devices together have ten for an account, then one every six minutes, twenty an
  hour at most. A name without an account is treated as one.

Requests over a limit are refused before hashing. Among the others, the name and address with the
fewest recent attempts go first, so that during an attack other names from other addresses get
through. Sign-in links and passkeys are never throttled.

Limits of an account are shared by all processes of a server. Addresses are counted by each process
in memory. Table codes (128 bits) and sign-in links (192 bits) are too long to be guessed:
`scorekeeper.models.codes.new_token`.
"""

import hashlib
import ipaddress
import logging
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum, auto
from typing import Final

from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest
from django.utils import timezone

from scorekeeper.clubs.devices import device_known_to
from scorekeeper.clubs.services.clubs import Limit
from scorekeeper.monitoring.failures import sign_in_refused

ATTEMPTS: Final = 10
"""Wrong passwords in a row without a delay: people mistype, and try old passwords."""
SECONDS_EACH: Final = 20.0
"""The delay after which one more is allowed: 900 in an evening of five hours."""
MOST_ADDRESSES: Final = 10_000
MOST_WAITING: Final = 2
"""Passwords that wait in a lane while another one is hashed."""
FIRST_TIME: Final = 2
"""The number of attempts of a first visitor: one by name and one by address."""
PATIENCE: Final = 10.0
"""Seconds after which a request that was always overtaken is refused."""
MOMENT: Final = 2
PROVEN: Final = "proven"
"""The device name of users who are signed in, or have a mailed link."""
LONGEST_NAME: Final = 150
WHOLE_NETWORK: Final = 64
"""Bits of an IPv6 network: its owner can use every address in it."""

logger = logging.getLogger(__name__)


class TooMany(Enum):
    """Which limit was reached."""

    ADDRESS = auto()
    ACCOUNT = auto()
    DEVICE = auto()
    BUSY = auto()


class TooManyAttemptsError(Exception):
    """Raised before a password is checked; the next attempt is possible after `seconds`."""

    def __init__(self, why: TooMany, seconds: float) -> None:
        super().__init__(why)
        self.why = why
        self.seconds = max(math.ceil(seconds), 1)


class Attempts:
    """The attempts left for each address: a token bucket that refills slowly."""

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
        """Take one attempt; return 0, or the seconds until the next one."""
        with self._mutex:
            now = self._clock()
            left = self._now(address, now)
            if left < 1:
                return (1 - left) * self._seconds_each
            self._put(address, left - 1, now)
            self._turned_away.discard(address)
            return 0.0

    def is_news(self, address: str | None) -> bool:
        """Return whether the address is refused for the first time since its last attempt.

        An attacker must not fill the log.
        """
        with self._mutex:
            is_news = address not in self._turned_away
            self._turned_away.add(address)
            return is_news

    def give_back(self, address: str | None) -> None:
        with self._mutex:
            now = self._clock()
            self._put(address, min(self._now(address, now) + 1, self._most), now)

    def used(self, address: str | None) -> float:
        """Return how many attempts are used and not yet refilled."""
        with self._mutex:
            return self._most - self._now(address, self._clock())

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


class Lane:
    """Hashes one password at a time, starting with the request with the fewest attempts.

    A first attempt never waits for a repeated one. If too many wait, the one with the most attempts
    is refused; of equals the last.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._hashing: list[_Place] = []
        self._waiting: list[_Place] = []

    @contextmanager
    def turn(self, tried: float) -> Iterator[None]:
        """Wait for the turn of a request with that many attempts; raises TooManyAttemptsError."""
        place = _Place(tried)
        with self._changed:
            self._waiting.append(place)
            # Sorting is stable: equals keep their order.
            self._waiting.sort(key=lambda one: one.tried)
            if self._hashing and len(self._waiting) > MOST_WAITING:
                self._waiting.pop()
                self._changed.notify_all()
            is_next = self._changed.wait_for(lambda: self._may_go(place), PATIENCE)
            if place not in self._waiting:
                raise TooManyAttemptsError(TooMany.BUSY, MOMENT)
            self._waiting.remove(place)
            if not is_next:
                raise TooManyAttemptsError(TooMany.BUSY, MOMENT)
            self._hashing.append(place)
        try:
            yield
        finally:
            with self._changed:
                self._hashing.remove(place)
                self._changed.notify_all()

    def _may_go(self, place: "_Place") -> bool:
        """Return whether the request need not wait any more: it has its turn, or is refused."""
        if place not in self._waiting:
            return True
        is_turn = not self._hashing or (
            place.is_new and len(self._hashing) == 1 and not self._hashing[0].is_new
        )
        return is_turn and self._waiting[0] is place


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """A request that waits in a lane."""

    tried: float

    @property
    def is_new(self) -> bool:
        """Return whether this is the first recent attempt for both the name and the address."""
        return self.tried <= FIRST_TIME


attempts: Final = Attempts()
by_account: Final = Limit(name="sign-in", most=10, each=timedelta(minutes=6))
by_device: Final = Limit(name="known device", most=10, each=timedelta(minutes=6))
known: Final = Lane()
unknown: Final = Lane()
# Recent attempts: one is forgotten every six minutes.
tried_names: Final = Attempts(most=1000, seconds_each=360)
tried_addresses: Final = Attempts(most=1000, seconds_each=360)
_logged_names: Final = Attempts(most=1, seconds_each=3600)
"""Logs a refused name once an hour, so that an attacker does not fill the log."""


class HashingTurn:
    """The permission to hash a password now."""

    def __init__(self, attempt: str, give_back: Callable[[], None]) -> None:
        self._attempt = attempt
        self._give_back = give_back

    def end(self, *, is_right: bool) -> None:
        """Count a wrong password; a right one counts nothing."""
        if is_right:
            self._give_back()
        else:
            sign_in_refused.send(sender=None)
            logger.info("sign-in refused: %s", self._attempt)


@contextmanager
def turn_to_hash(
    request: HttpRequest, *, name: str, user: AbstractBaseUser | None, has_proven: bool = False
) -> Iterator[HashingTurn]:
    """Wait until the password for this name may be hashed; the name may have no account.

    Raises TooManyAttemptsError if a limit is reached.
    """
    address = client_address(request)
    attempt = f"name “{name[:LONGEST_NAME]}” from {address}"
    subject = f"account {user.pk}" if user else f"name {_short(name)}"
    try:
        if user and (device := PROVEN if has_proven else device_known_to(request, user)):
            with _turn_of_known(f"{device}.{user.pk}") as give_back:
                yield HashingTurn(attempt, give_back)
        else:
            with _turn_of_unknown(subject, address) as give_back:
                yield HashingTurn(attempt, give_back)
    except TooManyAttemptsError as refused:
        _note_turned_away(refused.why, subject, attempt, address)
        raise


@contextmanager
def _turn_of_known(subject: str) -> Iterator[Callable[[], None]]:
    tried_names.take(subject)
    with known.turn(tried_names.used(subject)):
        _use_up(by_device, subject, TooMany.DEVICE)
        yield lambda: by_device.give_back(subject, timezone.now())


@contextmanager
def _turn_of_unknown(subject: str, address: str | None) -> Iterator[Callable[[], None]]:
    tried_addresses.take(address)
    if wait := attempts.take(address):
        raise TooManyAttemptsError(TooMany.ADDRESS, wait)
    tried_names.take(subject)
    try:
        # Refuse before waiting.
        if wait := by_account.wait(subject, timezone.now()):
            raise TooManyAttemptsError(TooMany.ACCOUNT, wait)
        with unknown.turn(tried_names.used(subject) + tried_addresses.used(address)):
            _use_up(by_account, subject, TooMany.ACCOUNT)

            def give_back() -> None:
                by_account.give_back(subject, timezone.now())
                attempts.give_back(address)

            yield give_back
    except TooManyAttemptsError:
        attempts.give_back(address)
        raise


def _short(name: str) -> str:
    """Return a bounded form of a typed name, which may be very long."""
    return hashlib.sha256(name.encode(errors="replace")).hexdigest()


def _use_up(limit: Limit, subject: str, why: TooMany) -> None:
    now = timezone.now()
    if not limit.take(subject, now):
        raise TooManyAttemptsError(why, limit.wait(subject, now))


def _note_turned_away(why: TooMany, subject: str, attempt: str, address: str | None) -> None:
    is_news = (
        attempts.is_news(address) if why is TooMany.ADDRESS else not _logged_names.take(subject)
    )
    if is_news:
        sign_in_refused.send(sender=None)
        logger.info("sign-in turned away: %s", attempt)


def client_address(request: HttpRequest) -> str | None:
    """Return the address by which a client's attempts are counted, None if it is unknown."""
    return counted_address(str(request.META.get("REMOTE_ADDR") or ""))


def counted_address(peer: str) -> str | None:
    """Return the address, for IPv6 its network; None if it is not an address."""
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
