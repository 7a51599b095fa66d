"""The score of one hand, with the reason of every point (rules.md, sections 2, 3 and 8)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from scorekeeper.engine import contree, declarations
from scorekeeper.engine.cards import WHOLE
from scorekeeper.engine.checks import (
    REFUSED_LATER,
    Problem,
    check,
    has_errors,
    is_ordinary,
    whole_of,
)
from scorekeeper.engine.choices import (
    AllTrump,
    BeloteMarked,
    DeclarationsOfLosers,
    HeldPoints,
    PenaltyMarks,
)
from scorekeeper.engine.hand import HandEntry, Side, Trump
from scorekeeper.engine.marks import MarkedPart, Reason, ScoreLine
from scorekeeper.engine.rulesets import RuleSet


class Outcome(StrEnum):
    """How the hand ended."""

    MADE = "made"
    FAILED = "failed"
    CAPOT = "capot"
    LITIGE = "litige"
    SHARED = "shared"
    PENALTY = "penalty"


# Python 3.11 takes longer to find a member of a class than to score by it.
_SIDE_A: Final = Side.A
_MADE: Final = Outcome.MADE
_FAILED: Final = Outcome.FAILED
_LITIGE: Final = Outcome.LITIGE
_ALL_TRUMP: Final = Trump.ALL_TRUMP
_CARD_POINTS: Final = Reason.CARD_POINTS
_MOST_KEPT: Final = 10_000
"""Scores kept of one rule set, 7 MB at most: a season of plain belote has 1 000, of bids 9 000."""


class ImpossibleHandError(ValueError):
    """Raised when an entry with errors is scored."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(", ".join(problem.code for problem in problems))
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True)
class Held:
    """Points that litiges hold, by the side that lost them."""

    a: int = 0
    b: int = 0

    @property
    def total(self) -> int:
        """Return all held points."""
        return self.a + self.b

    def of(self, side: Side) -> int:
        """Return what the side lost."""
        return self.a if side is _SIDE_A else self.b

    def plus(self, side: Side, points: int) -> "Held":
        """Return what is held once the side has lost these points too."""
        if side is _SIDE_A:
            return Held(self.a + points, self.b)
        return Held(self.a, self.b + points)


class Comparison(NamedTuple):
    """The two numbers the contract was judged by, belote and declarations inside where they count.

    `needed` is the bid where the taker named one.
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
        """Return what both sides have together: "92 of 182"."""
        return self.takers + self.defenders


class HandScore(NamedTuple):
    """The score of one hand: `a` and `b` are what the sides mark, `lines` say why.

    `held` is what is held after it, `newly_held` what it added.
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
        return self.a if side is _SIDE_A else self.b


NOTHING_HELD = Held()


def score(
    entry: HandEntry,
    ruleset: RuleSet,
    held: Held = NOTHING_HELD,
    problems: Sequence[Problem] | None = None,
) -> HandScore:
    """Score one hand, `held` being what earlier litiges hold.

    `problems` are what `check` finds, where it was asked already; without them the hand is taken as
    one that is stored, and what is refused only since then is let pass. Raises ImpossibleHandError
    when there are errors. Held points go to the side that wins
    this hand; a litige adds to them; a shared hand leaves them where they are.
    """
    if not (problems or held.a or held.b) and is_ordinary(entry, ruleset):
        return _score_ordinary(entry, ruleset)
    if problems is None:
        problems = [one for one in check(entry, ruleset) if one.code not in REFUSED_LATER]
    if has_errors(problems):
        raise ImpossibleHandError(problems)
    if entry.penalty:
        return score_as(Outcome.PENALTY, entry, ruleset, held)
    return _score_played(entry, ruleset, held)


def _score_ordinary(entry: HandEntry, ruleset: RuleSet) -> HandScore:
    """Return the score of an ordinary hand: there are not many, and one scored before is kept."""
    assert entry.taker is not None
    contract = entry.contract
    bid = (contract.bid, contract.multiplier, entry.taker_alone) if contract else None
    key = (entry.taker.side, entry.card_points, entry.belote, entry.capot, bid)
    kept: dict[object, HandScore] = ruleset.kept
    found = kept.get(key)
    if found is None:
        if len(kept) >= _MOST_KEPT:
            kept.clear()
        found = kept[key] = _score_played(entry, ruleset, NOTHING_HELD)
    return found


