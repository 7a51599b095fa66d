"""The announcement and the sponsors of a contest in its document. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Final

from tournaments.audit_log.replay.fields import WHERE_SET, WORDED
from tournaments.audit_log.replay.fields import Words as _
from tournaments.audit_log.replay.shape import Fields, ListOf, Text
from tournaments.audit_log.replay.values import NAME, NUMBER

LINE_LENGTH: Final = 200
WORDS_LENGTH: Final = 1000
MOST_SPONSORS: Final = 40

_LINE: Final = Text(LINE_LENGTH)
ANNOUNCEMENT: Final = Fields(
    {},
    {
        "hour": Text(5),
        "place": _LINE,
        "meals": _LINE,
        "contact": _LINE,
        "words": Text(WORDS_LENGTH),
        "places": NUMBER,
    },
)
SPONSORS: Final = ListOf(Fields({"name": NAME}, {"words": _LINE}), 0, MOST_SPONSORS)
AnnouncementField = Annotated[
    dict[str, Any], ANNOUNCEMENT, WHERE_SET, WORDED, _("the announcement")
]
SponsorsField = Annotated[list[dict[str, Any]], SPONSORS, WHERE_SET, WORDED, _("the sponsors")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """The announcement of a contest; `places` limits the entries, None means no limit."""

    hour: str = ""
    place: str = ""
    meals: str = ""
    contact: str = ""
    words: str = ""
    places: int | None = None

    def to_dict(self) -> dict[str, Any]:
        return {name: value for name, value in asdict(self).items() if value}

    @property
    def hour_and_place(self) -> str:
        """Return the time of the start and the place: "14:00 · Salle des fêtes"."""
        return " · ".join(filter(None, [self.hour, self.place]))


@dataclass(frozen=True, slots=True)
class Sponsor:
    """A sponsor of a contest, with a few words about the gift or the place."""

    name: str
    words: str = ""

    @property
    def text(self) -> str:
        return ", ".join(filter(None, [self.name, self.words]))

    def to_dict(self) -> dict[str, str]:
        return {"name": self.name, **({"words": self.words} if self.words else {})}


def sponsors_from_dict(stored: Sequence[Mapping[str, str]]) -> tuple[Sponsor, ...]:
    """Return sponsors from their stored form."""
    return tuple(Sponsor(**one) for one in stored)
