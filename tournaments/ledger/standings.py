"""The standings of a contest from its stored results: two queries, whatever its size."""

from collections import defaultdict
from collections.abc import Sequence

from tournaments.models import MatchSeat, Tournament
from tournaments.models.results import round_result
from tournaments.standings.contest import RankedContest, RankedEntrant
from tournaments.standings.results import RoundResult


def counted_seats(tournament: Tournament) -> list[MatchSeat]:
    """Return every seat of the published rounds with its entry and round, in order."""
    seats = MatchSeat.objects.filter(round__tournament=tournament)
    return list(
        # The draw of a round is long, and would come with every seat.
        seats.select_related("entry", "round", "match")
        .defer("round__request", "round__certificate", "round__swaps")
        .order_by("round__number", "match__table_number", "match_id", "side", "position")
    )


def results_of(seats: Sequence[MatchSeat]) -> list[RoundResult]:
    """Return the results of seats that have one and count, with who the opponents were."""
    at_match: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for seat in seats:
        at_match[seat.match_id][seat.side].append(seat.entry.number)
    return [
        round_result(seat, seat.round.number, _opponents(seat, at_match[seat.match_id]))
        for seat in seats
        if seat.counts and seat.has_result
    ]


def _opponents(seat: MatchSeat, sides: dict[str, list[int]]) -> tuple[int, ...]:
    if seat.kind not in {MatchSeat.Kind.PLAYED, MatchSeat.Kind.CATCH_UP}:
        return ()
    return tuple(
        number for side, numbers in sides.items() if side != seat.side for number in numbers
    )


def contest_of(tournament: Tournament) -> RankedContest:
    """Return the contest as the standings rank it."""
    entrants = [
        RankedEntrant(number=number, tags=frozenset(tags), withdrawn_from=left)
        for number, tags, left in tournament.entries.order_by("number").values_list(
            "number", "tags", "withdrawn_from"
        )
    ]
    return RankedContest(
        entrants=tuple(entrants),
        results=tuple(results_of(counted_seats(tournament))),
        rules=tournament.ranking_rules,
    )
