"""The work of a standby: fetch changes, write them, repeat."""

import errno
import logging
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import connections
from django.utils import timezone

from scorekeeper import __version__, running
from scorekeeper.backups.places import key_file, write_whole
from scorekeeper.server import stopping
from scorekeeper.standby.client import Asker
from scorekeeper.standby.errors import PairingError, PairingProblem
from scorekeeper.standby.identity import public_half
from scorekeeper.standby.node import (
    NewerComputer,
    NodeRole,
    NodeState,
    change,
    look_again,
    node_state,
)
from scorekeeper.standby.replica import DamagedError, Replica, turns
from scorekeeper.standby.term import number_now, read_number

logger = logging.getLogger(__name__)

PAUSE_SECONDS: Final = 0.6
TROUBLED_SECONDS: Final = 1.5
SHOWN_SECONDS: Final = 5.0
"""How long both computers show that a copy was damaged before everything is copied again."""
DAMAGED_SECONDS: Final = 30.0
"""The least time between full copies if each of them turns out to be damaged."""
ASIDE_SECONDS: Final = 2.0
"""Timeout for computers other than the primary."""
NOTED_EVERY: Final = 10.0
"""How often the time of the last complete copy is saved for the next start."""
ARRIVED: Final = "second-arrived.sqlite3"
_FULL: Final = {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)}
_OWN: Final = {PairingProblem.FULL, PairingProblem.DAMAGED, PairingProblem.OTHER}
"""Problems that only the standby can notice, and reports to the primary."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowState:
    """Up to when the copy is complete, and the current problem."""

    complete_at: datetime | None = None
    trouble: PairingProblem | None = None
    detail: str = ""


class Following:
    """Replicates one computer until it is stopped."""

    def __init__(self, file: Path) -> None:
        now = node_state()
        self.state = FollowState(complete_at=now.complete_until)
        self._replica = Replica(file)
        self._stream, self._number = now.stream, now.number
        self._asker: Asker | None = None
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, name="following", daemon=True)
        self._noted = time.monotonic()
        self._whole_at = self._not_before = time.monotonic() - DAMAGED_SECONDS

    def begin(self) -> None:
        # Only this run knows what continues a full copy that was fetched.
        change(stream="", number=0)
        self._thread.start()

    def end(self) -> None:
        self._end.set()
        self._thread.join(20)
        with suppress(OSError):
            self._note()

    def _run(self) -> None:
        while not self._end.is_set():
            if look_again().role is NodeRole.TAKING_OVER:
                stopping.ask_to_start_again()
                return
            self.take_turn()
            pause = TROUBLED_SECONDS if self.state.trouble else PAUSE_SECONDS
            self._end.wait(pause)

    def take_turn(self) -> None:
        """Fetch the missing changes and record the state."""
        try:
            self._fetch()
        except PairingError as error:
            self._note_trouble(error.code, error.detail)
            if error.code in {PairingProblem.AWAY, PairingProblem.NOT_FIRST}:
                self._look_for_newer()
        except DamagedError as error:
            logger.warning("what arrived is not in order: %s", error)
            self._stream = ""
            soon = time.monotonic() + SHOWN_SECONDS
            self._not_before = max(soon, self._whole_at + DAMAGED_SECONDS)
            self._note_trouble(PairingProblem.DAMAGED)
        except OSError as error:
            is_full = error.errno in _FULL
            self._note_trouble(
                PairingProblem.FULL if is_full else PairingProblem.OTHER, error.strerror or ""
            )
        except Exception:
            logger.exception("following failed")
            self._note_trouble(PairingProblem.OTHER)
        finally:
            connections.close_all()

    def _fetch(self) -> None:
        now, serving = node_state(), running.current()
        if self._asker is None or self._asker.address != now.leader:
            if self._asker is not None:
                self._stream = ""
            self._asker = Asker(now.leader, now.code, computer=now.computer)
        facts = {
            "version": __version__,
            "port": serving.port if serving else 0,
            "key": public_half(),
        }
        while not self._end.is_set():
            asked_at = timezone.now()
            news = self._asker.news(
                self._stream, self._number, **facts, **self._own_state(asked_at)
            )
            if news.written is None:
                if time.monotonic() < self._not_before:
                    return
                self._fetch_whole(self._asker)
                continue
            if news.written.pages:
                self._replica.take(news.written, news.witness)
            self._number = news.number
            self.state = FollowState(complete_at=asked_at)
            if not news.written.pages:
                self._all_here(news.report)
                return

    def _own_state(self, now: datetime) -> dict[str, object]:
        """Return the state of the copy as reported to the primary."""
        state = self.state
        report: dict[str, object] = {"trouble": state.trouble} if state.trouble in _OWN else {}
        if state.complete_at:
            report["age"] = (now - state.complete_at).total_seconds()
        return report

    def _all_here(self, reply: dict[str, object]) -> None:
        if reply.get("counts") != number_now():
            with turns.reading():
                read_number()
        others = reply.get("others")
        now = node_state()
        unknown = {str(one) for one in others if one} if isinstance(others, list) else set()
        if unknown - set(now.peers):
            change(peers={**dict.fromkeys(unknown, now.code), **now.peers})
        if time.monotonic() - self._noted > NOTED_EVERY:
            self._note()

    def _fetch_whole(self, asker: Asker) -> None:
        self._stream, self._whole_at = "", time.monotonic()
        arrived = Path(settings.DATA_DIR) / ARRIVED
        self._stream, self._number = fetch_whole(asker, arrived)
        self._replica.take_whole(arrived)
        self.state = replace(self.state, trouble=None, detail="")

    def _note_trouble(self, trouble: PairingProblem, detail: str = "") -> None:
        if trouble is not self.state.trouble:
            logger.warning("the second computer does not have everything: %s %s", trouble, detail)
            with suppress(OSError):
                self._note()
        self.state = replace(self.state, trouble=trouble, detail=detail)

    def _note(self) -> None:
        self._noted = time.monotonic()
        if self.state.complete_at and look_again().role is NodeRole.FOLLOWING:
            change(complete_at=self.state.complete_at.isoformat())

    def _look_for_newer(self) -> None:
        """Follow the computer that took over meanwhile, unless it is this one."""
        now = node_state()
        newer = find_newer(now, number_now())
        if newer and newer.address != now.leader:
            self._stream = ""
            change(leader=newer.address)


def find_newer(now: NodeState, counts: int, **facts: object) -> NewerComputer | None:
    """Return a primary with a higher number, None if none responds."""
    for address, code in now.peers.items():
        try:
            asker = Asker(address, code, computer=now.computer, patience=ASIDE_SECONDS)
            reply = asker.who(**facts)
        except PairingError:
            continue
        number = int(reply.get("number", 0))
        if reply.get("role") == NodeRole.FIRST and number > counts:
            since, key = str(reply.get("since", "")), str(reply.get("key", ""))
            return NewerComputer(address, number, since, key)
    return None


def fetch_whole(asker: Asker, target: Path) -> tuple[str, int]:
    """Fetch the whole database into a file, and install the key that signs sessions.

    Return the stream and the step that continue it. Raises PairingError and OSError.
    """
    target.unlink(missing_ok=True)
    try:
        reply = asker.whole(target)
    except BaseException:
        target.unlink(missing_ok=True)
        raise
    key = str(reply["key"])
    if not key_file().is_file() or key_file().read_text(encoding="ascii").strip() != key:
        write_whole(key_file(), key)
    settings.SECRET_KEY = key
    return str(reply["stream"]), int(reply["number"])


class _Now:
    following: Following | None = None


def begin(file: Path) -> None:
    """Start replicating in this process."""
    _Now.following = Following(file)
    _Now.following.begin()


def end() -> None:
    following, _Now.following = _Now.following, None
    if following is not None:
        following.end()


def state() -> FollowState:
    """Return the state of the replication in this process."""
    return (
        _Now.following.state
        if _Now.following
        else FollowState(complete_at=node_state().complete_until)
    )
