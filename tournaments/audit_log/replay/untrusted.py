"""Reads a document from an unknown source within limits, and reports all problems. Pure.

For a large document this module runs in a process of its own.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from scorekeeper.limited_json import (
    IN_TURN,
    MEMORY,
    MOST_BYTES,
    MOST_PROBLEMS,
    MOST_VALUES,
    PATIENCE,
    SECONDS,
    CostsMoreError,
    TooLargeError,
    looked_at,
)
from scorekeeper.limited_process import Child, NoAnswerError, answer
from tournaments.audit_log.replay.compare import Difference, DocumentPlace
from tournaments.audit_log.replay.completing import has_no_log, sparse_problems
from tournaments.audit_log.replay.hands import CODEC
from tournaments.audit_log.replay.shape import DocumentProblem, ShapeCode, shown
from tournaments.audit_log.replay.verification import verify_document
from tournaments.draw.steps import Steps

LONGEST_VALUE: Final = 2_000
LONGEST_WORDS: Final = 300
"""Limits for the length of a problem's value and text."""

STEPS_HERE: Final = 100_000
"""The limit for draws in a document checked within this process: a tenth of a second."""

# A long contest takes seconds, and the phones of the hall share the computer.
CHILD: Final = Child(
    "tournaments.audit_log.replay.untrusted",
    seconds=PATIENCE,
    at_once=1,
    waiting=1,
    in_turn=IN_TURN,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Faults:
    """The first problems and differences of a document, and their total number."""

    problems: Sequence[DocumentProblem] = ()
    differences: Sequence[Difference] = ()
    count: int = 0


def faults_of_data(data: bytes, club: int | None = None) -> Faults:
    """Return the problems of a club's document in JSON; raises BusyError.

    Only the shape is checked of a document without a log: the rest is filled in first.
    """
    try:
        found = looked_at(data, _look_here, CHILD, club)
    except TooLargeError:
        if len(data) > MOST_BYTES:
            return _one(ShapeCode.TOO_LARGE, str(MOST_BYTES))
        return _one(ShapeCode.TOO_MANY_VALUES, str(MOST_VALUES))
    except NoAnswerError:
        return _one(ShapeCode.TOO_COSTLY)
    return found if isinstance(found, Faults) else _faults_from(found)


def faults_of(document: Any, steps: Steps | None = None) -> Faults:
    """Return the differences between a document and its own log."""
    found = verify_document(document, CODEC, steps=steps)
    problems = [*found.problems, *found.reasons]
    if found.broken_at is not None:
        place = f"log[{found.broken_at - 1}]"
        problems.insert(0, DocumentProblem(place, ShapeCode.CHAIN_BROKEN, str(found.broken_at)))
    return _first(problems, found.differences)


def _look_here(data: bytes) -> Faults:
    return _look(data, Steps(STEPS_HERE, error=CostsMoreError))


def _look(data: bytes, steps: Steps | None = None) -> Faults:
    try:
        document = json.loads(data)
    except RecursionError:
        return _one(ShapeCode.TOO_DEEP)
    except ValueError as error:
        return _one(ShapeCode.NOT_JSON, str(error)[:LONGEST_WORDS])
    if has_no_log(document):
        return _first(sparse_problems(document), ())
    return faults_of(document, steps)


def _one(code: ShapeCode, detail: str = "") -> Faults:
    return Faults(problems=[DocumentProblem("", code, detail)], count=1)


def _first(problems: Sequence[DocumentProblem], parted: Sequence[Difference]) -> Faults:
    expected = problems[:MOST_PROBLEMS]
    return Faults(
        problems=expected,
        differences=parted[: MOST_PROBLEMS - len(expected)],
        count=len(problems) + len(parted),
    )


def _plain(data: bytes) -> dict[str, Any]:
    """Return the problems as plain values for the parent process, all of them short."""
    found = _look(data)
    problems = [
        (one.path[:LONGEST_WORDS], one.code, one.detail[:LONGEST_WORDS]) for one in found.problems
    ]
    differences = [
        (asdict(one.place), one.field, _short(one.stored), _short(one.expected))
        for one in found.differences
    ]
    return {"problems": problems, "differences": differences, "count": found.count}


def _short(value: Any) -> Any:
    text = json.dumps(value, default=str)
    return json.loads(text) if len(text) <= LONGEST_VALUE else shown(value)


def _faults_from(plain: Mapping[str, Any]) -> Faults:
    return Faults(
        problems=[
            DocumentProblem(path, ShapeCode(code), detail)
            for path, code, detail in plain["problems"]
        ],
        differences=[
            Difference(DocumentPlace(**place), field, stored, expected)
            for place, field, stored, expected in plain["differences"]
        ],
        count=plain["count"],
    )


if __name__ == "__main__":
    answer(_plain, memory=MEMORY, seconds=SECONDS)
