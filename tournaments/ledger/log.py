"""The log of a contest: every act is appended, nothing is changed in it."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from django.contrib.auth.models import User
from django.db.models import F, OuterRef, Subquery
from django.db.models.functions import JSONObject

from scorekeeper.models.authors import Author
from tournaments.chain import Link
from tournaments.models import LogEntry, Match, Tournament


class FinishedError(ValueError):
    """Raised for an act that a finished contest does not take: open it again first."""

    def __init__(self, tournament: Tournament) -> None:
        super().__init__(tournament.pk)
        self.tournament = tournament


def lock_tournament(tournament_id: int) -> Tournament:
    """Return the contest, locked until the transaction ends: acts in it happen one by one."""
    # Of the contest alone: its club's row is wanted by whoever names a new player meanwhile.
    locked = Tournament.objects.select_for_update(of=("self",)).select_related("club")
    return locked.get(pk=tournament_id)


def lock_where(**place: int) -> Tournament | None:
    """Return the contest of something in it, locked; None for nothing of any contest."""
    contests = Tournament.objects.select_for_update(of=("self",)).select_related("club")
    tournament = contests.filter(**place).first()
    return tournament and unfinished(tournament)


def unfinished(tournament: Tournament) -> Tournament:
    if tournament.finished_at is not None:
        raise FinishedError(tournament)
    return tournament


def last_line(tournament: str) -> Subquery:
    """Return the number and hash of the last line of the contest that a query names.

    Only for what is read once the contest is locked: `append_all` goes on from there.
    """
    lines = LogEntry.objects.filter(tournament=OuterRef(tournament)).order_by("-number")
    return Subquery(lines.values(line=JSONObject(number="number", hash="hash"))[:1])


def append(
    tournament: Tournament,
    kind: LogEntry.Kind,
    data: dict[str, Any],
    *,
    author: Author,
    now: datetime,
    round_number: int | None = None,
    table_number: int | None = None,
) -> LogEntry:
    """Append an act to the log of a locked contest and raise the contest's version.

    `data` holds plain values that name rounds, tables and entries by their numbers.
    """
    (entry,) = append_all(
        tournament,
        [(kind, data)],
        author=author,
        now=now,
        round_number=round_number,
        table_number=table_number,
    )
    return entry


def append_all(
    tournament: Tournament,
    acts: Iterable[tuple[LogEntry.Kind, dict[str, Any]]],
    *,
    author: Author,
    now: datetime,
    touches_results: bool = False,
    round_number: int | None = None,
    table_number: int | None = None,
) -> list[LogEntry]:
    """Append acts, as `append` does, in as few queries for a thousand as for one.

    With `touches_results` a result of the contest changed too, as `touch_results` says it.
    """
    last = (
        tournament.last_line or tournament.log.order_by("-number").values("number", "hash").first()
    )
    number, previous = (last["number"], last["hash"]) if last else (0, "")
    at = now.astimezone(UTC)
    entries = []
    for kind, data in acts:
        number += 1
        link = Link(
            number=number,
            kind=kind.value,
            round_number=round_number,
            table_number=table_number,
            data=data,
            author=author.name,
            at=at.isoformat(),
        ).sealed(previous)
        entries.append(entry_of(tournament, link, author.user))
        previous = link.hash
    tournament.version = number
    if tournament.last_line:
        tournament.last_line = {"number": number, "hash": previous}
    touched = {"results_version": F("results_version") + 1} if touches_results else {}
    Tournament.objects.filter(pk=tournament.pk).update(version=number, **touched)
    return LogEntry.objects.bulk_create(entries)


def entry_of(tournament: Tournament, link: Link, user: User | None = None) -> LogEntry:
    """Return a link as it is stored; `user` is whose account did it."""
    return LogEntry(
        tournament=tournament,
        number=link.number,
        kind=link.kind,
        round_number=link.round_number,
        table_number=link.table_number,
        data=link.data,
        author=user,
        author_name=link.author,
        at=datetime.fromisoformat(link.at),
        previous_hash=link.previous_hash,
        hash=link.hash,
    )


def append_at(
    match: Match, kind: LogEntry.Kind, data: dict[str, Any], *, author: Author, now: datetime
) -> LogEntry:
    """Append an act at one table; the match is loaded with its round and the locked contest."""
    (entry,) = append_all_at(match, [(kind, data)], author=author, now=now)
    return entry


def append_all_at(
    match: Match,
    acts: Iterable[tuple[LogEntry.Kind, dict[str, Any]]],
    *,
    author: Author,
    now: datetime,
    touches_results: bool = False,
) -> list[LogEntry]:
    """Append acts at one table, as `append_at` does and in as few queries."""
    return append_all(
        match.round.tournament,
        acts,
        author=author,
        now=now,
        touches_results=touches_results,
        round_number=match.round.number,
        table_number=match.table_number,
    )


def touch_results(tournament: Tournament) -> None:
    """Say that a result of the contest changed: rankings kept elsewhere are out of date."""
    Tournament.objects.filter(pk=tournament.pk).update(results_version=F("results_version") + 1)
