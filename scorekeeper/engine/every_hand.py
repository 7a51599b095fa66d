"""Every score that one hand can have under a rule set, computed by the scoring itself."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations_with_replacement, groupby, product
from typing import Any, Final, NamedTuple

from scorekeeper.engine import declarations
from scorekeeper.engine.cards import SUITS
from scorekeeper.engine.checks import check, has_errors, is_played, whole_of
from scorekeeper.engine.choices import AllTrumpBelotes, DeclarationsOfLosers, PenaltyMarks
from scorekeeper.engine.hand import (
    GENERALE_BID,
    Contract,
    Declaration,
    DeclarationKind,
    HandEntry,
    Multiplier,
    Seat,
    Side,
    Trump,
)
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.scoring import (
    Comparison,
    HandScore,
    Held,
    Outcome,
    compare,
    judge,
    marked_card_points,
    parts_of,
    points_to_mark,
    score,
    score_as,
    winner_of,
)

TAKER: Final = Seat.A1
DECKS: Final = (None, Trump.ALL_TRUMP, Trump.NO_TRUMP)
MOST_DECLARED: Final = 3
"""No hand of eight cards holds more declarations."""


@dataclass(frozen=True, slots=True)
class HandPoints:
    """What both sides mark for a hand, who wins it, and which points a litige holds."""

    a: int
    b: int
    winner: Side | None
    held: Held

    @classmethod
    def of(cls, scored: HandScore) -> "HandPoints":
        """Return a hand's score without its reasons."""
        return cls(scored.points(Side.A), scored.points(Side.B), scored.winner, scored.held)

    @property
    def mirrored(self) -> "HandPoints":
        """Return the score with both sides exchanged."""
        winner = self.winner.other if self.winner else None
        return HandPoints(self.b, self.a, winner, Held(self.held.b, self.held.a))

    def plus(self, side: Side | None, points: int) -> "HandPoints":
        """Return the score with these points added to a side, or to nobody."""
        a, b = (points if side is one else 0 for one in Side)
        return HandPoints(self.a + a, self.b + b, self.winner, self.held)


class PlayedHand(NamedTuple):
    """A hand with takers on side A and no declarations, and what it marks under its contract.

    The contract of `entry` is a placeholder: a coinche has hundreds of thousands of hands, too many
    to build an entry for each. If declarations affect the outcome or the outcome affects them,
    `goes_to` and `sums` say who marks them and which sums of the best side's points end the hand
    this way. A hand without declarations has no sums.
    """

    entry: HandEntry
    contract: Contract | None
    points: HandPoints
    goes_to: Side | None = None
    sums: tuple[int, ...] = ()


def played(ruleset: RuleSet) -> Iterator[PlayedHand]:
    """Yield every hand played out with takers on side A; those of side B are mirror images."""
    inside = ruleset.declarations and declarations_are_inside(ruleset)
    by_bid = [list(same) for _bid, same in groupby(contracts(ruleset), lambda one: one and one.bid)]
    marks = _Marks(ruleset)
    for entry in _entries(ruleset):
        # Neither the bid nor a double changes the two numbers that are compared.
        bare = compare(entry, ruleset)
        for same_bid in by_bid:
            hand = replace(entry, contract=same_bid[0])
            outcome = judge(hand, ruleset, bare)
            for contract in same_bid:
                yield PlayedHand(entry, contract, marks.of(entry, contract, outcome))
            for best in Side if inside else ():
                for outcome, sums in _endings(hand, bare, best, ruleset):
                    winner = winner_of(entry, ruleset, outcome)
                    goes_to = declarations.go_to(best, entry, ruleset, winner)
                    for contract in same_bid:
                        points = marks.of(entry, contract, outcome)
                        yield PlayedHand(entry, contract, points, goes_to, sums)


@dataclass(frozen=True, slots=True)
class _Marks:
    """The scores of hands by contract and outcome, each computed once."""

    ruleset: RuleSet
    alike: dict[Any, HandPoints] = field(default_factory=dict)
    counts_cards: dict[Any, bool] = field(default_factory=dict)

    def of(self, entry: HandEntry, contract: Contract | None, outcome: Outcome) -> HandPoints:
        """Return the score of a hand under this contract with this outcome."""
        kind = (contract, outcome, entry.capot, entry.taker_alone)
        if kind not in self.counts_cards:
            parts = parts_of(replace(entry, contract=contract), self.ruleset, outcome)
            held = outcome is Outcome.LITIGE
            self.counts_cards[kind] = held or any(part.cards for part in parts)
        cards = marked_card_points(entry, self.ruleset) if self.counts_cards[kind] else None
        key = (kind, entry.belote, entry.further_belotes, cards)
        if key not in self.alike:
            hand = replace(entry, contract=contract)
            self.alike[key] = HandPoints.of(score_as(outcome, hand, self.ruleset))
        return self.alike[key]


def declarations_are_inside(ruleset: RuleSet) -> bool:
    """Return whether declarations and the outcome of a hand depend on each other."""
    passes = ruleset.declarations_of_losers is not DeclarationsOfLosers.KEPT
    return ruleset.declarations_count or passes


