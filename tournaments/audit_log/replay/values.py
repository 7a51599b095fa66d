"""Specifications of values that several parts of a document have. Pure."""

from collections.abc import Iterator
from typing import Annotated, Any, Final

from scorekeeper.engine.hand import DeclarationKind, Rank, Seat, Side
from tournaments.audit_log.replay.shape import (
    SMALL,
    Anything,
    DocumentProblem,
    ListOf,
    Maybe,
    Moment,
    OneOf,
    Spec,
    Text,
    Whole,
    joined,
)

NAME: Final = Text(80, 1)
NOTE: Final = Text(200)
NUMBER: Final = Whole(1, SMALL)
COUNT: Final = Whole(0, SMALL)
POINTS: Final = Whole(-1_000_000, 1_000_000)
SIDE: Final = OneOf(tuple(side.value for side in Side))
SEAT: Final = OneOf(tuple(seat.value for seat in Seat))
RECEIPT: Final = Text(16)


class _Numbers:
    """A number, in a mêlée a list of numbers; null for an empty side."""

    def problems(self, value: Any, path: str) -> Any:
        spec: Spec = ListOf(NUMBER, 1, 2) if isinstance(value, list) else Maybe(NUMBER)
        return spec.problems(value, path)


class _Declared:
    """A side and its declaration, with the highest card of a sequence if it was given."""

    def problems(self, value: Any, path: str) -> Any:
        yield from ListOf(Text(20), 2, 3).problems(value, path)
        if isinstance(value, list) and len(value) in (2, 3):
            for index, (one, spec) in enumerate(zip(value, _DECLARED, strict=False)):
                yield from spec.problems(one, f"{path}[{index}]")


class _Practice:
    """How the table plays: texts by field of the rules."""

    def problems(self, value: Any, path: str) -> Iterator[DocumentProblem]:
        yield from Anything().problems(value, path)
        for name, words in value.items() if isinstance(value, dict) else ():
            yield from NOTE.problems(words, joined(path, name))


_DECLARED: Final = (
    SIDE,
    OneOf([kind.value for kind in DeclarationKind]),
    OneOf([rank.value for rank in Rank]),
)
DECLARATION: Final = _Declared()
PRACTICE: Final = _Practice()
FURTHER_BELOTES: Final = ListOf(SIDE, 0, 3)
"""With all suits as trump there can be four belotes; another field has the first."""
SideNumbers = Annotated[int | list[int] | None, _Numbers()]

# Types of fields.
Name = Annotated[str, NAME]
Note = Annotated[str, NOTE]
Receipt = Annotated[str, RECEIPT]
Person = Annotated[str, Text(80)]
Instant = Annotated[str, Moment()]
Number = Annotated[int, NUMBER]
Count = Annotated[int, COUNT]
Points = Annotated[int, POINTS]
Natural = Annotated[int, Whole()]
HandCount = Annotated[int, Whole(1, 100)]
CardPoints = Annotated[int, Whole(0, 258)]
SideCode = Annotated[str, SIDE]
SeatCode = Annotated[str, SEAT]
