"""A second scorer of the bidding game, written from rules.md, section 8, and not from the engine.

It reads an entry and the fields of a rule set as plain text and numbers, and shares no function
with the program. Points are (takers', defenders').
"""

from collections.abc import Sequence
from itertools import product
from typing import Any

TRUMP = [20, 14, 11, 10, 4, 3, 0, 0]
PLAIN = [11, 10, 4, 3, 2, 0, 0, 0]
VALUES = {"tierce": 20, "cinquante": 50, "cent": 100, "four_nines": 150, "four_jacks": 200}


def nearest(points: float, step: int) -> int:
    """Return the nearest multiple, halves up."""
    return int((points + step / 2) // step) * step


def all_of(entry: Any, rules: Any) -> tuple[int, int]:
    """Return the takers' points on the scale that is marked, and what both sides have there."""
    points = entry.card_points
    if entry.trump == "all_trump":
        if rules.all_trump == "as_258":
            return points, sum(TRUMP) * 4 + 10
        if rules.all_trump == "scaled_from_258":
            return int(points * 162 / 258 + 0.5), 162
    if entry.trump == "no_trump" and rules.no_trump == "ace_11":
        return points, sum(PLAIN) * 4 + 10
    return points, 162


def as_marked(ours: int, whole: int, rules: Any) -> tuple[int, int]:
    """Return the card points of both sides, rounded by the rules' own way."""
    theirs = whole - ours
    top = nearest(whole, 10)
    match str(rules.rounding):
        case "tens_5_up":
            return nearest(ours, 10), nearest(theirs, 10)
        case "tens_6_up":
            return nearest(ours - 1, 10), nearest(theirs - 1, 10)
        case "fives":
            return nearest(max(ours - 1, 0), 5), nearest(max(theirs - 1, 0), 5)
        case "complement":
            return top - nearest(theirs, 10), nearest(theirs, 10)
        case "to_160":
            # 6 goes down for the takers.
            down = ours % 10 <= 6
            takers = ours - ours % 10 if down else ours - ours % 10 + 10
            return takers, top - takers
    return ours, theirs


def declared(entry: Any, side: str) -> int:
    return sum(VALUES.get(one.kind, 100) for one in entry.declarations if one.side == side)


ORDER = ["seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]
FOURS = ["four_queens", "four_kings", "four_tens", "four_aces"]
CARDS = {"tierce": 3, "cinquante": 4, "cent": 5}


def ways_of(one: Any) -> list[tuple[bool, int, int]]:
    """Return how strong a declaration can be: if it is a four, its points, its highest card."""
    points = VALUES.get(one.kind, 100)
    if one.kind == "four":
        return [(True, points, FOURS.index(four)) for four in FOURS]
    if one.kind.startswith("four"):
        return [(True, points, FOURS.index(one.kind) if one.kind in FOURS else 0)]
    if one.high:
        return [(False, points, ORDER.index(one.high))]
    return [(False, points, place) for place in range(CARDS[one.kind] - 1, len(ORDER))]


def best_of(entry: Any) -> str | None:
    """Return who had the best declaration, told or worked out over all cards it can have been."""
    if entry.best_declaration or not entry.declarations:
        return str(entry.best_declaration) if entry.best_declaration else None
    found = set()
    for ways in product(*(ways_of(one) for one in entry.declarations)):
        fours = [way for way in ways if way[0]]
        if len(set(fours)) < len(fours):
            continue
        best = {"A": (False, 0, 0), "B": (False, 0, 0)}
        for one, way in zip(entry.declarations, ways, strict=True):
            best[one.side] = max(best[one.side], way)
        found.add("A" if best["A"] > best["B"] else "B" if best["B"] > best["A"] else None)
    (side,) = found
    return side


def is_made(entry: Any, rules: Any) -> bool:
    ours, whole = all_of(entry, rules)
    theirs = whole - ours
    if rules.judged_on == "rounded":
        ours, theirs = as_marked(ours, whole, rules)
    takers = entry.taker[0]
    belotes = [entry.belote, *entry.further_belotes]
    ours += rules.belote_points * belotes.count(takers)
    theirs += rules.belote_points * (len([b for b in belotes if b]) - belotes.count(takers))
    best = best_of(entry)
    # What a side without a trick loses to the other helps nobody to a contract.
    gone = entry.capot and best != entry.capot and rules.declarations_of_losers != "kept"
    if best and rules.declarations_count and not gone:
        if best == takers:
            ours += declared(entry, best)
        else:
            theirs += declared(entry, best)
    bid = entry.contract.bid
    if bid == 500:
        return bool(entry.capot == takers and entry.taker_alone)
    if bid == 250:
        return bool(entry.capot == takers)
    if entry.capot == takers:
        return True
    return bool(ours >= bid and (ours > theirs or not rules.bid_must_beat_defenders))


def multiplied(base: int, bid: int, times: int, rules: Any) -> int:
    """Return what a double makes of both: (base, bid) → a sum."""
    return {
        "bid": base + bid * times,
        "base": base * times + bid,
        "both": (base + bid) * times,
        "hand": (base + bid) * times,
    }[str(rules.doubles)]


def hand_marks(entry: Any, rules: Any, *, made: bool) -> Sequence[int]:
    """Return what (takers, defenders) mark but belote and declarations."""
    takers = entry.taker[0]
    winner_is_takers = made
    times = [1, rules.doubled_factor, rules.redoubled_factor][entry.contract.multiplier]
    slam = entry.contract.bid in (250, 500)
    bid = entry.contract.bid
    if bid == 250:
        bid = rules.capot_bid_points
    announced = rules.capot_bid_made if made else rules.capot_bid_failed
    if slam and announced is not None:
        if rules.capot_bid_flat:
            total = announced * times
        else:
            total = multiplied(announced - rules.capot_bid_points, bid, times, rules)
        return (total, 0) if winner_is_takers else (0, total)
    if rules.bidding == "points":
        bid = 0
    cards = as_marked(*all_of(entry, rules), rules)
    if rules.bidding == "bid_only":
        cards = (0, 0)
    winner = takers if made else "AB".replace(takers, "")
    # A capot that nobody announced, or that the bid does not pay for.
    silent = entry.capot == winner and not (slam and rules.bidding != "points")
    if made and times == 1:
        if silent and rules.bidding != "bid_only" and rules.unannounced_capot == "capot_points":
            return rules.capot_points + bid, 0
        return cards[0] + bid, cards[1]
    if times == 1:
        base = rules.base
        if silent and rules.bidding != "bid_only" and rules.defence_capot == "capot_points":
            base = rules.capot_points
        return 0, base + bid
    base = cards[0] if made and rules.doubles == "hand" else rules.base
    total = multiplied(base, bid, times, rules)
    if silent:
        total += rules.capot_doubled_bonus
    if not made:
        return 0, total
    return total, cards[1] if rules.doubled_defence == "card_points" else 0


def marks(entry: Any, rules: Any) -> tuple[bool, tuple[int, int]]:
    """Return whether the bid was made, and what A and B mark for the hand."""
    takers = entry.taker[0]
    defenders = "AB".replace(takers, "")
    made = is_made(entry, rules)
    found = dict(zip((takers, defenders), hand_marks(entry, rules, made=made), strict=True))
    for holder in (entry.belote, *entry.further_belotes):
        if not holder or rules.belote_marked == "nobody":
            continue
        taken = rules.belote_marked == "taken_from_failed" and holder == takers and not made
        found[defenders if taken else holder] += rules.belote_points
    if best := best_of(entry):
        lost = (best == takers and not made) or (entry.capot and entry.capot != best)
        goes_to: str | None = best
        if lost and rules.declarations_of_losers == "to_winner":
            goes_to = takers if made else defenders
        elif lost and rules.declarations_of_losers == "lost":
            goes_to = None
        if goes_to:
            found[goes_to] += declared(entry, best)
    return made, (found["A"], found["B"])


def agrees(dice: Any, number: int, random_ruleset: Any, random_hand: Any) -> None:
    """Score that many random hands over random rule sets with the engine and from here."""
    from scorekeeper.engine.hand import Side
    from scorekeeper.engine.scoring import score

    tried = 0
    while tried < number:
        rules = random_ruleset(dice)
        if not rules.bids:
            continue
        for _ in range(50):
            entry = random_hand(dice, rules)
            if entry.penalty:
                continue
            scored, (made, found) = score(entry, rules), marks(entry, rules)
            assert tuple(scored.points(side) for side in Side) == found, (entry, rules)
            assert (scored.winner == entry.taker[0]) is made, (entry, rules)
            tried += 1


if __name__ == "__main__":
    import random
    import sys

    from tests.phone_entries import random_hand, random_ruleset

    agrees(random.Random(8), int(sys.argv[1]), random_ruleset, random_hand)
    print(f"{sys.argv[1]} hands, no difference")
