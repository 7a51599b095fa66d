"""A complete check of games, contests and ratings."""

from collections.abc import Callable, Sequence

from scorekeeper.models import Club, Player
from tournaments.audit_log.read_snapshot import one_state
from tournaments.doctor.contests import (
    check_contest,
    check_ratings,
    check_strays,
    contests_of,
)
from tournaments.doctor.database import check_database
from tournaments.doctor.findings import Report
from tournaments.doctor.games import check_game, check_sent, games_to_examine, in_chunks
from tournaments.doctor.players import check_names
from tournaments.models import RatingStep


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
        begin(games.count() + len(contests))
        hidden = set(
            Player.objects.filter(club__in=clubs, shown=Player.Shown.ANONYMOUS).values_list(
                "club", flat=True
            )
        )
        for chunk in in_chunks(games):
            for stored in chunk:
                report.hands += len(stored.hands)
                report.findings += check_game(stored, hides_names=stored.game.club_id in hidden)
            report.games += len(chunk)
            progress(len(chunk))
        report.findings += [*check_sent(clubs), *check_strays(clubs), *check_names(clubs)]
        for contest in contests:
            report.findings += check_contest(contest)
            report.contests += 1
            progress(1)
        for club in clubs:
            report.findings += check_ratings(club)
        report.ratings = RatingStep.objects.filter(player__club__in=clubs).count()
    return report
