"""Contrée and coinche: when a bid is made, and what each family of rules marks.

Source: rules.md, section 8. Decisions where no source speaks: an unannounced capot marks the
capot value in place of the card points, an announced one the whole and its bid (the capot value
where bids are not marked); a defence that takes every trick of a plain bid marks the capot value
in place of the whole; a bid must also beat the defenders' points unless the rule set says
otherwise.
"""

from dataclasses import dataclass
from typing import Final

from scorekeeper.engine.hand import CAPOT_BID, GENERALE_BID, HandEntry, Multiplier
from scorekeeper.engine.marks import Mark, Reason
from scorekeeper.engine.rulesets import Bidding, FailedCapotBid, RuleSet

FLAT_FAILED_CAPOT: Final = 500


@dataclass(frozen=True, slots=True)
class Family:
    """What a way of marking counts: the points made, the bid, and the whole for the winner."""

    points_made: bool
    bid: bool
    whole: int
    redoubled: int | None = None


FAMILIES: Final = {
    Bidding.POINTS_AND_BID: Family(points_made=True, bid=True, whole=160),
    Bidding.POINTS: Family(points_made=True, bid=False, whole=160),
    Bidding.BID_ONLY: Family(points_made=False, bid=True, whole=0),
    Bidding.CANNES_2016: Family(points_made=True, bid=True, whole=162, redoubled=3),
}


def is_made(entry: HandEntry, ruleset: RuleSet, takers: int, defenders: int) -> bool:
    """Return whether the bid was made; `takers` and `defenders` have belote inside.

    A capot is made by every trick, a générale by every trick of the taker alone.
    """
    assert entry.contract is not None
    bid = entry.contract.bid
    if bid in (CAPOT_BID, GENERALE_BID):
        return entry.capot is entry.takers and (bid == CAPOT_BID or entry.taker_alone)
    return takers >= bid and (takers > defenders or not ruleset.bid_must_beat_defenders)


def factor(multiplier: Multiplier, ruleset: RuleSet) -> int:
    """Return by how much the bid counts: 1, 2 doubled, 4 or 3 redoubled."""
    redoubled = FAMILIES[ruleset.bidding].redoubled or ruleset.redoubled_factor
    return (1, 2, redoubled)[multiplier]


def marks(entry: HandEntry, ruleset: RuleSet, *, made: bool, marked: int) -> tuple[Mark, ...]:
    """Return what both sides mark; `marked` is what the takers mark for their cards."""
    assert entry.contract is not None
    family, bid = FAMILIES[ruleset.bidding], entry.contract.bid
    times = factor(entry.contract.multiplier, ruleset)
    slam = bid in (CAPOT_BID, GENERALE_BID)
    if not made and slam and ruleset.failed_capot_bid is FailedCapotBid.FLAT_500:
        return (Mark(takers=False, points=FLAT_FAILED_CAPOT * times, reason=Reason.BID),)
    # Where bids are not marked, a capot that was announced is worth what any capot is.
    slam = slam and family.bid
    if made and times == 1:
        found = _marks_made(entry, ruleset, family, marked, slam=slam)
    else:
        found = [_mark_whole(entry, ruleset, family, made=made, times=times, slam=slam)]
    if family.bid:
        found.append(Mark(takers=made, points=bid * times, reason=Reason.BID))
    return tuple(mark for mark in found if mark.points)


def _marks_made(
    entry: HandEntry, ruleset: RuleSet, family: Family, marked: int, *, slam: bool
) -> list[Mark]:
    """Return the points made by each side of a plain bid that was kept."""
    if not family.points_made:
        return []
    # With a high belote the takers can keep a bid although the defence has every trick.
    if entry.capot is entry.takers and not slam:
        return [Mark(takers=True, points=ruleset.capot_points, reason=Reason.CAPOT)]
    return [
        Mark(takers=True, points=marked, reason=Reason.CARD_POINTS),
        Mark(takers=False, points=ruleset.whole - marked, reason=Reason.CARD_POINTS),
    ]


def _mark_whole(
    entry: HandEntry, ruleset: RuleSet, family: Family, *, made: bool, times: int, slam: bool
) -> Mark:
    """Return what the winner of a failed or doubled bid marks for the hand."""
    by_defence = entry.capot is not None and entry.capot is not entry.takers
    if by_defence and times == 1 and family.whole and not slam:
        return Mark(takers=made, points=ruleset.capot_points, reason=Reason.CAPOT)
    whole = family.whole if family.bid else family.whole * times
    return Mark(takers=made, points=whole, reason=Reason.WHOLE)
