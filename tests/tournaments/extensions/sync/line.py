"""The line between the hall's computer and its server, which tests can cut at every step."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from io import BytesIO
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import OpenerDirector, Request

from django.test import Client
from django.utils import translation

ADDRESS = "https://belote.example/"


class Cut(StrEnum):
    """Where the line is cut."""

    NOWHERE = "nowhere"
    BEFORE = "before anything arrives"
    WITHIN = "within what is sent"
    AFTER = "before the answer is back"


class LineToServer(OpenerDirector):
    """Brings what the hall's computer asks to the pages of the server.

    `faults` are raised where that part stands in what is asked.
    """

    def __init__(self, cut: Cut = Cut.NOWHERE) -> None:
        super().__init__()
        self.cut = cut
        self.asked: list[str] = []
        self.faults: dict[str, Exception] = {}

    def open(self, asked: Any, data: Any = None, timeout: Any = None) -> Any:
        assert isinstance(asked, Request)
        self.asked.append(f"{asked.get_method()} {urlsplit(asked.full_url).path}")
        for part, fault in self.faults.items():
            if part in self.asked[-1]:
                raise fault
        if self.cut is Cut.BEFORE:
            raise URLError("no line")
        content = asked.data if isinstance(asked.data, bytes) else b""
        # The server speaks its own language: this thread goes on in the hall's.
        with translation.override(translation.get_language()):
            answer = self._answered(asked, content[:-40] if self.cut is Cut.WITHIN else content)
        if self.cut in {Cut.WITHIN, Cut.AFTER}:
            raise TimeoutError
        if answer.status_code >= 400:
            raise answer_of_a_fault(answer.status_code, answer.content.decode())
        return self._read(answer.content)

    @contextmanager
    def _read(self, content: bytes) -> Iterator[BytesIO]:
        yield BytesIO(content)

    def _answered(self, asked: Request, content: bytes) -> Any:
        return Client(enforce_csrf_checks=True).generic(
            asked.get_method(),
            urlsplit(asked.full_url).path,
            content,
            content_type="application/json",
            headers={name: value for name, value in asked.header_items() if name != "Content-type"},
        )


def answer_of_a_fault(status: int, text: str = "<h1>It went wrong</h1>") -> HTTPError:
    """Return what a server answers that has a fault of its own, or a proxy before it."""
    body = BytesIO(text.encode())
    # Nothing of what is asked looks at the headers.
    return HTTPError(ADDRESS, status, "", hdrs=None, fp=body)  # type: ignore[arg-type]
