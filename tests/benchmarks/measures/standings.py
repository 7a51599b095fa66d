"""How fast stored results become a ranking with its reasons."""

import random
from typing import TYPE_CHECKING, Final

from tests.benchmarks.ratios import Measure, Reached, in_turns, profiled, ratio_of

if TYPE_CHECKING:
    from tournaments.models import Tournament

TEAMS: Final = 2_000
ROUNDS: Final = 6

# The same 12 000 results, in the order of a ranking by points, wins and the best game.
ORDERED: Final = """
    SELECT entry.number, round.number, seat.match_id, seat.side, seat.counts, seat.has_result,
           seat.kind, seat.points, seat.outcome, seat.capots, seat.failed, seat.hands,
           SUM(seat.points) OVER team AS total,
           SUM(seat.outcome = 'won') OVER team AS wins,
           MAX(seat.points) OVER team AS best
      FROM tournaments_matchseat AS seat
      JOIN tournaments_round AS round ON round.id = seat.round_id
      JOIN tournaments_entry AS entry ON entry.id = seat.entry_id
     WHERE round.tournament_id = %s AND seat.counts AND seat.has_result
    WINDOW team AS (PARTITION BY seat.entry_id)
     ORDER BY total DESC, wins DESC, best DESC, entry.number, round.number
"""


def rank_a_contest() -> Reached:
    """Rank two thousand teams after six rounds: read, summed up, put in order, reasons in words."""
    from tests.benchmarks.figures import empty_database

    with empty_database():
        from django.db import connection

        from tournaments.rankings.queries import rankings

        contest = contest_of_results()

        def ours() -> None:
            # Read again each time, as after every hand that changes a result.
            rankings._cached_results.cache_clear()
            rankings.ranking_of(contest)

        def ordered() -> None:
            with connection.cursor() as cursor:
                cursor.execute(ORDERED, [contest.pk])
                cursor.fetchall()

        lines = rankings.ranking_of(contest).lines
        assert len(lines) == TEAMS
        assert sum(bool(line.why) for line in lines) > TEAMS / 10
        mine, other = in_turns(ours, ordered)
        ratio = ratio_of(mine, other)
        profile = profiled(ours)
    said = f"{mine.median / 1000:.2f} s, {ratio.median:.1f} ×"
    return Reached(said, mine.median <= 1000, (mine, other, ratio), profile)


def contest_of_results() -> "Tournament":
    """Return a contest whose six rounds are played; only what a ranking reads is stored."""
    from tests.contest import make_contest
    from tests.table import NOW, make_club
    from tournaments.models import Match, MatchSeat, Round

    dice = random.Random(14)
    contest = make_contest(make_club(), teams=TEAMS, hands=12, rounds=ROUNDS)
    entries = list(contest.entries.order_by("number"))
    for number in range(1, ROUNDS + 1):
        played = Round.objects.create(
            tournament=contest, number=number, hands=12, status=Round.Status.CLOSED, drawn_at=NOW,
            request={}, certificate={},
        )  # fmt: skip
        matches = Match.objects.bulk_create(
            Match(round=played, kind=Match.Kind.FORFEIT, table_number=table)
            for table in range(1, TEAMS // 2 + 1)
        )
        dice.shuffle(entries)
        seats = []
        for match, a, b in zip(matches, entries[::2], entries[1::2], strict=True):
            points = 10 * round(dice.gauss(97, 20))
            for side, entry, own in (("A", a, points), ("B", b, 1944 - points)):
                outcome = MatchSeat.Result.WON if own > 972 else MatchSeat.Result.LOST
                seats.append(MatchSeat(match=match, round=played, entry=entry, side=side,
                    has_result=True, points=own, outcome=outcome, hands=12,
                    capots=dice.random() < 0.3, failed=dice.randint(0, 4)))  # fmt: skip
        MatchSeat.objects.bulk_create(seats)
    return contest


MEASURES = (
    Measure(
        row=50,
        name="standings",
        what="standings of 2 000 teams after six rounds, stored totals to ranked rows with reasons",
        how="in one process, read anew each time, beside one SQL `ORDER BY` of the same rows",
        goal="1 s",
        take=rank_a_contest,
        twice=True,
    ),
)
