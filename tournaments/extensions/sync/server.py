"""HTTP client of the hall's computer for the club's server. No database."""

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

from tournaments.extensions.sync.errors import ArrivalProblem, DocumentRefusal, ServerProblem

ABOUT: Final = "hall/"
CONTESTS: Final = "hall/contests/"
EVENINGS: Final = "hall/evenings/"
NAME_HEADER: Final = "Belote-Name"
PATIENCE_SECONDS: Final = 60.0
_MOST_OF_AN_ANSWER: Final = 100_000
_TYPED: Final = re.compile(r"(https?://[^\s#?]+)#([\w-]{20,64})")


class ServerError(Exception):
    """The server could not be asked; has the problem.

    `of_document` is the problem to report if the server answers other requests.
    """

    def __init__(
        self, trouble: ServerProblem, of_document: ArrivalProblem = ArrivalProblem.STRANGE
    ) -> None:
        super().__init__(trouble.value)
        self.trouble = trouble
        self.of_document = of_document


class DocumentRefusedError(Exception):
    """The server rejected a document; has the reason."""

    def __init__(self, refusal: DocumentRefusal) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal


class _StaysHere(HTTPRedirectHandler):
    """Follows no redirect: the key must not be sent to another server."""

    def redirect_request(self, *_args: Any, **_more: Any) -> None:
        return None


@dataclass(frozen=True, slots=True)
class Server:
    """A server's address, ending in a slash, and the key that it issued."""

    address: str
    key: str
    opener: OpenerDirector = field(
        default_factory=lambda: build_opener(_StaysHere), repr=False, compare=False
    )

    def club_there(self) -> str:
        """Return the club's name on the server; raises ServerError."""
        return str(self._asked(Request(self.address + ABOUT)).get("club", ""))

    def send(self, place: str, name: str, text: str) -> int:
        """Send a document; return how much of its log the server has.

        `name` is shown to people if the document cannot be read. Sending is idempotent. Raises
        ServerError and DocumentRefusedError.
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
            raise _error_from(error) from None
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


def _error_from(error: HTTPError) -> ServerError | DocumentRefusedError:
    """Return the exception that stands for an HTTP error."""
    if error.code in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
        return ServerError(ServerProblem.KEY)
    try:
        code = _read(error.read(_MOST_OF_AN_ANSWER)).get("code", "")
        if code == ArrivalProblem.BUSY:
            return ServerError(ServerProblem.AWAY, ArrivalProblem.BUSY)
        return DocumentRefusedError(DocumentRefusal(code))
    except (ServerError, ValueError, OSError, HTTPException):
        if error.code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
            # A proxy in front of the server may send this.
            return DocumentRefusedError(DocumentRefusal.TOO_LARGE)
        if error.code >= HTTPStatus.INTERNAL_SERVER_ERROR:
            return ServerError(ServerProblem.AWAY, ArrivalProblem.FAILED)
        if error.code == HTTPStatus.TOO_MANY_REQUESTS:
            return ServerError(ServerProblem.AWAY)
        return ServerError(ServerProblem.OTHER)


def read_line(text: str) -> Server | None:
    """Parse a connection line, which a server shows: its address, "#", and the key.

    Return None for anything else, and if the key would be sent over the Internet unencrypted.
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
    """Return whether a host is this computer or one of the local network."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return False
