"""The log of a contest: every act is appended, nothing is changed in it."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from django.contrib.auth.models import User
from django.db.models import F

from scorekeeper.models.authors import Author
from tournaments.chain import Link
from tournaments.models import LogEntry, Match, Round, Tournament
from tournaments.replay.acts import ActKind


def lock_tournament(tournament_id: int) -> Tournament:
    """Return the contest, locked until the transaction ends: acts in it happen one by one."""
    # Of the contest alone: its club's row is wanted by whoever names a new player meanwhile.
    locked = Tournament.objects.select_for_update(of=("self",)).select_related("club")
    return locked.get(pk=tournament_id)


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


def append_links(tournament: Tournament, links: Iterable[Link], user: User | None) -> None:
    """Store lines, numbered and sealed, in as few queries for a thousand as for one."""
    last = tournament.log.order_by("-number").values_list("number", "hash").first()
    number, previous = last or (0, "")
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
    tournament.save(update_fields=["version"])
    LogEntry.objects.bulk_create(entries)


def touch_results(tournament: Tournament) -> None:
    """Say that a result of the contest changed: rankings kept elsewhere are out of date."""
    Tournament.objects.filter(pk=tournament.pk).update(results_version=F("results_version") + 1)
