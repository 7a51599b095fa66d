"""Why an action of a log is impossible."""

from collections.abc import Sequence
from typing import Final

from scorekeeper.engine.scoring import ImpossibleHandError
from tournaments.audit_log.chain import ChainEntry
from tournaments.audit_log.replay.shape import DocumentProblem, ShapeCode

BROKEN: Final = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)
"""The errors of an action that does not fit the contest."""


class ReplayError(ValueError):
    """The action of a log entry was impossible in the contest's state at that time."""

    def __init__(self, link: ChainEntry, problems: Sequence[DocumentProblem]) -> None:
        super().__init__(f"{link.number} {link.kind}: {problems[0].code} {problems[0].detail}")
        self.link = link
        self.problems = list(problems)


def broken_problem(error: Exception, path: str) -> DocumentProblem:
    """Return an error of an action as a problem."""
    if isinstance(error, ImpossibleHandError):
        code = ShapeCode.IMPOSSIBLE_HAND
    else:
        code = ShapeCode.NOT_THERE if isinstance(error, LookupError) else ShapeCode.DOES_NOT_FIT
    # Python's message for an index that is out of range helps nobody.
    return DocumentProblem(path, code, "–" if isinstance(error, IndexError) else str(error))
