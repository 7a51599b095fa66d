"""The chained logs of a game and of an evening: each hash is over the one before. Pure.

Only the last hash is stored, beside the log: a line that was altered, left out, put in or moved
leads to another one. Games of contests have the contest's log instead.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Protocol


class LoggedEvent(Protocol):
    """A line of a game's log."""

    @property
    def kind(self) -> str: ...
    @property
    def hand_number(self) -> int | None: ...
    @property
    def before(self) -> Any: ...
    @property
    def after(self) -> Any: ...
    @property
    def author_name(self) -> str: ...
    @property
    def at(self) -> datetime: ...


def hash_after(previous: str, event: LoggedEvent) -> str:
    """Return the hash of a game's log after one more line."""
    return _hash(
        previous,
        kind=str(event.kind),
        hand=event.hand_number,
        before=event.before,
        after=event.after,
        author=event.author_name,
        at=_moment(event.at),
    )


def hash_of_events(events: Iterable[LoggedEvent]) -> str:
    """Return the last hash of a game's whole log, in order."""
    last = ""
    for event in events:
        last = hash_after(last, event)
    return last


def hash_of_acts(acts: Iterable[Mapping[str, Any]]) -> str:
    """Return the last hash of an evening's log; times are text as it is stored."""
    last = ""
    for act in acts:
        at = _moment(datetime.fromisoformat(act["at"]))
        last = _hash(last, **{**act, "at": at})
    return last


def evening_state(evening: Any) -> str:
    """Return the hash of what an evening's page shows of the evening itself."""
    return _hash(
        "",
        key=str(evening.key),
        name=evening.name,
        date=evening.date.isoformat(),
        rules=rules_told(evening.ruleset_key),
        created=_moment(evening.created_at),
        closed=_moment(evening.closed_at) if evening.closed_at else None,
    )


def rules_told(key: str) -> str:
    """Return the code of rules as logs have it: a club's own are numbered anew where it moves."""
    return "club" if key.startswith("club-") else key


def _hash(previous: str, **values: Any) -> str:
    """Return the SHA-256 of JSON with sorted keys, no spaces, UTF-8."""
    plain = {**values, "previous_hash": previous}
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()
