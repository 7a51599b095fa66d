"""Waitress for a hall: hundreds of phones, each with several connections that it leaves open.

Waitress itself takes a fixed number of connections, keeps idle ones for minutes and lets every
further visitor wait, and before each event it asks every connection what it waits for. Here idle
connections make room for whoever comes, and the system itself watches those that rest.
"""

import errno
import heapq
import logging
import selectors
import socket
import threading
import time
from collections import deque
from typing import Any, Final

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask

from scorekeeper.startup import stopping

logger = logging.getLogger(__name__)

IDLE_SECONDS: Final = 10.0
"""A phone asks every three seconds; a connection idle for longer was left open by its browser."""

HALF_OPEN_SECONDS: Final = 5.0
"""A request that has not moved on for so long makes room first."""

FRESH_SECONDS: Final = 1.0
"""A visitor who has just been let in is given so long to say what is wanted."""

HEADER_SECONDS: Final = 20.0
"""Address and headers are a few hundred bytes: a line that brings them slower brings no page."""

STALLED_SECONDS: Final = 30.0
"""An answer of which nothing was taken for so long is given up, with the thread that writes it."""

FINISH_SECONDS: Final = 5.0
"""How long the end of the program waits for answers that are being made."""

MOST_PASSED: Final = 4
"""So many pages and hands go before one question whether something is new."""

LONGEST_WAIT: Final = 1.0
WAIT_WHEN_FULL: Final = 0.05
ACCEPTED_AT_ONCE: Final = 64
CLOSED_AT_ONCE: Final = 50
"""At the limit one in fifty goes at once, so that they need not all be looked at each time."""

FULL_LOGGED_EVERY: Final = 60.0
READ: Final = selectors.EVENT_READ
WRITE: Final = selectors.EVENT_WRITE


class HallTask(WSGITask):  # type: ignore[misc]  # waitress tells no types
    """An answer; one that has no content does not end the connection.

    Waitress hangs up after each "nothing new", and every screen would have to call again.
    """

    def set_close_on_finish(self) -> None:
        is_asked = self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or self.version != "1.1" or is_asked:
            super().set_close_on_finish()


class HallChannel(HTTPChannel):  # type: ignore[misc]  # waitress tells no types
    """A connection that knows how long it has been waited for."""

    task_class = HallTask
    server: "HallServer"
    heard_at = 0.0
    """When the visitor last sent something."""
    begun_at = 0.0
    """When the request began that is not all here yet."""

    @property
    def is_served(self) -> bool:
        return bool(self.requests or self.total_outbufs_len or self.close_when_flushed)

    @property
    def is_half_open(self) -> bool:
        """Return whether a request is not all here yet."""
        return self.request is not None

    @property
    def asks_for_news(self) -> bool:
        """Return whether the visitor has an answer already and asks whether there is another."""
        return "IF_NONE_MATCH" in self.requests[0].headers

    @property
    def may_change(self) -> bool:
        """Return whether a thread may change what the connection waits for; else it rests."""
        return self.is_served or self.is_half_open or bool(self.will_close)

    @property
    def events(self) -> int:
        reads = self.readable() and not self.server.is_finishing
        return (READ if reads else 0) | (WRITE if self.writable() else 0)

    def is_fresh(self, now: float) -> bool:
        """Return whether somebody has just come in and said nothing yet."""
        return not self.heard_at and 0 <= now - self.creation_time < FRESH_SECONDS

    def is_overdue(self, now: float) -> bool:
        """Return whether nobody would miss the connection."""
        silence: float = now - self.last_activity
        if self.total_outbufs_len:
            return silence > STALLED_SECONDS
        if self.is_served:
            return False
        if self.is_half_open and not self.request.headers_finished:
            return silence > IDLE_SECONDS or now - self.begun_at > HEADER_SECONDS
        return silence > IDLE_SECONDS

    def precedence(self, now: float) -> tuple[bool, float]:
        """Return its place among those that make room: stuck requests, then the longest silent."""
        is_stuck = self.is_half_open and now - self.heard_at > HALF_OPEN_SECONDS
        return not is_stuck, self.heard_at or self.creation_time

    def received(self, data: bytes) -> bool:
        was_half_open = self.is_half_open
        self.heard_at = self.last_activity
        taken: bool = super().received(data)
        if self.is_half_open and not was_half_open:
            self.begun_at = self.heard_at
        return taken

    def add_channel(self, map: Any = None) -> None:
        super().add_channel(map)
        self.server.restless.add(self)

    def del_channel(self, map: Any = None) -> None:
        self.server.watch(self, 0)
        self.server.restless.discard(self)
        super().del_channel(map)

    def handle_close(self) -> None:
        """Close the connection; a thread that serves it leaves that to the one that watches."""
        if threading.get_ident() == self.server.watching_thread:
            super().handle_close()
        else:
            self.will_close = True
            self.server.pull_trigger()


class Waiting:
    """Who waits for a thread. Whoever only asks for news lets the others pass, but not for ever."""

    def __init__(self) -> None:
        self._askers: deque[HallChannel] = deque()
        self._others: deque[HallChannel] = deque()
        self._passed = 0

    def __len__(self) -> int:
        return len(self._askers) + len(self._others)

    def append(self, channel: HallChannel) -> None:
        (self._askers if channel.asks_for_news else self._others).append(channel)

    def popleft(self) -> HallChannel:
        if self._askers and (not self._others or self._passed >= MOST_PASSED):
            self._passed = 0
            return self._askers.popleft()
        self._passed += bool(self._askers)
        return self._others.popleft()


