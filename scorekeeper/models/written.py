"""What a table wrote for one hand, apart from the row that stores it."""

import hashlib
import json
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from scorekeeper.engine.hand import HandEntry
from scorekeeper.models.hands import Hand, entry_values

UNDO_WINDOW: Final = timedelta(seconds=20)
"""How long after a hand its undo is offered; the page itself hides it after five seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenHand:
    """What is written for one hand: the entry, and the reason of a penalty."""

    entry: HandEntry
    penalty_reason: str = ""

    def as_values(self) -> dict[str, Any]:
        return {**entry_values(self.entry), "penalty_reason": self.penalty_reason}

    def with_passed_deals(self, count: int) -> "WrittenHand":
        """Return the same hand after that many deals that nobody took."""
        return replace(self, entry=replace(self.entry, passed_deals=count))


def written_of(hand: Hand) -> WrittenHand:
    return WrittenHand(entry=hand.entry, penalty_reason=hand.penalty_reason)


def hand_tag(hand: Hand) -> str:
    """Return a word that changes whenever what is stored for a hand does, and never comes back."""
    changed = hand.changed_at.isoformat() if hand.changed_at else ""
    text = json.dumps([written_of(hand).as_values(), changed], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def is_just_written(hand: Hand, now: datetime) -> bool:
    """Return whether a hand can still be undone, even if it ended the game."""
    return now - hand.recorded_at < UNDO_WINDOW
