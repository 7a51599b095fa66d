"""Why an act of a log cannot have been done."""

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
"""What an act raises that does not fit the contest, whatever is wrong with it."""


class ReplayError(ValueError):
    """Raised where an act of the log cannot have been done as the contest then stood."""

    def __init__(self, link: ChainEntry, problems: Sequence[DocumentProblem]) -> None:
        super().__init__(f"{link.number} {link.kind}: {problems[0].code} {problems[0].detail}")
        self.link = link
        self.problems = list(problems)


def broken_problem(error: Exception, path: str) -> DocumentProblem:
    """Return what an error says of the act that raised it."""
    if isinstance(error, ImpossibleHandError):
        code = ShapeCode.IMPOSSIBLE_HAND
    else:
        code = ShapeCode.NOT_THERE if isinstance(error, LookupError) else ShapeCode.DOES_NOT_FIT
    # What Python says of a list that is too short says nothing to anybody.
    return DocumentProblem(path, code, "–" if isinstance(error, IndexError) else str(error))
