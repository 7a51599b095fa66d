"""The score of one hand, with the reason of every point (rules.md, sections 2, 3 and 8)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scorekeeper.engine import contree, declarations
from scorekeeper.engine.cards import WHOLE
from scorekeeper.engine.checks import REFUSED_LATER, Problem, check, has_errors, whole_of
from scorekeeper.engine.choices import AllTrump, BeloteMarked, HeldPoints
from scorekeeper.engine.hand import HandEntry, Side, Trump
from scorekeeper.engine.marks import MarkedPart, Reason, ScoreLine
from scorekeeper.engine.rulesets import RuleSet


class Outcome(StrEnum):
    """The outcome of a hand."""

    MADE = "made"
    FAILED = "failed"
    CAPOT = "capot"
    LITIGE = "litige"
    SHARED = "shared"
    PENALTY = "penalty"


class ImpossibleHandError(ValueError):
    """Raised if an entry with errors is scored."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(", ".join(problem.code for problem in problems))
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True)
class Held:
    """Points held by litiges, for each side that lost them."""

    a: int = 0
    b: int = 0

    @property
    def total(self) -> int:
        return self.a + self.b

    def plus(self, side: Side, points: int) -> "Held":
        """Return the held points after the side has lost these points too."""
        if side is Side.A:
            return Held(self.a + points, self.b)
        return Held(self.a, self.b + points)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The two numbers that decide the contract, with belote and declarations if they count.

    `needed` is the bid, if there is one.
    """

    takers: int
    defenders: int
    takers_belote: int = 0
    defenders_belote: int = 0
    needed: int | None = None
    takers_declared: int = 0
    defenders_declared: int = 0

    @property
    def whole(self) -> int:
        """Return the sum of both sides, as in "92 of 182"."""
        return self.takers + self.defenders


@dataclass(frozen=True, slots=True)
class HandScore:
    """The score of one hand: `a` and `b` are what the sides mark, `lines` give the reasons.

    `held` are the points held after the hand, `newly_held` those that it added.
    """

    outcome: Outcome
    a: int
    b: int
    lines: tuple[ScoreLine, ...]
    winner: Side | None
    held: Held
    comparison: Comparison | None = None
    newly_held: int = 0

    def points(self, side: Side) -> int:
        """Return what the side marks for this hand."""
        return self.a if side is Side.A else self.b


NOTHING_HELD = Held()


def score(
    entry: HandEntry,
    ruleset: RuleSet,
    held: Held = NOTHING_HELD,
    problems: Sequence[Problem] | None = None,
) -> HandScore:
    """Return the score of one hand; `held` are the points held by earlier litiges.

    `problems` is the result of `check`, if the caller has it; without it the hand is taken as
    already stored, and errors that only later versions refuse are ignored. Raises
    ImpossibleHandError if there are errors. Held points go to the side that wins this hand; a
    litige adds to them; a shared hand leaves them unchanged.
    """
    if problems is None:
        problems = [one for one in check(entry, ruleset) if one.code not in REFUSED_LATER]
    if has_errors(problems):
        raise ImpossibleHandError(problems)
    if entry.penalty:
        return score_as(Outcome.PENALTY, entry, ruleset, held)
    comparison = compare(entry, ruleset)
    outcome = judge(entry, ruleset, comparison)
    # A capot without a bid needs no comparison.
    shown = comparison if entry.contract or not entry.capot else None
    return score_as(outcome, entry, ruleset, held, shown)


def score_as(
    outcome: Outcome,
    entry: HandEntry,
    ruleset: RuleSet,
    held: Held = NOTHING_HELD,
    comparison: Comparison | None = None,
) -> HandScore:
    """Return the score of a hand with a given outcome, whatever its comparison says."""
    winner = winner_of(entry, ruleset, outcome)
    lines = [
        *_part_lines(entry, ruleset, outcome),
        *_belote_lines(entry, ruleset, outcome, winner),
        *_declaration_lines(entry, ruleset, winner),
    ]
    newly_held = 0
    if winner and held.total:
        lines.append(ScoreLine(winner, held.total, Reason.HELD_WON))
        held = NOTHING_HELD
    elif outcome is Outcome.LITIGE and entry.takers:
        own, _others = marked_card_points(entry, ruleset)
        at_once = own // 2 if ruleset.held is HeldPoints.HALF_OF_CARDS else 0
        if at_once:
            lines.insert(0, ScoreLine(entry.takers, at_once, Reason.CARD_POINTS))
        newly_held = own - at_once + _held_belote(entry, ruleset)
        held = held.plus(entry.takers, newly_held)
    return HandScore(
        Outcome.CAPOT if winner and entry.capot is winner else outcome,
        sum(line.points for line in lines if line.side is Side.A),
        sum(line.points for line in lines if line.side is Side.B),
        tuple(lines),
        winner,
        held,
        comparison,
        newly_held,
    )


def points_to_mark(entry: HandEntry, ruleset: RuleSet) -> tuple[int, int]:
    """Return the takers' card points and the sum of both sides, scaled if the rules say so."""
    assert entry.card_points is not None
    whole = whole_of(entry, ruleset)
    if entry.trump is Trump.ALL_TRUMP and ruleset.all_trump is AllTrump.SCALED_FROM_258:
        # Halves are rounded up.
        return (2 * entry.card_points * WHOLE + whole) // (2 * whole), WHOLE
    return entry.card_points, whole


def marked_card_points(entry: HandEntry, ruleset: RuleSet) -> tuple[int, int]:
    """Return the card points of takers and defenders as they are marked."""
    return ruleset.marked(*points_to_mark(entry, ruleset))


