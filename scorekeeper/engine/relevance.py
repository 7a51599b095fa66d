"""Which fields of a rule set have an effect, given its other values."""

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any, Final

from scorekeeper.engine.choices import (
    AllTrump,
    BeloteMarked,
    Bidding,
    Compared,
    HeldPoints,
    JudgedOn,
    OnEquality,
    PenaltyMarks,
)
from scorekeeper.engine.rulesets import RuleSet

OF_BIDS: Final = (
    *("base", "least_bid", "highest_bid", "generale", "bid_must_beat_defenders", "doubles"),
    *("doubled_factor", "redoubled_factor", "doubled_defence", "unannounced_capot"),
    *("capot_doubled_bonus", "defence_capot", "capot_bid_points", "capot_bid_made"),
    *("capot_bid_failed", "capot_bid_flat", "no_trump", "all_trump", "all_trump_belotes"),
    "last_hand_exact",
)
"""The fields that have no effect without bidding."""


def relevant_fields(ruleset: RuleSet) -> tuple[str, ...]:
    """Return the names of the fields that can change a score or the end of a game, in their order.

    Source: rules.md, sections 2, 3, 4 and 8.
    """
    silent = {*_silent_judging(ruleset), *_silent_bidding(ruleset), *_silent_marking(ruleset)}
    return tuple(field.name for field in fields(ruleset) if field.name not in silent)


def without_silent(ruleset: RuleSet) -> RuleSet:
    """Return the rule set with every field without effect set to its default."""
    silent = set(_DEFAULTS) - {*relevant_fields(ruleset)}
    found = replace(ruleset, **{name: _DEFAULTS[name] for name in silent})
    return replace(found, **dict(_silent_values(found)))


_DEFAULTS: Final[dict[str, Any]] = {field.name: field.default for field in fields(RuleSet)}


def _silent_values(ruleset: RuleSet) -> Iterator[tuple[str, Any]]:
    """Yield the fields of which two values have the same effect, with the preferred value."""
    if not ruleset.belote_points:
        yield "compared", Compared.CARDS
    holds = ruleset.belote_points and ruleset.belote_marked is not BeloteMarked.NOBODY
    if ruleset.held is HeldPoints.CARDS_AND_BELOTE and not holds:
        yield "held", HeldPoints.CARDS
    if ruleset.penalty_marks is PenaltyMarks.BASE_AND_BID and not ruleset.bids:
        yield "penalty_marks", PenaltyMarks.WHOLE


def _silent_judging(ruleset: RuleSet) -> Iterator[str]:
    """Yield the fields about judging an ordinary contract that have no effect."""
    # A bid is judged with belote included, and equality fails.
    if ruleset.bids:
        yield from ("compared", "on_equality")
    if ruleset.bids or ruleset.on_equality is not OnEquality.LITIGE:
        yield from ("held", "held_at_end")
    if not ruleset.belote_points:
        yield "belote_marked"
    if not ruleset.rounds:
        yield from ("judged_on", "last_hand_exact")
    if ruleset.format.target is None:
        yield from ("both_reach", "last_hand_exact")
    if ruleset.rounds and ruleset.judged_on is JudgedOn.ROUNDED:
        yield "last_hand_exact"


def _silent_bidding(ruleset: RuleSet) -> Iterator[str]:
    """Yield the fields of a contrée that have no effect."""
    if not ruleset.bids:
        yield from OF_BIDS
        yield "bidding"
        return
    if ruleset.bidding is Bidding.BID_ONLY:
        yield from ("capot_points", "unannounced_capot", "defence_capot", "doubled_defence")
    if ruleset.all_trump is AllTrump.NOT_PLAYED or not ruleset.belote_points:
        yield "all_trump_belotes"
    figures = (ruleset.capot_bid_made, ruleset.capot_bid_failed)
    if figures == (None, None):
        yield "capot_bid_flat"
    if ruleset.bidding is Bidding.POINTS:
        # The bid itself is not marked: it counts only as a part of a capot's score.
        apart = ruleset.capot_bid_flat or figures == (None, None)
    else:
        apart = ruleset.capot_bid_flat and None not in figures
    if apart:
        yield "capot_bid_points"


def _silent_marking(ruleset: RuleSet) -> Iterator[str]:
    """Yield the fields of declarations if there are none."""
    if not ruleset.declarations:
        yield from ("declarations_count", "declarations_of_losers", "declarations_tie")
        # Declarations can be played without bidding too; if they are not, tables are not asked.
        if not ruleset.bids:
            yield "declarations"
