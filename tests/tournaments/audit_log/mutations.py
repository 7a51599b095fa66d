"""Documents with something wrong in them, by a seed: what somebody's hand or a bad disk leaves."""

import copy
import random
from collections.abc import Callable, Iterator
from typing import Any, Final

from tournaments.audit_log.chain import ChainEntry

Document = dict[str, Any]

GARBAGE: Final[tuple[Any, ...]] = (
    None,
    True,
    False,
    0,
    -1,
    1,
    2**31,
    2**63,
    10**30,
    1.5,
    float("nan"),
    float("inf"),
    "",
    " ",
    "A",
    "B",
    "A1",
    "\0",
    "a\ud800b",
    "x" * 300,
    "1",
    "\u202e\u200b",
    "2026-02-30",
    "0001-01-01T00:00:00+00:00",
    "9999-12-31T23:59:59.999999+00:00",
    "2026-11-21T20:00:00+01:00",
    "2026-11-21T20:07:00+00:00",
    [],
    {},
    [[[[[[1]]]]]],
    {"a": {"b": [None]}},
    [1, 2],
)
TEXTS: Final = ("Zoé", "<b>&amp;", "%(name)s", "{{ x }}", "O’Neill", "a" * 80, "é" * 40)


def places(value: Any, above: Any = None, key: Any = None) -> Iterator[tuple[Any, Any]]:
    """Yield every place below a value: what holds it, and under which key."""
    if above is not None:
        yield above, key
    if isinstance(value, dict | list):
        inner = value.items() if isinstance(value, dict) else enumerate(value)
        for name, one in list(inner):
            yield from places(one, value, name)


class Mutation:
    """One seed's faults, put into a copy of a document; `told` says what was done."""

    def __init__(self, document: Document, seed: int) -> None:
        """Spoil a copy."""
        self.dice = random.Random(seed)
        self.document: Any = copy.deepcopy(document)
        self.told: list[str] = []
        for _ in range(self.dice.choice((1, 1, 1, 2, 3))):
            self._spoil(self.dice.choice(ACTS))
        if self.dice.random() < 0.7:
            self.told.append("sealed anew")
            reseal(self.document)

    def _spoil(self, act: "Callable[[Mutation], None]") -> None:
        self.told.append(act.__name__.strip("_"))
        act(self)

    def place(self) -> tuple[Any, Any]:
        """Return a place somewhere: in each part of a document as likely, then as deep as any."""
        part = self.dice.choice(["tournament", "entries", "rounds", "standings", "log", "log"])
        # A document of which a part is gone already has others to be spoiled.
        found = list(places(self.document.get(part), self.document, part))
        above, key = self.dice.choice(found)
        self.told.append(f"{part}…{key}")
        return above, key


def _garbage(mutation: Mutation) -> None:
    above, key = mutation.place()
    above[key] = copy.deepcopy(mutation.dice.choice(GARBAGE))


def _off_by_one(mutation: Mutation) -> None:
    for _ in range(50):
        above, key = mutation.place()
        if type(above[key]) is int:
            above[key] += mutation.dice.choice((-1, 1, 10))
            return


def _swap(mutation: Mutation) -> None:
    (one, first), (other, second) = mutation.place(), mutation.place()
    one[first], other[second] = copy.deepcopy(other[second]), copy.deepcopy(one[first])


def _drop(mutation: Mutation) -> None:
    above, key = mutation.place()
    del above[key]


def _add(mutation: Mutation) -> None:
    above, _key = mutation.place()
    extra = copy.deepcopy(mutation.dice.choice(GARBAGE))
    if isinstance(above, list):
        above.insert(mutation.dice.randint(0, len(above)), extra)
    else:
        above[mutation.dice.choice(("extra", "act", "hands", "note", "\0"))] = extra


def _list(mutation: Mutation) -> None:
    for _ in range(50):
        above, key = mutation.place()
        found = above[key]
        if isinstance(found, list) and found:
            if mutation.dice.random() < 0.5:
                found.append(copy.deepcopy(mutation.dice.choice(found)))
            else:
                mutation.dice.shuffle(found)
            return


def _everywhere(mutation: Mutation) -> None:
    """Change a value wherever it stands, as somebody does who wants it to be believed."""
    above, key = mutation.place()
    old = above[key]
    if isinstance(old, dict | list):
        return
    if type(old) is int:
        new: Any = old + mutation.dice.choice((-10, -1, 1, 2, 50))
    elif isinstance(old, str) and mutation.dice.random() < 0.7:
        new = mutation.dice.choice((*TEXTS, old[:-7] + "1:00:00", old.upper()))
    else:
        new = mutation.dice.choice(GARBAGE)
    for holder, name in list(places(mutation.document)):
        if (
            type(holder[name]) is type(old)
            and holder[name] == old
            and (type(old) is not int or name == key)
        ):
            holder[name] = new


ACTS: Final = (_garbage, _garbage, _off_by_one, _swap, _drop, _add, _list, _everywhere, _everywhere)


def reseal(document: Document) -> None:
    """Seal the log anew, numbers and all, as far as it still is one."""
    previous = ""
    log = document.get("log")
    for place, plain in enumerate(log if isinstance(log, list) else []):
        try:
            link = ChainEntry.from_dict({**plain, "number": place + 1}).sealed(previous)
        except (TypeError, ValueError, RecursionError):
            return
        previous = link.hash
        log[place] = link.to_dict()  # type: ignore[index]
