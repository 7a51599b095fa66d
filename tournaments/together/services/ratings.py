"""The ratings over all clubs, worked out when what they follow from has changed, and kept.

A table is made beside the one that is shown, in small writes, and takes its place once it is whole:
nobody waits for it, and nobody sees half of one.
"""

import time
from collections import Counter, defaultdict
from datetime import datetime, timedelta
from threading import Lock
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from scorekeeper.models import Player
from scorekeeper.models.sort_names import folded, name_key
from tournaments.models import (
    ContestSummary,
    EntryPlayer,
    FormerPlayer,
    NationalLine,
    NationalTable,
)
from tournaments.together.pages.counted import (
    BATCH,
    Person,
    basis_now,
    contests_in_order,
    counted_contests,
    outdated_summaries,
    read_contests,
    summaries_of,
)
from tournaments.together.pages.people import (
    People,
    clubs_together,
    is_open,
    loaded,
    people_together,
    shown_of_all,
)
from tournaments.together.pages.tables import current_table
from tournaments.together.rating import NationalFigures, Rated, rate_contests

QUICK_SECONDS: Final = 1.0
"""A table that took more of the processor is not made while somebody waits for a page."""
PATIENCE: Final = 20
"""Regularly at most this share of the time is spent on it."""
ROWS: Final = 1000
CATEGORIES_KEPT: Final = 40
ABANDONED: Final = timedelta(hours=1)
"""A table begun so long ago and not finished yet is nobody's any more."""
FIRST_SECONDS: Final = 2.0
"""Whoever comes while the very first table is made waits so long for it."""

_MAKING: Final = Lock()
"""Held by whoever makes a table: one at a time in a process."""


def bring_up_to_date(*, now: datetime, waits: bool = False) -> NationalTable | None:
    """Return the table that is shown, made anew where what it follows from has changed.

    One that takes long is made only where somebody `waits` for it, and none while another one is
    being made. None where no club takes part.
    """
    table = current_table()
    if not clubs_together().exists():
        NationalTable.objects.all().delete()
        return None
    if not _MAKING.acquire(timeout=0 if table else FIRST_SECONDS):
        return table
    try:
        return _made_anew(now, waits=waits)
    finally:
        _MAKING.release()


def _made_anew(now: datetime, *, waits: bool) -> NationalTable | None:
    table = current_table()
    if table and table.seconds > QUICK_SECONDS and not waits:
        return table
    basis = basis_now()
    return table if table and table.basis == basis else _work_out(basis, now)


def keep_up_to_date() -> None:
    """Look regularly whether the ratings over all clubs are to be made anew."""
    table, now = current_table(), timezone.now()
    if table and table.finished_at:
        if now < table.finished_at + timedelta(seconds=PATIENCE * table.seconds):
            return
    elif not clubs_together().exists():
        return
    bring_up_to_date(now=now, waits=True)


def _work_out(basis: str, now: datetime) -> NationalTable | None:
    table = NationalTable.objects.create(basis=basis, begun_at=now)
    try:
        _fill(table)
    except IntegrityError:
        # Another process was faster, or what it was made of went meanwhile.
        NationalTable.objects.filter(pk=table.pk).delete()
        return current_table()
    older = NationalTable.objects.filter(pk__lt=table.pk)
    # One that another process still makes stays.
    older.filter(~Q(finished_at=None) | Q(begun_at__lt=now - ABANDONED)).delete()
    return table


def _fill(table: NationalTable) -> None:
    begun = time.thread_time()
    _keep_summaries()
    people = people_together()
    rated = rate_contests(read_contests(contests_in_order(), people))
    table.categories = _write_lines(table, rated, people)
    table.games, table.circles = rated.games, rated.circles
    table.finished_at = timezone.now()
    table.seconds = time.thread_time() - begun
    with transaction.atomic():
        if not NationalTable.objects.select_for_update().filter(pk=table.pk).exists():
            # Storing it would bring a table without lines back.
            raise IntegrityError
        table.save()


def _keep_summaries() -> None:
    changed = list(outdated_summaries().values_list("pk", flat=True))
    for start in range(0, len(changed), BATCH):
        contests = counted_contests().in_bulk(changed[start : start + BATCH])
        summaries = list(summaries_of(list(contests.values())))
        with transaction.atomic():
            ContestSummary.objects.filter(tournament__in=contests).delete()
            # Another process may keep the same at the same time.
            ContestSummary.objects.bulk_create(summaries, ignore_conflicts=True)


def _write_lines(table: NationalTable, rated: Rated[Person], people: People) -> list[str]:
    """Write everybody who still has a name, by place; return the categories there are."""
    where = _where_played(people)
    ranking = [who for who in rated.ranking if isinstance(who, int)]
    found: Counter[str] = Counter()
    place = 0
    for start in range(0, len(ranking), ROWS):
        batch = ranking[start : start + ROWS]
        players = loaded(pk for who in batch for pk in where[who])
        lines = []
        for who in batch:
            own = [players[pk] for pk in sorted(where[who]) if pk in players]
            # Out everywhere once taken out anywhere.
            if own and len(own) == len(where[who]):
                place += 1
                line = _line(table, place, own, rated.figures[who])
                found.update(filter(None, line.categories.split("|")))
                lines.append(line)
        NationalLine.objects.bulk_create(lines)
    return [category for category, _count in found.most_common(CATEGORIES_KEPT)]


def _where_played(people: People) -> defaultdict[int, set[int]]:
    """Return as which players each person sat in contests that count; two queries."""
    counted = counted_contests().values("pk")
    found: defaultdict[int, set[int]] = defaultdict(set)
    for who in (EntryPlayer.objects, FormerPlayer.objects):
        rows = who.filter(entry__tournament__in=counted, player__isnull=False)
        for player in rows.values_list("player", flat=True).distinct():
            if player:
                found[people.of(player)].add(player)
    return found


def _line(
    table: NationalTable, place: int, players: list[Player], own: NationalFigures
) -> NationalLine:
    name = shown_of_all(players)
    clubs = " ".join(player.club.name for player in players)
    categories = {
        category for player in players if is_open(player) for category in player.categories
    }
    return NationalLine(
        table=table,
        place=place,
        players=[player.pk for player in players],
        sort_name=name_key(name),
        sought=folded(f"{name} {clubs}"),
        categories=f"|{'|'.join(sorted(categories))}|" if categories else "",
        mu=own.strength.mu,
        sigma=own.strength.sigma,
        games=own.games,
        won=own.won,
        won_share=own.won / own.games,
        contests=own.contests,
        contests_won=own.contests_won,
        has_one_partner=own.has_one_partner,
    )
