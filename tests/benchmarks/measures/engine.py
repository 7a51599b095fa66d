"""How fast a hand is scored.

Plain functions for one rule set each witness what is scored.
"""

import random
from bisect import bisect
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from tests.benchmarks.ratios import Figure, Measure, Reached, milliseconds, profiled

if TYPE_CHECKING:
    from scorekeeper.engine.hand import Contract, HandEntry, Trump

EVENING: Final = 1_080
"""Hands of thirty tables in three games of twelve."""
RUNS: Final = 15

Marks = tuple[int, int]


def classic(entry: "HandEntry") -> Marks:
    """Return what A and B mark: 82 make it, a capot is 250, belote its holder's."""
    points = entry.card_points or 0
    by_a = entry.taker in ("A1", "A2")
    if entry.capot:
        a, b = (250, 0) if entry.capot == "A" else (0, 250)
    elif points > 81:
        a, b = (points, 162 - points) if by_a else (162 - points, points)
    else:
        a, b = (0, 162) if by_a else (162, 0)
    if entry.belote:
        return (a + 20, b) if entry.belote == "A" else (a, b + 20)
    return a, b


def salon(entry: "HandEntry") -> Marks:
    """Return what A and B mark: belote counts towards the contract, equality is a litige."""
    by_a = entry.taker in ("A1", "A2")
    own, belote = entry.card_points or 0, entry.belote
    others = 162 - own
    a, b = (20 if belote == "A" else 0), (20 if belote == "B" else 0)
    ours, theirs = (own + a, others + b) if by_a else (own + b, others + a)
    if entry.capot:
        return (a + 252, b) if entry.capot == "A" else (a, b + 252)
    if ours > theirs:
        return (a + own, b + others) if by_a else (a + others, b + own)
    held = others if ours == theirs else 162
    return (a, b + held) if by_a else (a + held, b)


def twelve_hands(entry: "HandEntry") -> Marks:
    """Return what A and B mark in tens, 80 to 80 shared."""
    by_a = entry.taker in ("A1", "A2")
    if entry.capot:
        return (250, 0) if entry.capot == "A" else (0, 250)
    takers = ((entry.card_points or 0) + 3) // 10 * 10
    if takers < 80:
        return (0, 160) if by_a else (160, 0)
    return (takers, 160 - takers) if by_a else (160 - takers, takers)


def contree_ffb(entry: "HandEntry") -> Marks:
    """Return what A and B mark: points and bid, belote taken from failed takers."""
    assert entry.contract is not None
    bid, times = entry.contract.bid, (1, 2, 4)[entry.contract.multiplier]
    takers = "A" if entry.taker in ("A1", "A2") else "B"
    own, every_trick = entry.card_points or 0, entry.capot == takers
    helped = 20 if entry.belote == takers else 0
    made = every_trick or (bid != 250 and own + helped >= bid)
    if bid == 250:
        win, lose = 160 + 250 * times, 0
    elif made and times == 1:
        win = bid + (250 if every_trick else (own + 5) // 10 * 10)
        lose = 0 if every_trick else (162 - own + 5) // 10 * 10
    else:
        capot = entry.capot and not made and times == 1
        win, lose = (250 if capot else 160) + bid * times, 0
    taken = entry.belote and (not made or helped)
    win, lose = (win + 20, lose) if taken else (win, lose + 20 if entry.belote else lose)
    return (win, lose) if (takers == "A") == made else (lose, win)


def bid_only(entry: "HandEntry") -> Marks:
    """Return what A and B mark: the bid, to whom it goes, belote helps only."""
    assert entry.contract is not None
    bid, times = entry.contract.bid, (1, 2, 4)[entry.contract.multiplier]
    takers = "A" if entry.taker in ("A1", "A2") else "B"
    helped = 20 if entry.belote == takers else 0
    every_trick = entry.capot == takers
    made = every_trick or (bid != 250 and (entry.card_points or 0) + helped >= bid)
    return (bid * times, 0) if (takers == "A") == made else (0, bid * times)


BY_HAND: Final[dict[str, Callable[["HandEntry"], Marks]]] = {
    "classic": classic,
    "salon": salon,
    "twelve_hands": twelve_hands,
    "contree_ffb": contree_ffb,
    "coinche_bid_only": bid_only,
}


def hands_of(key: str, count: int, seed: int = 14) -> "list[HandEntry]":
    """Return hands as tables play them: one in thirty a capot, belote in two of five."""
    from scorekeeper.engine.cards import possible_card_points
    from scorekeeper.engine.hand import HandEntry, Seat, Side, Trump
    from scorekeeper.engine.presets import PRESETS

    dice, ruleset = random.Random(seed), PRESETS[key]
    suits = list(Trump)[:4]
    possible = sorted(possible_card_points() - {0, 162})
    found = []
    for _ in range(count):
        taker = dice.choice(list(Seat))
        near = bisect(possible, dice.gauss(98, 30))
        points = possible[min(near, len(possible) - 1)]
        capot = None
        if dice.random() < 1 / 30:
            capot = taker.side if dice.random() < 0.8 else taker.side.other
            points = 162 if capot is taker.side else 0
        belote = dice.choice((Side.A, Side.B, None, None, None))
        contract, trump = _bid(dice, suits) if ruleset.bids else (None, None)
        found.append(HandEntry(taker=taker, card_points=points, capot=capot, belote=belote,
                               contract=contract, trump=trump))  # fmt: skip
    return found


def _bid(dice: random.Random, suits: "list[Trump]") -> "tuple[Contract, Trump]":
    from scorekeeper.engine.hand import CAPOT_BID, Contract, Multiplier

    bid = dice.choice((80, 80, 80, 90, 90, 90, 100, 100, 110, 120, 130, 140, CAPOT_BID))
    said = dice.choices(list(Multiplier), (90, 8, 2))[0]
    return Contract(bid=bid, multiplier=said), dice.choice(suits)


def score_a_hand() -> Reached:
    """Score evenings by five rule sets, checked and with every reason."""
    figures: list[Figure] = []
    for key, by_hand in BY_HAND.items():
        for entry in hands_of(key, EVENING, seed=1):
            assert _scored(key, [entry]) == [by_hand(entry)], (key, entry)
        evenings = [hands_of(key, EVENING, seed=seed + 2) for seed in range(RUNS)]
        times = tuple(milliseconds(partial(_scored, key, entries)) for entries in evenings)
        figures.append(Figure(key, times))
    medians = {one.what: 1000 * one.median / EVENING for one in figures}
    slowest = max(medians, key=medians.__getitem__)
    said = f"{min(medians.values()):.0f} to {medians[slowest]:.0f} µs ({slowest})"
    profile = profiled(partial(_scored, slowest, hands_of(slowest, EVENING, seed=99)))
    return Reached(said, True, tuple(figures), profile)


def _scored(key: str, entries: "list[HandEntry]") -> list[Marks]:
    from scorekeeper.engine.presets import PRESETS
    from scorekeeper.engine.scoring import score

    ruleset = PRESETS[key]
    scored = (score(entry, ruleset) for entry in entries)
    return [(one.a, one.b) for one in scored]


MEASURES = (
    Measure(
        row=10,
        name="engine",
        what="score a hand in the engine: checked, with its reasons",
        how="in one process, 15 evenings of 1 080 hands, five rule sets",
        goal="–",
        take=score_a_hand,
    ),
)
