"""Texts for the problems of an evening's document."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.documents.verifying import EveningProblem

PROBLEMS: Final = {
    EveningProblem.TOO_LARGE: gettext_lazy("It is too large."),
    EveningProblem.NO_DOCUMENT: gettext_lazy(
        "It is not a document of an evening, or not a complete one."
    ),
    EveningProblem.SHAPE: gettext_lazy("It is not what a document of an evening contains there."),
    EveningProblem.RULES: gettext_lazy("These rules are not known here."),
    EveningProblem.SEATS: gettext_lazy("Each seat must have one person, and only one."),
    EveningProblem.TWO_SEATS: gettext_lazy("Somebody has two seats in one hand."),
    EveningProblem.HANDS: gettext_lazy("These hands are impossible."),
    EveningProblem.SCORE: gettext_lazy("Under the rules of the game this hand scores differently."),
    EveningProblem.TOTALS: gettext_lazy("The totals are not the sum of the hands."),
    EveningProblem.PAST: gettext_lazy("The history of the game does not lead to its hands."),
    EveningProblem.STORED: gettext_lazy("Stored here it would be a different evening."),
    EveningProblem.THERE: gettext_lazy("The club already has this evening."),
}


def problem_lines(problems: Sequence[tuple[EveningProblem, str]]) -> list[str]:
    """Return the problems as texts, each with its place in the document."""
    return [
        _("%(place)s: %(problem)s") % {"place": place, "problem": PROBLEMS[problem]}
        if place
        else str(PROBLEMS[problem])
        for problem, place in problems
    ]
