"""The hash chain of a contest's log: each entry contains the hash of the one before. Pure."""

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any, Final

VOUCHED: Final = "vouched"
"""The key in `data` that holds pairs of an earlier entry's number and its hash after redaction."""
_GROUPS: Final = range(0, 16, 4)


@dataclass(frozen=True, slots=True)
class LogHead:
    """The position of a log: the number of its last entry and the beginning of that entry's hash.

    It is printed beside rankings and draws. Whoever has the paper can check later that the log was
    not truncated or rewritten: otherwise no entry of that number has that hash.
    """

    number: int
    digits: str

    def __str__(self) -> str:
        """Return the form that people read aloud or type: "214 · 3fa9 01bc 77de 0012"."""
        return f"{self.number} · {self.digits}"

    @property
    def typed(self) -> str:
        """Return the form without spaces: "214:3fa901bc77de0012"."""
        return f"{self.number}:{self.digits.replace(' ', '')}"

    def names(self, seal: str) -> bool:
        """Return whether an entry with that hash is the one that was printed."""
        return seal.startswith(self.digits.replace(" ", ""))


_TYPED: Final = re.compile(r"(\d{1,9}) ?[·:] ?([0-9a-f](?: ?[0-9a-f]){7,63})")


def read_head(text: str) -> LogHead | None:
    """Parse a printed position: "214 · 3fa9 01bc 77de 0012" or "214:3fa901bc77de0012".

    Also the address in the QR code beside it. Return None for anything else. At least eight digits
    of the hash are needed.
    """
    written = text.lower().rpartition("?head=")[2].replace("%3a", ":")
    found = _TYPED.fullmatch(" ".join(written.split()))
    if found is None:
        return None
    return LogHead(int(found[1]), mark_of(found[2].replace(" ", "")).strip())


def mark_of(seal: str) -> str:
    """Return the first sixteen digits of a hash in groups of four."""
    return " ".join(seal[place : place + 4] for place in _GROUPS)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainEntry:
    """One entry of a log, as it is hashed, exported and replayed.

    `at` is an ISO 8601 timestamp in UTC; `previous_hash` is empty in the first entry.
    """

    number: int
    kind: str
    round_number: int | None
    table_number: int | None
    data: dict[str, Any]
    author: str
    at: str
    previous_hash: str = ""
    hash: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return values that JSON can hold; `data` is shared, not copied."""
        return dict(zip(_NAMES, _values(self), strict=True))

    @classmethod
    def from_dict(cls, plain: dict[str, Any]) -> "ChainEntry":
        """Return the entry that `to_dict` wrote; raises TypeError for anything else."""
        return cls(**plain)

    def true_hash(self) -> str:
        """Return the SHA-256 of all fields but the hash: JSON, sorted keys, no spaces, UTF-8."""
        return _hash_of(self.to_dict())

    def sealed(self, previous_hash: str, *, number: int | None = None) -> "ChainEntry":
        """Return a copy chained to the entry before, renumbered if a number is given."""
        fastened = self.to_dict()
        fastened["previous_hash"] = previous_hash
        fastened["number"] = self.number if number is None else number
        return ChainEntry(**{**fastened, "hash": _hash_of(fastened)})


def _hash_of(plain: dict[str, Any]) -> str:
    content = {name: value for name, value in plain.items() if name != "hash"}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


_NAMES: Final = tuple(field.name for field in fields(ChainEntry))
_values: Final = attrgetter(*_NAMES)


def vouched(link: ChainEntry) -> dict[int, str]:
    """Return the hashes of redacted entries that this entry vouches for, by entry number.

    A redacted entry keeps its original hash, which the next entry names; the SHA-256 of its
    remaining content is in a later `redacted` entry. Empty for entries of other kinds.
    """
    data: object = link.data
    found = data.get(VOUCHED) if isinstance(data, dict) else None
    try:
        pairs = [(int(number), str(seal)) for number, seal in found or ()]
    except (TypeError, ValueError):
        return {}
    return {number: seal for number, seal in pairs if number < link.number}


def first_break(links: Iterable[ChainEntry]) -> int | None:
    """Return the number of the first entry that was changed, removed or inserted, or None.

    Entries come in order. A redacted entry is valid if a later one vouches for what is left of it.
    A truncated end is not detected, because no later entry refers to it.
    """
    previous, expected = "", 1
    changed: dict[int, str] = {}
    seals: dict[int, str] = {}
    is_broken = False
    for link in links:
        seals |= vouched(link)
        is_broken = is_broken or link.number != expected or link.previous_hash != previous
        if is_broken:
            continue
        if link.hash != (now := link.true_hash()):
            changed[link.number] = now
        previous, expected = link.hash, expected + 1
    # If several entries vouch for the same one, the last describes its present content.
    breaks = [number for number, seal in changed.items() if seals.get(number) != seal]
    return min([*breaks, expected] if is_broken else breaks, default=None)
