"""Parts of a document that follow from the rest: the ranking and the prizes. Pure."""

from dataclasses import dataclass
from typing import Annotated

from tournaments.audit_log.replay.fields import Words as _
from tournaments.audit_log.replay.shape import Maybe, Text, Whole
from tournaments.audit_log.replay.values import Count, Number, Points


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingFields:
    """A line of the ranking."""

    rank: Annotated[int, Whole(1), _("the place in the ranking")]
    entry: Number
    total: Annotated[Points, _("the total")]
    wins: Annotated[Count, _("the games won")]
    best_game: Annotated[Points | None, _("the best game")]
    exempt: Annotated[Count, _("the rounds exempt")]
    decided_by: Annotated[str | None, Maybe(Text(20)), _("what put it ahead of the next")]


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardFields:
    """The winners of a prize; the place counts among those who can win it."""

    prize: Annotated[Number, _("the prize")]
    place: Number
    entries: Annotated[list[Number], _("who gets the prize")]
