"""Import and deletion of past results."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db import transaction

from scorekeeper.clubs.services.clubs import lock_club
from scorekeeper.clubs.services.players import add_players, tidy_name
from scorekeeper.models import Club, Player
from scorekeeper.models.sort_names import folded
from scorekeeper.refusals import Refused
from tournaments.models import PastContest, PastResult
from tournaments.refusals import ContestRefusal


@dataclass(frozen=True, slots=True, kw_only=True)
class NewResult:
    """One line: place, players, total."""

    place: int
    total: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPastContest:
    """A past contest with its lines."""

    name: str
    date: date
    results: Sequence[NewResult]


@transaction.atomic
def import_past(
    *, club: Club, contests: Sequence[NewPastContest], now: datetime
) -> list[PastContest]:
    """Store past contests, all or none; unknown names become players.

    Archived players stay archived: an old result does not bring them back.
    Raises Refused.
    """
    lock_club(club)
    _refuse_kept(club, contests)
    names = [name for one in contests for result in one.results for name in result.names]
    players = add_players(club=club, names=names, now=now)
    for contest in contests:
        _refuse_double(contest, players)
    kept = PastContest.objects.bulk_create(
        PastContest(club=club, name=contest.name, date=contest.date, created_at=now)
        for contest in contests
    )
    both = [
        (stored, result)
        for stored, contest in zip(kept, contests, strict=True)
        for result in contest.results
    ]
    lines = PastResult.objects.bulk_create(
        PastResult(
            contest=stored,
            place=result.place,
            total=result.total,
            names=" & ".join(_player(players, name).name for name in result.names),
        )
        for stored, result in both
    )
    through = PastResult.players.through
    through._default_manager.bulk_create(
        through(pastresult=line, player=_player(players, name))
        for line, (_stored, result) in zip(lines, both, strict=True)
        for name in result.names
    )
    return kept


@transaction.atomic
def delete_past(*, contest: PastContest, with_its_list: bool = False) -> int:
    """Delete a past contest, or all that were imported with it; return how many.

    Players that the import created, and to whom nothing else refers, are deleted too.
    """
    lock_club(contest.club)
    gone = PastContest.objects.filter(club=contest.club, created_at=contest.created_at)
    if not with_its_list:
        gone = gone.filter(pk=contest.pk)
    players = Player.objects.filter(past_results__contest__in=gone)
    keys = list(players.values_list("pk", flat=True).distinct())
    count = gone.count()
    gone.delete()
    unnamed = {relation.name: None for relation in Player._meta.related_objects}
    strangers = Player.objects.filter(created_at=contest.created_at, **unnamed)
    strangers.filter(pk__in=keys).delete()
    return count


def _refuse_kept(club: Club, contests: Iterable[NewPastContest]) -> None:
    rows = PastContest.objects.filter(club=club).values_list("name", "date")
    seen = {(folded(name), day) for name, day in rows}
    for contest in contests:
        key = (folded(contest.name), contest.date)
        if key in seen:
            raise Refused(ContestRefusal.KEPT_ALREADY, contest=contest.name)
        seen.add(key)


def _player(players: Mapping[str, Player], name: str) -> Player:
    return players[tidy_name(name).casefold()]


def _refuse_double(contest: NewPastContest, players: Mapping[str, Player]) -> None:
    seen: set[int] = set()
    for result in contest.results:
        for name in result.names:
            player = _player(players, name)
            if player.pk in seen:
                raise Refused(ContestRefusal.PERSON_TWICE, name=player.name, contest=contest.name)
            seen.add(player.pk)