def _score_played(entry: HandEntry, ruleset: RuleSet, held: Held) -> HandScore:
    """Return the score of a hand without errors that was played out."""
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
    """Return the score of a hand that was judged to end so, whatever its comparison says."""
    winner = winner_of(entry, ruleset, outcome)
    lines = [*marked_lines(entry, ruleset, outcome), *bonus_lines(entry, ruleset, outcome)]
    newly_held = 0
    if winner and held.total:
        lines.append(ScoreLine(winner, held.total, Reason.HELD_WON))
        held = NOTHING_HELD
    if outcome is _LITIGE and entry.takers:
        newly_held = card_points_marked(entry, ruleset)[0] + held_belote(entry, ruleset)
        held = held.plus(entry.takers, newly_held)
    shown = Outcome.CAPOT if winner and entry.capot is winner else outcome
    a = b = 0
    for line in lines:
        if line.side is _SIDE_A:
            a += line.points
        else:
            b += line.points
    return HandScore(shown, a, b, tuple(lines), winner, held, comparison, newly_held)


def scaled(card_points: int, whole: int) -> int:
    """Return card points of `whole` on the scale of 162, halves up (all-trump: 258)."""
    return card_points if whole == WHOLE else (2 * card_points * WHOLE + whole) // (2 * whole)


def points_to_mark(entry: HandEntry, ruleset: RuleSet) -> tuple[int, int]:
    """Return the takers' card points and what both sides have together, scaled where it is so."""
    assert entry.card_points is not None
    whole = whole_of(entry, ruleset)
    if entry.trump is _ALL_TRUMP and ruleset.all_trump is AllTrump.SCALED_FROM_258:
        return scaled(entry.card_points, whole), WHOLE
    return entry.card_points, whole


def card_points_marked(entry: HandEntry, ruleset: RuleSet) -> tuple[int, int]:
    """Return the card points of takers and defenders as they are marked."""
    return ruleset.marked(*points_to_mark(entry, ruleset))


def compare(entry: HandEntry, ruleset: RuleSet) -> Comparison:
    """Return the two numbers that are compared (rules.md, sections 2 and 8)."""
    takers = entry.takers
    assert takers is not None
    own, whole = points_to_mark(entry, ruleset)
    others = whole - own
    if ruleset.judged_on_marks:
        own, others = card_points_marked(entry, ruleset)
    # Belote always counts towards a bid (rules.md, section 8).
    own_belote = other_belote = own_declared = other_declared = 0
    counted = ruleset.belote_counts or entry.contract is not None
    if counted and (entry.belote or entry.further_belotes):
        own_belote = ruleset.belote_points * entry.belotes(takers)
        other_belote = ruleset.belote_points * entry.belotes(takers.other)
    best = best_declaration_of(entry)
    if best and ruleset.declarations_count and not _is_lost_without_a_trick(best, entry, ruleset):
        points = declared_points(entry, best)
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
    """Return how the hand ended; whether it was a capot as well, `entry.capot` says."""
    ours, theirs = comparison.takers, comparison.defenders
    if entry.contract:
        made = contree.is_made(entry, ruleset, ours, theirs)
    elif entry.capot:
        made = entry.capot is entry.takers
    elif ours == theirs:
        return Outcome(ruleset.on_equality.value)
    else:
        made = ours > theirs
    return _MADE if made else _FAILED


def winner_of(entry: HandEntry, ruleset: RuleSet, outcome: Outcome) -> Side | None:
    """Return who wins a hand that ended so, None where nobody does."""
    if entry.penalty:
        return entry.penalty.other
    if entry.takers is None or outcome not in (_MADE, _FAILED):
        return None
    return entry.takers if outcome is _MADE else entry.takers.other


def parts_of(entry: HandEntry, ruleset: RuleSet, outcome: Outcome) -> tuple[MarkedPart, ...]:
    """Return what both sides mark but belote and declarations, before numbers are put in."""
    if entry.penalty:
        return _penalty_parts(entry, entry.penalty.other, ruleset)
    takers = entry.takers
    assert takers is not None
    if entry.contract:
        return contree.parts(entry, ruleset, made=outcome is _MADE)
    if entry.capot:
        return (MarkedPart(entry.capot, Reason.CAPOT, ruleset.capot_points),)
    if outcome is _FAILED:
        return (MarkedPart(takers.other, Reason.WHOLE, ruleset.whole),)
    others = MarkedPart(takers.other, _CARD_POINTS, cards=1)
    if outcome is _LITIGE:
        return (others,)
    return MarkedPart(takers, _CARD_POINTS, cards=1), others


