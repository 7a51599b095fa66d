"""The rule sets that every club starts from, by key (rules.md, sections 5 and 8)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from scorekeeper.engine import choices
from scorekeeper.engine.rulesets import GameFormat, RuleSet

_SHEET_001: Final = RuleSet(
    compared=choices.Compared.CARDS_AND_BELOTE,
    on_equality=choices.OnEquality.LITIGE,
    capot_points=252,
    after_pass=choices.AfterPass.NEXT_DEALER,
)

_CONTREE_FFB: Final = RuleSet(
    bidding=choices.Bidding.POINTS_AND_BID,
    rounding=choices.Rounding.TENS_5_UP,
    penalty_marks=choices.PenaltyMarks.POINTS_160,
    after_pass=choices.AfterPass.NEXT_DEALER,
    bid_must_beat_defenders=False,
    capot_bid_made=410,
    capot_bid_failed=410,
    belote_marked=choices.BeloteMarked.TAKEN_FROM_FAILED,
    no_trump=choices.NoTrump.NOT_PLAYED,
    all_trump=choices.AllTrump.NOT_PLAYED,
    format=GameFormat(target=2000),
)

PRESETS: Final[Mapping[str, RuleSet]] = {
    "classic": RuleSet(both_reach=choices.BothReach.TAKERS),
    "salon": _SHEET_001,
    "five_hundred_one": replace(
        _SHEET_001, on_equality=choices.OnEquality.FAILED, format=GameFormat(target=501)
    ),
    "twelve_hands": RuleSet(
        on_equality=choices.OnEquality.SHARED,
        belote_points=0,
        rounding=choices.Rounding.TO_160,
        judged_on=choices.JudgedOn.ROUNDED,
        format=GameFormat(hands=12, games=3),
    ),
    "contest": replace(_SHEET_001, format=GameFormat(hands=12)),
    "contree_ffb": _CONTREE_FFB,
    "coinche_ffb": replace(
        _CONTREE_FFB,
        bid_must_beat_defenders=True,
        belote_marked=choices.BeloteMarked.HOLDER,
        no_trump=choices.NoTrump.ACE_19,
        all_trump=choices.AllTrump.SCALED_FROM_258,
        declarations=True,
        declarations_count=True,
        declarations_of_losers=choices.DeclarationsOfLosers.TO_WINNER,
    ),
    "contree_cannes": replace(
        _CONTREE_FFB,
        base=162,
        redoubled_factor=3,
        capot_points=252,
        capot_bid_points=270,
        capot_bid_made=522,
        capot_bid_failed=432,
        rounding=choices.Rounding.TENS_6_UP,
        last_hand_exact=True,
        penalty_marks=choices.PenaltyMarks.POINTS_162,
        format=GameFormat(target=2001),
    ),
    "coinche_bid_only": replace(
        _CONTREE_FFB,
        bidding=choices.Bidding.BID_ONLY,
        base=0,
        rounding=choices.Rounding.NONE,
        unannounced_capot=choices.UnannouncedCapot.NOTHING_MORE,
        capot_bid_made=250,
        capot_bid_failed=250,
        belote_marked=choices.BeloteMarked.NOBODY,
        penalty_marks=choices.PenaltyMarks.WHOLE,
        format=GameFormat(target=1010),
    ),
    "contree_points": replace(
        _CONTREE_FFB,
        bidding=choices.Bidding.POINTS,
        doubles=choices.Doubles.BASE,
        capot_doubled_bonus=100,
        capot_bid_made=500,
        capot_bid_failed=500,
        capot_bid_flat=True,
    ),
}


class UnknownRuleSetError(LookupError):
    """Raised if no preset has that key."""


def find_ruleset(key: str) -> RuleSet:
    """Return the preset with that key; raises UnknownRuleSetError."""
    try:
        return PRESETS[key]
    except KeyError:
        raise UnknownRuleSetError(key) from None
