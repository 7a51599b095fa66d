"""Contrée and coinche: whether a bid is made, and what both sides mark.

Source: rules.md, section 8. Decisions where no source settles it: winning every trick makes any bid
of points; an announced capot without its own score is marked like any other bid; a flat capot score
applies to a générale too; the bonus for an unannounced capot in a doubled hand goes to the side
that made it.
"""

from collections.abc import Iterator
from typing import Final

from scorekeeper.engine.choices import (
    DefenceCapot,
    DoubledDefence,
    Doubles,
    PenaltyMarks,
    UnannouncedCapot,
)
from scorekeeper.engine.hand import CAPOT_BID, GENERALE_BID, Contract, HandEntry, Multiplier, Side
from scorekeeper.engine.marks import MarkedPart, Reason
from scorekeeper.engine.rulesets import RuleSet

SLAMS: Final = (CAPOT_BID, GENERALE_BID)
GENERALE_POINTS: Final = 500


def is_made(entry: HandEntry, ruleset: RuleSet, takers: int, defenders: int) -> bool:
    """Return whether the bid was made; both numbers include belote and declarations.

    A capot needs every trick, a générale every trick won by the taker alone.
    """
    assert entry.contract is not None
    bid, every_trick = entry.contract.bid, entry.capot is entry.takers
    if bid in SLAMS:
        return every_trick and (bid == CAPOT_BID or entry.taker_alone)
    beats = takers > defenders or not ruleset.bid_must_beat_defenders
    return every_trick or (takers >= bid and beats)


def bid_points(contract: Contract, ruleset: RuleSet) -> int:
    """Return the value of the bid before doubling: its points, or those of a capot or générale."""
    if contract.bid == CAPOT_BID:
        return ruleset.capot_bid_points
    return GENERALE_POINTS if contract.bid == GENERALE_BID else contract.bid


def factor(multiplier: Multiplier, ruleset: RuleSet) -> int:
    """Return the factor of a double: 1 if not doubled, usually 2 doubled and 4 redoubled."""
    return (1, ruleset.doubled_factor, ruleset.redoubled_factor)[multiplier]


def parts(entry: HandEntry, ruleset: RuleSet, *, made: bool) -> tuple[MarkedPart, ...]:
    """Return what both sides mark, except belote and declarations."""
    assert entry.contract is not None
    assert entry.takers is not None
    contract = entry.contract
    winner = entry.takers if made else entry.takers.other
    times = factor(contract.multiplier, ruleset)
    figure = ruleset.capot_bid_made if made else ruleset.capot_bid_failed
    if contract.bid in SLAMS and figure is not None:
        reason = Reason.CAPOT if made else Reason.WHOLE
        found = _announced_capot(winner, figure, times, ruleset, reason)
    elif made and times == 1:
        found = _made(entry, entry.takers, ruleset)
    else:
        found = _failed_or_doubled(entry, winner, times, ruleset, made=made)
    return tuple(part for part in found if part.points or part.cards or part.bids)


def penalty_parts(
    contract: Contract | None, winner: Side, ruleset: RuleSet
) -> tuple[MarkedPart, ...]:
    """Return what a penalty hand gives to the side not at fault.

    If that equals what a failed bid gives and no bid was made yet, it is the base alone.
    """
    if not ruleset.bids or ruleset.penalty_marks is not PenaltyMarks.BASE_AND_BID:
        points = {PenaltyMarks.POINTS_160: 160, PenaltyMarks.POINTS_162: 162}
        given = points.get(ruleset.penalty_marks, ruleset.whole)
        return (MarkedPart(winner, Reason.PENALTY, given),)
    times = factor(contract.multiplier, ruleset) if contract else 1
    figure = ruleset.capot_bid_failed
    if contract and contract.bid in SLAMS and figure is not None:
        return tuple(_announced_capot(winner, figure, times, ruleset, Reason.PENALTY))
    base_times, bid_times = _times(times, ruleset)
    found = [MarkedPart(winner, Reason.PENALTY, ruleset.base * base_times)]
    if contract and ruleset.marks_bid:
        found.append(MarkedPart(winner, Reason.BID, bids=bid_times))
    return tuple(part for part in found if part.points or part.bids)


def _times(times: int, ruleset: RuleSet) -> tuple[int, int]:
    """Return how many times the base and the bid count under this double."""
    base = 1 if ruleset.doubles is Doubles.BID else times
    bid = 1 if ruleset.doubles is Doubles.BASE else times
    return base, bid


def _announced_capot(
    winner: Side, figure: int, times: int, ruleset: RuleSet, reason: Reason
) -> Iterator[MarkedPart]:
    """Yield the score of an announced capot, with its bid as a separate part unless it is flat."""
    if ruleset.capot_bid_flat:
        yield MarkedPart(winner, Reason.BID, figure * times)
        return
    base_times, bid_times = _times(times, ruleset)
    extra = (figure - ruleset.capot_bid_points) * base_times
    if extra:
        yield MarkedPart(winner, reason, extra)
    yield MarkedPart(winner, Reason.BID, bids=bid_times)


def _made(entry: HandEntry, takers: Side, ruleset: RuleSet) -> Iterator[MarkedPart]:
    """Yield the points of both sides and the bid of a contract made without a double."""
    assert entry.contract is not None
    # If bids are not marked, an announced capot is worth as much as any other.
    is_capot = entry.capot is takers and not (entry.contract.bid in SLAMS and ruleset.marks_bid)
    if ruleset.counts_cards:
        if is_capot and ruleset.unannounced_capot is UnannouncedCapot.CAPOT_POINTS:
            yield MarkedPart(takers, Reason.CAPOT, ruleset.capot_points)
        else:
            yield MarkedPart(takers, Reason.CARD_POINTS, cards=1)
            yield MarkedPart(takers.other, Reason.CARD_POINTS, cards=1)
    if ruleset.marks_bid:
        yield MarkedPart(takers, Reason.BID, bids=1)


def _failed_or_doubled(
    entry: HandEntry, winner: Side, times: int, ruleset: RuleSet, *, made: bool
) -> Iterator[MarkedPart]:
    """Yield what the winner of a failed or doubled bid marks, and the defence if it may."""
    assert entry.contract is not None
    counts_cards, marks_bid = ruleset.counts_cards, ruleset.marks_bid
    base_times, bid_times = _times(times, ruleset)
    unannounced = entry.capot is winner and not (entry.contract.bid in SLAMS and marks_bid)
    if made and ruleset.doubles is Doubles.HAND:
        if counts_cards:
            yield MarkedPart(winner, Reason.CARD_POINTS, cards=times)
    elif (
        unannounced
        and times == 1
        and counts_cards
        and ruleset.defence_capot is DefenceCapot.CAPOT_POINTS
    ):
        yield MarkedPart(winner, Reason.CAPOT, ruleset.capot_points)
    else:
        yield MarkedPart(winner, Reason.WHOLE, ruleset.base * base_times)
    if marks_bid:
        yield MarkedPart(winner, Reason.BID, bids=bid_times)
    if unannounced and times > 1:
        yield MarkedPart(winner, Reason.CAPOT, ruleset.capot_doubled_bonus)
    if made and counts_cards and ruleset.doubled_defence is DoubledDefence.CARD_POINTS:
        yield MarkedPart(winner.other, Reason.CARD_POINTS, cards=1)
