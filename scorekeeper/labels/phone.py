"""The words for a page that scores by itself: templates, filled in by `words.js`."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise

from scorekeeper.engine.hand import CAPOT_BID, GENERALE_BID, Side
from scorekeeper.engine.rulesets import RuleSet
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
from scorekeeper.labels.sheets import JUDGEMENT_TEXTS, SUM_TEXTS, Judgement

OF_BIDS: Final = (
    *("contract_missing", "bid_impossible", "belotes_too_many", "belote_without_trump_suit"),
    *(ending.value for ending in Judgement if ending.startswith(("bid_", "slam_", "belote_"))),
)
"""Codes of sentences that no hand needs where nobody bids."""
OF_DECLARATIONS: Final = (
    *("best_declaration_missing", "best_declaration_wrong"),
    *("declaration_card_impossible", "declarations_impossible", "declared", "both"),
    *("declarations_taken", "declarations_lost"),
)


def phone_texts(sides: Mapping[Side, str], ruleset: RuleSet) -> dict[str, Any]:
    """Return every word that the page needs to say what the server would, by the engine's codes.

    Sentences keep their "%(value)s" places; those that no hand under these rules needs are left
    out. `sides` names both teams.
    """
    left_out = {
        *(() if ruleset.bids else OF_BIDS),
        *(() if ruleset.declarations else OF_DECLARATIONS),
    }
    texts: dict[str, Any] = {
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
    }
    for name in ("problems", "judgements", "sums"):
        texts[name] = {code: text for code, text in texts[name].items() if code not in left_out}
    if ruleset.declarations:
        texts |= {"declarations": _texts(DECLARATION_LABELS), "highs": _texts(HIGH_LABELS)}
    if ruleset.bids:
        said = {f"{said:d}": str(label) for said, label in MULTIPLIER_LABELS.items()}
        slams = {str(bid): bid_label(bid) for bid in (CAPOT_BID, GENERALE_BID)}
        texts |= {"bids": slams, "multipliers": said}
    return texts


def _texts(labels: Mapping[Any, Promise | str]) -> dict[str, str]:
    return {code.value: str(label) for code, label in labels.items()}
