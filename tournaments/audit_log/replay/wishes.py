"""The wishes for the draws and the tables of a hall in a document. Pure."""

from typing import Annotated, Any, Final

from tournaments.audit_log.replay.fields import PRIVATE, WHERE_SET, WORDED
from tournaments.audit_log.replay.fields import Words as _
from tournaments.audit_log.replay.shape import Fields, ListOf, Maybe, Parsed, Text
from tournaments.audit_log.replay.values import COUNT, NAME, NUMBER
from tournaments.draw.halls import halls_from_dict
from tournaments.draw.wishes import wishes_from_dict

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


WISHES: Final = Parsed(_WISHES, wishes_from_dict)
"""The wishes for the draws, or only their hash."""
HALLS: Final = Parsed(_HALLS, halls_from_dict, or_nothing=True)
"""The tables of the hall; empty if they are numbered from 1."""
HallsField = Annotated[dict[str, Any], HALLS, WHERE_SET, WORDED, _("the tables and halls")]
WishesField = Annotated[
    dict[str, Any], WISHES, WHERE_SET, PRIVATE, WORDED, _("the wishes for the draw")
]


def mark_of(wishes: dict[str, Any]) -> str:
    """Return the hash of stored wishes, empty without any."""
    found = wishes_from_dict(wishes or None)
    return found.mark if found else ""


def known_by(mark: str) -> dict[str, Any]:
    """Return stored wishes of which only the hash is known."""
    return {"hidden": mark} if mark else {}
