"""The log of a contest: every act is appended, nothing is changed in it."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from django.contrib.auth.models import User
from django.db.models import F, OuterRef, Subquery
from django.db.models.functions import JSONObject

from scorekeeper.models.authors import Author
from scorekeeper.models.rows import insert_rows
from tournaments.chain import Link
from tournaments.models import LogEntry, Match, Round, Tournament
from tournaments.replay.acts import ActKind


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
    kind: ActKind,
    data: dict[str, Any],
    *,
    author: Author,
    now: datetime,
    round_number: int | None = None,
    table_number: int | None = None,
) -> None:
    """Append an act to the log of a locked contest and raise the contest's version.

    `data` holds plain values that name rounds, tables and entries by their numbers.
    """
    link = unsealed(kind, data, author=author.name, at=now, place=(round_number, table_number))
    append_links(tournament, [link], author.user)


def append_in(
    played: Round, kind: ActKind, data: dict[str, Any], *, author: Author, now: datetime
) -> None:
    """Append an act in a round; it is loaded with the locked contest."""
    append(played.tournament, kind, data, author=author, now=now, round_number=played.number)


def append_at(
    match: Match, kind: ActKind, data: dict[str, Any], *, author: Author, now: datetime
) -> None:
    """Append an act at one table; the match is loaded with its round and the locked contest."""
    place = {"round_number": match.round.number, "table_number": match.table_number}
    append(match.round.tournament, kind, data, author=author, now=now, **place)


def unsealed(
    kind: ActKind,
    data: dict[str, Any],
    *,
    author: str,
    at: datetime,
    place: tuple[int | None, int | None] = (None, None),
) -> Link:
    """Return a line that is not in a log yet; its place is a round and a table in it."""
    return Link(
        number=0,
        kind=kind.value,
        round_number=place[0],
        table_number=place[1],
        data=data,
        author=author,
        at=at.astimezone(UTC).isoformat(),
    )


def append_all_at(
    match: Match,
    acts: Iterable[tuple[ActKind, dict[str, Any]]],
    *,
    author: Author,
    now: datetime,
    touches_results: bool = False,
) -> None:
    """Append acts at one table, as `append_at` does and in as few queries."""
    place = (match.round.number, match.table_number)
    links = [unsealed(kind, data, author=author.name, at=now, place=place) for kind, data in acts]
    append_links(match.round.tournament, links, author.user, touches_results=touches_results)


def append_links(
    tournament: Tournament,
    links: Iterable[Link],
    user: User | None,
    *,
    touches_results: bool = False,
) -> None:
    """Store lines, numbered and sealed, in as few queries for a thousand as for one.

    With `touches_results` a result of the contest changed too, as `touch_results` says it.
    """
    last = (
        tournament.last_line or tournament.log.order_by("-number").values("number", "hash").first()
    )
    number, previous = (last["number"], last["hash"]) if last else (0, "")
    entries = []
    for unnumbered in links:
        number += 1
        link = replace(unnumbered, number=number).sealed(previous)
        previous = link.hash
        plain = link.as_plain()
        name, at = plain.pop("author"), datetime.fromisoformat(plain.pop("at"))
        entries.append(
            LogEntry(tournament=tournament, author=user, author_name=name, at=at, **plain)
        )
    tournament.version = number
    if tournament.last_line:
        tournament.last_line = {"number": number, "hash": previous}
    touched = {"results_version": F("results_version") + 1} if touches_results else {}
    Tournament.objects.filter(pk=tournament.pk).update(version=number, **touched)
    insert_rows(entries)


def touch_results(tournament: Tournament, *, times: int = 1) -> None:
    """Say that results of the contest changed: rankings kept elsewhere are out of date."""
    Tournament.objects.filter(pk=tournament.pk).update(results_version=F("results_version") + times)
