"""Answers to paired computers: sealed, and one for each question.

A question contains the program's session and a counter, so that a replayed one is not answered.
"""

import json
import secrets
import sqlite3
import tempfile
import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from itertools import chain
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from scorekeeper import __version__, running
from scorekeeper.addresses import watch
from scorekeeper.backups.snapshots import database_file
from scorekeeper.models import Hand, PairedComputer
from scorekeeper.standby.changes import Changes
from scorekeeper.standby.errors import PairingProblem
from scorekeeper.standby.followers import Follower, followers
from scorekeeper.standby.identity import public_half
from scorekeeper.standby.node import NewerComputer, NodeRole, change, node_state
from scorekeeper.standby.replica import pack
from scorekeeper.standby.sealing import NotSealedError, keys_of, name_in, open_question, seal_answer
from scorekeeper.standby.term import number_now, since_when

LARGEST_QUESTION: Final = 2_000_000
_PART_BYTES: Final = 1 << 20
_MOST_KNOWN: Final = 1000
_WRONG_VALUES: Final = (
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    ArithmeticError,
    RecursionError,
)
"""Raised by values of a type or size that the program never sends."""
_PORTS: Final = range(1, 65536)


class _Asked:
    """The counter of each computer in this session of the program."""

    session = secrets.token_hex(8)
    lock = threading.Lock()
    counts: dict[tuple[str, str], int] = {}
    changes: Changes | None = None


def changes() -> Changes | None:
    """Return the changes of the program's database, None if it is not a file."""
    file = database_file()
    if _Asked.changes is None and file is not None:
        _Asked.changes = Changes(file)
    return _Asked.changes


def end_changes() -> None:
    """Stop collecting changes; standbys have to start anew."""
    if _Asked.changes is not None:
        _Asked.changes.end()
    _Asked.changes = None


def answer(sealed: bytes, *, peer: str) -> Iterator[bytes]:
    """Yield the parts of the answer to the computer at the address `peer`.

    The first part is computed before this returns, so that errors in the question are raised here.
    Raises NotSealedError if the code is unknown, the question was asked before, or its values are
    invalid.
    """
    code = _code_of(name_in(sealed))
    text, mark = open_question(code, sealed)
    try:
        parts = _parts(json.loads(text), code, mark, peer)
        first = next(parts)
    except _WRONG_VALUES:
        raise NotSealedError from None
    return chain([first], parts)


def _parts(asked: dict[str, Any], code: str, mark: bytes, peer: str) -> Iterator[bytes]:
    computer, run, count = str(asked["computer"]), str(asked["run"]), int(asked["count"])
    if computer == node_state().computer:
        raise NotSealedError  # its own question, sent back
    if asked["session"] != _Asked.session:
        return _sealed(code, mark, iter([_text(again=_Asked.session)]))
    with _Asked.lock:
        if count <= _Asked.counts.get((code, run), 0):
            raise NotSealedError
        if len(_Asked.counts) >= _MOST_KNOWN:
            _Asked.counts.clear()
            _Asked.session = secrets.token_hex(8)
        _Asked.counts[code, run] = count
    answered = _ANSWERS.get(str(asked["ask"]))
    if answered is None:
        raise NotSealedError
    return _sealed(code, mark, answered(asked, code, peer))


def _code_of(name: str) -> str:
    codes = list(PairedComputer.objects.values_list("code", flat=True))
    codes += node_state().peers.values()
    for code in codes:
        if keys_of(code).name == name:
            return code
    raise NotSealedError


def _sealed(code: str, mark: bytes, parts: Iterator[bytes]) -> Iterator[bytes]:
    number = 0
    for part in parts:
        sealed = seal_answer(code, mark, part, number)
        yield len(sealed).to_bytes(4, "big") + sealed
        number += 1
    sealed = seal_answer(code, mark, b"", number)
    yield len(sealed).to_bytes(4, "big") + sealed


def _text(**values: Any) -> bytes:
    return json.dumps(values).encode()


def _address_of(asked: dict[str, Any], peer: str) -> str:
    if not asked.get("port"):
        return ""
    port = int(asked["port"])
    if port not in _PORTS:
        raise ValueError(port)
    return f"http://[{peer}]:{port}/" if ":" in peer else f"http://{peer}:{port}/"


def _who(asked: dict[str, Any], code: str, peer: str) -> Iterator[bytes]:
    """Return this computer's role, and learn whether the sender has taken over."""
    address = _address_of(asked, peer)
    number = int(asked.get("number", 0))
    if asked.get("role") == NodeRole.FIRST and number > number_now() and address:
        since, key = str(asked.get("since", "")), str(asked.get("key", ""))
        note_newer(NewerComputer(address, number, since, key), code)
    yield _text(
        number=number_now(),
        since=since_when(),
        role=node_state().role.value,
        key=public_half(),
        version=__version__,
        is_file=database_file() is not None,
    )


