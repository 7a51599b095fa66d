"""What a document holds of a contest's phases, and of the pools and trees of a round. Pure."""

from collections.abc import Iterator
from typing import Any, Final

from tournaments.course.phases import PhaseKind, TakeKind, check_phases, phases_from_plain
from tournaments.replay.shape import (
    DocumentProblem,
    Fields,
    Flag,
    ListOf,
    OneOf,
    ShapeCode,
    Text,
)
from tournaments.replay.values import COUNT, NUMBER

_PHASES: Final = ListOf(
    Fields(
        {"kind": OneOf([kind.value for kind in PhaseKind]), "rounds": NUMBER},
        {
            "size": NUMBER,
            "seeded": Flag(),
            "takes": ListOf(
                Fields({"kind": OneOf([kind.value for kind in TakeKind]), "count": NUMBER}, {})
            ),
            "consolation": Flag(),
            "third_place": Flag(),
            "lucky_losers": Flag(),
        },
    ),
    0,
    20,
)


class _Phases:
    """How the rounds are drawn, phase by phase."""

    def problems(self, value: Any, path: str) -> Iterator[DocumentProblem]:
        found = list(_PHASES.problems(value, path))
        yield from found
        if not found:
            try:
                check_phases(phases := phases_from_plain(value), sum(one.rounds for one in phases))
            except ValueError as error:
                yield DocumentProblem(path, ShapeCode.CONTRADICTION, str(error))


PHASES: Final = _Phases()
DECIDED: Final = OneOf(["hand", "lot", "ruling"])
MOVED: Final = ListOf(
    Fields({"entrant": NUMBER, "drawn": Text(16), "now": Text(16)}, {}),
)
GROUPS: Final = ListOf(Fields({"name": Text(16, 1), "slots": ListOf(COUNT)}, {}))
