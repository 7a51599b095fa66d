"""The score of one hand, with the reason of every point (rules.md, sections 2, 3 and 8)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from scorekeeper.engine import contree, declarations
from scorekeeper.engine.cards import WHOLE
from scorekeeper.engine.checks import (
    REFUSED_LATER,
    Problem,
    Said,
    can_be,
    check,
    has_errors,
    said_of,
    whole_of,
)
from scorekeeper.engine.choices import AllTrump, BeloteMarked, HeldPoints
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
_CAPOT: Final = Outcome.CAPOT
_LITIGE: Final = Outcome.LITIGE
_ALL_TRUMP: Final = Trump.ALL_TRUMP
_CARD_POINTS: Final = Reason.CARD_POINTS
_BELOTE: Final = Reason.BELOTE
_HOLDER: Final = BeloteMarked.HOLDER
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
        return self.a + self.b

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

Points = tuple[int, int]  # of the takers, of both
Parts = Sequence[MarkedPart]
Lines = Sequence[ScoreLine]
Marked = tuple[tuple[ScoreLine, ...], int, int]
"""The lines of a hand, and what A and B mark by them."""
# Most hands share their lines with others.
_line = lru_cache(maxsize=4_096)(ScoreLine)


class Ending(NamedTuple):
    """How hands of one kind are marked that end so, before their card points are put in.

    `parts` come before the lines of `bonus`. Where no part counts card points, `marked` is all of
    it: the lines with their sums.
    """

    outcome: Outcome
    winner: Side | None
    parts: Parts
    bonus: Lines
    marked: Marked | None


class Case(NamedTuple):
    """Hands that differ by their card points alone: what is compared beside these, what is marked.

    What was worked out for one of them is not worked out again for the others.
    """

    beside: Comparison
    endings: dict[Outcome, Ending]
    scores: "dict[int | None, HandScore]"


def score(
    entry: HandEntry,
    ruleset: RuleSet,
    held: Held = NOTHING_HELD,
    problems: Sequence[Problem] | None = None,
) -> HandScore:
    """Score one hand, `held` being what earlier litiges hold.

    `problems` are what `check` finds, where it was asked already; without them the hand is taken as
    one that is stored, and what is refused only since then is let pass. Raises ImpossibleHandError
    when there are errors. Held points go to the side that wins this hand; a litige adds to them; a
    shared hand leaves them where they are.
    """
    if not (problems or held.a or held.b) and (said := said_of(entry)):
        case: Case | None = ruleset.cases.get(said)
        if case is not None and (found := case.scores.get(entry.card_points)):
            return found
        if can_be(entry, ruleset):
            return _score_ordinary(entry, ruleset, said, case)
    if problems is None:
        problems = [one for one in check(entry, ruleset) if one.code not in REFUSED_LATER]
    if has_errors(problems):
        raise ImpossibleHandError(problems)
    if entry.penalty:
        return score_as(Outcome.PENALTY, entry, ruleset, held)
    case = Case(_beside_cards(entry, ruleset), {}, {})
    return _score_played(entry, ruleset, held, case, points_to_mark(entry, ruleset))


def _score_ordinary(entry: HandEntry, ruleset: RuleSet, said: Said, case: Case | None) -> HandScore:
    """Return the score of an ordinary hand, which is kept: there are not many."""
    kept, cases, points = ruleset.kept, ruleset.cases, entry.card_points
    assert points is not None
    if len(kept) >= _MOST_KEPT:
        kept.clear()
        cases.clear()
        case = None
    if case is None:
        case = cases[said] = Case(_beside_cards(entry, ruleset), {}, {})
    found = _score_played(entry, ruleset, NOTHING_HELD, case, (points, WHOLE))
    case.scores[points] = found
    kept.append(found)
    return found


def _score_played(
    entry: HandEntry, ruleset: RuleSet, held: Held, case: Case, points: Points
) -> HandScore:
    """Return the score of a hand without errors that was played out."""
    comparison = _compared(ruleset, points, case.beside)
    outcome = judge(entry, ruleset, comparison)
    ending = case.endings.get(outcome)
    if ending is None:
        ending = case.endings[outcome] = _ending_of(entry, ruleset, outcome)
    # A capot without a bid needs no comparison.
    shown = comparison if entry.contract or not entry.capot else None
    return score_as(outcome, entry, ruleset, held, shown, ending, points)


def score_as(
    outcome: Outcome,
    entry: HandEntry,
    ruleset: RuleSet,
    held: Held = NOTHING_HELD,
    comparison: Comparison | None = None,
    ending: Ending | None = None,
    points: Points | None = None,
) -> HandScore:
    """Return the score of a hand that was judged to end so, whatever its comparison says."""
    outcome, winner, parts, bonus, marked = ending or _ending_of(entry, ruleset, outcome)
    lines, a, b = marked or _marked(
        entry, parts, bonus, ruleset.marked(*(points or points_to_mark(entry, ruleset)))
    )
    newly_held = 0
    if winner and held.total:
        lines = (*lines, _line(winner, held.total, Reason.HELD_WON))
        a, b = (a + held.total, b) if winner is _SIDE_A else (a, b + held.total)
        held = NOTHING_HELD
    elif outcome is _LITIGE and entry.takers:
        own, _others = ruleset.marked(*(points or points_to_mark(entry, ruleset)))
        at_once = own // 2 if ruleset.held is HeldPoints.HALF_OF_CARDS else 0
        if at_once:
            lines = (_line(entry.takers, at_once, _CARD_POINTS), *lines)
            a, b = (a + at_once, b) if entry.takers is _SIDE_A else (a, b + at_once)
        newly_held = own - at_once + _held_belote(entry, ruleset)
        held = held.plus(entry.takers, newly_held)
    return HandScore(outcome, a, b, lines, winner, held, comparison, newly_held)


def _ending_of(entry: HandEntry, ruleset: RuleSet, outcome: Outcome) -> Ending:
    """Return how all hands are marked that end so and differ from this one by their card points."""
    winner = winner_of(entry, ruleset, outcome)
    parts: Parts = parts_of(entry, ruleset, outcome)
    if contract := entry.contract:
        bid = contree.bid_points(contract, ruleset)
        parts = [part.with_bid(bid) for part in parts]
    bonus = _bonus_lines(entry, ruleset, outcome, winner)
    waits = any(part.cards for part in parts)
    marked = None if waits else _marked(entry, parts, bonus, (0, 0))
    shown = _CAPOT if winner and entry.capot is winner else outcome
    return Ending(shown, winner, parts, bonus, marked)


def _marked(entry: HandEntry, parts: Parts, bonus: Lines, card_points: tuple[int, int]) -> Marked:
    """Return the lines of a hand with what they come to, given the card points as marked."""
    takers, contract = entry.takers, entry.contract
    lines = []
    for side, reason, points, cards, _bids in parts:
        if cards:
            points += cards * card_points[side is not takers]
        # Of a bid only what brings points is told.
        if points or not contract:
            lines.append(_line(side, points, reason))
    lines += bonus
    a = b = 0
    for side, points, _reason in lines:
        a, b = (a + points, b) if side is _SIDE_A else (a, b + points)
    return tuple(lines), a, b


def points_to_mark(entry: HandEntry, ruleset: RuleSet) -> Points:
    """Return the takers' card points and what both sides have together, scaled where it is so."""
    assert entry.card_points is not None
    whole = whole_of(entry, ruleset)
    if entry.trump is _ALL_TRUMP and ruleset.all_trump is AllTrump.SCALED_FROM_258:
        # Halves go up.
        return (2 * entry.card_points * WHOLE + whole) // (2 * whole), WHOLE
    return entry.card_points, whole


