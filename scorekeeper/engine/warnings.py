"""Unusual values of a rule set: confirmed before they are saved, never refused.

Source: rules.md, section 8. Contradictions are refused by `RuleSet`; a number that clubs choose
freely, as the value of a capot, is never asked about.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from scorekeeper.engine.choices import (
    AllTrump,
    Bidding,
    DeclarationsOfLosers,
    DoubledDefence,
    Doubles,
    NoTrump,
    PenaltyMarks,
)
from scorekeeper.engine.rulesets import RuleSet


class PlausibilityWarning(StrEnum):
    """One value that no written rules use."""

    BASE = "base"
    BASE_OF_BID_ONLY = "base_of_bid_only"
    LEAST_BID = "least_bid"
    BIDS_END_EARLY = "bids_end_early"
    BIDS_END_LATE = "bids_end_late"
    REDOUBLED_NO_MORE = "redoubled_no_more"
    REDOUBLED_BY_THREE = "redoubled_by_three"
    DEFENCE_KEEPS_POINTS = "defence_keeps_points"
    BONUS_BESIDE_BID = "bonus_beside_bid"
    CAPOT_FAILED_ABOVE_MADE = "capot_failed_above_made"
    BELOTE_POINTS = "belote_points"
    ACE_11_BESIDE_SCALED = "ace_11_beside_scaled"
    DECLARATIONS_COUNT_BUT_ARE_LOST = "declarations_count_but_are_lost"
    PENALTY_WITHOUT_BID = "penalty_without_bid"


BASES: Final = (0, 160, 162)
LEAST_BIDS: Final = (80, 82)
HIGHEST_BIDS: Final = (160, 180)
"""The lowest and the highest end of bids of points in written rules."""
USUAL_BELOTE: Final = 20
BASE_OF_THREE: Final = 162
"""The base of the rules in which a redoubled bid counts three times."""


def unusual(ruleset: RuleSet) -> tuple[PlausibilityWarning, ...]:
    """Return every value of the rule set that no source uses, in the order of its fields."""
    found = {*(_of_bids(ruleset) if ruleset.bids else ())}
    if not ruleset.bids and ruleset.penalty_marks is PenaltyMarks.BASE_AND_BID:
        found.add(PlausibilityWarning.PENALTY_WITHOUT_BID)
    lost = ruleset.declarations_of_losers is DeclarationsOfLosers.LOST
    if ruleset.declarations and ruleset.declarations_count and lost:
        found.add(PlausibilityWarning.DECLARATIONS_COUNT_BUT_ARE_LOST)
    return tuple(warning for warning in PlausibilityWarning if warning in found)


def _of_bids(ruleset: RuleSet) -> Iterator[PlausibilityWarning]:
    lowest, highest = HIGHEST_BIDS
    bid_only = ruleset.bidding is Bidding.BID_ONLY
    if bid_only and ruleset.base:
        yield PlausibilityWarning.BASE_OF_BID_ONLY
    elif ruleset.base not in BASES:
        yield PlausibilityWarning.BASE
    if ruleset.least_bid not in LEAST_BIDS:
        yield PlausibilityWarning.LEAST_BID
    if ruleset.highest_bid < lowest:
        yield PlausibilityWarning.BIDS_END_EARLY
    if ruleset.highest_bid > highest:
        yield PlausibilityWarning.BIDS_END_LATE
    if ruleset.redoubled_factor <= ruleset.doubled_factor:
        yield PlausibilityWarning.REDOUBLED_NO_MORE
    elif ruleset.redoubled_factor == 3 and ruleset.base != BASE_OF_THREE:
        yield PlausibilityWarning.REDOUBLED_BY_THREE
    yield from _of_doubles(ruleset)
    made, failed = ruleset.capot_bid_made, ruleset.capot_bid_failed
    if made and failed and failed > made:
        yield PlausibilityWarning.CAPOT_FAILED_ABOVE_MADE
    if ruleset.belote_points not in (0, USUAL_BELOTE):
        yield PlausibilityWarning.BELOTE_POINTS
    if ruleset.no_trump is NoTrump.ACE_11 and ruleset.all_trump is AllTrump.SCALED_FROM_258:
        yield PlausibilityWarning.ACE_11_BESIDE_SCALED


def _of_doubles(ruleset: RuleSet) -> Iterator[PlausibilityWarning]:
    keeps = ruleset.doubled_defence is DoubledDefence.CARD_POINTS
    bid_only = ruleset.bidding is Bidding.BID_ONLY
    if keeps and ruleset.doubles is not Doubles.HAND and not bid_only:
        yield PlausibilityWarning.DEFENCE_KEEPS_POINTS
    if ruleset.capot_doubled_bonus and ruleset.bidding is not Bidding.POINTS:
        yield PlausibilityWarning.BONUS_BESIDE_BID
