"""The standings of contests from their stored results: a few queries, whatever their size."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from itertools import groupby
from operator import itemgetter
from typing import Final

from django.db.models import QuerySet

from tournaments.audit_log.replay.prizes import eligible_in
from tournaments.models import Entry, Match, MatchSeat, Round, Tournament
from tournaments.models.results import KINDS, OUTCOMES
from tournaments.models.tournaments import FORMAT_FIELDS
from tournaments.standings.awards import Eligible
from tournaments.standings.brackets import PhaseRound
from tournaments.standings.contest import RankedContest, RankedEntrant
from tournaments.standings.results import RoundResult
from tournaments.visible_ranking import Reader, visible_ranking

_GAMES: Final = frozenset({MatchSeat.Kind.PLAYED, MatchSeat.Kind.CATCH_UP})
# In the order of the columns in `SeatRow`.
SEAT_COLUMNS: Final = (
    "round__tournament_id",
    "round__number",
    "match_id",
    "side",
    "entry__number",
    "counts",
    "has_result",
    "kind",
    "points",
    "outcome",
    "capots",
    "failed",
    "hands",
)
_MATCH, _SIDE, _ENTRY = 2, 3, 4


def counted_seats(tournament: Tournament) -> list[MatchSeat]:
    """Return every seat of the published rounds with its entry and round, in order."""
    seats = MatchSeat.objects.filter(round__tournament=tournament)
    return list(
        # The draw of a round is large, and would be loaded with every seat.
        seats.select_related("entry", "round", "match")
        .defer("round__request", "round__certificate", "round__swaps")
        .order_by("round__number", "match__table_number", "match_id", "side", "position")
    )


def contest_of(tournament: Tournament) -> RankedContest:
    return ranked_contests([tournament])[tournament.pk]


def eligible_now(tournament: Tournament, contest: RankedContest) -> Eligible:
    """Return who can win which prize of a contest at present."""
    return eligible_in(
        contest,
        tournament.prize_lots,
        planned=tournament.round_count,
        is_over=tournament.finished_at is not None,
    )


def load_contests(keys: Collection[int]) -> dict[int, RankedContest]:
    """Return contests ready for ranking, by key; three queries, however many."""
    return ranked_contests(how_ranked(keys))


def how_ranked(keys: Collection[int]) -> QuerySet[Tournament]:
    """Return contests with their ranking rules and a value that changes with any result."""
    rules = "criteria", "ties", "lot_seed", "drawn_lots", "sanctions", *FORMAT_FIELDS
    read = "finished_at", "bracket_version"
    found = Tournament.objects.filter(pk__in=keys)
    return found.only(*rules, *read, "log_hash", "results_version")


def ranked_contests(tournaments: Iterable[Tournament]) -> dict[int, RankedContest]:
    """Return loaded contests ready for ranking, by key; two queries."""
    found = {tournament.pk: tournament for tournament in tournaments}
    entrants: defaultdict[int, list[RankedEntrant]] = defaultdict(list)
    entries = Entry.objects.filter(tournament__in=list(found)).order_by("number")
    for pk, number, tags, left in entries.values_list(
        "tournament_id", "number", "tags", "withdrawn_from"
    ):
        entrants[pk].append(RankedEntrant(number=number, tags=frozenset(tags), withdrawn_from=left))
    results = load_results(list(found))
    # Club teams, if there are any, go through pools and brackets: see `meetings`.
    phased = load_phase_rounds([pk for pk, one in found.items() if one.format.entries_go_on])
    return {
        pk: tournament.format.ranked(
            RankedContest(
                entrants=tuple(entrants[pk]),
                results=tuple(results[pk]),
                rules=tournament.ranking_rules,
                phase_rounds=tuple(phased[pk]),
                sanctions=tournament.sanctions_given,
                version=tournament.reading,
            )
        )
        for pk, tournament in found.items()
    }


def seen_contests(tournaments: Iterable[Tournament]) -> dict[int, RankedContest]:
    """Return loaded contests with the rankings that the public may see, by key; two queries."""
    found = {tournament.pk: tournament for tournament in tournaments}
    return {
        pk: contest.up_to(visible_ranking(found[pk], Reader.EVERYBODY).after_round)
        for pk, contest in ranked_contests(found.values()).items()
    }


def load_phase_rounds(keys: Collection[int]) -> dict[int, list[PhaseRound]]:
    """Return the published pools and brackets of contests, by key; two queries at most."""
    found: defaultdict[int, list[PhaseRound]] = defaultdict(list)
    if not keys:
        return found
    decided: defaultdict[int, list[int]] = defaultdict(list)
    level = Match.objects.filter(round__tournament__in=keys, decided_for__isnull=False)
    for played, winner in level.values_list("round_id", "decided_for"):
        if winner is not None:
            decided[played].append(winner)
    rounds = Round.objects.filter(tournament__in=keys).exclude(groups=[]).order_by("number")
    for pk, contest, number, groups in rounds.values_list("pk", "tournament", "number", "groups"):
        found[contest].append(
            PhaseRound(
                round=number,
                groups=tuple((one["name"], tuple(one["slots"])) for one in groups),
                decided=frozenset(decided[pk]),
            )
        )
    return found


def load_results(keys: Collection[int]) -> dict[int, list[RoundResult]]:
    """Return the counted results of published rounds of contests, by key, in order; one query."""
    seats = MatchSeat.objects.filter(round__tournament__in=keys).order_by(
        "round__tournament_id",
        "round__number",
        "match__table_number",
        "match_id",
        "side",
        "position",
    )
    found: defaultdict[int, list[RoundResult]] = defaultdict(list)
    # A contest has ten thousand of them: load plain rows.
    for _match, together in groupby(seats.values_list(*SEAT_COLUMNS), key=itemgetter(_MATCH)):
        rows = list(together)
        sides: dict[str, list[int]] = {"A": [], "B": []}
        for row in rows:
            sides[row[_SIDE]].append(row[_ENTRY])
        facing = {"A": tuple(sides["B"]), "B": tuple(sides["A"])}
        for pk, number, _, side, who, counts, is_over, kind, points, outcome, *of_hands in rows:
            if counts and is_over:
                met = facing[side] if kind in _GAMES else ()
                capots, failed, hands = of_hands
                result = RoundResult(
                    who, number, points, KINDS[kind], OUTCOMES[outcome], met, capots, failed, hands
                )
                found[pk].append(result)
    return found
