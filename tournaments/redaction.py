"""Removal of names from texts and plain values. Pure.

Log entries are chained: a name can only be removed because a later entry vouches for what is left
(`chain.vouched`). So only names are removed; what was played, by whom and for how much stays.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from tournaments.audit_log.chain import ChainEntry

NAMED: Final = frozenset({"players", "names", "author", "recorded_by", "player", "left", "came"})
"""The keys of plain values that contain names."""
WRITTEN: Final = frozenset(
    {
        "note",
        "sponsor",
        "reason",
        "penalty_reason",
        "penalties",
        "check_note",
        "stop_reason",
        "team_name",
    }
    # Names of groups kept apart, of halls and of club teams; the contact, and sponsors.
    | {"apart", "halls", "squads", "announcement", "sponsors"}
)
"""The keys of plain values that contain text written by people."""

_BETWEEN: Final = " & "


class NameTaker:
    """Replaces all names of some people, each with another word."""

    def __init__(self, words: Mapping[str, str]) -> None:
        """Store the names, without differences of case and spacing, with their replacements."""
        self._word_for = {_plain(name): word for name, word in words.items()}
        # In texts only whole names are replaced, because a first name may be anybody's.
        whole = sorted((name for name in self._word_for if " " in name), key=len, reverse=True)
        spelled = (r"\s+".join(map(re.escape, name.split())) for name in whole)
        self._in_words = (
            re.compile(rf"(?<![\w'’-])(?:{'|'.join(spelled)})(?![\w'’-])", re.IGNORECASE)
            if whole
            else None
        )

    def is_meant(self, name: str) -> bool:
        """Return whether that is one of the names."""
        return _plain(name) in self._word_for

    def name(self, text: str) -> str:
        """Return a name, or the joined names of a team, with replacements."""
        parts = text.split(_BETWEEN)
        if not any(map(self.is_meant, parts)):
            return text
        return _BETWEEN.join(self._word_for.get(_plain(part), part) for part in parts)

    def words(self, text: str) -> str:
        """Return a text with replacements for whole names."""
        text = self.name(text)
        if self._in_words is None:
            return text
        return self._in_words.sub(lambda found: self._word_for[_plain(found[0])], text)

    def values(self, value: Any, key: str = "") -> Any:
        """Return plain values with replacements, in names and in texts."""
        if isinstance(value, dict):
            return {
                own: self.values(inner, own if own in NAMED | WRITTEN else key)
                for own, inner in value.items()
            }
        if isinstance(value, list | tuple):
            return [self.values(inner, key) for inner in value]
        if isinstance(value, str) and key:
            return self.name(value) if key in NAMED else self.words(value)
        return value

    def link(self, link: ChainEntry, *, signs: bool) -> ChainEntry | None:
        """Return a log entry with replacements, None if it contains none of the names.

        Its hash does not change. `signs` if the name may also be that of the author.
        """
        data = self.values(link.data)
        author = self.name(link.author) if signs else link.author
        if data == link.data and author == link.author:
            return None
        return replace(link, data=data, author=author)


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()
