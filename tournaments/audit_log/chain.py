"""The chain of a contest's log: each entry holds the hash of the one before. Pure."""

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any, Final

VOUCHED: Final = "vouched"
"""Under that key an entry vouches for earlier ones: pairs of number and seal."""
_GROUPS: Final = range(0, 16, 4)


@dataclass(frozen=True, slots=True)
class LogHead:
    """How far a log had come: the number of its last line, and that line's mark.

    Printed beside a ranking or a draw it lets whoever has the paper see later whether the log still
    holds what it held then: of a log cut off or sealed anew no line of that number has that mark.
    """

    number: int
    digits: str

    def __str__(self) -> str:
        """Return what is read aloud or typed: "214 · 3fa9 01bc 77de 0012"."""
        return f"{self.number} · {self.digits}"

    def names(self, seal: str) -> bool:
        """Return whether a line with that hash is the one that was named."""
        return seal.startswith(self.digits.replace(" ", ""))


_TYPED: Final = re.compile(r"(\d{1,9}) ?[·:] ?([0-9a-f](?: ?[0-9a-f]){7,63})")


def read_head(text: str) -> LogHead | None:
    """Return a head as it was printed, "214 · 3fa9 01bc 77de 0012" or "214:3fa901bc77de0012".

    None for anything else; at least eight digits tell one line from another.
    """
    found = _TYPED.fullmatch(" ".join(text.lower().split()))
    if found is None:
        return None
    return LogHead(int(found[1]), mark_of(found[2].replace(" ", "")).strip())


def mark_of(seal: str) -> str:
    """Return the first sixteen digits of a hash in groups of four, as people compare them."""
    return " ".join(seal[place : place + 4] for place in _GROUPS)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainEntry:
    """One entry of a log, as it is hashed, exported and replayed.

    `at` is the moment in ISO 8601 with its offset, in UTC; `previous_hash` is empty for the first.
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
        """Return what JSON can hold, `data` being the very same."""
        return dict(zip(_NAMES, _values(self), strict=True))

    @classmethod
    def from_dict(cls, plain: dict[str, Any]) -> "ChainEntry":
        """Return the link that `as_plain` wrote; raises TypeError for anything else."""
        return cls(**plain)

    def true_hash(self) -> str:
        """Return the SHA-256 of everything but the hash itself: sorted keys, no spaces, UTF-8."""
        return _hash_of(self.to_dict())

    def sealed(self, previous_hash: str, *, number: int | None = None) -> "ChainEntry":
        """Return the link fastened to the one before, under another number where one is given."""
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
    """Return what an entry vouches for: earlier entries out of which it took a name.

    Such an entry keeps the hash it had, which the next one names; of what stands in it now the
    voucher holds the SHA-256, by its number. Empty for every other entry.
    """
    data: object = link.data
    found = data.get(VOUCHED) if isinstance(data, dict) else None
    try:
        pairs = [(int(number), str(seal)) for number, seal in found or ()]
    except (TypeError, ValueError):
        return {}
    return {number: seal for number, seal in pairs if number < link.number}


def first_break(links: Iterable[ChainEntry]) -> int | None:
    """Return the number of the first entry that was changed, left out or put in; None if none was.

    Out of an entry a name may have been taken, if a later one vouches for what is left. Links come
    in order. What was cut off at the end is not seen: nothing follows that names it.
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
    # Several may have vouched for an entry: the last speaks of what stands there now.
    breaks = [number for number, seal in changed.items() if seals.get(number) != seal]
    return min([*breaks, expected] if is_broken else breaks, default=None)
