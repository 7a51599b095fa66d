"""Where everybody stands in contests: stored for those that are finished, else worked out.

What is stored holds for the state of the contest it was made from, and for no other one: pages of
all time read it instead of ranking every contest again.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from django.db import transaction
from django.db.models import F, Q, QuerySet

from scorekeeper.models.rows import update_rows
from tournaments.ledger.standings import contest_of, load_contests
from tournaments.models import Entry, Tournament
from tournaments.standings.contest import RankedContest

UP_TO_DATE: Final = Q(placed_hash=F("log_hash"), placed_version=F("results_version"))


class ContestPlace(NamedTuple):
    """The place and the total of an entry, and how many entries have a result."""

    place: int
    total: int
    entries: int


Places: TypeAlias = Mapping[int, ContestPlace]
"""The places of a contest by the number of the entry; who has no result has none."""


def places_in(contests: QuerySet[Tournament]) -> dict[int, Places]:
    """Return the places in contests, by key; six queries at most, however many they are."""
    others = contests.exclude(UP_TO_DATE).values_list("pk", flat=True)
    found = {pk: ranked_places(contest) for pk, contest in load_contests(list(others)).items()}
    stored: defaultdict[int, list[Entry]] = defaultdict(list)
    for entry in _placed_in(contests):
        stored[entry.tournament_id].append(entry)
    found |= {pk: stored_places(entries) for pk, entries in stored.items()}
    return {pk: found.get(pk, {}) for pk in contests.values_list("pk", flat=True)}


def first_entries(contests: QuerySet[Tournament]) -> dict[int, list[int]]:
    """Return the keys of the entries that stand first, by contest; six queries at most."""
    found: dict[int, list[int]] = {pk: [] for pk in contests.values_list("pk", flat=True)}
    for entry in _placed_in(contests).filter(final_place=1):
        found[entry.tournament_id].append(entry.pk)
    others = load_contests(list(contests.exclude(UP_TO_DATE).values_list("pk", flat=True)))
    first = {
        (pk, number)
        for pk, contest in others.items()
        for number, place in ranked_places(contest).items()
        if place.place == 1
    }
    for entry in Entry.objects.filter(tournament__in=list(others)).only("tournament", "number"):
        if (entry.tournament_id, entry.number) in first:
            found[entry.tournament_id].append(entry.pk)
    return found


def _placed_in(contests: QuerySet[Tournament]) -> QuerySet[Entry]:
    """Return the entries whose place is stored and holds."""
    stored = contests.filter(UP_TO_DATE).values("pk")
    placed = Entry.objects.filter(tournament__in=stored, final_place__isnull=False)
    return placed.only("tournament", "number", "final_place", "final_points")


def stored_places(entries: Collection[Entry]) -> Places:
    """Return the places of one contest as its entries hold them."""
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
    """Store where everybody stands in a finished contest as it is now."""
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


def store_places_at_end(tournament: Tournament) -> None:
    """Store them once all of this act is written; `store_missing_places` makes up for a failure."""
    if tournament.finished_at is not None:
        transaction.on_commit(partial(store_places, tournament.pk), robust=True)


def store_missing_places() -> None:
    """Store the places of finished contests that have none, or those of another state."""
    missing = Tournament.objects.exclude(finished_at=None).exclude(UP_TO_DATE)
    for pk in list(missing.order_by("pk").values_list("pk", flat=True)):
        store_places(pk)
