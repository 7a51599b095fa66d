"""Why a contest's document is not taken, in words."""

from collections.abc import Iterable

from django.utils.translation import ngettext

from tournaments.audit.labels.documents import document_difference_text, document_problem_text
from tournaments.replay.compare import Difference
from tournaments.replay.shape import DocumentProblem


def refusal_texts(
    problems: Iterable[DocumentProblem], differences: Iterable[Difference]
) -> list[str]:
    """Return everything that is wrong with a document."""
    return [*map(document_problem_text, problems), *map(document_difference_text, differences)]


def nothing_stored_text(count: int) -> str:
    text = ngettext(
        "Nothing was stored: there is %(count)s problem.",
        "Nothing was stored: there are %(count)s problems.",
        count,
    )
    return text % {"count": count}
