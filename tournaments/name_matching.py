"""Names that may mean one person: other accents, swapped words, a slip of the finger. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from scorekeeper.models.sort_names import folded

# Letters of a name, without spaces, from which one slip or two are taken for a slip.
ONE_SLIP: Final = 7
TWO_SLIPS: Final = 12
# Longer than two names together: nobody overlooks one slip more there.
ONE_SLIP_AGAIN: Final = 40
# Longer than any name: nobody's, and compared to nobody.
NO_SLIP_AGAIN: Final = 81

# By so many letters at either end a name from TWO_SLIPS letters on is found; a long one by more.
END: Final = 5
LONG: Final = 20
LONG_END: Final = 8
# What more names have in common tells nobody apart: they are found by what else they have.
MOST_OF_A_REST: Final = 100
# Those that have most in common with a name are compared with it letter by letter.
MOST_COMPARED: Final = 30
# Nobody reads more names that may be meant.
MOST_ALIKE: Final = 12


@dataclass(frozen=True, slots=True)
class _ComparedName:
    """A name as it is compared: its words as they stand and in order, and what sets it apart."""

    name: str
    texts: tuple[str, ...]
    letters: frozenset[str]
    marks: tuple[str, ...]
    slips: int

    def is_like(self, other: "_ComparedName") -> bool:
        """Return whether both may mean the same person, not written the same."""
        if self.name.casefold() == other.name.casefold():
            return False
        if self.texts[-1] == other.texts[-1]:
            return True
        if self.marks != other.marks:
            return False
        most = min(self.slips, other.slips)
        # Each slip changes two letters at most: cheaper to see than the slips.
        is_near = most > 0 and len(self.letters ^ other.letters) <= 2 * most
        return is_near and any(
            slips(mine, theirs, most) <= most for mine in self.texts for theirs in other.texts
        )


class Names:
    """Names to compare with, found by their beginnings and ends when a letter or two are missing.

    Two slips spoil at most one letter at one of the ends, or leave one whole: what is left of an
    end without one of its letters is common to both. A thousand names are compared with thousands
    by looking up, not one by one, in time and memory that grow as the names do.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._names = [_compared_name(name) for name in dict.fromkeys(names)]
        self._by_rest: defaultdict[str, list[int]] = defaultdict(list)
        for place, name in enumerate(self._names):
            for rest in _rests_of(name):
                places = self._by_rest[rest]
                if len(places) < MOST_OF_A_REST:
                    places.append(place)

    def alike(self, name: str) -> list[str]:
        """Return the first names that may mean the same person, in order; never the name itself."""
        compared = _compared_name(name)
        shared = Counter(
            place for rest in _rests_of(compared) for place in self._by_rest.get(rest, ())
        )
        nearest = sorted(place for place, _count in shared.most_common(MOST_COMPARED))
        others = (self._names[place] for place in nearest)
        return [one.name for one in islice(filter(compared.is_like, others), MOST_ALIKE)]


def alike(one: str, other: str) -> bool:
    """Return whether two names, not written the same, may mean the same person.

    Names that differ in a digit or an initial are told apart on purpose: "Anne B." and "Anne D.".
    """
    return _compared_name(one).is_like(_compared_name(other))


def same_words(one: str, other: str) -> bool:
    """Return whether two names have the same words but for accents, hyphens and their order."""
    return sorted(_words(one)) == sorted(_words(other))


def slips(one: str, other: str, most: int = NO_SLIP_AGAIN) -> int:
    """Return how many slips lie between two words: a letter more, less, other, or two exchanged.

    More than `most` are not counted: `most` + 1.
    """
    one, other = _without_common_ends(one, other)
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for place, letter in enumerate(one, start=1):
        older, before, row = before, row, [place] + [most + 1] * len(other)
        for there in range(max(1, place - most), min(len(other), place + most) + 1):
            theirs = other[there - 1]
            best = min(
                before[there] + 1, row[there - 1] + 1, before[there - 1] + (letter != theirs)
            )
            if place > 1 < there and one[place - 2 : place] == theirs + other[there - 2]:
                best = min(best, older[there - 2] + 1)
            row[there] = best
        # Two letters exchanged reach over one row.
        if min(row) > most <= min(before):
            return most + 1
    return min(row[-1], most + 1)


def _without_common_ends(one: str, other: str) -> tuple[str, str]:
    """Return what differs of two words: mostly a letter or two."""
    shorter = min(len(one), len(other))
    start = next((at for at in range(shorter) if one[at] != other[at]), shorter)
    left = shorter - start
    end = next((at for at in range(left) if one[-1 - at] != other[-1 - at]), left)
    return one[start : len(one) - end], other[start : len(other) - end]


def _words(name: str) -> list[str]:
    """Return the words of a name without accents, capitals, hyphens and dots."""
    plain = "".join(mark if mark.isalnum() else " " for mark in folded(name))
    return plain.split()


def _compared_name(name: str) -> _ComparedName:
    words = _words(name)
    ordered = sorted(words)
    return _ComparedName(
        name=name,
        texts=tuple(dict.fromkeys(["".join(words), "".join(ordered)])),
        letters=frozenset("".join(ordered)),
        # Initials and numbers: people are told apart by them on purpose.
        marks=tuple(word for word in ordered if len(word) == 1 or not word.isalpha()),
        slips=_slips_allowed(sum(map(len, words))),
    )


def _slips_allowed(letters: int) -> int:
    if letters >= NO_SLIP_AGAIN:
        return 0
    return (letters >= ONE_SLIP) + (TWO_SLIPS <= letters < ONE_SLIP_AGAIN)


def _rests_of(compared: _ComparedName) -> set[str]:
    """Return what names that may mean the same person have in common, one of it at least."""
    return {rest for text in compared.texts for rest in _rests(text, compared.slips)}


def _rests(text: str, slips_allowed: int) -> Iterator[str]:
    yield text
    if not slips_allowed:
        return
    if len(text) <= TWO_SLIPS:  # a letter less may be one that allows a single slip
        yield from _without_a_letter(text)
    if len(text) >= TWO_SLIPS:
        # The other name has up to two letters more or less.
        for length in {END if len(text) + by < LONG else LONG_END for by in (-2, 2)}:
            yield from (f"{rest}…" for rest in _without_a_letter(text[:length]))
            yield from (f"…{rest}" for rest in _without_a_letter(text[-length:]))


def _without_a_letter(text: str) -> Iterator[str]:
    return (text[:place] + text[place + 1 :] for place in range(len(text)))
