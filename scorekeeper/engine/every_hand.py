"""Every score that one hand can have under a rule set: each comes from `score` itself."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, product
from typing import Final

from scorekeeper.engine.checks import check, has_errors, whole_of
from scorekeeper.engine.hand import (
    BIDS,
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
from scorekeeper.engine.scoring import HandScore, Held, ImpossibleHandError, scaled, score

TAKERS: Final = (Seat.A1, Seat.B1)
DECKS: Final = (None, Trump.ALL_TRUMP, Trump.NO_TRUMP)
CONTRACTS: Final = (
    None,
    *(Contract(bid=bid, multiplier=said) for bid in BIDS for said in Multiplier),
)

CARDS_HELD: Final = 8
FOURS: Final = frozenset(
    {DeclarationKind.FOUR, DeclarationKind.FOUR_NINES, DeclarationKind.FOUR_JACKS}
)
CARDS_DECLARED: Final = {
    DeclarationKind.TIERCE: 3,
    DeclarationKind.CINQUANTE: 4,
    DeclarationKind.CENT: 5,
    **dict.fromkeys(FOURS, 4),
}
MOST_DECLARED: Final = 3


@dataclass(frozen=True, slots=True)
class HandPoints:
    """What both sides mark for a hand, who wins it, and what a litige holds of it."""

    a: int
    b: int
    winner: Side | None
    held: Held

    @classmethod
    def of(cls, scored: HandScore) -> "HandPoints":
        """Return a hand's score without its reasons."""
        return cls(scored.points(Side.A), scored.points(Side.B), scored.winner, scored.held)


def every_hand(ruleset: RuleSet) -> frozenset[HandPoints]:
    """Return every score of a hand that was played out, without declarations."""
    found = set()
    for entry in _entries(ruleset):
        try:
            found.add(HandPoints.of(score(entry, ruleset)))
        except ImpossibleHandError:
            continue
    return frozenset(found)


def every_penalty(ruleset: RuleSet) -> frozenset[HandPoints]:
    """Return the scores of the penalty hands: one for each side at fault."""
    return frozenset(HandPoints.of(score(HandEntry(penalty=side), ruleset)) for side in Side)


def every_declaration(ruleset: RuleSet) -> frozenset[tuple[int, int]]:
    """Return every (A's, B's) points for declarations, those of a hand without any among them."""
    bare = HandEntry(taker=Seat.A1, card_points=0, contract=contracts(ruleset)[0])
    found = {(0, 0)}
    if ruleset.declarations:
        without = HandPoints.of(score(bare, ruleset))
        for side, kinds in product(Side, _declared_by_a_side()):
            shown = tuple(Declaration(side=side, kind=kind) for kind in kinds)
            entry = replace(bare, declarations=shown)
            scored = HandPoints.of(score(entry, ruleset))
            found.add((scored.a - without.a, scored.b - without.b))
    return frozenset(found)


def _entries(ruleset: RuleSet) -> Iterator[HandEntry]:
    """Yield an entry for every hand whose score may differ; some of them have errors."""
    for contract, (trump, points) in product(contracts(ruleset), card_points_on_162(ruleset)):
        for taker, belote in product(TAKERS, (None, *Side)):
            entry = HandEntry(
                taker=taker, card_points=points, belote=belote, trump=trump, contract=contract
            )
            yield entry
            if points in (0, whole_of(entry, ruleset)):
                for capot, alone in product(Side, (False, True)):
                    yield replace(entry, capot=capot, taker_alone=alone)


def contracts(ruleset: RuleSet) -> list[Contract | None]:
    """Return the bids that the rule set knows: only None where nobody bids."""
    bare = HandEntry(taker=Seat.A1, card_points=0)
    return [
        contract
        for contract in CONTRACTS
        if not has_errors(check(replace(bare, contract=contract), ruleset))
    ]


def card_points_on_162(ruleset: RuleSet) -> list[tuple[Trump | None, int]]:
    """Return card points as written, under trumps that allow them, one for each on 162."""
    found: dict[int, tuple[Trump | None, int]] = {}
    contract = contracts(ruleset)[0]
    for trump in DECKS:
        bare = HandEntry(taker=Seat.A1, card_points=0, trump=trump, contract=contract)
        whole = whole_of(bare, ruleset)
        for points in range(whole + 1):
            if not has_errors(check(replace(bare, card_points=points), ruleset)):
                found.setdefault(scaled(points, whole), (trump, points))
    return list(found.values())


def _declared_by_a_side() -> set[tuple[DeclarationKind, ...]]:
    """Return what two partners can declare: there is only one set of nines and one of jacks."""
    by_one = [
        kinds
        for number in range(MOST_DECLARED + 1)
        for kinds in combinations_with_replacement(DeclarationKind, number)
        if _fit_in_a_hand(kinds)
    ]
    by_both = (tuple(sorted(one + other)) for one, other in product(by_one, by_one))
    unique = (DeclarationKind.FOUR_NINES, DeclarationKind.FOUR_JACKS)
    return {kinds for kinds in by_both if all(kinds.count(kind) <= 1 for kind in unique)}


def _fit_in_a_hand(kinds: tuple[DeclarationKind, ...]) -> bool:
    """Return whether eight cards can show all this.

    A card may stand in a sequence and in four of a kind: some tables count it twice.
    """
    fours = sum(kind in FOURS for kind in kinds)
    twice = fours * (len(kinds) - fours)
    return sum(CARDS_DECLARED[kind] for kind in kinds) - twice <= CARDS_HELD
