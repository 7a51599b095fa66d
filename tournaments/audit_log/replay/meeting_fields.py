"""Club teams and their meetings in a document. Pure."""

from typing import Annotated, Any, Final

from tournaments.audit_log.replay.fields import WHERE_SET, WORDED
from tournaments.audit_log.replay.fields import Words as _
from tournaments.audit_log.replay.shape import Fields, Flag, IsoDay, ListOf, OneOf, Parsed
from tournaments.audit_log.replay.values import COUNT, NAME, NUMBER
from tournaments.formats.meetings import MOST_DAYS, MeetingCount, MeetingTie, meetings_from_dict

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


MEETINGS: Final = Parsed(_MEETINGS, meetings_from_dict, or_nothing=True)
"""The club teams, and how their meetings are won; empty without club teams."""
MeetingsField = Annotated[dict[str, Any], MEETINGS, WHERE_SET, WORDED, _("the club teams")]
SQUADS: Final = ListOf(NAME, 1, 2)
MOVED_SQUADS: Final = ListOf(NAME)
"""Club teams in a log entry are given by name: their numbers are not those of entries."""
