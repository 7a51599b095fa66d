"""Passwords are not guessed, and nobody who guesses keeps others from signing in.

Hashing a password keeps a processor busy for a third of a second or more, so that is what is given
out. There are two lanes, in each one password at a time, and few wait: the phones need the threads.

- A device on which the account was signed in before (`known_devices`) has a lane of its own and,
  for itself, ten wrong passwords, then ten an hour. So has whoever is signed in, or has a mailed
  link, and chooses another password.
- All others share a lane. An address has ten wrong ones, then one every twenty seconds. Of all
  these devices together at most twenty an hour are looked at for an account: ten, then one every
  six minutes. A name that nobody has is treated as an account.

Who may not is refused before anything is hashed. Of those who may, whoever was tried least of late,
by name and by address, goes first: during a flood a name that is not attacked comes through from an
address that takes no part. A sign-in link or a passkey is never held up.

What counts for an account counts for all processes of a server. Addresses are counted by each
process for itself and forgotten when it ends. Table codes (128 bits) and sign-in links (192 bits)
are too long to be guessed: `scorekeeper.models.codes.new_token`.
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
"""Wrong passwords in a row that nobody minds: fingers slip, and there are several old ones."""
SECONDS_EACH: Final = 20.0
"""After which one more is allowed: 900 in an evening of five hours."""
MOST_ADDRESSES: Final = 10_000
MOST_WAITING: Final = 2
"""Passwords that wait in a lane while another one is hashed."""
FIRST_TIME: Final = 2
"""How often somebody was tried who comes for the first time: by name and by address once."""
PATIENCE: Final = 10.0
"""Seconds after which whoever waits and was always overtaken is asked to come back."""
MOMENT: Final = 2
PROVEN: Final = "proven"
"""Stands for the device of whoever is signed in, or has a mailed link."""
LONGEST_NAME: Final = 150
WHOLE_NETWORK: Final = 64
"""Bits of an IPv6 address that name a household: whoever has it has all the others of it too."""

logger = logging.getLogger(__name__)


class TooMany(Enum):
    """Of what there is too much where a password is not looked at."""

    ADDRESS = auto()
    ACCOUNT = auto()
    DEVICE = auto()
    BUSY = auto()


class TooManyAttemptsError(Exception):
    """Raised before a password is looked at; after `seconds` there may be another attempt."""

    def __init__(self, why: TooMany, seconds: float) -> None:
        super().__init__(why)
        self.why = why
        self.seconds = max(math.ceil(seconds), 1)


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

    def used(self, address: str | None) -> float:
        """Return how many are used up and did not come back yet."""
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
    """Hash one password at a time: of those who wait, whoever was tried least is next.

    Whoever comes for the first time does not even wait for one who was tried before. Where more
    wait than there is room for, whoever was tried most is asked to come back; of equals the one who
    came last.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._hashing: list[_Place] = []
        self._waiting: list[_Place] = []

    @contextmanager
    def turn(self, tried: float) -> Iterator[None]:
        """Wait for the turn of somebody tried so often of late; raises TooManyAttemptsError."""
        place = _Place(tried)
        with self._changed:
            self._waiting.append(place)
            # Sorting keeps equals in the order in which they came.
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
        """Return whether there is nothing to wait for any more: the turn, or a refusal."""
        if place not in self._waiting:
            return True
        is_turn = not self._hashing or (
            place.is_new and len(self._hashing) == 1 and not self._hashing[0].is_new
        )
        return is_turn and self._waiting[0] is place


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """Somebody who waits in a lane."""

    tried: float

    @property
    def is_new(self) -> bool:
        """Return whether this is the first time of late for the name and for the address."""
        return self.tried <= FIRST_TIME


attempts: Final = Attempts()
by_account: Final = Limit(name="sign-in", most=10, each=timedelta(minutes=6))
by_device: Final = Limit(name="known device", most=10, each=timedelta(minutes=6))
known: Final = Lane()
unknown: Final = Lane()
# Of late: one of them is forgotten every six minutes.
tried_names: Final = Attempts(most=1000, seconds_each=360)
tried_addresses: Final = Attempts(most=1000, seconds_each=360)
_told: Final = Attempts(most=1, seconds_each=3600)
"""A name is noted once an hour as turned away: the log is not filled by whoever goes on."""


class HashingTurn:
    """Somebody whose password may be hashed now."""

    def __init__(self, told: str, give_back: Callable[[], None]) -> None:
        self._told = told
        self._give_back = give_back

    def end(self, *, is_right: bool) -> None:
        """Note a wrong password; a right one uses nothing up."""
        if is_right:
            self._give_back()
        else:
            sign_in_refused.send(sender=None)
            logger.info("sign-in refused: %s", self._told)


@contextmanager
def turn_to_hash(
    request: HttpRequest, *, name: str, user: AbstractBaseUser | None, has_proven: bool = False
) -> Iterator[HashingTurn]:
    """Wait until the password may be hashed that somebody sent for a name; nobody may have it.

    Raises TooManyAttemptsError for who may not.
    """
    address = client_address(request)
    told = f"name “{name[:LONGEST_NAME]}” from {address}"
    subject = f"account {user.pk}" if user else f"name {_short(name)}"
    try:
        if user and (device := PROVEN if has_proven else device_known_to(request, user)):
            with _turn_of_known(f"{device}.{user.pk}") as give_back:
                yield HashingTurn(told, give_back)
        else:
            with _turn_of_unknown(subject, address) as give_back:
                yield HashingTurn(told, give_back)
    except TooManyAttemptsError as refused:
        _note_turned_away(refused.why, subject, told, address)
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
        # Nobody waits for what is refused anyway.
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
    """Return what is kept of a name that was typed, which may have millions of letters."""
    return hashlib.sha256(name.encode(errors="replace")).hexdigest()


def _use_up(limit: Limit, subject: str, why: TooMany) -> None:
    now = timezone.now()
    if not limit.take(subject, now):
        raise TooManyAttemptsError(why, limit.wait(subject, now))


def _note_turned_away(why: TooMany, subject: str, told: str, address: str | None) -> None:
    is_news = attempts.is_news(address) if why is TooMany.ADDRESS else not _told.take(subject)
    if is_news:
        sign_in_refused.send(sender=None)
        logger.info("sign-in turned away: %s", told)


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
