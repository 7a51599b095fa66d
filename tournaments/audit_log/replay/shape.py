"""Specifications of a document's shape, which report every problem with its place."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from itertools import islice
from reprlib import Repr
from typing import Any, Final, Protocol

from scorekeeper.limited_json import MOST_COUNTED

SMALL: Final = 32_767
BIG: Final = 2_147_483_647
LONGEST_TEXT: Final = 10_000
DEEPEST: Final = 40
LONGEST_KEY: Final = 80
LARGEST: Final = 2**63 - 1
YEARS: Final = range(1900, 2200)
"""Other years are typing errors; all time zones can show these."""


class ShapeCode(StrEnum):
    """The kinds of problems in a document."""

    NOT_JSON = "not_json"
    TOO_LARGE = "too_large"
    TOO_MANY_VALUES = "too_many_values"
    TOO_COSTLY = "too_costly"
    TOO_DEEP = "too_deep"
    MISSING = "missing"
    UNEXPECTED = "unexpected"
    NOT_TEXT = "not_text"
    TOO_LONG = "too_long"
    NOT_WHOLE = "not_whole"
    OUT_OF_RANGE = "out_of_range"
    NOT_A_FLAG = "not_a_flag"
    NOT_A_LIST = "not_a_list"
    NOT_AN_OBJECT = "not_an_object"
    NOT_ONE_OF = "not_one_of"
    NOT_A_DATE = "not_a_date"
    NOT_A_MOMENT = "not_a_moment"
    WRONG_COUNT = "wrong_count"
    TWICE = "twice"
    UNKNOWN_ENTRY = "unknown_entry"
    INCOMPLETE_ENTRY = "incomplete_entry"
    GAP = "gap"
    NOT_A_RULE_SET = "not_a_rule_set"
    NOT_A_RANKING = "not_a_ranking"
    NOT_A_DRAW = "not_a_draw"
    IMPOSSIBLE_HAND = "impossible_hand"
    CHAIN_BROKEN = "chain_broken"
    CONTRADICTION = "contradiction"
    NO_LOG = "no_log"
    NOT_BEGUN = "not_begun"
    BEGUN_TWICE = "begun_twice"
    NOT_THERE = "not_there"
    DOES_NOT_FIT = "does_not_fit"


@dataclass(frozen=True, slots=True)
class DocumentProblem:
    """A problem at a place such as "rounds[2].matches[5].total_a"; `detail` is the value there."""

    path: str
    code: ShapeCode
    detail: str = ""

    def below(self, path: str) -> "DocumentProblem":
        return replace(self, path=joined(path, self.path) if self.path else path)


_SHORT: Final = Repr()
# Never keep more of a value than is shown.
_SHORT.maxlist = _SHORT.maxdict = _SHORT.maxstring = _SHORT.maxlong = _SHORT.maxother = 60


def shown(value: object) -> str:
    """Return a value, cut to a length for messages."""
    text = _SHORT.repr(value)
    return text if len(text) <= 40 else f"{text[:39]}…"


def joined(path: str, key: str) -> str:
    """Return the place of a key; a long key is cut."""
    key = key if len(key) <= LONGEST_KEY else f"{key[:LONGEST_KEY]}…"
    return f"{path}.{key}" if path else key


class Spec(Protocol):
    """The specification of a value."""

    def problems(self, value: Any, path: str) -> Iterator[DocumentProblem]:
        """Yield all problems of the value."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within limits."""

    low: int = 0
    high: int = BIG

    def problems(self, value: Any, path: str) -> Iterator[DocumentProblem]:
        # In Python a bool is an int.
        if type(value) is not int:
            yield DocumentProblem(path, ShapeCode.NOT_WHOLE, shown(value))
        elif not self.low <= value <= self.high:
            yield DocumentProblem(path, ShapeCode.OUT_OF_RANGE, shown(value))