def compare(entry: HandEntry, ruleset: RuleSet) -> Comparison:
    """Return the two numbers that are compared (rules.md, sections 2 and 8)."""
    takers = entry.takers
    assert takers is not None
    own, whole = points_to_mark(entry, ruleset)
    others = whole - own
    if ruleset.judged_on_marks:
        own, others = ruleset.marked(own, whole)
    # Belote always counts towards a bid (rules.md, section 8).
    own_belote = other_belote = own_declared = other_declared = 0
    if ruleset.belote_counts or entry.contract is not None:
        own_belote = ruleset.belote_points * entry.belotes(takers)
        other_belote = ruleset.belote_points * entry.belotes(takers.other)
    best = declarations.best_declaration_of(entry)
    if best and ruleset.declarations_count and not declarations.pass_away(best, entry, ruleset):
        points = sum(one.kind.points for one in entry.declarations if one.side is best)
        own_declared, other_declared = (points, 0) if best is takers else (0, points)
    return Comparison(
        own + own_belote + own_declared,
        others + other_belote + other_declared,
        own_belote,
        other_belote,
        entry.contract.bid if entry.contract else None,
        own_declared,
        other_declared,
    )


def judge(entry: HandEntry, ruleset: RuleSet, comparison: Comparison) -> Outcome:
    """Return the outcome of the hand; `entry.capot` says separately whether it was a capot."""
    ours, theirs = comparison.takers, comparison.defenders
    if entry.contract:
        made = contree.is_made(entry, ruleset, ours, theirs)
    elif entry.capot:
        made = entry.capot is entry.takers
    elif ours == theirs:
        return Outcome(ruleset.on_equality.value)
    else:
        made = ours > theirs
    return Outcome.MADE if made else Outcome.FAILED


def winner_of(entry: HandEntry, ruleset: RuleSet, outcome: Outcome) -> Side | None:
    """Return the winner of a hand with that outcome, None if there is none."""
    if entry.penalty:
        return entry.penalty.other
    if entry.takers is None or outcome not in (Outcome.MADE, Outcome.FAILED):
        return None
    return entry.takers if outcome is Outcome.MADE else entry.takers.other


def parts_of(entry: HandEntry, ruleset: RuleSet, outcome: Outcome) -> tuple[MarkedPart, ...]:
    """Return the parts that both sides mark before numbers are filled in.

    Belote and declarations are not included.
    """
    if entry.penalty:
        return contree.penalty_parts(entry.contract, entry.penalty.other, ruleset)
    takers = entry.takers
    assert takers is not None
    if entry.contract:
        return contree.parts(entry, ruleset, made=outcome is Outcome.MADE)
    if entry.capot:
        return (MarkedPart(entry.capot, Reason.CAPOT, ruleset.capot_points),)
    if outcome is Outcome.FAILED:
        return (MarkedPart(takers.other, Reason.WHOLE, ruleset.whole),)
    sides = (takers.other,) if outcome is Outcome.LITIGE else (takers, takers.other)
    return tuple(MarkedPart(side, Reason.CARD_POINTS, cards=1) for side in sides)


def _held_belote(entry: HandEntry, ruleset: RuleSet) -> int:
    """Return the part of the takers' belote that a litige holds."""
    # Even if only cards are compared: in a published litige 81 and belote hold 101.
    own = entry.belote is not None and entry.belote is entry.takers
    return ruleset.belote_points if ruleset.holds_belote and own else 0


def _part_lines(entry: HandEntry, ruleset: RuleSet, outcome: Outcome) -> Iterator[ScoreLine]:
    """Yield what both sides mark, except belote and declarations."""
    contract = entry.contract
    for part in parts_of(entry, ruleset, outcome):
        points = part.points
        if part.cards:
            takers, defenders = marked_card_points(entry, ruleset)
            points += part.cards * (takers if part.side is entry.takers else defenders)
        if contract:
            points += part.bids * contree.bid_points(contract, ruleset)
        # A bid is listed only if it scores points.
        if points or not contract:
            yield ScoreLine(part.side, points, part.reason)


def _belote_lines(
    entry: HandEntry, ruleset: RuleSet, outcome: Outcome, winner: Side | None
) -> Iterator[ScoreLine]:
    """Yield the points of each belote for the side that marks it."""
    if not ruleset.belote_points:
        return
    if outcome is Outcome.LITIGE and _held_belote(entry, ruleset):
        return
    for holder in (entry.belote, *entry.further_belotes):
        side = _belote_goes_to(holder, entry, ruleset, winner) if holder else None
        if side:
            yield ScoreLine(side, ruleset.belote_points, Reason.BELOTE)


def _declaration_lines(
    entry: HandEntry, ruleset: RuleSet, winner: Side | None
) -> Iterator[ScoreLine]:
    """Yield the declarations of the best side for the side that marks them."""
    best = declarations.best_declaration_of(entry)
    goes_to = declarations.go_to(best, entry, ruleset, winner) if best else None
    for shown in entry.declarations:
        if goes_to and shown.side is best:
            yield ScoreLine(goes_to, shown.kind.points, Reason.DECLARATION)


def _belote_goes_to(
    holder: Side, entry: HandEntry, ruleset: RuleSet, winner: Side | None
) -> Side | None:
    """Return who marks a belote, None if nobody does."""
    if ruleset.belote_marked is BeloteMarked.HOLDER or entry.penalty:
        return holder
    if ruleset.belote_marked is BeloteMarked.NOBODY:
        return None
    failed = holder is entry.takers and winner is holder.other
    return winner if failed else holder
