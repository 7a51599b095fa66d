"""The network between two computers: it counts what goes through, and can be cut."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from tests.journeys.program import free_port

_PART: Final = 1 << 16


class Cable:
    """A way to a port of this machine by another one."""

    def __init__(self, port: int) -> None:
        self.port = free_port()
        self.is_cut = False
        self.asked = self.answered = 0
        """Bytes so far, by whoever asks and by who answers."""
        self._to = port
        self._listens = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._answer, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def close(self) -> None:
        self._listens.close()

    @contextmanager
    def cut(self) -> Iterator[None]:
        """Let nothing through meanwhile."""
        self.is_cut = True
        try:
            yield
        finally:
            self.is_cut = False

    def _answer(self) -> None:
        with suppress(OSError):
            while True:
                line, _address = self._listens.accept()
                threading.Thread(target=self._pass_on, args=[line], daemon=True).start()

    def _pass_on(self, line: socket.socket) -> None:
        with line, suppress(OSError):
            if self.is_cut:
                return
            with socket.create_connection(("127.0.0.1", self._to)) as there:
                asking = threading.Thread(target=self._pump, args=[line, there, True], daemon=True)
                asking.start()
                self._pump(there, line, False)

    def _pump(self, source: socket.socket, target: socket.socket, is_asked: bool) -> None:
        with suppress(OSError):
            while part := source.recv(_PART):
                if self.is_cut:
                    return
                if is_asked:
                    self.asked += len(part)
                else:
                    self.answered += len(part)
                target.sendall(part)
            target.shutdown(socket.SHUT_WR)
