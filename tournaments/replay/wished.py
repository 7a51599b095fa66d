"""What a document holds of the wishes for the draws, and of the tables that there are. Pure."""

from collections.abc import Iterator
from typing import Any, Final

from tournaments.draw.halls import halls_from_plain
from tournaments.draw.wishes import wishes_from_plain
from tournaments.replay.shape import (
    DocumentProblem,
    Fields,
    ListOf,
    Maybe,
    ShapeCode,
    Text,
)
from tournaments.replay.values import COUNT, NAME, NUMBER

_SPANS: Final = ListOf(ListOf(NUMBER, 2, 2), 1)
_WISHES: Final = Fields(
    {},
    {
        "apart": ListOf(
            Fields(
                {"entrants": ListOf(NUMBER, 2), "rounds": COUNT},
                {"name": Text(80), "kind": Text(16)},
            )
        ),
        "seats": ListOf(Fields({"entrant": NUMBER, "tables": _SPANS}, {})),
        "salt": Text(64),
        "hidden": Text(64),
    },
)
_HALLS: Final = Fields(
    {
        "count": Maybe(NUMBER),
        "skipped": ListOf(NUMBER),
        "halls": ListOf(Fields({"name": NAME, "first": NUMBER, "last": NUMBER}, {})),
    },
    {},
)


class _Wishes:
    """What is wished of the draws, or only the mark of it."""

    def problems(self, value: Any, path: str) -> Iterator[DocumentProblem]:
        yield from _WISHES.problems(value, path)
        if any(True for _problem in _WISHES.problems(value, path)):
            return
        try:
            wishes_from_plain(value)
        except ValueError as error:
            yield DocumentProblem(path, ShapeCode.CONTRADICTION, str(error))


class _Halls:
    """The tables there are; nothing where they are counted from 1."""

    def problems(self, value: Any, path: str) -> Iterator[DocumentProblem]:
        if value == {}:
            return
        found = list(_HALLS.problems(value, path))
        yield from found
        if not found:
            try:
                halls_from_plain(value)
            except ValueError as error:
                yield DocumentProblem(path, ShapeCode.CONTRADICTION, str(error))


WISHES: Final = _Wishes()
HALLS: Final = _Halls()
