"""The kinds of actions and of calls, as they are stored. Pure."""

from enum import StrEnum
from typing import Final


def gettext_noop(text: str) -> str:
    """Mark a text for translation when it is shown."""
    return text


class ActionType(StrEnum):
    """The kinds of actions, as stored in every log."""

    CREATED = "created"
    CHANGED = "changed"
    ENTRY_ADDED = "entry_added"
    ENTRY_CHANGED = "entry_changed"
    ENTRY_REMOVED = "entry_removed"
    CHECKED_IN = "checked_in"
    PAID = "paid"
    WITHDRAWN = "withdrawn"
    RETURNED = "returned"
    SUBSTITUTED = "substituted"
    DRAWN = "drawn"
    SWAPPED = "swapped"
    DISCARDED = "discarded"
    PUBLISHED = "published"
    RESEATED = "reseated"
    UNPUBLISHED = "unpublished"
    TIMER = "timer"
    GAME = "game"
    SLIP = "slip"
    CHECKED = "checked"
    ACCEPTED = "accepted"
    DISPUTED = "disputed"
    RULED = "ruled"
    SIGNED = "signed"
    CLOSED = "closed"
    REOPENED = "reopened"
    LOT = "lot"
    CODE = "code"
    FINISHED = "finished"
    RESUMED = "resumed"
    REDACTED = "redacted"
    HALLS = "halls"
    WISHED = "wished"
    DECIDED = "decided"
    KEPT = "kept"
    MEETINGS = "meetings"
    MONEY = "money"
    CHARGED = "charged"
    PRICES = "prices"
    COUNTED = "counted"
    PRIZES = "prizes"
    PRIZE_LOT = "prize_lot"
    HANDED_OVER = "handed_over"
    HANDED_BACK = "handed_back"
    SANCTION = "sanction"
    CALL = "call"
    PHOTOGRAPHED = "photographed"


REDRAWN_FOR: Final = {
    "late": gettext_noop("Somebody came late"),
    "left": gettext_noop("Somebody left or did not come"),
    "entries": gettext_noop("The entries were wrong"),
    "tables": gettext_noop("Tables or wishes have changed"),
    "method": gettext_noop("It was to be drawn in another way"),
    "corrected": gettext_noop("A result was corrected"),
    "other": gettext_noop("Another reason"),
}
"""Reasons for which a round is drawn again."""
CALLED_FOR: Final = {
    "score": gettext_noop("A mistake in the score"),
    "rules": gettext_noop("A dispute on the rules"),
    "renounce": gettext_noop("A renounce"),
    "missing": gettext_noop("Somebody is missing"),
    "other": gettext_noop("Something else"),
}
"""Reasons for which a table may call the referee."""
