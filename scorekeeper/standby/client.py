"""Requests to another computer: a sealed question, a sealed answer. No database."""

import json
import re
import secrets
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import IO, Any, Final
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

from scorekeeper.standby.errors import PairingError, PairingProblem
from scorekeeper.standby.replica import DamagedError, unpack
from scorekeeper.standby.sealing import NotSealedError, open_answer, seal_question
from scorekeeper.standby.wal import WrittenPages

STREAM: Final = "second/stream/"
PATIENCE_SECONDS: Final = 8.0
LARGEST_PART: Final = 64_000_000
_PART: Final = 4
_ADDRESS: Final = re.compile(r"(?:(https?)://)?([^\s/#?]+)/?(?:second/)?(?:#(\S+))?")


class _NoRedirection(HTTPRedirectHandler):
    """Follows no redirects: a question is only for the paired computer."""

    def redirect_request(self, *_args: Any, **_more: Any) -> None:
        return None


# Never use a proxy between two computers of a hall, whatever the system's settings.
_opener: Final = build_opener(ProxyHandler({}), _NoRedirection)


def read_address(typed: str) -> tuple[str, str] | None:
    """Return an address with a trailing slash, and the code after it, if there is one."""
    found = _ADDRESS.fullmatch(typed.strip())
    if found is None:
        return None
    scheme, host, code = found[1] or "http", found[2], found[3] or ""
    return f"{scheme}://{host}/", code


@dataclass(frozen=True, slots=True)
class News:
    """The changes since a step: `written` is None if everything must be copied."""

    stream: str
    number: int
    witness: str
    report: dict[str, Any]
    written: WrittenPages | None


class Asker:
    """Sends requests to one computer with their shared code; `computer` identifies the sender."""

    def __init__(
        self, address: str, code: str, *, computer: str, patience: float = PATIENCE_SECONDS
    ) -> None:
        self.address = address
        self._patience = patience
        self._code = code
        self._computer = computer
        self._session, self._run = "", secrets.token_hex(8)
        self._count = 0

    def who(self, **facts: Any) -> dict[str, Any]:
        """Ask for the computer's identity and role. Raises PairingError."""
        return self._plain("who", **facts)

    def lacks(self, hands: list[list[Any]]) -> list[int]:
        """Return the positions in `hands` of those that the other computer lacks."""
        return [int(place) for place in self._plain("lacks", hands=hands).get("lacks", ())]

    def news(self, stream: str, number: int, **facts: Any) -> News:
        """Ask for the changes since a step. Raises PairingError."""
        parts = self._asked("news", stream=stream, number=number, **facts)
        reply = _plain_of(next(parts, b""))
        packed = b"".join(parts)
        try:
            written = unpack(zlib.decompress(packed)) if packed else None
        except (zlib.error, DamagedError):
            raise PairingError(PairingProblem.DAMAGED) from None
        if written is None and stream and reply.get("stream") == stream:
            written = WrittenPages()
        return News(
            str(reply.get("stream", "")),
            int(reply.get("number", 0)),
            str(reply.get("witness", "")),
            reply,
            written,
        )

    def whole(self, target: Path) -> dict[str, Any]:
        """Write the whole database to a file; return the metadata that came with it.

        Raises PairingError and OSError.
        """
        parts = self._asked("whole")
        reply = _plain_of(next(parts, b""))
        unpacking = zlib.decompressobj()
        with target.open("xb") as file:
            for part in parts:
                try:
                    file.write(unpacking.decompress(part))
                except zlib.error:
                    raise PairingError(PairingProblem.DAMAGED) from None
        if not unpacking.eof:
            raise PairingError(PairingProblem.DAMAGED)
        return reply

    def _plain(self, ask: str, **facts: Any) -> dict[str, Any]:
        return _plain_of(next(self._asked(ask, **facts), b""))

    def _asked(self, ask: str, **facts: Any) -> Iterator[bytes]:
        """Yield the parts of an answer after checking that it is complete."""
        for _again in range(2):
            self._count += 1
            facts |= {"ask": ask, "session": self._session, "count": self._count}
            facts |= {"computer": self._computer, "run": self._run}
            question = seal_question(self._code, json.dumps(facts).encode())
            parts = self._parts(question.sealed, question.mark)
            first = next(parts)
            reply = _plain_of(first)
            if "again" not in reply:
                break
            # It has restarted, or does not know this computer.
            self._session = str(reply["again"])
        else:
            raise PairingError(PairingProblem.OTHER)
        if trouble := reply.get("trouble"):
            known = (
                PairingProblem(trouble) if trouble in set(PairingProblem) else PairingProblem.OTHER
            )
            raise PairingError(known, str(reply.get("version", "")))
        yield first
        yield from parts

    def _parts(self, sealed: bytes, mark: bytes) -> Iterator[bytes]:
        request = Request(
            self.address + STREAM, sealed, {"Content-Type": "application/octet-stream"}
        )
        try:
            with _opener.open(request, timeout=self._patience) as answer:
                yield from _opened_parts(answer, self._code, mark)
        except HTTPError as error:
            error.close()
            trouble = PairingProblem.CODE if error.code == 404 else PairingProblem.OTHER
            raise PairingError(trouble) from None
        except NotSealedError:
            raise PairingError(PairingProblem.OTHER) from None
        except (OSError, HTTPException, ValueError):
            raise PairingError(PairingProblem.AWAY) from None


def _opened_parts(answer: IO[bytes], code: str, mark: bytes) -> Iterator[bytes]:
    """Yield the parts; an empty one ends them, so that nobody can truncate the answer."""
    number = 0
    while True:
        length = int.from_bytes(_exactly(answer, _PART), "big")
        if length > LARGEST_PART:
            raise PairingError(PairingProblem.OTHER)
        part = open_answer(code, mark, _exactly(answer, length), number)
        if not part:
            return
        yield part
        number += 1


def _exactly(answer: IO[bytes], length: int) -> bytes:
    found = answer.read(length)
    if len(found) < length:
        raise PairingError(PairingProblem.AWAY)
    return found


def _plain_of(part: bytes) -> dict[str, Any]:
    try:
        plain = json.loads(part)
    except ValueError:
        raise PairingError(PairingProblem.OTHER) from None
    if not isinstance(plain, dict):
        raise PairingError(PairingProblem.OTHER)
    return plain