def _penalty_parts(entry: HandEntry, winner: Side, ruleset: RuleSet) -> tuple[MarkedPart, ...]:
    """Return what a penalty hand gives to the side not at fault."""
    if ruleset.bids and ruleset.penalty_marks is PenaltyMarks.BASE_AND_BID:
        return contree.penalty_parts(entry.contract, winner, ruleset)
    points = {PenaltyMarks.POINTS_160: 160, PenaltyMarks.POINTS_162: 162}
    return (MarkedPart(winner, Reason.PENALTY, points.get(ruleset.penalty_marks, ruleset.whole)),)


def marked_lines(entry: HandEntry, ruleset: RuleSet, outcome: Outcome) -> list[ScoreLine]:
    """Return the points of both sides but belote and declarations."""
    takers, contract = entry.takers, entry.contract
    bid = contree.bid_points(contract, ruleset) if contract else 0
    marked = None
    lines = []
    for part in parts_of(entry, ruleset, outcome):
        points = part.points + part.bids * bid
        if part.cards:
            marked = marked or card_points_marked(entry, ruleset)
            points += part.cards * marked[part.side is not takers]
        # Of a bid only what brings points is told.
        if points or not contract:
            lines.append(ScoreLine(part.side, points, part.reason))
    return lines


def held_belote(entry: HandEntry, ruleset: RuleSet) -> int:
    """Return what a litige also holds of the takers' belote.

    A published litige of 81 card points and belote held 101 (see the golden tests), so belote is
    held too where only cards are compared.
    """
    held_too = ruleset.held is HeldPoints.CARDS_AND_BELOTE
    own = entry.belote is not None and entry.belote is entry.takers
    return ruleset.belote_points if held_too and own else 0


def bonus_lines(entry: HandEntry, ruleset: RuleSet, outcome: Outcome) -> list[ScoreLine]:
    """Return belote and declarations, each to whom the rules give it."""
    if not (entry.belote or entry.further_belotes or entry.declarations):
        return []
    lines = []
    winner = winner_of(entry, ruleset, outcome)
    held_too = outcome is _LITIGE and held_belote(entry, ruleset)
    for holder in (entry.belote, *entry.further_belotes):
        side = _belote_goes_to(holder, entry, ruleset, winner) if holder else None
        if side and ruleset.belote_points and not held_too:
            lines.append(ScoreLine(side, ruleset.belote_points, Reason.BELOTE))
    best = best_declaration_of(entry)
    goes_to = declarations_go_to(best, entry, ruleset, winner) if best else None
    if goes_to:
        lines += [
            ScoreLine(goes_to, shown.kind.points, Reason.DECLARATION)
            for shown in entry.declarations
            if shown.side is best
        ]
    return lines


def _belote_goes_to(
    holder: Side, entry: HandEntry, ruleset: RuleSet, winner: Side | None
) -> Side | None:
    """Return who marks a belote; without bids its holder does, whatever else happens."""
    if entry.contract is None or ruleset.belote_marked is BeloteMarked.HOLDER:
        return holder
    if ruleset.belote_marked is BeloteMarked.NOBODY:
        return None
    failed = holder is entry.takers and winner is holder.other
    return winner if failed else holder


def declarations_go_to(
    best: Side, entry: HandEntry, ruleset: RuleSet, winner: Side | None
) -> Side | None:
    """Return who marks the declarations of the best side, None where they are lost."""
    failed = best is entry.takers and winner is best.other
    if not failed and entry.capot is not best.other:
        return best
    if ruleset.declarations_of_losers is DeclarationsOfLosers.LOST:
        return None
    return best if ruleset.declarations_of_losers is DeclarationsOfLosers.KEPT else winner


def _is_lost_without_a_trick(best: Side, entry: HandEntry, ruleset: RuleSet) -> bool:
    """Return whether declarations pass away because their side won no trick: they cannot help."""
    kept = ruleset.declarations_of_losers is DeclarationsOfLosers.KEPT
    return entry.capot is best.other and not kept


def best_declaration_of(entry: HandEntry) -> Side | None:
    """Return the side whose declarations are marked, None where there are none."""
    if not entry.declarations:
        return None
    return entry.best_declaration or declarations.best_side(entry.declarations)


def declared_points(entry: HandEntry, side: Side) -> int:
    """Return what all declarations of the side are worth."""
    return sum(shown.kind.points for shown in entry.declarations if shown.side is side)
