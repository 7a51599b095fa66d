"""The log of a contest: actions are appended, entries never change."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import connection
from django.db.models import F

from scorekeeper.models.authors import Author
from tournaments.audit_log.actions.types import ActionType
from tournaments.audit_log.chain import ChainEntry, LogHead, mark_of
from tournaments.models import LogEntry, Match, Round, Tournament


class FinishedError(ValueError):
    """The contest is finished; it must be reopened before anything is changed."""

    def __init__(self, tournament: Tournament) -> None:
        super().__init__(tournament.pk)
        self.tournament = tournament


class WrittenElsewhereError(FinishedError):
    """The contest is written by another computer and read-only here."""


def lock_tournament(tournament_id: int) -> Tournament:
    """Return the contest, locked until the transaction ends, so that actions run one by one.

    Raises WrittenElsewhereError.
    """
    # Lock only the contest: adding a new player locks the club's row at the same time.
    locked = Tournament.objects.select_for_update(of=("self",)).select_related("club")
    return require_writable(locked.get(pk=tournament_id))


def lock_tournament_with(**place: int | str) -> None:
    """Lock the contest that a row belongs to, before that row is read.

    Does nothing where a transaction excludes all other writers anyway.
    """
    if connection.features.has_select_for_update:
        list(Tournament.objects.select_for_update(of=("self",)).only("pk").filter(**place))


def require_writable(tournament: Tournament) -> Tournament:
    """Return the contest; raises WrittenElsewhereError if another computer writes it."""
    if tournament.is_mirror:
        raise WrittenElsewhereError(tournament)
    return tournament


def unfinished(tournament: Tournament) -> Tournament:
    if require_writable(tournament).finished_at is not None:
        raise FinishedError(tournament)
    return tournament


def append(
    tournament: Tournament,
    kind: ActionType,
    data: dict[str, Any],
    *,
    author: Author,
    now: datetime,
    round_number: int | None = None,
    table_number: int | None = None,
) -> None:
    """Append an action to the log of a locked contest and increment the contest's version.

    `data` holds plain values; rounds, tables and entries are given by number.
    """
    link = unsealed(kind, data, author=author.name, at=now, place=(round_number, table_number))
    append_links(tournament, [link], author.user)


def append_in(
    played: Round,
    kind: ActionType,
    data: dict[str, Any],
    *,
    author: Author,
    now: datetime,
    touches_results: bool = False,
) -> None:
    """Append an action in a round; its locked contest must be loaded with it."""
    link = unsealed(kind, data, author=author.name, at=now, place=(played.number, None))
    append_links(played.tournament, [link], author.user, touches_results=touches_results)


def append_at(
    match: Match, kind: ActionType, data: dict[str, Any], *, author: Author, now: datetime
) -> None:
    """Append an action at a table; the match must be loaded with its round and locked contest."""
    place = {"round_number": match.round.number, "table_number": match.table_number}
    append(match.round.tournament, kind, data, author=author, now=now, **place)


def unsealed(
    kind: ActionType,
    data: dict[str, Any],
    *,
    author: str,
    at: datetime,
    place: tuple[int | None, int | None] = (None, None),
) -> ChainEntry:
    """Return a log entry that is not chained yet; `place` is its round and table number."""
    return ChainEntry(
        number=0,
        kind=kind.value,
        round_number=place[0],
        table_number=place[1],
        data=data,
        author=author,
        at=at.astimezone(UTC).isoformat(),
    )


def append_actions(
    match: Match,
    acts: Iterable[tuple[ActionType, dict[str, Any]]],
    *,
    author: Author,
    now: datetime,
    touches_results: bool = False,
) -> None:
    """Append several actions at one table, like `append_at`, with a constant number of queries."""
    place = (match.round.number, match.table_number)
    links = [unsealed(kind, data, author=author.name, at=now, place=place) for kind, data in acts]
    append_links(match.round.tournament, links, author.user, touches_results=touches_results)


def append_links(
    tournament: Tournament,
    links: Iterable[ChainEntry],
    user: User | None,
    *,
    touches_results: bool = False,
) -> None:
    """Store entries, numbered and chained, with a constant number of queries.

    With `touches_results` the version of the contest's results changes too, as in `touch_results`.
    """
    require_writable(tournament)
    links = list(links)
    entries = _entries(tournament, links, user)
    if not _go_on(tournament, entries, touches_results=touches_results):
        # An earlier action of this transaction has extended the log: continue from there.
        tournament.refresh_from_db(fields=["version", "log_hash"])
        entries = _entries(tournament, links, user)
        _go_on(tournament, entries, touches_results=touches_results)
    LogEntry.objects.bulk_create(entries)


def _entries(
    tournament: Tournament, links: Sequence[ChainEntry], user: User | None
) -> list[LogEntry]:
    previous = tournament.log_hash
    of = {"tournament_id": tournament.pk, "author_id": user.pk if user else None}
    entries = []
    for number, unnumbered in enumerate(links, start=tournament.version + 1):
        plain = unnumbered.sealed(previous, number=number).to_dict()
        previous = plain["hash"]
        name, at = plain.pop("author"), datetime.fromisoformat(plain.pop("at"))
        entries.append(LogEntry(author_name=name, at=at, **of, **plain))
    return entries


def _go_on(tournament: Tournament, entries: Sequence[LogEntry], *, touches_results: bool) -> bool:
    """Increment the contest's version; return False if it has changed in the meantime."""
    if not entries:
        return True
    last = entries[-1]
    ours = Tournament.objects.filter(pk=tournament.pk, version=tournament.version)
    touched = F("results_version") + int(touches_results)
    if not ours.update(version=last.number, log_hash=last.hash, results_version=touched):
        return False
    tournament.version, tournament.log_hash = last.number, last.hash
    return True


def stored_head(tournament: Tournament) -> LogHead:
    """Return where the log ends by what is stored of it at the contest; no query."""
    return LogHead(tournament.version, mark_of(tournament.log_hash).strip())


def touch_results(tournament: Tournament, *, times: int = 1) -> None:
    """Mark the contest's results as changed: cached rankings are out of date."""
    Tournament.objects.filter(pk=tournament.pk).update(results_version=F("results_version") + times)
