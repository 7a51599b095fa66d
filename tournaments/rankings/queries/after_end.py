"""Changes in a contest after its end, and how they changed the ranking.

The end is the first time that it was finished, because prizes are given then.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, Final

from django.db.models import F, OuterRef, QuerySet, Subquery
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scorekeeper.clubs.queries import ShownNames, hidden_players
from scorekeeper.models import GameEvent
from tournaments.audit_log.actions import replay
from tournaments.audit_log.queries.documents import CODEC
from tournaments.audit_log.queries.logs import line_place
from tournaments.audit_log.replay.outcomes import final_ranks, outcomes_of
from tournaments.audit_log.replay.refusals import ReplayError
from tournaments.audit_log.standings import contest_of
from tournaments.models import LogEntry, Tournament
from tournaments.rankings.labels import (
    change_text,
    moment_text,
    moved_text,
    place_moved_text,
    title_text,
)
from tournaments.seating import NamedEntry, named_entries
from tournaments.visible_ranking import Reader, visible_ranking

_Kind = LogEntry.Kind
CHANGES: Final = (
    _Kind.CHANGED,
    _Kind.ENTRY_ADDED,
    _Kind.ENTRY_CHANGED,
    _Kind.ENTRY_REMOVED,
    _Kind.WITHDRAWN,
    _Kind.RETURNED,
    _Kind.SUBSTITUTED,
    _Kind.PUBLISHED,
    _Kind.RESEATED,
    _Kind.GAME,
    _Kind.LOT,
)
"""Actions that can change a ranking or a prize; slips are in the log as actions on their game."""
SILENT: Final = frozenset(
    {GameEvent.Kind.FINISHED, GameEvent.Kind.DEAL_PASSED, GameEvent.Kind.DEAL_RESTORED}
)
"""Actions at a table that do not change a result by themselves."""

TEXT_SETTINGS: Final = frozenset({"announcement", "sponsors"})

Ranks = Mapping[int, tuple[int, int]]
"""Place and points of each entry, by number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """An action after the end: when, where, what; `change` has the points before and after."""

    at: datetime
    place: str
    what: str
    change: str = ""

    @property
    def text(self) -> str:
        words = [moment_text(self.at), self.place, self.what, self.change]
        return " · ".join(filter(None, words))


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """An entry with another place or other points; `before` is None if it was not ranked."""

    entry: NamedEntry
    before: tuple[int, int] | None
    rank: int
    total: int

    @property
    def text(self) -> str:
        who = f"{self.entry.number} {self.entry.title}"
        return moved_text(who, self.before, (self.rank, self.total))


@dataclass(frozen=True, slots=True, kw_only=True)
class AfterEnd:
    """The changes after the end. `is_known` if the ranking at the end can be reconstructed."""

    ended_at: datetime
    changes: tuple[Change, ...]
    moved: tuple[Moved, ...]
    is_known: bool = True

    @property
    def title(self) -> str:
        return title_text(self.ended_at)

    @property
    def places_moved(self) -> list[str]:
        """Return the entries with another place, in short form."""
        places = ((one.entry.number, one.before, one.rank) for one in self.moved)
        return [
            place_moved_text(number, before[0], rank)
            for number, before, rank in places
            if before and before[0] != rank
        ]

    @property
    def lines_moved(self) -> list[str]:
        return [one.text for one in self.moved]

    @property
    def lines(self) -> list[str]:
        return [self.title, *(change.text for change in self.changes), *self.lines_moved]


def after_end(tournament: Tournament, *, is_public: bool = False) -> AfterEnd | None:
    """Return the changes after the end of a contest, None if there are none.

    One query if it never ended; cached until something changes. On public pages people are named as
    they want to be.
    """
    end = _ends(LogEntry.objects.filter(tournament=tournament)).first()
    if end is None or end.number == tournament.version:
        return None
    hidden = hidden_players(tournament.club_id) if is_public else frozenset()
    seen = visible_ranking(tournament, Reader.EVERYBODY if is_public else Reader.CLUB)
    versions = (tournament.token, tournament.state, tournament.results_version)
    return _cached(versions, get_language() or "", tournament.pk, hidden, seen.after_round)


