"""The warnings and penalties of a contest: given, by whom, what it may give."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.calls.labels import usual_list, worth_text
from tournaments.models import LogEntry, Round, Tournament
from tournaments.seating import NamedEntry, named_entries
from tournaments.standings.sanctions import ListedSanction, Sanction, listed_from_plain


@dataclass(frozen=True, slots=True, kw_only=True)
class SanctionLine:
    """A warning or penalty, who got it, who gave it, who countered it."""

    sanction: Sanction
    entry: NamedEntry | None
    given: dict[str, Any] | None
    countered: dict[str, Any] | None

    @property
    def worth(self) -> str:
        return worth_text(self.sanction)


def sanction_lines(tournament: Tournament) -> list[SanctionLine]:
    """Return what was given in a contest, the last first: two queries."""
    if not tournament.sanctions:
        return []
    names = named_entries(tournament.pk)
    given, countered = _written(tournament)
    return [
        SanctionLine(
            sanction=one,
            entry=names.get(one.entrant),
            given=given.get(one.number),
            countered=countered.get(one.number),
        )
        for one in reversed(tournament.sanctions_given)
    ]


def _written(tournament: Tournament) -> tuple[dict[int, dict[str, Any]], dict[int, dict[str, Any]]]:
    """Return who gave and who countered each: a contest brought in without a log does not say."""
    given: dict[int, dict[str, Any]] = {}
    countered: dict[int, dict[str, Any]] = {}
    acts = tournament.log.filter(kind=LogEntry.Kind.SANCTION)
    for data, by, at in acts.values_list("data", "author_name", "at"):
        kept = countered if "act" in data else given
        kept[data["number"]] = {"by": by, "at": at}
    return given, countered


def listed(tournament: Tournament) -> Sequence[ListedSanction]:
    """Return what a contest may give: its own list, or the usual one."""
    return listed_from_plain(tournament.sanction_list) or usual_list()


def rounds_published(tournament: Tournament) -> list[int]:
    rounds = tournament.rounds.exclude(status=Round.Status.DRAWN).order_by("-number")
    return list(rounds.values_list("number", flat=True))
