"""Everything that follows from a contest's state: totals, results, receipts, ranking."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Any

from scorekeeper.engine.hand import Side
from scorekeeper.engine.scoring import Outcome
from scorekeeper.engine.tally import TalliedHand, Tally, Totals, has_failed, tally
from tournaments.audit_log.replay.prizes import eligible_in
from tournaments.audit_log.replay.state import (
    DrawFacts,
    MatchState,
    RoundState,
    SeatState,
    SheetState,
    State,
)
from tournaments.audit_log.replay.wishes import mark_of
from tournaments.draw.halls import halls_from_dict
from tournaments.draw.request import pair_of
from tournaments.formats.squads import BoardSeat
from tournaments.receipts import receipt_of
from tournaments.standings.awards import Eligible
from tournaments.standings.brackets import PhaseRound
from tournaments.standings.bye_points import given_results
from tournaments.standings.contest import RankedContest, RankedEntrant
from tournaments.standings.ranking import Standings
from tournaments.standings.results import GameOutcome, ResultKind, RoundResult
from tournaments.standings.sanctions import sanctions_from_dict

MET = {"game", "catch_up"}
NOTHING = Totals()
Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """The result of a sheet. `hands` are those that count; `returned` were held until the end."""

    totals: Totals
    returned: Totals = NOTHING
    hands: tuple[TalliedHand, ...] = ()
    hand_count: int = 0
    held: int = 0
    winner: Side | None = None
    is_finished: bool = False


def score_sheet(state: State, sheet: SheetState) -> Scored:
    """Score a sheet, cached until it changes; raises ImpossibleHandError."""
    if sheet.scored is None:
        sheet.scored = _scored(state, sheet)
    found: Scored = sheet.scored
    return found


def _scored(state: State, sheet: SheetState) -> Scored:
    if sheet.is_slip:
        totals = Totals(
            sum(slip["total_a"] for slip in sheet.slips),
            sum(slip["total_b"] for slip in sheet.slips),
        )
        return Scored(
            totals=totals,
            hand_count=sum(slip["hands"] for slip in sheet.slips),
            winner=totals.leader,
            is_finished=True,
        )
    result = _tally(state, sheet)
    stops_early = sheet.is_finished and not result.is_over
    if stops_early:
        result = result.closed_early()
    marked = [(hand.score.points(Side.A), hand.score.points(Side.B)) for hand in result.hands]
    a, b = sum(one for one, _ in marked), sum(other for _, other in marked)
    return Scored(
        totals=result.totals,
        hands=result.hands,
        hand_count=len(result.hands),
        held=result.held.total,
        returned=Totals(result.totals.a - a, result.totals.b - b),
        winner=result.totals.leader if stops_early else result.winner,
        is_finished=sheet.is_finished,
    )


def _tally(state: State, sheet: SheetState) -> Tally:
    entries = [state.codec.read(hand) for hand in sheet.hands]
    return tally(entries, state.ruleset, sheet.planned, sheet.first_dealer)


def scores_of(state: State, sheet: SheetState, scored: Scored) -> list[Totals]:
    """Return the scores of all hands; under a slip hands do not count but keep their score."""
    hands = _tally(state, sheet).hands if sheet.is_slip else scored.hands
    marked = [Totals(hand.score.points(Side.A), hand.score.points(Side.B)) for hand in hands]
    return marked + [NOTHING] * (len(sheet.hands) - len(marked))


def penalties_of(sheet: SheetState, scored: Scored) -> int:
    """Return how many of the counted hands are penalties."""
    return sum(bool(hand["penalty"]) for hand in sheet.hands[: len(scored.hands)])


def receipt(state: State, played: RoundState, match: MatchState, scored: Scored) -> str:
    """Return the receipt of a sheet, empty until it is finished."""
    if match.sheet is None or not match.is_game or not scored.is_finished:
        return ""
    return receipt_of(
        round_number=played.number,
        table=match.table or 0,
        side_a=match.side(Side.A),
        side_b=match.side(Side.B),
        hands=[state.codec.tidy(hand) for hand in match.sheet.hands[: len(scored.hands)]],
        totals=(scored.totals.a, scored.totals.b),
    )


@dataclass(slots=True)
class ContestOutcomes:
    """All derived values: sheets by identity of the match, results by round and entry."""

    scored: dict[int, Scored]
    results: dict[tuple[int, int], RoundResult]
    contest: RankedContest

    @property
    def standings(self) -> Standings:
        return self.contest.standings()


def outcomes_of(
    state: State, *, before_round: int | None = None, version: int | None = None
) -> ContestOutcomes:
    """Compute a contest, or its rounds before one; raises ImpossibleHandError.

    `version` is that of the bracket rules, if it is not the state's.
    """
    how = state.format
    scored: dict[int, Scored] = {}
    results: dict[tuple[int, int], RoundResult] = {}
    for played in state.in_order():
        if before_round is not None and played.number >= before_round:
            break
        for match in played.matches:
            if match.sheet is not None:
                scored[id(match)] = score_sheet(state, match.sheet)
        for result in _round_results(state, played, scored):
            results[played.number, result.entrant] = result
    contest = RankedContest(
        entrants=tuple(
            RankedEntrant(
                number=entry.number,
                tags=frozenset(entry.tags),
                withdrawn_from=entry.withdrawn_from,
            )
            for entry in state.entries.values()
        ),
        results=tuple(results.values()),
        rules=state.ranking_rules,
        # With club teams, the numbers in pools and brackets are theirs.
        phase_rounds=tuple(phase_rounds_of(state, before_round)) if how.entries_go_on else (),
        sanctions=sanctions_from_dict(state.sanctions),
        version=version or state.reading,
    )
    return ContestOutcomes(scored, results, how.ranked(contest))


def phase_rounds_of(state: State, before_round: int | None) -> Iterator[PhaseRound]:
    """Yield the published rounds of pools and brackets, all or those before a round."""
    for played in state.in_order():
        if played.groups and (before_round is None or played.number < before_round):
            decided = (match.decided_for for match in played.matches)
            yield PhaseRound(
                round=played.number,
                groups=tuple((one["name"], tuple(one["slots"])) for one in played.groups),
                decided=frozenset(who for who in decided if who),
            )


def _round_results(
    state: State, played: RoundState, scored: dict[int, Scored]
) -> list[RoundResult]:
    """Return the results of all entries in a round, as far as they are known."""
    seats = list(played.counting())
    games = [
        game_result(played, match, seat, scored[id(match)])
        for match, seat in seats
        if match.is_game and seat.kind.is_game and scored[id(match)].is_finished
    ]
    given = given_results(
        games,
        state.given_scores,
        round_number=played.number,
        whole=state.ruleset.whole,
        hands=played.hands,
        exempt=[seat.entry for _, seat in seats if seat.kind is ResultKind.EXEMPT],
        unopposed=[seat.entry for _, seat in seats if seat.kind is ResultKind.FORFEIT],
    )
    return [*games, *given]


def game_result(
    played: RoundState, match: MatchState, seat: SeatState, scored: Scored
) -> RoundResult:
    """Return the result of a finished game for one seat."""
    assert match.sheet is not None
    if scored.winner is None:
        outcome = GameOutcome.TIED
    else:
        outcome = GameOutcome.WON if scored.winner is seat.side else GameOutcome.LOST
    capots, failed = _counted(match.sheet, seat.side, scored.hands, played)
    return RoundResult(
        entrant=seat.entry,
        round=played.number,
        points=scored.totals.of(seat.side),
        kind=ResultKind.CATCH_UP if match.kind == "catch_up" else ResultKind.PLAYED,
        outcome=outcome,
        opponents=tuple(match.side(seat.side.other)),
        capots=capots,
        failed=failed,
        hands=scored.hand_count,
    )


def _counted(
    sheet: SheetState, side: Side, hands: Sequence[TalliedHand], played: RoundState
) -> tuple[int, int]:
    """Return how many capots a side made, and how many of its contracts failed."""
    if sheet.is_slip:
        return sheet.capots[side], 0
    capots = [hand for hand in hands if hand.score.outcome is Outcome.CAPOT]
    taken = [hand.score for hand in hands if hand.entry.takers is side]
    fails = played.capot_fails
    return (
        sum(hand.score.winner is side for hand in capots),
        sum(has_failed(one.outcome, one.winner, side, capot_fails=fails) for one in taken),
    )


def course_contest_in(
    state: State, outcomes: ContestOutcomes, *, before_round: int | None = None
) -> RankedContest:
    """Return the contest of those who go through its phases, or its rounds before one."""
    seats = _board_seats(state, outcomes, before_round)
    groups = tuple(phase_rounds_of(state, before_round))
    return state.format.course_contest(outcomes.contest, seats, groups)


def _board_seats(
    state: State, outcomes: ContestOutcomes, before_round: int | None
) -> Iterator[BoardSeat]:
    for played in state.in_order():
        if before_round is not None and played.number >= before_round:
            return
        for place, match in enumerate(played.matches):
            for seat in match.seats:
                if seat.counts:
                    result = outcomes.results.get((played.number, seat.entry))
                    yield BoardSeat(
                        played.number, place, match.table, seat.entry, seat.kind, result
                    )


def draw_facts(state: State, number: int, version: int) -> DrawFacts:
    """Return what the draw of a round must be made from in this state.

    `version` is that of the bracket rules when it was drawn.
    """
    how = state.format
    outcomes = outcomes_of(state, before_round=number)
    contest = course_contest_in(state, outcomes, before_round=number)
    contest = replace(contest, version=version)
    ranks = contest.standings(after_round=number - 1).ranks
    opponents, partners, byes = _met_before(state, number) if how.avoids_repeats else ((), (), {})
    return DrawFacts(
        format=how,
        contest=contest if how.has_frames else None,
        places=dict.fromkeys(ranks, 0) if number == 1 else ranks,
        present=frozenset(how.able(present_in(state, number))),
        opponents=opponents,
        partners=partners,
        byes=byes,
        tables=halls_from_dict(state.halls).spans if how.uses_wishes else (),
        wishes=mark_of(state.wishes) if how.uses_wishes else "",
    )


def _met_before(state: State, number: int) -> tuple[Pairs, Pairs, dict[int, int]]:
    """Return opponents, partners and byes in the rounds before that one."""
    opponents: list[tuple[int, int]] = []
    partners: list[tuple[int, int]] = []
    byes: Counter[int] = Counter()
    for played in state.in_order():
        if played.number >= number:
            break
        for match in played.matches:
            if match.kind in MET:
                sides = [match.side(side) for side in Side]
                opponents += product(sides[0], sides[1])
                partners += [pair for side in sides for pair in combinations(side, 2)]
        exempt = {ResultKind.EXEMPT, ResultKind.CATCH_UP}
        byes.update(seat.entry for _, seat in played.counting() if seat.kind in exempt)
    met, together = (
        tuple(sorted(pair_of(*pair) for pair in pairs)) for pairs in (opponents, partners)
    )
    return met, together, dict(byes)


def present_in(state: State, number: int) -> frozenset[int]:
    """Return the entries that can play a round: complete, and not withdrawn before it."""
    size = state.format.entry_size
    return frozenset(
        one.number
        for one in state.entries.values()
        if len(one.players) == size and (one.withdrawn_from is None or one.withdrawn_from > number)
    )


def eligible_of(state: State, contest: RankedContest) -> Eligible:
    """Return who can win which prize."""
    return eligible_in(
        contest,
        state.prize_lots,
        planned=len(state.settings["format"]["round_hands"]),
        is_over=state.finished_at is not None,
    )


def final_ranks(standings: Standings) -> list[list[int]]:
    """Return the number, place and points of each entry, for the action that finishes a contest."""
    return [[line.entrant, line.rank, line.record.points] for line in standings.lines]


def standings_lines(standings: Standings) -> list[dict[str, Any]]:
    """Return the ranking as a document has it."""
    return [
        {
            "rank": line.rank,
            "entry": line.entrant,
            "total": line.record.points,
            "wins": line.record.wins,
            "best_game": line.record.best_game,
            "exempt": line.record.byes,
            "decided_by": line.decided_by.code.value if line.decided_by else None,
        }
        for line in standings.lines
    ]
