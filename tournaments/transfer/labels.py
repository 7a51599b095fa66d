"""Why a contest's document is not taken, in words."""

from collections.abc import Iterable

from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext

from scorekeeper.limited_json import MOST_COUNTED
from tournaments.audit.labels.documents import document_difference_text, document_problem_text
from tournaments.replay.compare import Difference
from tournaments.replay.shape import DocumentProblem


def refusal_texts(
    problems: Iterable[DocumentProblem], differences: Iterable[Difference]
) -> list[str]:
    """Return everything that is wrong with a document."""
    return [*map(document_problem_text, problems), *map(document_difference_text, differences)]


def nothing_stored_text(count: int) -> str:
    """Return that nothing was stored, and of how many problems: so many are counted at most."""
    if count >= MOST_COUNTED:
        text = gettext("Nothing was stored: there are %(count)s problems or more.")
        return text % {"count": number_format(MOST_COUNTED, force_grouping=True)}
    text = ngettext(
        "Nothing was stored: there is %(count)s problem.",
        "Nothing was stored: there are %(count)s problems.",
        count,
    )
    return text % {"count": count}
