"""The role of this computer: primary, standby, or replaced.

It is stored in a file beside the database, because a standby's database is a copy of the primary's.
An older file, or none, means a primary without standbys.
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


class NodeRole(StrEnum):
    """The role of a computer."""

    FIRST = ""
    FOLLOWING = "following"
    TAKING_OVER = "taking-over"
    """It was told to take over, and does so at its restart, which is immediate."""
    REPLACED = "replaced"
    """Another computer took over from it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeState:
    """The role of this computer, and the computers that it knows.

    `peers` maps addresses to codes, `keys` maps them to public keys; `private_key` is this
    computer's own. `leader` is the address of the primary, or of the computer that took over;
    `complete_at` is the time of the last complete copy, as text. `door` signs in the person who
    paired the computer, and so does `spare`, for another device, until `doors_end`. `stream` and
    `number` say what continues a full copy that has just been fetched; `newest` is the highest
    take-over number heard of.
    """

    role: NodeRole = NodeRole.FIRST
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
    def is_standby(self) -> bool:
        return self.role in {NodeRole.FOLLOWING, NodeRole.TAKING_OVER}

    @property
    def complete_until(self) -> datetime | None:
        return datetime.fromisoformat(self.complete_at) if self.complete_at else None


@dataclass(frozen=True, slots=True)
class NewerComputer:
    """A primary with a higher number: its address, since when (as text), and its key."""

    address: str
    number: int
    since: str
    key: str


_lock: Final = threading.RLock()
_known: dict[Path, NodeState] = {}


def _file() -> Path:
    return Path(settings.DATA_DIR) / "second.json"


def node_state() -> NodeState:
    """Return the role of this computer, as this process last read or wrote it."""
    with _lock:
        file = _file()
        return _known[file] if file in _known else look_again()


def look_again() -> NodeState:
    """Read the file again: a command in another process may have changed it."""
    with _lock:
        before = _known.get(_file())
        _known[_file()] = found = _read(before)
        return found


def _read(before: NodeState | None) -> NodeState:
    try:
        plain: dict[str, Any] = json.loads(_file().read_text(encoding="utf-8"))
        role = NodeRole(plain.pop("role"))
        return NodeState(role=role, **plain)
    except FileNotFoundError:
        return before if before and before.role is NodeRole.FIRST else NodeState()
    except (OSError, ValueError, LookupError, TypeError):
        return before or NodeState()


def change(**values: Any) -> NodeState:
    """Change the stored role; raises OSError."""
    with _lock:
        # Keep what a command in another process wrote meanwhile, such as taking over.
        changed = replace(look_again(), **values)
        write_whole(_file(), json.dumps(asdict(changed), indent=1))
        _known[_file()] = changed
        return changed


def forget() -> None:
    """Forget the cached role, for tests."""
    with _lock:
        _known.clear()
