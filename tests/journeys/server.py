"""The program on the Internet: `serve` behind a proxy, whose part each test plays itself."""

import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from http.client import HTTPConnection
from pathlib import Path
from types import MappingProxyType
from urllib.parse import urlencode

from tests.journeys.program import PATIENCE, ROOT, environment, free_port

PUBLIC = "https://belote.example"
LINK = re.compile(rf"{PUBLIC}(/sign-in/[\w-]+/)")
LOGIN = "/accounts/login/"
PROXY = "127.0.0.1"


@dataclass
class Answer:
    """What came back through the proxy."""

    status: int
    headers: Message
    text: str


@dataclass
class Server:
    """One computer that serves; several may share a database."""

    data: Path
    said: dict[str, str] = field(default_factory=dict)
    command: tuple[str, ...] = ("serve",)
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[str] | None = None

    @property
    def environment(self) -> dict[str, str]:
        return environment(self.data) | {"BELOTE_PUBLIC_URL": PUBLIC, **self.said}

    @property
    def output(self) -> str:
        return (self.data / "output.txt").read_text(encoding="utf-8")

    def start(self, *arguments: str) -> None:
        """Begin it; `wait` says when it serves."""
        self.data.mkdir(parents=True, exist_ok=True)
        place = ("--host", "127.0.0.1", "--port", str(self.port))
        with (self.data / "output.txt").open("w", encoding="utf-8") as output:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", *self.command, *place, *arguments],
                cwd=ROOT,
                env=self.environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                text=True,
            )

    def wait(self) -> None:
        """Wait until it says that all is well, as a proxy's look at its health does."""
        assert self.process
        end = time.monotonic() + PATIENCE
        while True:
            assert self.process.poll() is None, self.output
            try:
                address = f"http://127.0.0.1:{self.port}/healthz"
                with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
                    assert answer.read() == b"ok"
                    return
            except OSError:
                assert time.monotonic() < end, self.output
                time.sleep(0.1)

    def stop(self) -> int:
        """Stop it as systemd and containers do; return how it ended."""
        assert self.process
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)

    def run(self, *arguments: str) -> str:
        """Run one of the program's commands beside it; return what it printed."""
        return self.python("manage.py", *arguments)

    def python(self, *arguments: str) -> str:
        """Run Python on its data; return what it printed."""
        self.data.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            check=False,
            text=True,
            timeout=PATIENCE,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def ask(
        self,
        path: str,
        *,
        of: str = "198.51.100.1",
        sent: dict[str, str] | None = None,
        headers: Mapping[str, str] = MappingProxyType({}),
    ) -> Answer:
        """Ask as the proxy does for the visitor `of` that address."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        told = {
            "Host": "belote.example",
            "X-Forwarded-For": f"192.0.2.99, {of}",
            "X-Forwarded-Proto": "https",
            "Accept-Language": "en",
            **headers,
        }
        body = urlencode(sent) if sent is not None else None
        if sent is not None:
            told |= {"Origin": PUBLIC, "Content-Type": "application/x-www-form-urlencoded"}
        try:
            connection.request("POST" if body is not None else "GET", path, body, told)
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read().decode())
        finally:
            connection.close()

    def sign_in(self, name: str, password: str, *, of: str = "198.51.100.1") -> Answer:
        """Try a password."""
        page = self.ask(LOGIN, of=of)
        token, *_ = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page.text)
        cookie = page.headers["Set-Cookie"].partition(";")[0]
        sent = {"username": name, "password": password, "csrfmiddlewaretoken": token}
        return self.ask(LOGIN, of=of, sent=sent, headers={"Cookie": cookie})


@contextmanager
def serving(*servers: Server, arguments: tuple[str, ...] = ()) -> Iterator[None]:
    """Start them at the same moment; stop them at the end, and expect a good one."""
    try:
        for server in servers:
            server.start(*arguments)
        for server in servers:
            server.wait()
        yield
        for server in servers:
            assert server.stop() == 0, server.output
    finally:
        for server in servers:
            if server.process and server.process.poll() is None:
                server.process.kill()
                server.process.wait()
