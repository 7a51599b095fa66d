"""Changed qualifiers of brackets, and the line-ups when a round was published. Pure."""

from dataclasses import replace
from typing import Any

from tournaments.audit_log.replay.outcomes import course_contest_in, outcomes_of, present_in
from tournaments.audit_log.replay.state import LineUps, State
from tournaments.draw.halls import halls_from_dict


def moved_now(state: State, number: int) -> list[dict[str, Any]] | None:
    """Return who would play elsewhere if the brackets of a round were drawn now.

    None if the origin of the draw is unknown, as for imported rounds.
    """
    facts = state.rounds[number].facts
    if facts is None or facts.contest is None:
        return None
    how, played = state.format, state.rounds[number]
    present = frozenset(how.able(present_in(state, number)))
    # Use the bracket rules of the draw.
    contest = course_contest_in(state, outcomes_of(state))
    contest = replace(contest, version=facts.contest.version)
    frame = facts.format.frame(facts.contest, number, facts.present)
    drawn = frame.groups if frame else ()
    has_begun = played.status != "playing" or any(
        match.sheet and (match.sheet.hands or match.sheet.is_slip) for match in played.matches
    )
    found = how.moved_since(contest, number, drawn, present, has_begun=has_begun)
    return [one.to_dict() for one in found]


def line_ups_in(state: State, number: int) -> LineUps:
    """Return the possible line-ups of a round when it is published."""
    return LineUps(state.format, present_in(state, number), halls_from_dict(state.halls).spans)
