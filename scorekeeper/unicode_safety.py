"""Letters that nobody sees: taken out of what people type, made visible where they stand. Pure.

With them a name looks like another one, is found by no search, or turns round what stands beside
it. They come along with what is copied from a web page or a phone's contacts, mostly by chance.
"""

import re
import unicodedata
from typing import Final

JOINERS: Final = "\u200c\u200d"
"""Needed inside words of some scripts and inside emoji, never between our letters."""
JOINED: Final = frozenset({"Lo", "Mn", "Mc", "So", "Sk"})
BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters by their kind, and nothing to see."""
TURNING: Final = re.compile("[\u202d\u202e]")
"""What shows the letters after it in another order than they have."""
UNSEEN: Final = (
    "\u061c\u200b\u200e\u200f\ufeff"  # of no width
    "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # of direction
)
"""What pages show as its number; the word joiner, which our own pages write, is none of them."""
SHOWN: Final = {ord(letter): f"⟨U+{ord(letter):04X}⟩" for letter in UNSEEN}


def without_hidden(text: str) -> str:
    """Return a text without what nobody sees; white space stays."""
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
    """Return whether something in a text lets the rest be read in another order."""
    return TURNING.search(text) is not None


def made_visible(text: str) -> str:
    """Return a text in which what nobody sees stands as its number: ⟨U+202E⟩."""
    return text.translate(SHOWN)
