"""What the form of a stored hand shows before anything is changed."""

from typing import Any

from scorekeeper.engine.checks import whole_of
from scorekeeper.engine.hand import Side
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.hands.forms.declared import declared_field, declared_value, further_field
from scorekeeper.hands.forms.hands import points_field
from scorekeeper.models import Hand


def initial_of(hand: Hand, ruleset: RuleSet) -> dict[str, Any]:
    """Return what the form shows for a stored hand, both sides' points filled in."""
    entry = hand.entry
    if entry.takers is None or entry.card_points is None:
        return {
            "penalty": entry.penalty,
            "penalty_bid": entry.contract.bid if entry.contract else "",
            "penalty_multiplier": int(entry.contract.multiplier) if entry.contract else 0,
            "reason": "other",
            "reason_text": hand.penalty_reason,
        }
    initial: dict[str, Any] = {
        "taker": entry.taker,
        points_field(entry.takers): entry.card_points,
        points_field(entry.takers.other): whole_of(entry, ruleset) - entry.card_points,
        "belote": entry.belote_seat or entry.belote or "",
        "capot": entry.capot or "",
        "last_trick": entry.last_trick or "",
        "tricks": entry.tricks,
        "tricks_side": entry.takers or "",
        "trump": entry.trump or "",
        "other_count": entry.defenders_count,
        "bid": entry.contract.bid if entry.contract else "",
        "multiplier": int(entry.contract.multiplier) if entry.contract else 0,
        "taker_alone": entry.taker_alone,
        "best_declaration": entry.best_declaration or "",
    }
    for side in Side:
        initial[further_field(side)] = entry.further_belotes.count(side) or ""
    for number, shown in enumerate(entry.declarations, start=1):
        initial[declared_field(number)] = declared_value(shown)
    return initial
