"""What a document holds of club teams and their meetings. Pure."""

from collections.abc import Iterator
from typing import Any, Final

from tournaments.course.meetings import MOST_DAYS, MeetingCount, MeetingTie, meetings_from_plain
from tournaments.replay.shape import (
    DocumentProblem,
    Fields,
    Flag,
    IsoDay,
    ListOf,
    OneOf,
    ShapeCode,
)
from tournaments.replay.values import COUNT, NAME, NUMBER

_MEETINGS: Final = Fields(
    {
        "pairs": NUMBER,
        "count": OneOf([count.value for count in MeetingCount]),
        "ties": ListOf(OneOf([tie.value for tie in MeetingTie])),
        "draws": Flag(),
        "worth": ListOf(COUNT, 3, 3),
        "dates": ListOf(IsoDay(), 0, MOST_DAYS),
        "squads": ListOf(Fields({"name": NAME, "entries": ListOf(NUMBER)}, {})),
    },
    {},
)


class _Meetings:
    """The club teams and what their meetings are won by; nothing where there are none."""

    def problems(self, value: Any, path: str) -> Iterator[DocumentProblem]:
        if value == {}:
            return
        found = list(_MEETINGS.problems(value, path))
        yield from found
        if not found:
            try:
                meetings_from_plain(value)
            except ValueError as error:
                yield DocumentProblem(path, ShapeCode.CONTRADICTION, str(error))


MEETINGS: Final = _Meetings()
SQUADS: Final = ListOf(NAME, 1, 2)
MOVED_SQUADS: Final = ListOf(NAME)
"""The names of club teams in a line of the log: their numbers are no entries'."""
