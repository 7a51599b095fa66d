"""What this computer is: the first one, a second one that follows it, or one that was replaced.

It stands in a file beside the database, not in it: the database of a second computer is the first
one's. A file of before, or none, means a first computer that knows no other.
"""

import json
import secrets
import threading
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from scorekeeper.backups.places import write_whole


class PlaceOfComputer(StrEnum):
    """What a computer is to the others."""

    FIRST = ""
    FOLLOWING = "following"
    TAKING_OVER = "taking-over"
    """It was told to take over, and does when it starts again, which is at once."""
    REPLACED = "replaced"
    """Another one took over from it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComputerStanding:
    """What this computer is, and which others it knows.

    `peers` has the code of each address, `keys` the public half of the key of each that said one;
    `private_key` is this computer's own. `leader` is the address that is followed, or that took
    over; `complete_at` up to when everything that counts is here, as text; `door` lets the
    person who paired the computer in, and so does `spare`, which was made with it to be kept
    elsewhere, until `doors_end`. `stream` and `number` say what follows on a whole database
    that has just been fetched; `newest` is the largest number of a take-over that was heard of.
    """

    role: PlaceOfComputer = PlaceOfComputer.FIRST
    peers: Mapping[str, str] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)
    private_key: str = field(default="", repr=False)
    leader: str = ""
    complete_at: str = ""
    door: str = ""
    spare: str = ""
    doors_end: str = ""
    stream: str = ""
    number: int = 0
    newest: int = 0
    computer: str = field(default_factory=lambda: secrets.token_hex(8))

    @property
    def code(self) -> str:
        return self.peers.get(self.leader, "")

    @property
    def is_second(self) -> bool:
        return self.role in {PlaceOfComputer.FOLLOWING, PlaceOfComputer.TAKING_OVER}

    @property
    def complete_until(self) -> datetime | None:
        return datetime.fromisoformat(self.complete_at) if self.complete_at else None


@dataclass(frozen=True, slots=True)
class NewerComputer:
    """A first computer with a larger number: where it is, since when, as text, and its key."""

    address: str
    number: int
    since: str
    key: str


_lock: Final = threading.RLock()
_known: dict[Path, ComputerStanding] = {}


def _file() -> Path:
    return Path(settings.DATA_DIR) / "second.json"


def standing() -> ComputerStanding:
    """Return what this computer is, as it was last read or written by this process."""
    with _lock:
        file = _file()
        return _known[file] if file in _known else look_again()


def look_again() -> ComputerStanding:
    """Read it again: a command beside the program may have written it."""
    with _lock:
        before = _known.get(_file())
        _known[_file()] = found = _read(before)
        return found


def _read(before: ComputerStanding | None) -> ComputerStanding:
    try:
        plain: dict[str, Any] = json.loads(_file().read_text(encoding="utf-8"))
        role = PlaceOfComputer(plain.pop("role"))
        return ComputerStanding(role=role, **plain)
    except FileNotFoundError:
        return before if before and before.role is PlaceOfComputer.FIRST else ComputerStanding()
    except (OSError, ValueError, LookupError, TypeError):
        return before or ComputerStanding()


def change(**values: Any) -> ComputerStanding:
    """Write down what this computer is from now on; raises OSError."""
    with _lock:
        # What a command beside the program wrote meanwhile stays: to take over, say.
        changed = replace(look_again(), **values)
        write_whole(_file(), json.dumps(asdict(changed), indent=1))
        _known[_file()] = changed
        return changed


def forget() -> None:
    """Know nothing any more, for tests."""
    with _lock:
        _known.clear()
