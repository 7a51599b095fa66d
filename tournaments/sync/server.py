"""The server as the hall's computer asks it: over https, with the key that it gave. No database."""

import gzip
import ipaddress
import json
import re
from dataclasses import dataclass, field
from http import HTTPStatus
from http.client import HTTPException
from typing import Any, Final
from urllib.error import HTTPError
from urllib.parse import quote, urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, Request, build_opener

from tournaments.sync.errors import ArrivalProblem, DocumentRefusal, ServerProblem

ABOUT: Final = "hall/"
CONTESTS: Final = "hall/contests/"
EVENINGS: Final = "hall/evenings/"
NAME_HEADER: Final = "Belote-Name"
PATIENCE_SECONDS: Final = 60.0
_MOST_OF_AN_ANSWER: Final = 100_000
_TYPED: Final = re.compile(r"(https?://[^\s#?]+)#([\w-]{20,64})")


class ServerError(Exception):
    """Raised where a server could not be asked, with the trouble.

    `of_document` is what it is when the server answers everything else.
    """

    def __init__(
        self, trouble: ServerProblem, of_document: ArrivalProblem = ArrivalProblem.STRANGE
    ) -> None:
        super().__init__(trouble.value)
        self.trouble = trouble
        self.of_document = of_document


class RefusedError(Exception):
    """Raised where a server did not take a document, with the reason."""

    def __init__(self, refusal: DocumentRefusal) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal


class _StaysHere(HTTPRedirectHandler):
    """Follows no redirection: the key is for the server that gave it."""

    def redirect_request(self, *_args: Any, **_more: Any) -> None:
        return None


@dataclass(frozen=True, slots=True)
class Server:
    """A server's address, with a slash at its end, and the key that it gave."""

    address: str
    key: str
    opener: OpenerDirector = field(
        default_factory=lambda: build_opener(_StaysHere), repr=False, compare=False
    )

    def club_there(self) -> str:
        """Return what the club is called there; raises ServerError."""
        return str(self._asked(Request(self.address + ABOUT)).get("club", ""))

    def send(self, place: str, name: str, text: str) -> int:
        """Send a document to its place; return how much of its log the server has.

        The name is for people, who see it even where the document cannot be read. What was sent
        already is sent again without harm. Raises ServerError and RefusedError.
        """
        request = Request(
            f"{self.address}{place}/",
            data=gzip.compress(text.encode(), 6),
            headers={
                "Content-Type": "application/json",
                "Content-Encoding": "gzip",
                NAME_HEADER: quote(name),
            },
            method="PUT",
        )
        lines = self._asked(request).get("lines")
        if not isinstance(lines, int):
            raise ServerError(ServerProblem.OTHER)
        return lines

    def _asked(self, request: Request) -> dict[str, Any]:
        request.add_header("Authorization", f"Bearer {self.key}")
        try:
            with self.opener.open(request, timeout=PATIENCE_SECONDS) as answer:
                return _read(answer.read(_MOST_OF_AN_ANSWER))
        except HTTPError as error:
            raise _told_by(error) from None
        except TimeoutError:
            raise ServerError(ServerProblem.AWAY, ArrivalProblem.SLOW) from None
        except (OSError, HTTPException):
            raise ServerError(ServerProblem.AWAY, ArrivalProblem.CUT) from None


def _read(content: bytes) -> dict[str, Any]:
    try:
        found = json.loads(content)
    except ValueError:
        raise ServerError(ServerProblem.OTHER) from None
    if not isinstance(found, dict):
        raise ServerError(ServerProblem.OTHER)
    return found


def _told_by(error: HTTPError) -> ServerError | RefusedError:
    """Return what a server's refusal means."""
    if error.code in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
        return ServerError(ServerProblem.KEY)
    try:
        code = _read(error.read(_MOST_OF_AN_ANSWER)).get("code", "")
        if code == ArrivalProblem.BUSY:
            return ServerError(ServerProblem.AWAY, ArrivalProblem.BUSY)
        return RefusedError(DocumentRefusal(code))
    except (ServerError, ValueError, OSError, HTTPException):
        if error.code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
            # Said by whatever stands before the server.
            return RefusedError(DocumentRefusal.TOO_LARGE)
        if error.code >= HTTPStatus.INTERNAL_SERVER_ERROR:
            return ServerError(ServerProblem.AWAY, ArrivalProblem.FAILED)
        if error.code == HTTPStatus.TOO_MANY_REQUESTS:
            return ServerError(ServerProblem.AWAY)
        return ServerError(ServerProblem.OTHER)


def read_line(text: str) -> Server | None:
    """Return the server of a line as it was copied there: its address, "#", and the key.

    None for anything else, and where the key would go over the Internet for everybody to read.
    """
    found = _TYPED.fullmatch(text.strip())
    if found is None:
        return None
    address, key = found.groups()
    parts = urlsplit(address)
    if parts.scheme != "https" and not _is_near(parts.hostname or ""):
        return None
    return Server(address if address.endswith("/") else f"{address}/", key)


def _is_near(host: str) -> bool:
    """Return whether a host is this computer or one of the same building."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return False
