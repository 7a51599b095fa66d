"""Rule sets out of values drawn by chance, where they contradict each other mended."""

from dataclasses import replace
from typing import Any

from scorekeeper.engine.choices import Bidding, Doubles
from scorekeeper.engine.presets import PRESETS
from scorekeeper.engine.rulesets import RuleSet

POINTS = RuleSet(bidding=Bidding.POINTS, doubles=Doubles.BASE)
BID_ONLY = RuleSet(bidding=Bidding.BID_ONLY, base=0)


def composed(**values: Any) -> RuleSet:
    """Return a rule set of these values, changed as little as it takes to make sense."""
    usual = RuleSet()
    get = {name: values.get(name, getattr(usual, name)) for name in _TIED}
    if get["bidding"] is Bidding.POINTS and get["doubles"] is Doubles.BID:
        values["doubles"] = Doubles.BASE
    if get["base"] == 0 and get["bidding"] is not Bidding.BID_ONLY:
        values["base"] = 160
    elif get["base"] == 0 and get["doubles"] is Doubles.BASE:
        values["doubles"] = Doubles.BOTH
    figures = ("capot_bid_made", "capot_bid_failed")
    if get["capot_bid_flat"] and not any(get[name] for name in figures):
        values["capot_bid_flat"] = False
    if not values.get("capot_bid_flat", get["capot_bid_flat"]):
        for name in figures:
            if get[name] is not None and get[name] < get["capot_bid_points"]:
                values[name] = get["capot_bid_points"]
    return RuleSet(**values)


_TIED = (
    *("bidding", "doubles", "base", "capot_bid_flat", "capot_bid_made", "capot_bid_failed"),
    "capot_bid_points",
)


def with_bids(rules: RuleSet, bidding: Bidding) -> RuleSet:
    """Return the rule set with another way of marking bids."""
    doubles = Doubles.BASE if bidding is Bidding.POINTS else rules.doubles
    base = 0 if bidding is Bidding.BID_ONLY else rules.base
    return replace(rules, bidding=bidding, doubles=doubles, base=base)


PLAIN_PRESETS = {key: rules for key, rules in PRESETS.items() if not rules.bids}
"""The rule sets of belote proper."""
BIDDING_PRESETS = {key: rules for key, rules in PRESETS.items() if rules.bids}
