"""Which contests count for the ratings over all clubs, and what of each."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from django.db.models import Count, F, QuerySet, Sum, TextField
from django.db.models.functions import Cast, Length

from scorekeeper.models import Game, Player
from tournaments.ledger.standings import load_contests
from tournaments.models import (
    ContestSummary,
    EntryPlayer,
    LogEntry,
    Match,
    MatchSeat,
    Tournament,
)
from tournaments.together.documents import plain_name
from tournaments.together.pages.people import People, clubs_together, links_that_hold
from tournaments.together.rating import ContestGame, CountedContest

BATCH: Final = 200
"""So many contests are read at a time."""

Person: TypeAlias = int | tuple[int, str]
"""The lowest key of a person's players; of a name that is nobody's in a club, that name."""


def counted_contests() -> QuerySet[Tournament]:
    """Return the finished contests of clubs that take part, since each of them does."""
    contests = Tournament.objects.filter(club__in=clubs_together().values("pk"))
    return contests.exclude(finished_at=None).filter(date__gte=F("club__together_from"))


def basis_now() -> str:
    """Return the fingerprint of all that the ratings follow from; four queries.

    Of names and categories it knows how long they are together: what is found by one of the same
    length waits for the next result. What is shown is always that of now.
    """
    contests = counted_contests().order_by("pk")
    clubs = clubs_together().order_by("pk")
    shown = Player.objects.filter(club__in=clubs.values("pk"), merged_into=None)
    groups = shown.values("shown").annotate(
        players=Count("pk"),
        keys=Sum("pk"),
        names=Sum(Length("name")),
        categories_length=Sum(Length(Cast("categories", TextField()))),
    )
    said = [
        list(contests.values_list("pk", "version", "results_version")),
        list(clubs.values_list("pk", "opens_rankings")),
        list(links_that_hold().order_by("pk").values_list("one", "other")),
        [list(group.values()) for group in groups.order_by("shown")],
    ]
    return hashlib.sha256(json.dumps(said, default=str).encode()).hexdigest()


def outdated_summaries() -> QuerySet[Tournament]:
    """Return the contests that have changed since what counts of them was kept."""
    return counted_contests().exclude(
        summary__version=F("version"), summary__results_version=F("results_version")
    )


def summaries_of(contests: Sequence[Tournament]) -> Iterator[ContestSummary]:
    """Yield what counts of contests, not stored; six queries, however many these are."""
    keys = [contest.pk for contest in contests]
    firsts = LogEntry.objects.filter(tournament__in=keys, number=1)
    hashes = dict(firsts.values_list("tournament", "hash"))
    ranked = load_contests(keys)
    games = _games_of(keys)
    for contest in contests:
        lines = ranked[contest.pk].standings().lines
        yield ContestSummary(
            tournament=contest,
            version=contest.version,
            results_version=contest.results_version,
            first_hash=hashes.get(contest.pk, ""),
            games=games[contest.pk],
            firsts=[line.entrant for line in lines if line.rank == 1],
        )


def _games_of(keys: Sequence[int]) -> defaultdict[int, list[ContestGame]]:
    seats = MatchSeat.objects.filter(
        round__tournament__in=keys,
        match__kind__in=[Match.Kind.GAME, Match.Kind.CATCH_UP],
        match__game__status=Game.Status.FINISHED,
        match__game__hand_count__gt=0,
    ).order_by("round__number", "match__table_number", "side", "position")
    rows = seats.values_list(
        "round__tournament", "match", "side", "entry__number", "match__game__winner"
    )
    sides: dict[tuple[int, int, str], dict[str, list[int]]] = {}
    for contest, match, side, entry, winner in rows:
        sides.setdefault((contest, match, winner), {"A": [], "B": []})[side].append(entry)
    games: defaultdict[int, list[ContestGame]] = defaultdict(list)
    for (contest, _match, winner), at in sides.items():
        games[contest].append(ContestGame(tuple(at["A"]), tuple(at["B"]), winner))
    return games


def contests_in_order() -> list[int]:
    """Return the keys of the contests that count, in the order in which they do; one query."""
    rows = counted_contests().values_list("date", "summary__first_hash", "pk")
    return [pk for *_when, pk in sorted((day.isoformat(), first, pk) for day, first, pk in rows)]


def read_contests(keys: Sequence[int], people: People) -> Iterator[CountedContest[Person]]:
    """Yield what counts of contests, in that order; two queries for each batch."""
    for start in range(0, len(keys), BATCH):
        batch = keys[start : start + BATCH]
        summaries = ContestSummary.objects.select_related("tournament").filter(tournament__in=batch)
        loaded = {summary.tournament_id: summary for summary in summaries}
        entered = entered_people(batch, people)
        for pk in batch:
            summary = loaded[pk]
            yield CountedContest(
                day=summary.tournament.date.isoformat(),
                first_hash=summary.first_hash,
                games=[ContestGame(tuple(a), tuple(b), winner) for a, b, winner in summary.games],
                firsts=summary.firsts,
                people=entered[pk],
            )


def entered_people(
    keys: Iterable[int], people: People
) -> defaultdict[int, defaultdict[int, list[Person]]]:
    """Return who entered contests, by contest and number; one query."""
    found: defaultdict[int, defaultdict[int, list[Person]]] = defaultdict(lambda: defaultdict(list))
    rows = EntryPlayer.objects.filter(entry__tournament__in=list(keys)).order_by(
        "entry", "position"
    )
    for contest, club, number, player, name in rows.values_list(
        "entry__tournament", "entry__tournament__club", "entry__number", "player", "name"
    ):
        found[contest][number].append(people.of(player) if player else (club, plain_name(name)))
    return found
