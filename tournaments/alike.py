"""Names that may mean one person: other accents, swapped words, a slip of the finger. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations

from scorekeeper.selectors.names import folded

# Letters of a name, without spaces, from which one slip or two are taken for a slip.
ONE_SLIP = 7
TWO_SLIPS = 12
# Beyond that, two missing letters leave too much to look up.
ONE_SLIP_AGAIN = 40
# Longer than any name: what is left of it without a letter would fill the memory.
NO_SLIP_AGAIN = 81


class Names:
    """Names to compare with, found by what is left of them when a letter or two are missing.

    Two names that are one or two slips apart (a letter too many, too few, another one, two
    exchanged) have in common what one or two missing letters leave of them: a thousand names are
    compared with thousands by looking up, not one by one.
    """

    def __init__(self, names: Iterable[str]) -> None:
        """Keep the names."""
        self._names = list(dict.fromkeys(names))
        self._by_rest: dict[str, list[int]] = defaultdict(list)
        for place, name in enumerate(self._names):
            for rest in _rests_of(name):
                self._by_rest[rest].append(place)

    def alike(self, name: str) -> list[str]:
        """Return the names that may mean the same person, in their order; never the name itself."""
        found = {place for rest in _rests_of(name) for place in self._by_rest.get(rest, ())}
        return [self._names[place] for place in sorted(found) if alike(name, self._names[place])]


def alike(one: str, other: str) -> bool:
    """Return whether two names, not written the same, may mean the same person.

    Names that differ in a digit or an initial are told apart on purpose: "Anne B." and "Anne D.".
    """
    if one.casefold() == other.casefold():
        return False
    if same_words(one, other):
        return True
    words, others = _words(one), _words(other)
    if _told_apart_by(words) != _told_apart_by(others):
        return False
    allowed = min(_slips_allowed(words), _slips_allowed(others))
    return any(
        slips(mine, theirs) <= allowed
        for mine in {"".join(words), "".join(sorted(words))}
        for theirs in {"".join(others), "".join(sorted(others))}
    )


def same_words(one: str, other: str) -> bool:
    """Return whether two names have the same words but for accents, hyphens and their order."""
    return sorted(_words(one)) == sorted(_words(other))


def slips(one: str, other: str) -> int:
    """Return how many slips lie between two words: a letter more, less, other, or two exchanged."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for place, letter in enumerate(one, start=1):
        older, before, row = before, row, [place]
        for there, theirs in enumerate(other, start=1):
            best = min(before[there] + 1, row[-1] + 1, before[there - 1] + (letter != theirs))
            is_exchange = (
                place > 1 and there > 1 and one[place - 2 : place] == theirs + other[there - 2]
            )
            row.append(min(best, older[there - 2] + 1) if is_exchange else best)
    return row[-1]


def _words(name: str) -> list[str]:
    """Return the words of a name without accents, capitals, hyphens and dots."""
    plain = "".join(mark if mark.isalnum() else " " for mark in folded(name))
    return plain.split()


def _told_apart_by(words: Iterable[str]) -> list[str]:
    """Return the words by which people are told apart on purpose: initials and numbers."""
    return sorted(word for word in words if len(word) == 1 or not word.isalpha())


def _slips_allowed(words: Iterable[str]) -> int:
    letters = sum(map(len, words))
    if letters >= NO_SLIP_AGAIN:
        return 0
    return (letters >= ONE_SLIP) + (TWO_SLIPS <= letters < ONE_SLIP_AGAIN)


def _rests_of(name: str) -> set[str]:
    """Return what may be left of a name when as many letters as it may have slips are missing."""
    words = _words(name)
    allowed = _slips_allowed(words)
    whole = {"".join(words), "".join(sorted(words))}
    return {rest for text in whole for rest in _without_letters(text, allowed)}


def _without_letters(text: str, allowed: int) -> Iterator[str]:
    yield text
    for missing in range(1, allowed + 1):
        for places in combinations(range(len(text)), missing):
            start, rest = 0, []
            for place in places:
                rest.append(text[start:place])
                start = place + 1
            yield "".join([*rest, text[start:]])
