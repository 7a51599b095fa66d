"""Warnings and penalties in a document. Pure."""

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any, Final

from tournaments.audit_log.replay.fields import WHERE_SET, WORDED
from tournaments.audit_log.replay.fields import Words as _
from tournaments.audit_log.replay.shape import (
    DocumentProblem,
    Fields,
    ListOf,
    OneOf,
    ShapeCode,
    Spec,
    Text,
    Whole,
    some,
)
from tournaments.audit_log.replay.values import NAME, NOTE, NUMBER
from tournaments.standings.sanctions import TakenFrom

MOST_POINTS: Final = 99_999
RULE: Final = Text(80)
GIVEN: Final[dict[str, Spec]] = {
    "name": NAME,
    "points": Whole(0, MOST_POINTS),
    "from": OneOf([one.value for one in TakenFrom]),
}
SANCTION_LIST: Final = ListOf(Fields(GIVEN, {}), 0, 50)
_SANCTIONS: Final = ListOf(
    Fields(
        {"number": NUMBER, "entry": NUMBER, "round": NUMBER, **GIVEN},
        {"table": NUMBER, "reason": NOTE, "countered": Fields({"reason": NOTE}, {})},
    )
)


class _Sanctions:
    """Sanctions, each with its own number."""

    def problems(self, value: Any, path: str) -> Iterator[DocumentProblem]:
        found = some(_SANCTIONS.problems(value, path))
        yield from found
        if not found:
            for number, times in Counter(one["number"] for one in value).items():
                if times > 1:
                    yield DocumentProblem(path, ShapeCode.TWICE, str(number))


SanctionListField = Annotated[
    list[Any], SANCTION_LIST, WHERE_SET, _("the list of warnings and penalties")
]
SanctionsField = Annotated[
    list[Any], _Sanctions(), WHERE_SET, WORDED, _("the warnings and penalties")
]