def compare(entry: HandEntry, ruleset: RuleSet) -> Comparison:
    """Return the two numbers that are compared (rules.md, sections 2 and 8)."""
    return _compared(ruleset, points_to_mark(entry, ruleset), _beside_cards(entry, ruleset))


def _compared(ruleset: RuleSet, points: Points, beside: Comparison) -> Comparison:
    own, whole = points
    others = whole - own
    if ruleset.judged_on_marks:
        own, others = ruleset.marked(own, whole)
    takers, defenders, a, b, needed, c, d = beside
    return Comparison(own + takers, others + defenders, a, b, needed, c, d)


def _beside_cards(entry: HandEntry, ruleset: RuleSet) -> Comparison:
    """Return what is compared of a hand without any card points."""
    takers = entry.takers
    assert takers is not None
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
        own_belote + own_declared,
        other_belote + other_declared,
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
        return contree.penalty_parts(entry.contract, entry.penalty.other, ruleset)
    takers = entry.takers
    assert takers is not None
    if entry.contract:
        return contree.parts(entry, ruleset, made=outcome is _MADE)
    if entry.capot:
        return (MarkedPart(entry.capot, Reason.CAPOT, ruleset.capot_points),)
    if outcome is _FAILED:
        return (MarkedPart(takers.other, Reason.WHOLE, ruleset.whole),)
    sides = (takers.other,) if outcome is _LITIGE else (takers, takers.other)
    return tuple([MarkedPart(side, _CARD_POINTS, cards=1) for side in sides])


def _held_belote(entry: HandEntry, ruleset: RuleSet) -> int:
    """Return what a litige also holds of the takers' belote."""
    # Also where only cards are compared: a published litige of 81 and belote held 101.
    own = entry.belote is not None and entry.belote is entry.takers
    return ruleset.belote_points if ruleset.holds_belote and own else 0


def _bonus_lines(
    entry: HandEntry, ruleset: RuleSet, outcome: Outcome, winner: Side | None
) -> list[ScoreLine]:
    """Return belote and declarations, each to whom the rules give it."""
    if not (entry.belote or entry.further_belotes or entry.declarations):
        return []
    lines = []
    held_too = outcome is _LITIGE and _held_belote(entry, ruleset)
    for holder in (entry.belote, *entry.further_belotes):
        side = _belote_goes_to(holder, entry, ruleset, winner) if holder else None
        if side and ruleset.belote_points and not held_too:
            lines.append(_line(side, ruleset.belote_points, _BELOTE))
    best = declarations.best_declaration_of(entry)
    goes_to = declarations.go_to(best, entry, ruleset, winner) if best else None
    if goes_to:
        lines += [
            _line(goes_to, shown.kind.points, Reason.DECLARATION)
            for shown in entry.declarations
            if shown.side is best
        ]
    return lines


def _belote_goes_to(
    holder: Side, entry: HandEntry, ruleset: RuleSet, winner: Side | None
) -> Side | None:
    """Return who marks a belote, None where nobody does."""
    if ruleset.belote_marked is _HOLDER or entry.penalty:
        return holder
    if ruleset.belote_marked is BeloteMarked.NOBODY:
        return None
    failed = holder is entry.takers and winner is holder.other
    return winner if failed else holder