@dataclass(frozen=True, slots=True)
class Text:
    """Text of limited length, without NUL, which not every database can store."""

    longest: int = LONGEST_TEXT
    shortest: int = 0

    def problems(self, value: Any, path: str) -> Iterator[DocumentProblem]:
        if not isinstance(value, str) or len(value) < self.shortest or not _is_clean(value):
            yield DocumentProblem(path, ShapeCode.NOT_TEXT, shown(value))
        elif len(value) > self.longest:
            yield DocumentProblem(path, ShapeCode.TOO_LONG, shown(value))


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    def problems(self, value: Any, path: str) -> Iterator[DocumentProblem]:
        if not isinstance(value, bool):
            yield DocumentProblem(path, ShapeCode.NOT_A_FLAG, shown(value))


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several texts."""

    values: Collection[str]

    def problems(self, value: Any, path: str) -> Iterator[DocumentProblem]:
        if not isinstance(value, str) or value not in self.values:
            yield DocumentProblem(path, ShapeCode.NOT_ONE_OF, shown(value))


@dataclass(frozen=True, slots=True)
class IsoDay:
    """A date in ISO 8601."""

    def problems(self, value: Any, path: str) -> Iterator[DocumentProblem]:
        try:
            found = date.fromisoformat(value)
            is_day = found.isoformat() == value and found.year in YEARS
        except (TypeError, ValueError):
            is_day = False
        if not is_day:
            yield DocumentProblem(path, ShapeCode.NOT_A_DATE, shown(value))


@dataclass(frozen=True, slots=True)
class Moment:
    """A time in UTC, in the format of `datetime.isoformat`."""

    def problems(self, value: Any, path: str) -> Iterator[DocumentProblem]:
        try:
            found = datetime.fromisoformat(value)
            is_utc = found.tzinfo and not found.utcoffset()
            is_moment = is_utc and found.isoformat() == value and found.year in YEARS
        except (TypeError, ValueError):
            is_moment = False
        if not is_moment:
            yield DocumentProblem(path, ShapeCode.NOT_A_MOMENT, shown(value))


@dataclass(frozen=True, slots=True)
class Anything:
    """An object that is not checked here."""

    def problems(self, value: Any, path: str) -> Iterator[DocumentProblem]:
        if not isinstance(value, dict):
            yield DocumentProblem(path, ShapeCode.NOT_AN_OBJECT, shown(value))


@dataclass(frozen=True, slots=True)
class Nothing:
    """Null."""

    def problems(self, value: Any, path: str) -> Iterator[DocumentProblem]:
        if value is not None:
            yield DocumentProblem(path, ShapeCode.CONTRADICTION, shown(value))


@dataclass(frozen=True, slots=True)
class Maybe:
    """Null, or a value of another specification."""

    spec: Spec

    def problems(self, value: Any, path: str) -> Iterator[DocumentProblem]:
        if value is not None:
            yield from self.spec.problems(value, path)


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list of values of one specification."""

    spec: Spec
    least: int = 0
    most: int | None = None

    def problems(self, value: Any, path: str) -> Iterator[DocumentProblem]:
        if not isinstance(value, list):
            yield DocumentProblem(path, ShapeCode.NOT_A_LIST, shown(value))
            return
        if len(value) < self.least or (self.most is not None and len(value) > self.most):
            yield DocumentProblem(path, ShapeCode.WRONG_COUNT, str(len(value)))
        for index, one in enumerate(value):
            yield from self.spec.problems(one, f"{path}[{index}]")


@dataclass(frozen=True, slots=True)
class Fields:
    """An object with these keys; those in `optional` may be left out.

    Other keys are refused unless it is `open`, because later versions may write more.
    """

    needed: Mapping[str, Spec]
    optional: Mapping[str, Spec]
    is_open: bool = False

    def problems(self, value: Any, path: str) -> Iterator[DocumentProblem]:
        if not isinstance(value, dict):
            yield DocumentProblem(path, ShapeCode.NOT_AN_OBJECT, shown(value))
            return
        known = {**self.needed, **self.optional}
        for name, spec in known.items():
            if name in value:
                yield from spec.problems(value[name], joined(path, name))
            elif name in self.needed:
                yield DocumentProblem(joined(path, name), ShapeCode.MISSING)
        for name in () if self.is_open else value:
            if name not in known:
                yield DocumentProblem(joined(path, str(name)), ShapeCode.UNEXPECTED)


@dataclass(frozen=True, slots=True)
class Parsed:
    """A value that also has to be accepted by a parser; `{}` may stand for nothing."""

    shape: Spec
    read: Callable[[Any], object]
    or_nothing: bool = False

    def problems(self, value: Any, path: str) -> Iterator[DocumentProblem]:
        if self.or_nothing and value == {}:
            return
        found = some(self.shape.problems(value, path))
        yield from found
        if not found:
            try:
                self.read(value)
            except ValueError as error:
                yield DocumentProblem(path, ShapeCode.CONTRADICTION, str(error))


def some(problems: Iterator[DocumentProblem]) -> list[DocumentProblem]:
    """Return as many problems as are counted at most."""
    return list(islice(problems, MOST_COUNTED))


def plain_problems(document: Any) -> Iterator[DocumentProblem]:
    """Yield what cannot be stored or shown: NUL, lone surrogates, fractions, deep nesting.

    This is checked first, without recursion beyond the allowed depth.
    """
    yield from _plain_problems(document, "", 0)


def _plain_problems(value: Any, path: str, depth: int) -> Iterator[DocumentProblem]:
    if depth > DEEPEST:
        yield DocumentProblem(path, ShapeCode.TOO_DEEP)
    elif isinstance(value, dict):
        for name, inner in value.items():
            if not isinstance(name, str) or not _is_clean(name):
                yield DocumentProblem(path, ShapeCode.NOT_TEXT, shown(name))
            else:
                yield from _plain_problems(inner, joined(path, name), depth + 1)
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from _plain_problems(inner, f"{path}[{at}]", depth + 1)
    elif isinstance(value, str):
        if not _is_clean(value):
            yield DocumentProblem(path, ShapeCode.NOT_TEXT, shown(value))
    elif isinstance(value, float) or (isinstance(value, int) and abs(value) > LARGEST):
        yield DocumentProblem(path, ShapeCode.NOT_WHOLE, shown(value))


def parted_values(one: Any, other: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield the places in which two plain values differ, with both values."""
    if isinstance(one, dict) and isinstance(other, dict):
        for name in [*one, *(other.keys() - one.keys())]:
            yield from parted_values(one.get(name), other.get(name), joined(path, name))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for at, (inner, second) in enumerate(zip(one, other, strict=True)):
            yield from parted_values(inner, second, f"{path}[{at}]")
    elif one != other or type(one) is not type(other):
        yield path, one, other


def _is_clean(text: str) -> bool:
    """Return whether a text is short enough and valid Unicode."""
    if len(text) > LONGEST_TEXT or "\0" in text:
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def open_fields(optional: Mapping[str, Spec] | None = None, /, **needed: Spec) -> Fields:
    """Return the specification of an object that may have more keys."""
    return Fields(needed, optional or {}, is_open=True)
