"""Taking part in the ratings across clubs, linking persons, computing the ratings.

Nobody is linked by a licence number alone, and either club can end a link. A new table is written
beside the one that is shown and replaces it once it is complete.
"""

import time
from collections import Counter, defaultdict
from datetime import date, datetime, timedelta
from threading import Lock
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from scorekeeper.clubs.services.clubs import lock_club
from scorekeeper.clubs.services.members import may_open
from scorekeeper.models import Club, Player
from scorekeeper.models.clubs import NAME_LENGTH
from scorekeeper.models.sort_names import folded, name_key
from scorekeeper.refusals import ClubRefusal, Refused
from tournaments.extensions.interclub.queries import (
    BATCH,
    People,
    Person,
    alike_elsewhere,
    basis_now,
    clubs_together,
    contests_in_order,
    counted_contests,
    current_table,
    is_open,
    loaded,
    outdated_summaries,
    people_together,
    read_contests,
    shown_of_all,
    summaries_of,
)
from tournaments.extensions.interclub.rating import NationalFigures, Rated, rate_contests
from tournaments.models import (
    ContestSummary,
    EntryPlayer,
    FormerPlayer,
    NationalLine,
    NationalTable,
    PlayerPhone,
    SamePerson,
)
from tournaments.refusals import ContestRefusal


@transaction.atomic
def take_part(*, club: Club, since: date) -> None:
    """Let the club's contests from a day on count, in public.

    Raises Refused.
    """
    if not may_open(club):
        raise Refused(ClubRefusal.UNCONFIRMED)
    lock_club(club)
    club.together_from = since
    club.save(update_fields=["together_from"])


@transaction.atomic
def leave_together(*, club: Club) -> None:
    """Exclude the club's contests; links to players elsewhere are kept for a return."""
    lock_club(club)
    club.together_from = None
    club.save(update_fields=["together_from"])


MOST_ASKED: Final = 10
"""How many clubs can be asked about one player at once."""


@transaction.atomic
def ask_elsewhere(*, player: Player, by: str, now: datetime) -> int:
    """Ask the clubs that know the player's licence number; return how many new questions there are.

    An open question of such a club is answered with yes instead. Raises Refused.
    """
    lock_club(player.club)
    count = 0
    for other in alike_elsewhere([player])[:MOST_ASKED]:
        one, second = sorted((player, other), key=lambda each: each.pk)
        link = SamePerson.objects.filter(one=one, other=second).first()
        if link is None:
            SamePerson.objects.create(
                one=one,
                other=second,
                asked_by=player.club,
                asked_name=by[:NAME_LENGTH],
                asked_at=now,
            )
            count += 1
        elif link.answered_at is None and link.asked_by_id != player.club_id:
            _confirm(link, by=by, now=now)
    return count


@transaction.atomic
def answer_same_person(*, link: SamePerson, agrees: bool, by: str, now: datetime) -> None:
    """Store the asked club's answer whether both are one person. Raises Refused."""
    for club in Club.objects.filter(pk__in=[link.one.club_id, link.other.club_id]).order_by("pk"):
        lock_club(club)
    link.refresh_from_db()
    if agrees:
        _confirm(link, by=by, now=now)
        return
    link.is_refused, link.answered_name, link.answered_at = True, by[:NAME_LENGTH], now
    link.save(update_fields=["is_refused", "answered_name", "answered_at"])


def end_same_person(*, link: SamePerson) -> None:
    """Delete a link and its answer; either club, or the person, may ask again."""
    link.delete()


@transaction.atomic
def say_in_both(*, phone: PlayerPhone, other: PlayerPhone, now: datetime) -> None:
    """Link two players through a phone that both clubs confirmed as theirs.

    Raises Refused, also if a club has answered no.
    """
    one, second = sorted((phone.player, other.player), key=lambda each: each.pk)
    link = SamePerson.objects.filter(one=one, other=second).first()
    if link is None:
        link = SamePerson(one=one, other=second, asked_at=now)
    if link.is_refused:
        raise Refused(ContestRefusal.TWO_PEOPLE_SAID)
    _confirm(link, by="", now=now)


def _confirm(link: SamePerson, *, by: str, now: datetime) -> None:
    _refuse_two_of_one_club(link)
    link.is_refused, link.answered_name, link.answered_at = False, by[:NAME_LENGTH], now
    link.save()


def _refuse_two_of_one_club(link: SamePerson) -> None:
    people = people_together()
    groups = people.groups()
    own = {people.of(link.one_id), people.of(link.other_id)}
    keys = own.union(*(groups.get(leader, set()) for leader in own))
    seen: set[int] = set()
    players = Player.objects.filter(pk__in=keys, club__in=clubs_together().values("pk"))
    for player in players.filter(merged_into=None).select_related("club"):
        if player.club_id in seen:
            raise Refused(ContestRefusal.TWO_OF_ONE_CLUB, club=player.club.name)
        seen.add(player.club_id)


QUICK_SECONDS: Final = 1.0
"""A table that took more CPU time than this is not computed during a request."""
PATIENCE: Final = 20
"""The regular computation may take at most this fraction (1/n) of the time."""
ROWS: Final = 1000
CATEGORIES_KEPT: Final = 40
ABANDONED: Final = timedelta(hours=1)
"""After this time an unfinished table is considered abandoned."""
FIRST_SECONDS: Final = 2.0
"""How long a request waits for the very first table, in seconds."""

_MAKING: Final = Lock()
"""Held while a table is computed: one at a time in a process."""


def bring_up_to_date(*, now: datetime, waits: bool = False) -> NationalTable | None:
    """Return the table to show, computed again if its input has changed.

    A table that takes long is computed only if somebody `waits` for it, and none while another one
    is being computed. None if no club takes part.
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
    """Compute the ratings across clubs again if needed; a regular duty."""
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
        # Another process was faster, or a row of the input was deleted meanwhile.
        NationalTable.objects.filter(pk=table.pk).delete()
        return current_table()
    older = NationalTable.objects.filter(pk__lt=table.pk)
    # Keep a table that another process is still computing.
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
            # The table was deleted: storing it would bring it back without lines.
            raise IntegrityError
        table.save()


def _keep_summaries() -> None:
    changed = list(outdated_summaries().values_list("pk", flat=True))
    for start in range(0, len(changed), BATCH):
        contests = counted_contests().in_bulk(changed[start : start + BATCH])
        summaries = list(summaries_of(list(contests.values())))
        with transaction.atomic():
            ContestSummary.objects.filter(tournament__in=contests).delete()
            # Another process may store the same summaries at the same time.
            ContestSummary.objects.bulk_create(summaries, ignore_conflicts=True)


def _write_lines(table: NationalTable, rated: Rated[Person], people: People) -> list[str]:
    """Write the lines of everybody with a name, by place; return the categories that occur."""
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
            # A player removed from one club's ratings is left out everywhere.
            if own and len(own) == len(where[who]):
                place += 1
                line = _line(table, place, own, rated.figures[who])
                found.update(filter(None, line.categories.split("|")))
                lines.append(line)
        NationalLine.objects.bulk_create(lines)
    return [category for category, _count in found.most_common(CATEGORIES_KEPT)]


def _where_played(people: People) -> defaultdict[int, set[int]]:
    """Return the players of each person in contests that count; two queries."""
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
