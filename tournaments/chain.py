"""The chain of a contest's log: each entry holds the hash of the one before. Pure."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
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

    def as_plain(self) -> dict[str, Any]:
        """Return what JSON can hold."""
        return asdict(self)

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> "Link":
        """Return the link that `as_plain` wrote; raises TypeError for anything else."""
        return cls(**plain)

    def true_hash(self) -> str:
        """Return the SHA-256 of everything but the hash itself: sorted keys, no spaces, UTF-8."""
        content = asdict(self)
        del content["hash"]
        text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()

    def sealed(self, previous_hash: str) -> "Link":
        """Return the link fastened to the one before."""
        fastened = replace(self, previous_hash=previous_hash)
        return replace(fastened, hash=fastened.true_hash())


def first_break(links: Iterable[Link]) -> int | None:
    """Return the number of the first entry that was changed, left out or put in; None if none was.

    Links come in order. What was cut off at the end is not seen: nothing follows that names it.
    """
    previous, expected = "", 1
    for link in links:
        is_next = link.number == expected and link.previous_hash == previous
        if not is_next or link.hash != link.true_hash():
            return expected
        previous, expected = link.hash, expected + 1
    return None
