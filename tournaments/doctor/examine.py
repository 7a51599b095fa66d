"""A complete check of games, contests and ratings."""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from datetime import datetime

from scorekeeper.clubs.who_is_who import WhoIsWho
from scorekeeper.models import Club, Evening, Player
from tournaments.audit_log.queries.records import who_is_who
from tournaments.audit_log.read_snapshot import one_state
from tournaments.doctor.contests import (
    check_contest,
    check_photos,
    check_ratings,
    check_strays,
    contests_of,
)
from tournaments.doctor.database import check_database
from tournaments.doctor.evenings import chained_since, check_evening, count_of_before
from tournaments.doctor.findings import Finding, Report, Spot
from tournaments.doctor.games import (
    StoredGame,
    check_game,
    check_sent,
    games_to_examine,
    in_chunks,
    spot_of,
)
from tournaments.doctor.players import check_names
from tournaments.doctor.unreadable import as_far_as_readable
from tournaments.models import RatingStep, Tournament


def examine(
    clubs: Sequence[Club],
    *,
    begin: Callable[[int], object] = lambda steps: None,
    progress: Callable[[int], object] = lambda steps: None,
) -> Report:
    """Check games, contests, ratings and names of some clubs; writes nothing.

    `begin` is called with the number of steps (games and contests), `progress` with the number of
    steps done.
    """
    report = Report()
    with one_state():
        report.findings += check_database()
        games, contests = games_to_examine(clubs), contests_of(clubs)
        begin(len(games) + len(contests))
        hidden = set(
            Player.objects.filter(club__in=clubs, shown=Player.Shown.ANONYMOUS).values_list(
                "club", flat=True
            )
        )
        since = chained_since()
        who = {club.pk: who_is_who(club) for club in clubs}
        for chunk in in_chunks(games):
            for stored in chunk:
                report.findings += _findings_of(stored, who, hidden, since)
                report.hands += 0 if isinstance(stored, Finding) else len(stored.hands)
            report.games += len(chunk)
            progress(len(chunk))
        evenings = Evening.objects.filter(club__in=clubs).order_by("pk")
        for number, name in evenings.values_list("pk", "name"):
            spot = Spot(evening=number, evening_name=name)
            report.findings += as_far_as_readable(_check_evening(number, who, since), spot)
        report.unchained = count_of_before(clubs)
        for check in (check_sent, check_strays, check_photos, check_names):
            report.findings += as_far_as_readable(check(clubs), Spot())
        for spot in contests:
            report.findings += as_far_as_readable(_check_contest(spot.contest or 0), spot)
            report.contests += 1
            progress(1)
        for club in clubs:
            report.findings += as_far_as_readable(check_ratings(club), Spot(club=club.name))
        report.ratings = RatingStep.objects.filter(player__club__in=clubs).count()
    return report


def _findings_of(
    stored: StoredGame | Finding,
    who: Mapping[int, WhoIsWho],
    hidden: Container[int],
    since: datetime | None,
) -> Iterator[Finding]:
    if isinstance(stored, Finding):
        return iter([stored])
    club = stored.game.club_id
    found = check_game(stored, who[club], hides_names=club in hidden, since=since)
    return as_far_as_readable(found, spot_of(stored.game))


def _check_evening(
    number: int, who: Mapping[int, WhoIsWho], since: datetime | None
) -> Iterator[Finding]:
    evening = Evening.objects.select_related("club").get(pk=number)
    yield from check_evening(evening, who, since=since)


def _check_contest(number: int) -> Iterator[Finding]:
    yield from check_contest(Tournament.objects.select_related("club").get(pk=number))