def note_newer(newer: NewerComputer, code: str) -> None:
    """Record that another computer took over; this one writes nothing from now on."""
    now = node_state()
    if now.role is NodeRole.FIRST:
        end_changes()
        change(
            role=NodeRole.REPLACED,
            leader=newer.address,
            peers={**now.peers, newer.address: code},
            keys={**now.keys, newer.address: newer.key},
            newest=newer.number,
            complete_at=newer.since,
        )


def _trouble_of(asked: dict[str, Any]) -> PairingProblem | None:
    if database_file() is None:
        return PairingProblem.NO_FILE
    if asked.get("version") != __version__:
        return PairingProblem.VERSION
    return None if node_state().role is NodeRole.FIRST else PairingProblem.NOT_FIRST


def _news(asked: dict[str, Any], code: str, peer: str) -> Iterator[bytes]:
    """Return the changes since a step, and record the state of the standby."""
    trouble, now = _trouble_of(asked), timezone.now()
    own, since = changes(), None
    stream, number = str(asked["stream"]), int(asked["number"])
    if not trouble and own is not None:
        since = own.since(stream, number)
    reported, age = asked.get("trouble"), asked.get("age")
    complete_at = None if age is None else now - timedelta(seconds=float(age))
    address = _address_of(asked, peer)
    known = PairingProblem(reported) if reported in set(PairingProblem) else None
    follower = Follower(
        computer=str(asked["computer"]),
        code=code,
        address=address,
        heard_at=now,
        complete_at=now if since and since.number == number and not reported else complete_at,
        trouble=trouble or known,
    )
    followers.note(follower)
    here, key = node_state(), str(asked.get("key", ""))
    if address and (here.peers.get(address), here.keys.get(address)) != (code, key):
        change(peers={**here.peers, address: code}, keys={**here.keys, address: key})
    if trouble:
        yield _text(trouble=trouble.value, version=__version__)
        return
    others = [one.address for one in followers.all(now) if one.computer != follower.computer]
    # The addresses of open pages that will contact the computer which takes over.
    others += [watch.addresses.address] if watch.addresses else []
    if since is None:
        yield _text(stream="", number=0, others=others)
        return
    yield _text(
        stream=stream,
        number=since.number,
        witness=since.witness,
        others=others,
        counts=number_now(),
    )
    if since.written.pages:
        packed = zlib.compress(pack(since.written), 1)
        yield from (packed[at : at + _PART_BYTES] for at in range(0, len(packed), _PART_BYTES))


def _whole(asked: dict[str, Any], code: str, peer: str) -> Iterator[bytes]:
    """Send the whole database, and the key that signs sessions."""
    own, serving = changes(), running.current()
    if own is None or node_state().role is not NodeRole.FIRST or serving is None:
        trouble = PairingProblem.NO_FILE if own is None else PairingProblem.NOT_FIRST
        yield _text(trouble=trouble.value, version=__version__)
        return
    # Before the first step, so that changes are kept for it.
    followers.hear(str(asked["computer"]), code, timezone.now())
    with tempfile.TemporaryDirectory(prefix=".sending-", dir=settings.DATA_DIR) as folder:
        taken = Path(folder) / "whole"
        try:
            stream, number = own.take_whole(taken)
        except (sqlite3.Error, OSError):
            yield _text(trouble=PairingProblem.OTHER.value)
            return
        yield _text(stream=stream, number=number, key=str(settings.SECRET_KEY))
        packing = zlib.compressobj(1)
        with taken.open("rb") as file:
            while content := file.read(_PART_BYTES):
                followers.hear(str(asked["computer"]), code, timezone.now())
                if part := packing.compress(content):
                    yield part
        yield packing.flush()


def _lacks(asked: dict[str, Any], code: str, peer: str) -> Iterator[bytes]:
    """Return which of some hands are missing here, by game, key and digest of their content."""
    lacking = []
    for place, (game, key, tag) in enumerate(asked["hands"]):
        found = None
        with suppress(ValueError):
            found = Hand.objects.filter(game_id=int(game), submission_key=UUID(str(key))).first()
        if found is None or words_of(found) != tag:
            lacking.append(place)
    yield _text(lacks=lacking)


def words_of(hand: Hand) -> str:
    """Return the digest by which two computers compare a hand, without times."""
    return f"{hand.number} {hand.taker} {hand.card_points} {hand.score_a} {hand.score_b}"


_ANSWERS: Final[dict[str, Callable[[dict[str, Any], str, str], Iterator[bytes]]]] = {
    "who": _who,
    "news": _news,
    "whole": _whole,
    "lacks": _lacks,
}