class HallServer(TcpWSGIServer):  # type: ignore[misc]  # waitress tells no types
    """A server that always lets one more visitor in."""

    channel_class = HallChannel

    def __init__(
        self, application: Any, listener: socket.socket, *, limit: int, adjustments: Adjustments
    ) -> None:
        self.limit = self._most = limit
        self.next_channel_cleanup = 0.0
        self.is_finishing = False
        self.restless: set[HallChannel] = set()
        """Connections of which it must be asked before each wait what they wait for."""
        self.watching_thread = threading.get_ident()
        self._is_full = False
        self._full_logged_at = -FULL_LOGGED_EVERY
        self._selector = selectors.DefaultSelector()
        dispatcher = ThreadedTaskDispatcher()
        dispatcher.queue = Waiting()
        dispatcher.set_thread_count(adjustments.threads)
        super().__init__(
            application,
            map={},
            dispatcher=dispatcher,
            _sock=listener,
            adj=adjustments,
            sockinfo=(listener.family, listener.type, listener.proto, listener.getsockname()),
            bind_socket=False,
        )
        self.watch(self.trigger, READ)

    def run(self) -> None:
        """Serve until somebody asks the program to stop, then finish what was begun."""
        self.watching_thread = threading.get_ident()
        stopping.wake_by(self.pull_trigger)
        try:
            while not stopping.is_asked():
                self._take_turn(WAIT_WHEN_FULL if self._is_full else LONGEST_WAIT)
            self._finish()
        finally:
            stopping.wake_by(None)
            self.task_dispatcher.shutdown(timeout=1)
            wasyncore.close_all(self._map)
            self._selector.close()

    def watch(self, watched: wasyncore.dispatcher, events: int) -> None:
        """Wait for these `events` of a connection from now on, 0 for none."""
        file = watched._fileno
        if file is None:
            return  # closed already
        known = self._selector.get_map().get(file)
        if known is None and events:
            self._selector.register(file, events, watched)
        elif known and not events:
            self._selector.unregister(file)
        elif known and known.events != events:
            self._selector.modify(file, events, watched)

    def handle_accept(self) -> None:
        """Let in whoever waits, closing idle connections where there is no room."""
        if not (self._has_room or self._make_room()):
            self._is_full = True
            return
        for _visitor in range(ACCEPTED_AT_ONCE):
            try:
                connection, address = self.socket.accept()
                self.set_socket_options(connection)
            except BlockingIOError:
                return
            except OSError as error:
                if error.errno in {errno.EMFILE, errno.ENFILE}:
                    # Others hold more files than was thought: be content with what there is.
                    self.limit = max(1, len(self.active_channels))
                # Else the visitor went away again.
                return
            self.channel_class(self, connection, address, self.adj, map=self._map)
            # Room is made for somebody who waits, and that is only known at the next turn.
            if not self._has_room:
                return

    def maintenance(self, now: float) -> None:
        """Close what nobody would miss; try whether there is room for one more again."""
        self.limit = min(self.limit + 1, self._most)
        for channel in list(self.active_channels.values()):
            if channel.is_overdue(now):
                channel.handle_close()

    def _take_turn(self, longest: float) -> None:
        """Wait for something to happen, and do what it asks for."""
        now = time.time()
        if now >= self.next_channel_cleanup:
            self.next_channel_cleanup = now + self.adj.cleanup_interval
            self.maintenance(now)
        if self._is_full:
            self._is_full = not (self._has_room or self._make_room())
        self._note_changes()
        for key, events in self._selector.select(longest):
            found = key.data
            # What came before in this turn may have closed it.
            if events & READ and self._map.get(key.fd) is found:
                wasyncore.read(found)
            if events & WRITE and self._map.get(key.fd) is found:
                wasyncore.write(found)
            if isinstance(found, HallChannel) and found.connected:
                self.restless.add(found)

    def _note_changes(self) -> None:
        """Tell the system what is waited for now; let go of connections that rest."""
        is_open = self.accepting and not self._is_full
        self.watch(self, READ if is_open else 0)
        for channel in list(self.restless):
            # Asked first: a thread that is done in between finds the connection still restless.
            is_restless = channel.may_change
            self.watch(channel, channel.events)
            if not is_restless:
                self.restless.discard(channel)

    @property
    def _has_room(self) -> bool:
        return len(self.active_channels) < self.limit

    def _make_room(self) -> bool:
        """Close the connections that are missed least; return False where all are being served."""
        self._note_changes()
        now = time.time()
        # What has just arrived and was not read yet is a request too.
        speaking = {key.fd for key, events in self._selector.select(0) if events & READ}
        silent = [
            channel
            for file, channel in self.active_channels.items()
            if not (file in speaking or channel.is_served or channel.is_fresh(now))
        ]
        count = max(1, self.limit // CLOSED_AT_ONCE)
        for channel in heapq.nsmallest(count, silent, key=lambda channel: channel.precedence(now)):
            channel.handle_close()
        if not silent and now - self._full_logged_at >= FULL_LOGGED_EVERY:
            self._full_logged_at = now
            logger.warning("All of %d connections are busy: a visitor has to wait.", self.limit)
        return bool(silent)

    def _finish(self) -> None:
        """Take nothing new, and give answers that are being made a moment."""
        self.is_finishing = True
        self.watch(self, 0)
        self.accepting = False
        self.restless.update(self.active_channels.values())
        deadline = time.monotonic() + FINISH_SECONDS
        while time.monotonic() < deadline and any(
            channel.is_served for channel in self.active_channels.values()
        ):
            self._take_turn(WAIT_WHEN_FULL)
