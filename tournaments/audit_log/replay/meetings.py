"""How club teams stand, what draws are made from them, who would play elsewhere by now. Pure."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tournaments.audit_log.replay.outcomes import (
    ContestOutcomes,
    outcomes_of,
    phase_rounds_of,
    present_in,
)
from tournaments.audit_log.replay.state import DrawFacts, LineUps, State
from tournaments.draw.halls import halls_from_dict
from tournaments.formats.meetings import TeamMeetings
from tournaments.formats.squads import BoardSeat, SquadContest, contest_of_squads
from tournaments.standings.contest import RankedContest


def squads_of(
    state: State,
    meetings: TeamMeetings,
    outcomes: ContestOutcomes,
    *,
    before_round: int | None = None,
) -> SquadContest:
    """Return the contest of the club teams, or its rounds before one."""
    return contest_of_squads(
        meetings,
        course=state.course,
        entrants=outcomes.contest.entrants,
        seats=_seats(state, outcomes, before_round),
        rules=state.ranking_rules,
        phase_rounds=tuple(phase_rounds_of(state, before_round)),
        version=outcomes.contest.version,
    )


def _seats(
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


def facts_of_squads(state: State, meetings: TeamMeetings, number: int, version: int) -> DrawFacts:
    """Return what a draw of club teams must be made from: as `draw_facts` does for entries."""
    outcomes = outcomes_of(state, before_round=number)
    contest = squads_of(state, meetings, outcomes, before_round=number)
    contest = replace(contest, version=version)
    ranks = contest.standings(after_round=number - 1).ranks
    return DrawFacts(
        opponents=(),
        partners=(),
        byes={},
        places=dict.fromkeys(ranks, 0) if number == 1 else ranks,
        format=state.format,
        contest=contest,
        present=frozenset(meetings.able(present_in(state, number))),
    )


def moved_now(state: State, number: int) -> list[dict[str, Any]] | None:
    """Return who would play elsewhere if the trees of a round were drawn as the contest stands.

    None where nobody knows from what they were drawn, as in rounds brought in from elsewhere.
    """
    facts = state.rounds[number].facts
    if facts is None or facts.contest is None:
        return None
    outcomes, how = outcomes_of(state), state.format
    present, played = present_in(state, number), state.rounds[number]
    contest: RankedContest = outcomes.contest
    if how.meetings:
        contest = squads_of(state, how.meetings, outcomes)
        present = frozenset(how.able(present))
    # Who went on was parted then as the draw did.
    contest = replace(contest, version=facts.contest.version)
    frame = facts.format.frame(facts.contest, number, facts.present)
    drawn = frame.groups if frame else ()
    has_begun = played.status != "playing" or any(
        match.sheet and (match.sheet.hands or match.sheet.is_slip) for match in played.matches
    )
    found = how.moved_since(contest, number, drawn, present, has_begun=has_begun)
    return [one.to_dict() for one in found]


def line_ups_in(state: State, number: int) -> LineUps | None:
    """Return the club teams as they are when a round is published; None where there are none."""
    meetings = state.team_meetings
    if meetings is None:
        return None
    return LineUps(meetings, present_in(state, number), halls_from_dict(state.halls).spans)
