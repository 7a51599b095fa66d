"""The phases of a contest in its document, and the pools and brackets of a round. Pure."""

from typing import Annotated, Any, Final

from tournaments.audit_log.replay.fields import WHERE_SET
from tournaments.audit_log.replay.fields import Words as _
from tournaments.audit_log.replay.shape import Fields, Flag, ListOf, OneOf, Parsed, Text
from tournaments.audit_log.replay.values import COUNT, NUMBER
from tournaments.formats.phases import PhaseKind, TakeKind, check_phases, phases_from_dict

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


def _phases_from_dict(value: list[dict[str, Any]]) -> None:
    phases = phases_from_dict(value)
    check_phases(phases, sum(one.rounds for one in phases))


PHASES: Final = Parsed(_PHASES, _phases_from_dict)
"""The phases: how their rounds are drawn."""
DECIDED: Final = OneOf(["hand", "lot", "ruling"])
MOVED: Final = ListOf(
    Fields({"entrant": NUMBER, "drawn": Text(16), "now": Text(16)}, {}),
)
GROUPS: Final = ListOf(Fields({"name": Text(16, 1), "slots": ListOf(COUNT)}, {}))
PhasesField = Annotated[list[Any], PHASES, WHERE_SET, _("the phases")]
GroupsField = Annotated[list[Any], GROUPS, WHERE_SET, _("the pools or trees")]
MovedField = Annotated[list[Any], MOVED, WHERE_SET, _("who moved")]
