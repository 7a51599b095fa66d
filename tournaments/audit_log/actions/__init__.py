"""The actions of a contest, and the replay of its log."""

from collections.abc import Iterable
from typing import Final

from tournaments.audit_log.actions import contest, entries, money, prizes, referee, rounds, tables
from tournaments.audit_log.actions.action import ACTIONS, Action
from tournaments.audit_log.actions.types import ActionType
from tournaments.audit_log.chain import ChainEntry
from tournaments.audit_log.replay.hands import Codec
from tournaments.audit_log.replay.refusals import BROKEN, ReplayError, broken_problem
from tournaments.audit_log.replay.shape import DocumentProblem, OneOf, ShapeCode, some
from tournaments.audit_log.replay.state import State

__all__ = ["ACTIONS", "Action", "ActionType", "is_brought_in", "link_problems", "replay"]

SUBJECTS: Final = (contest, entries, money, prizes, referee, rounds, tables)
"""The modules that register their subject's actions in `ACTIONS`."""
is_brought_in = contest.is_brought_in


def replay(links: Iterable[ChainEntry], codec: Codec) -> State:
    """Return the state of a contest, rebuilt from its log; raises ReplayError."""
    state = State(codec)
    for link in links:
        place = f"log[{link.number - 1}]"
        if problems := _refusals(state, link):
            raise ReplayError(link, [problem.below(place) for problem in problems])
        if link.kind != ActionType.HANDED_OVER:
            state.won = {}
        try:
            ACTIONS[link.kind].replay(state, link)
        except BROKEN as error:
            raise ReplayError(link, [broken_problem(error, place)]) from error
    return state


def _refusals(state: State, link: ChainEntry) -> list[DocumentProblem]:
    """Return why an action is impossible in this state; only the first one creates a contest."""
    if bool(state.settings) == (link.kind == ActionType.CREATED):
        return [
            DocumentProblem("", ShapeCode.BEGUN_TWICE if state.settings else ShapeCode.NOT_BEGUN)
        ]
    return link_problems(link)


def link_problems(link: ChainEntry) -> list[DocumentProblem]:
    """Return every problem of a log entry that does not depend on the entries before."""
    if link.kind not in ACTIONS:
        return list(OneOf([*ACTIONS]).problems(link.kind, "kind"))
    return some(ACTIONS[link.kind].data.problems(link.data, "data"))
