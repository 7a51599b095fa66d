"""Verifies a document against its own log: replays it, repeats its draws, and compares. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tournaments.audit_log.actions import is_brought_in, replay
from tournaments.audit_log.chain import ChainEntry, first_break
from tournaments.audit_log.replay.checks import sense_problems, shape_problems
from tournaments.audit_log.replay.compare import Difference, differences, reading_in
from tournaments.audit_log.replay.draws import draw_differences
from tournaments.audit_log.replay.game_logs import table_logs
from tournaments.audit_log.replay.game_records import (
    GameRecords,
    chair_differences,
    event_differences,
)
from tournaments.audit_log.replay.hands import Codec
from tournaments.audit_log.replay.outcomes import outcomes_of
from tournaments.audit_log.replay.refusals import BROKEN, ReplayError, broken_problem
from tournaments.audit_log.replay.shape import DocumentProblem
from tournaments.audit_log.replay.state import State
from tournaments.draw.steps import Steps


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """The result of a verification.

    `problems` are those of the document itself. `broken_at` is the first log entry that was changed
    or removed. `stopped_at` is the first impossible action, for the `reasons` given; nothing after
    it was compared. `brought_in` is the entry that imported a contest without a log; what was done
    before it is unknown.
    """

    acts: int = 0
    rounds: int = 0
    hands: int = 0
    problems: list[DocumentProblem] = field(default_factory=list)
    broken_at: int | None = None
    stopped_at: ChainEntry | None = None
    reasons: list[DocumentProblem] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)
    brought_in: ChainEntry | None = None

    @property
    def is_whole(self) -> bool:
        """Return whether the log yields exactly the stored contest."""
        return self.count == 0

    @property
    def count(self) -> int:
        """Return the number of differences between log and contest."""
        stops = (self.broken_at is not None) + (self.stopped_at is not None)
        return len(self.problems) + len(self.differences) + stops


def verify_document(
    document: Any, codec: Codec, *, records: GameRecords | None = None, steps: Steps | None = None
) -> Verification:
    """Replay the log of a document and compare; never raises, whatever the document is.

    The only exception is the error of `steps`, if drawing again takes too many. `records` is stored
    data that the document does not contain; a document without them is checked more strictly,
    because somebody else may have written it.
    """
    problems = shape_problems(document)
    if problems or (records is None and (problems := sense_problems(document))):
        return Verification(problems=problems)
    links = [ChainEntry.from_dict(link) for link in document["log"]]
    matches = [match for played in document["rounds"] for match in played["matches"]]
    found = Verification(
        acts=len(links),
        rounds=len(document["rounds"]),
        hands=sum(len(match["hands"]) for match in matches),
        broken_at=first_break(links) if links else 1,
        brought_in=links[0] if links and is_brought_in(links[0]) else None,
    )
    if not links:
        return found
    try:
        state = replay(links, codec)
        parted = _differences(document, state, links, records, steps)
    except ReplayError as error:
        return replace(found, stopped_at=error.link, reasons=error.problems)
    except BROKEN as error:
        # Report the problems of the document if there are any, otherwise its last log entry.
        if problems := sense_problems(document):
            return replace(found, problems=problems)
        reason = broken_problem(error, f"log[{len(links) - 1}]")
        return replace(found, stopped_at=links[-1], reasons=[reason])
    return replace(found, differences=parted)


def _differences(
    document: Mapping[str, Any],
    state: State,
    links: Sequence[ChainEntry],
    records: GameRecords | None,
    steps: Steps | None,
) -> list[Difference]:
    plain = dict(document)
    outcomes = outcomes_of(state, version=reading_in(plain, state))
    found = [*differences(plain, state, outcomes), *draw_differences(plain, state, steps)]
    if records is not None:
        found += chair_differences(records.chairs, state)
        is_redacted = any(link.kind == "redacted" for link in links)
        found += event_differences(records.events, table_logs(links), state, words=not is_redacted)
    return found