@lru_cache(maxsize=16)
def _cached(
    _versions: tuple[str, str, int],
    _language: str,
    pk: int,
    hidden: frozenset[int],
    after_round: int | None,
) -> AfterEnd | None:
    tournament = Tournament.objects.get(pk=pk)
    end = _ends(tournament.log.all())[0]
    changes = tuple(_changes(tournament, end))
    if not changes:
        return None
    before = _ranks_at(tournament, end)
    moved = _moved(tournament, before, hidden, after_round) if before is not None else ()
    return AfterEnd(
        ended_at=end.at, changes=changes, moved=tuple(moved), is_known=before is not None
    )


def _ends(log: QuerySet[LogEntry]) -> QuerySet[LogEntry]:
    return log.filter(kind=_Kind.FINISHED).order_by("number")


def _changes(tournament: Tournament, end: LogEntry) -> Iterable[Change]:
    """Yield the changes in order; rounds drawn after the end are no corrections."""
    acts = tournament.log.filter(number__gt=end.number, kind__in=CHANGES).order_by("number")
    played_after: set[int | None] = set()
    for act in acts:
        if act.kind == _Kind.PUBLISHED:
            played_after.add(act.round_number)
        elif act.round_number in played_after:
            continue
        if act.kind == _Kind.GAME and act.data["act"] in SILENT:
            continue
        if act.kind == _Kind.CHANGED and _changes_texts_only(act.data):
            continue
        yield Change(at=act.at, place=line_place(act), **_words(act))


def _changes_texts_only(data: dict[str, Any]) -> bool:
    """Return whether a change of settings cannot affect results: sponsors, the announcement."""
    before, after = data["before"], data["settings"]
    names = before.keys() | after.keys()
    return {name for name in names if before.get(name) != after.get(name)} <= TEXT_SETTINGS


def _words(act: LogEntry) -> dict[str, str]:
    """Return what was done, with the points before and after if there are any."""
    data: dict[str, Any] = act.data
    if act.kind == _Kind.GAME:
        what = str(GameEvent.Kind(data["act"]).label)
        if data.get("hand"):
            what = f"{what} {data['hand']}"
        return {"what": what, "change": change_text(data.get("before"), data.get("after"))}
    what = act.get_kind_display()
    if "number" in data:
        what = _("%(what)s, no. %(number)d") % {"what": what, "number": data["number"]}
    if "one" in data:
        what = f"{what}: {data['one']} ↔ {data['other']}"
    return {"what": what}


def _ranks_at(tournament: Tournament, end: LogEntry) -> Ranks | None:
    """Return the ranking at the end, from the log entry or by replaying the log."""
    if "ranking" in end.data:
        return {number: (rank, total) for number, rank, total in end.data["ranking"]}
    links = [act.link for act in tournament.log.filter(number__lte=end.number).order_by("number")]
    try:
        ranks = final_ranks(outcomes_of(replay(links, CODEC)).standings)
    except (ReplayError, ValueError):
        return None
    return {number: (rank, total) for number, rank, total in ranks}


def _moved(
    tournament: Tournament, before: Ranks, hidden: frozenset[int], after_round: int | None
) -> Iterable[Moved]:
    """Yield the entries with another place or other points, best first."""
    names = named_entries(tournament.pk, shown=ShownNames(hidden))
    standings = contest_of(tournament).standings(after_round=after_round)
    for number, rank, total in final_ranks(standings):
        if before.get(number) != (rank, total):
            yield Moved(entry=names[number], before=before.get(number), rank=rank, total=total)


def contests_changed_after_end(contests: QuerySet[Tournament]) -> list[Tournament]:
    """Return those of the contests that were changed after their end."""
    ends = _ends(LogEntry.objects.filter(tournament=OuterRef("pk"))).values("number")
    longer = contests.annotate(end=Subquery(ends[:1])).filter(version__gt=F("end"))
    return [contest for contest in longer.order_by("date", "pk") if after_end(contest)]
