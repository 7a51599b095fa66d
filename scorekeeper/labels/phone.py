"""The words for a page that scores by itself: templates, filled in by `words.js`."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise

from scorekeeper.engine.hand import CAPOT_BID, GENERALE_BID, Side
from scorekeeper.labels.hands import (
    DECLARATION_LABELS,
    HIGH_LABELS,
    MULTIPLIER_LABELS,
    OUTCOME_LABELS,
    REASON_LABELS,
    TRUMP_LABELS,
    bid_label,
)
from scorekeeper.labels.problems import (
    ANSWER_OUTCOME,
    ANSWER_TEXTS,
    PROBLEM_LIMITS,
    PROBLEM_TEXTS,
    QUESTION_TITLES,
)
from scorekeeper.labels.sheets import JUDGEMENT_TEXTS, SUM_TEXTS


def phone_texts(sides: Mapping[Side, str]) -> dict[str, Any]:
    """Return every word that the page needs to say what the server would, by the engine's codes.

    Sentences keep their "%(value)s" places. `sides` names both teams.
    """
    return {
        "sides": {side.value: sides[side] for side in Side},
        "problems": _texts(PROBLEM_TEXTS),
        "limits": dict(PROBLEM_LIMITS),
        "counts": {
            "titles": _texts(QUESTION_TITLES),
            "answers": _texts(ANSWER_TEXTS),
            "outcome": str(ANSWER_OUTCOME),
        },
        "judgements": _texts(JUDGEMENT_TEXTS),
        "sums": {kind: str(text) for kind, text in SUM_TEXTS.items()},
        "outcomes": _texts(OUTCOME_LABELS),
        "reasons": _texts(REASON_LABELS),
        "trumps": _texts(TRUMP_LABELS),
        "declarations": _texts(DECLARATION_LABELS),
        "highs": _texts(HIGH_LABELS),
        "bids": {str(bid): bid_label(bid) for bid in (CAPOT_BID, GENERALE_BID)},
        "multipliers": {f"{said:d}": str(label) for said, label in MULTIPLIER_LABELS.items()},
    }


def _texts(labels: Mapping[Any, Promise | str]) -> dict[str, str]:
    return {code.value: str(label) for code, label in labels.items()}
