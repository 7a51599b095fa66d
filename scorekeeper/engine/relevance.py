"""Which fields of a rule set mean something under its other values."""

from dataclasses import fields

from scorekeeper.engine.rulesets import Bidding, OnEquality, RuleSet


def relevant_fields(ruleset: RuleSet) -> tuple[str, ...]:
    """Return the names of the fields that can change a score or an end, in their order.

    Source: rules.md, sections 2, 3, 4 and 8.
    """
    silent = {*_silent_judging(ruleset), *_silent_bidding(ruleset)}
    if ruleset.format.target is None:
        silent.add("both_reach")
    return tuple(field.name for field in fields(ruleset) if field.name not in silent)


def _silent_judging(ruleset: RuleSet) -> set[str]:
    """Return the fields of an ordinary contract that say nothing here."""
    # A bid is judged on exact points with belote inside, and equality has failed.
    if ruleset.bids:
        return {"compared", "on_equality", "judged_on", "held", "held_at_end"}
    silent: set[str] = set()
    if not ruleset.counts_in_tens:
        silent.add("judged_on")
    if ruleset.on_equality is not OnEquality.LITIGE:
        silent |= {"held", "held_at_end"}
    if not ruleset.belote_points:
        silent.add("held")
    return silent


def _silent_bidding(ruleset: RuleSet) -> set[str]:
    """Return the fields of a contrée that say nothing here."""
    if ruleset.bids:
        silent: set[str] = set()
        if ruleset.bidding is Bidding.CANNES_2016:
            silent.add("redoubled_factor")
        if ruleset.bidding is Bidding.BID_ONLY:
            silent.add("capot_points")
        return silent
    silent = {
        "bidding",
        "redoubled_factor",
        "bid_must_beat_defenders",
        "generale",
        "failed_capot_bid",
        "all_trump",
    }
    # Declarations can be played without bids too; where they are not, no table asks.
    if not ruleset.declarations:
        silent.add("declarations")
    return silent
