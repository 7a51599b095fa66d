"""Contrée and coinche: when a bid is made, and what each family of rules marks.

Source: rules.md, section 8. Decisions where no source speaks: an unannounced capot marks the
capot value in place of the card points, an announced one the whole and its bid (the capot value
where bids are not marked); a defence that takes every trick of a plain bid marks the capot value
in place of the whole; a bid must also beat the defenders' points unless the rule set says
otherwise.
"""

from dataclasses import dataclass
from typing import Final

from scorekeeper.engine.hand import CAPOT_BID, GENERALE_BID, HandEntry, Multiplier, Side
from scorekeeper.engine.marks import Reason, ScoreLine
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


def marks(entry: HandEntry, ruleset: RuleSet, *, made: bool, marked: int) -> tuple[ScoreLine, ...]:
    """Return what both sides mark; `marked` is what the takers mark for their cards."""
    assert entry.contract is not None
    assert entry.takers is not None
    family, bid = FAMILIES[ruleset.bidding], entry.contract.bid
    times = factor(entry.contract.multiplier, ruleset)
    winner = entry.takers if made else entry.takers.other
    slam = bid in (CAPOT_BID, GENERALE_BID)
    if not made and slam and ruleset.failed_capot_bid is FailedCapotBid.FLAT_500:
        return (ScoreLine(winner, FLAT_FAILED_CAPOT * times, Reason.BID),)
    # Where bids are not marked, a capot that was announced is worth what any capot is.
    slam = slam and family.bid
    if made and times == 1:
        found = _marks_made(entry, ruleset, family, winner, marked, slam=slam)
    else:
        found = [_mark_whole(entry, ruleset, family, winner, times=times, slam=slam)]
    if family.bid:
        found.append(ScoreLine(winner, bid * times, Reason.BID))
    return tuple(line for line in found if line.points)


def _marks_made(
    entry: HandEntry, ruleset: RuleSet, family: Family, takers: Side, marked: int, *, slam: bool
) -> list[ScoreLine]:
    """Return the points made by each side of a plain bid that was kept."""
    if not family.points_made:
        return []
    # With a high belote the takers can keep a bid although the defence has every trick.
    if entry.capot is takers and not slam:
        return [ScoreLine(takers, ruleset.capot_points, Reason.CAPOT)]
    return [
        ScoreLine(takers, marked, Reason.CARD_POINTS),
        ScoreLine(takers.other, ruleset.whole - marked, Reason.CARD_POINTS),
    ]


def _mark_whole(
    entry: HandEntry, ruleset: RuleSet, family: Family, winner: Side, *, times: int, slam: bool
) -> ScoreLine:
    """Return what the winner of a failed or doubled bid marks for the hand."""
    by_defence = entry.capot is not None and entry.capot is not entry.takers
    if by_defence and times == 1 and family.whole and not slam:
        return ScoreLine(winner, ruleset.capot_points, Reason.CAPOT)
    whole = family.whole if family.bid else family.whole * times
    return ScoreLine(winner, whole, Reason.WHOLE)