def _endings(
    entry: HandEntry, bare: Comparison, best: Side, ruleset: RuleSet
) -> list[tuple[Outcome, tuple[int, ...]]]:
    """Return the possible outcomes with the best side's sums of declarations for each."""
    sums = sums_of_declarations()
    passes_away = ruleset.declarations_of_losers is not DeclarationsOfLosers.KEPT
    if not ruleset.declarations_count or (passes_away and entry.capot is best.other):
        return [(judge(entry, ruleset, bare), sums)]

    @cache
    def judged(points: int) -> Outcome:
        ours, theirs = (points, 0) if best is entry.takers else (0, points)
        return judge(entry, ruleset, Comparison(bare.takers + ours, bare.defenders + theirs))

    def split(some: tuple[int, ...]) -> Iterator[tuple[Outcome, tuple[int, ...]]]:
        # More points never help the other side: if both ends have one outcome, so has all between.
        if judged(some[0]) is judged(some[-1]):
            yield judged(some[0]), some
        else:
            yield from split(some[: len(some) // 2])
            yield from split(some[len(some) // 2 :])

    return list(split(sums))


def every_penalty(ruleset: RuleSet) -> frozenset[HandPoints]:
    """Return the scores of the penalty hands, for each side at fault and each bid that counts."""
    with_bid = ruleset.bids and ruleset.penalty_marks is PenaltyMarks.BASE_AND_BID
    bids = [None, *contracts(ruleset)] if with_bid else [None]
    return frozenset(
        HandPoints.of(score(HandEntry(penalty=side, contract=contract), ruleset))
        for side, contract in product(Side, bids)
    )


def every_declaration(ruleset: RuleSet) -> frozenset[tuple[int, int]]:
    """Return every pair of points (A's, B's) that declarations can add, (0, 0) included."""
    if not ruleset.declarations or declarations_are_inside(ruleset):
        return frozenset({(0, 0)})
    sums = sums_of_declarations()
    return frozenset({(0, 0)} | {(s, 0) for s in sums} | {(0, s) for s in sums})


def _entries(ruleset: RuleSet) -> Iterator[HandEntry]:
    """Yield an entry for each hand of side A that can score differently; any contract."""
    contract = contracts(ruleset)[-1]
    for trump, points in card_points_to_mark(ruleset):
        for belotes in _belotes(trump, ruleset):
            entry = HandEntry(
                taker=TAKER,
                card_points=points,
                belote=belotes[0],
                further_belotes=tuple(side for side in belotes[1:] if side),
                trump=trump,
                contract=contract,
            )
            yield entry
            if points == 0:
                yield replace(entry, capot=TAKER.side.other)
            elif points == whole_of(entry, ruleset):
                yield replace(entry, capot=TAKER.side)
                if contract and contract.bid == GENERALE_BID:
                    yield replace(entry, capot=TAKER.side, taker_alone=True)


def _belotes(trump: Trump | None, ruleset: RuleSet) -> list[tuple[Side | None, ...]]:
    """Return who can have announced belote under these trumps; several at all trump."""
    found: list[tuple[Side | None, ...]] = [(None,)]
    if trump is not Trump.NO_TRUMP:
        found += [(side,) for side in Side]
    several = ruleset.all_trump_belotes is AllTrumpBelotes.UP_TO_FOUR
    if trump is Trump.ALL_TRUMP and several:
        for number in range(2, SUITS + 1):
            found += combinations_with_replacement(Side, number)
    return found


def contracts(ruleset: RuleSet) -> list[Contract | None]:
    """Return the bids that the rule set knows: only None if there is no bidding."""
    return [
        Contract(bid=bid, multiplier=said) for bid, said in product(ruleset.known_bids, Multiplier)
    ] or [None]


def card_points_to_mark(ruleset: RuleSet) -> list[tuple[Trump | None, int]]:
    """Return card points as written with possible trumps, one for each different marked result."""
    found: dict[tuple[int, int, int], tuple[Trump | None, int]] = {}
    contract = contracts(ruleset)[0]
    several = ruleset.all_trump_belotes is AllTrumpBelotes.UP_TO_FOUR
    for trump in DECKS:
        if not is_played(trump, ruleset):
            continue
        bare = HandEntry(taker=TAKER, card_points=0, trump=trump, contract=contract)
        for points in range(whole_of(bare, ruleset) + 1):
            entry = replace(bare, card_points=points)
            if not has_errors(check(entry, ruleset)):
                # There is no belote without trumps, and up to four at all trump.
                belotes = 0 if trump is Trump.NO_TRUMP else 1 + (several and trump is not None)
                found.setdefault((*points_to_mark(entry, ruleset), belotes), (trump, points))
    return list(found.values())


@cache
def sums_of_declarations() -> tuple[int, ...]:
    """Return every sum that the declarations of one side can have, ascending."""
    by_one = [
        kinds
        for number in range(MOST_DECLARED + 1)
        for kinds in combinations_with_replacement(_KINDS, number)
    ]
    by_both = {tuple(sorted(one + other)) for one, other in product(by_one, by_one)}
    found: set[int] = {0}
    for kinds in sorted(by_both, key=len):
        points = sum(kind.points for kind in kinds)
        shown = tuple(Declaration(side=Side.A, kind=kind) for kind in kinds)
        if points not in found and declarations.can_be_held(shown):
            found.add(points)
    return tuple(sorted(found - {0}))


_KINDS: Final = tuple(kind for kind in DeclarationKind if kind is not DeclarationKind.FOUR)
