"""Places in contests: stored for finished ones, computed for the others.

Stored places are valid for one state of the contest. They spare pages over all time from ranking
every contest again.
"""

import logging
from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Final, NamedTuple, TypeAlias

from django.db import transaction
from django.db.models import F, Q, QuerySet

from scorekeeper.models.rows import update_rows
from tournaments.audit_log.standings import contest_of, how_ranked, load_contests, seen_contests
from tournaments.models import Entry, Tournament
from tournaments.standings.contest import RankedContest

logger = logging.getLogger(__name__)

UP_TO_DATE: Final = Q(placed_hash=F("log_hash"), placed_version=F("results_version"))


class ContestPlace(NamedTuple):
    """The place and total of an entry, and the number of entries with a result."""

    place: int
    total: int
    entries: int


Places: TypeAlias = Mapping[int, ContestPlace]
"""Places in a contest by entry number; entries without a result have none."""


def places_in(contests: QuerySet[Tournament]) -> dict[int, Places]:
    """Return the places in contests, by key; two queries if all of them are stored."""
    stored, others = _stored_and_others(contests)
    by_contest: defaultdict[int, list[Entry]] = defaultdict(list)
    for entry in _placed(stored):
        by_contest[entry.tournament_id].append(entry)
    ranked = seen_contests(how_ranked(others)) if others else {}
    return {
        **{pk: stored_places(by_contest[pk]) for pk in stored},
        **{pk: ranked_places(contest) for pk, contest in ranked.items()},
    }


def first_entries(contests: QuerySet[Tournament]) -> QuerySet[Entry]:
    """Return the entries in first place; one query if the places of all contests are stored."""
    first = Q(tournament__in=contests.filter(UP_TO_DATE).values("pk"), final_place=1)
    others = list(contests.exclude(UP_TO_DATE).values_list("pk", flat=True))
    if others:
        ranked = {pk: ranked_places(contest) for pk, contest in load_contests(others).items()}
        numbers = Entry.objects.filter(tournament__in=others).values_list(
            "pk", "tournament", "number"
        )
        first |= Q(
            pk__in=[
                pk
                for pk, contest, number in numbers
                if (place := ranked[contest].get(number)) and place.place == 1
            ]
        )
    return Entry.objects.filter(first)


def _stored_and_others(contests: QuerySet[Tournament]) -> tuple[list[int], list[int]]:
    """Return the keys of contests with stored places, and of the others; one query."""
    stored: list[int] = []
    others: list[int] = []
    state = contests.values_list(
        "pk", "log_hash", "results_version", "placed_hash", "placed_version"
    )
    for pk, log_hash, results, placed_hash, placed_results in state:
        is_stored = (placed_hash, placed_results) == (log_hash, results)
        (stored if is_stored else others).append(pk)
    return stored, others


def _placed(stored: Collection[int]) -> QuerySet[Entry]:
    """Return the entries of contests that have a stored place."""
    placed = Entry.objects.filter(tournament__in=stored, final_place__isnull=False)
    return placed.only("tournament", "number", "final_place", "final_points")


def stored_places(entries: Collection[Entry]) -> Places:
    """Return the stored places of one contest, read from its loaded entries."""
    placed = [entry for entry in entries if entry.final_place is not None]
    return {
        entry.number: ContestPlace(entry.final_place or 0, entry.final_points or 0, len(placed))
        for entry in placed
    }


def ranked_places(contest: RankedContest) -> Places:
    lines = [line for line in contest.standings().lines if line.record.has_results]
    return {line.entrant: ContestPlace(line.rank, line.record.points, len(lines)) for line in lines}


@transaction.atomic
def store_places(tournament_id: int) -> None:
    """Store the places of a finished contest in its present state."""
    contests = Tournament.objects.select_for_update().exclude(finished_at=None)
    tournament = contests.filter(pk=tournament_id).first()
    if tournament is None:
        return
    places = ranked_places(contest_of(tournament))
    entries = list(tournament.entries.all())
    for entry in entries:
        place = places.get(entry.number)
        entry.final_place = place and place.place
        entry.final_points = place and place.total
    update_rows(entries, ("final_place", "final_points"))
    tournament.placed_hash = tournament.log_hash
    tournament.placed_version = tournament.results_version
    tournament.save(update_fields=["placed_hash", "placed_version"])


def store_missing_places() -> None:
    """Store the places of finished contests whose stored places are missing or out of date."""
    missing = Tournament.objects.exclude(finished_at=None).exclude(UP_TO_DATE)
    for pk in list(missing.order_by("pk").values_list("pk", flat=True)):
        try:
            store_places(pk)
        except Exception:
            # A contest that cannot be ranked must not prevent the others from being stored.
            logger.exception("the places of contest %d were not stored", pk)
