"""The log of a contest: every act is appended, nothing is changed in it."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import connection
from django.db.models import F

from scorekeeper.models.authors import Author
from tournaments.audit_log.actions.types import ActionType
from tournaments.audit_log.chain import ChainEntry
from tournaments.models import LogEntry, Match, Round, Tournament


class FinishedError(ValueError):
    """Raised for an act that a finished contest does not take: open it again first."""

    def __init__(self, tournament: Tournament) -> None:
        super().__init__(tournament.pk)
        self.tournament = tournament


class WrittenElsewhereError(FinishedError):
    """Raised for an act in a contest that another computer writes: nothing is done to it here."""


def lock_tournament(tournament_id: int) -> Tournament:
    """Return the contest, locked until the transaction ends: acts in it happen one by one.

    Raises WrittenElsewhereError.
    """
    # Of the contest alone: its club's row is wanted by whoever names a new player meanwhile.
    locked = Tournament.objects.select_for_update(of=("self",)).select_related("club")
    return written_here(locked.get(pk=tournament_id))


def lock_where(**place: int | str) -> None:
    """Lock the contest of something in it, which is read only then.

    Where a transaction lets nobody else write there is nothing to lock.
    """
    if connection.features.has_select_for_update:
        list(Tournament.objects.select_for_update(of=("self",)).only("pk").filter(**place))


def written_here(tournament: Tournament) -> Tournament:
    """Return the contest; raises WrittenElsewhereError where another computer writes it."""
    if tournament.is_mirror:
        raise WrittenElsewhereError(tournament)
    return tournament


def unfinished(tournament: Tournament) -> Tournament:
    if written_here(tournament).finished_at is not None:
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
    """Append an act to the log of a locked contest and raise the contest's version.

    `data` holds plain values that name rounds, tables and entries by their numbers.
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
    """Append an act in a round; it is loaded with the locked contest."""
    link = unsealed(kind, data, author=author.name, at=now, place=(played.number, None))
    append_links(played.tournament, [link], author.user, touches_results=touches_results)


def append_at(
    match: Match, kind: ActionType, data: dict[str, Any], *, author: Author, now: datetime
) -> None:
    """Append an act at one table; the match is loaded with its round and the locked contest."""
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
    """Return a line that is not in a log yet; its place is a round and a table in it."""
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
    """Append acts at one table, as `append_at` does and in as few queries."""
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
    """Store lines, numbered and sealed, in as few queries for a thousand as for one.

    With `touches_results` a result of the contest changed too, as `touch_results` says it.
    """
    written_here(tournament)
    links = list(links)
    entries = _entries(tournament, links, user)
    if not _go_on(tournament, entries, touches_results=touches_results):
        # Read before another act of the same transaction: the log goes on from what that wrote.
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
    """Raise the contest's version by the entries; return False where it is another one already."""
    if not entries:
        return True
    last = entries[-1]
    ours = Tournament.objects.filter(pk=tournament.pk, version=tournament.version)
    touched = F("results_version") + int(touches_results)
    if not ours.update(version=last.number, log_hash=last.hash, results_version=touched):
        return False
    tournament.version, tournament.log_hash = last.number, last.hash
    return True


def touch_results(tournament: Tournament, *, times: int = 1) -> None:
    """Say that results of the contest changed: rankings kept elsewhere are out of date."""
    Tournament.objects.filter(pk=tournament.pk).update(results_version=F("results_version") + times)
