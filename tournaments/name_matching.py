"""Matching of similar names: other accents, swapped words, typing errors. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from scorekeeper.models.sort_names import folded

# The lengths of a name, without spaces, from which one or two errors are accepted.
ONE_SLIP: Final = 7
TWO_SLIPS: Final = 12
# Longer than two names together: only one error is accepted again.
ONE_SLIP_AGAIN: Final = 40
# Longer than any name: no error is accepted.
NO_SLIP_AGAIN: Final = 81

# The number of letters at either end by which names are found; longer names need more.
END: Final = 5
LONG: Final = 20
LONG_END: Final = 8
# Parts shared by more names than this are not used to find them.
MOST_OF_A_REST: Final = 100
# The number of most similar names that are compared letter by letter.
MOST_COMPARED: Final = 30
# The largest number of suggestions.
MOST_ALIKE: Final = 12


@dataclass(frozen=True, slots=True)
class _ComparedName:
    """A name prepared for comparison: its words in order and sorted, and distinguishing marks."""

    name: str
    texts: tuple[str, ...]
    letters: frozenset[str]
    marks: tuple[str, ...]
    slips: int

    def is_like(self, other: "_ComparedName") -> bool:
        """Return whether both may mean the same person although they are written differently."""
        if self.name.casefold() == other.name.casefold():
            return False
        if self.texts[-1] == other.texts[-1]:
            return True
        if self.marks != other.marks:
            return False
        most = min(self.slips, other.slips)
        # Each error changes two letters at most, which is cheaper to check.
        is_near = most > 0 and len(self.letters ^ other.letters) <= 2 * most
        return is_near and any(
            slips(mine, theirs, most) <= most for mine in self.texts for theirs in other.texts
        )


class Names:
    """Names to compare with, found by their beginnings and ends even if letters differ.

    Two errors change at most one letter at one of the ends, or leave one end unchanged: an end
    without one of its letters is common to both names. So thousands of names can be compared
    without comparing all pairs, in time and memory proportional to their number.
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
    """Return whether two names that are written differently may mean the same person.

    A different digit or initial is taken as intended: "Anne B." and "Anne D.".
    """
    return _compared_name(one).is_like(_compared_name(other))


def same_words(one: str, other: str) -> bool:
    """Return whether two names have the same words, ignoring accents, hyphens and order."""
    return sorted(_words(one)) == sorted(_words(other))


def slips(one: str, other: str, most: int = NO_SLIP_AGAIN) -> int:
    """Return the number of errors between two words: letters added, missing, wrong or swapped.

    Return `most` + 1 if there are more than `most`.
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
        # Swapped letters involve the row before the last.
        if min(row) > most <= min(before):
            return most + 1
    return min(row[-1], most + 1)


def _without_common_ends(one: str, other: str) -> tuple[str, str]:
    """Return the parts in which two words differ, usually a letter or two."""
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
        # Initials and numbers distinguish people on purpose.
        marks=tuple(word for word in ordered if len(word) == 1 or not word.isalpha()),
        slips=_slips_allowed(sum(map(len, words))),
    )


def _slips_allowed(letters: int) -> int:
    if letters >= NO_SLIP_AGAIN:
        return 0
    return (letters >= ONE_SLIP) + (TWO_SLIPS <= letters < ONE_SLIP_AGAIN)


def _rests_of(compared: _ComparedName) -> set[str]:
    """Return parts of which names for the same person have at least one in common."""
    return {rest for text in compared.texts for rest in _rests(text, compared.slips)}


def _rests(text: str, slips_allowed: int) -> Iterator[str]:
    yield text
    if not slips_allowed:
        return
    if len(text) <= TWO_SLIPS:  # without a letter it may have a length that allows one error only
        yield from _without_a_letter(text)
    if len(text) >= TWO_SLIPS:
        # The other name may be up to two letters longer or shorter.
        for length in {END if len(text) + by < LONG else LONG_END for by in (-2, 2)}:
            yield from (f"{rest}…" for rest in _without_a_letter(text[:length]))
            yield from (f"…{rest}" for rest in _without_a_letter(text[-length:]))


def _without_a_letter(text: str) -> Iterator[str]:
    return (text[:place] + text[place + 1 :] for place in range(len(text)))
