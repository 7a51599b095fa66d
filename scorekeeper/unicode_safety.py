"""Invisible characters: removed from input, made visible in output. Pure.

With them a name looks like another one, cannot be searched for, or reverses the text beside it.
Usually they are copied by accident from a web page or a phone's contacts.
"""

import re
import unicodedata
from typing import Final

JOINERS: Final = "\u200c\u200d"
"""Needed inside words of some scripts and in emoji, never between Latin letters."""
JOINED: Final = frozenset({"Lo", "Mn", "Mc", "So", "Sk"})
BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters by their Unicode category, but invisible."""
TURNING: Final = re.compile("[\u202d\u202e]")
"""Characters that change the direction of the text after them."""
UNSEEN: Final = (
    "\u061c\u200b\u200e\u200f\ufeff"  # zero width
    "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # direction
)
"""Shown by their code points; the word joiner is not included, because our own pages use it."""
SHOWN: Final = {ord(letter): f"⟨U+{ord(letter):04X}⟩" for letter in UNSEEN}


def without_hidden(text: str) -> str:
    """Return a text without invisible characters; white space is kept."""
    if text.isprintable() and BLANK.isdisjoint(text):
        return text
    kept: list[str] = []
    for letter in text:
        if _is_seen(letter, kept[-1] if kept else ""):
            kept.append(letter)
    return "".join(kept).rstrip(JOINERS)


def _is_seen(letter: str, before: str) -> bool:
    if letter in JOINERS:
        return bool(before) and unicodedata.category(before) in JOINED
    return letter.isspace() or (letter.isprintable() and letter not in BLANK)


def turns_round(text: str) -> bool:
    """Return whether a text contains characters that reverse the reading direction."""
    return TURNING.search(text) is not None


def made_visible(text: str) -> str:
    """Return a text with invisible characters replaced by their code points: ⟨U+202E⟩."""
    return text.translate(SHOWN)
