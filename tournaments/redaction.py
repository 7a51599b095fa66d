"""Names taken out of what was written, wherever a text or plain values hold them. Pure.

A contest's log is a chain: out of its entries a name can be taken only because a later entry
vouches for what is left (`chain.vouched`). So it is taken only where it is nothing but a name: what
was played, by whom and for how much stays as it was.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from tournaments.audit_log.chain import ChainEntry

NAMED: Final = frozenset({"players", "names", "author", "recorded_by", "player", "left", "came"})
"""Under these keys plain values hold names."""
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
    # The names of groups that stay apart, of halls and of club teams; whom to call, who gives.
    | {"apart", "halls", "squads", "announcement", "sponsors"}
)
"""Under these keys they hold what somebody wrote in words."""

_BETWEEN: Final = " & "


class NameTaker:
    """Replaces every name that some people were known by with another word for each."""

    def __init__(self, words: Mapping[str, str]) -> None:
        """Keep the names with the words for them, whatever their capitals and spaces."""
        self._word_for = {_plain(name): word for name, word in words.items()}
        # A first name in a sentence may be anybody's: there only whole names are looked for.
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
        """Return a name, or a team's names as one, without those that are taken out."""
        parts = text.split(_BETWEEN)
        if not any(map(self.is_meant, parts)):
            return text
        return _BETWEEN.join(self._word_for.get(_plain(part), part) for part in parts)

    def words(self, text: str) -> str:
        """Return what somebody wrote without the whole names."""
        text = self.name(text)
        if self._in_words is None:
            return text
        return self._in_words.sub(lambda found: self._word_for[_plain(found[0])], text)

    def values(self, value: Any, key: str = "") -> Any:
        """Return plain values without the names: where names stand, and in what was written."""
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
        """Return an entry of a log without the name, None where it holds none.

        Its hash stays what it was. `signs`: the name may stand as the author's too.
        """
        data = self.values(link.data)
        author = self.name(link.author) if signs else link.author
        if data == link.data and author == link.author:
            return None
        return replace(link, data=data, author=author)


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()
