"""The score of one hand, with the reason of every point (rules.md, sections 2, 3 and 8)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from scorekeeper.engine import contree
from scorekeeper.engine.cards import WHOLE
from scorekeeper.engine.checks import Problem, best_declaration_side, check, has_errors, whole_of
from scorekeeper.engine.hand import HandEntry, Side
from scorekeeper.engine.marks import Reason, ScoreLine
from scorekeeper.engine.rulesets import Compared, HeldPoints, JudgedOn, OnEquality, RuleSet


class Outcome(StrEnum):
    """How the hand ended."""

    MADE = "made"
    FAILED = "failed"
    CAPOT = "capot"
    LITIGE = "litige"
    SHARED = "shared"
    PENALTY = "penalty"


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
        return self.a if side is Side.A else self.b

    def plus(self, side: Side, points: int) -> "Held":
        """Return what is held once the side has lost these points too."""
        if side is Side.A:
            return Held(self.a + points, self.b)
        return Held(self.a, self.b + points)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The two numbers the contract was judged by, belote inside where it counts.

    `needed` is the bid where the taker named one.
    """

    takers: int
    defenders: int
    takers_belote: int = 0
    defenders_belote: int = 0
    needed: int | None = None

    @property
    def whole(self) -> int:
        """Return what both sides have together: "92 of 182"."""
        return self.takers + self.defenders


@dataclass(frozen=True, slots=True)
class HandScore:
    """The score of one hand. `held` is what is held after it, `newly_held` what it added."""

    outcome: Outcome
    lines: tuple[ScoreLine, ...]
    winner: Side | None
    held: Held
    comparison: Comparison | None = None
    newly_held: int = 0

    def points(self, side: Side) -> int:
        """Return what the side marks for this hand."""
        return sum(line.points for line in self.lines if line.side is side)


NOTHING_HELD = Held()


def score(
    entry: HandEntry,
    ruleset: RuleSet,
    held: Held = NOTHING_HELD,
    problems: Sequence[Problem] | None = None,
) -> HandScore:
    """Score one hand, `held` being what earlier litiges hold.

    `problems` are what `check` finds, where it was asked already. Raises ImpossibleHandError when
    there are errors among them. Held points go to the side that wins
    this hand; a litige adds to them; a shared hand leaves them where they are.
    """
    problems = check(entry, ruleset) if problems is None else problems
    if has_errors(problems):
        raise ImpossibleHandError(problems)
    judged = _judge(entry, ruleset)
    lines = [*judged.lines, *_bonus_lines(entry, ruleset, judged)]
    if judged.winner and held.total:
        lines.append(ScoreLine(judged.winner, held.total, Reason.HELD_WON))
        held = NOTHING_HELD
    if judged.newly_held and entry.takers:
        held = held.plus(entry.takers, judged.newly_held)
    return HandScore(
        judged.outcome, tuple(lines), judged.winner, held, judged.comparison, judged.newly_held
    )


def _judge(entry: HandEntry, ruleset: RuleSet) -> HandScore:
    """Return the hand without belote, declarations and what earlier hands held."""
    if entry.penalty:
        winner = entry.penalty.other
        line = ScoreLine(winner, ruleset.whole, Reason.PENALTY)
        return HandScore(Outcome.PENALTY, (line,), winner, NOTHING_HELD)
    takers = entry.takers
    # `check` has refused an entry without them.
    assert takers is not None
    assert entry.card_points is not None
    points = scaled(entry.card_points, whole_of(entry, ruleset))
    comparison = compare(points, takers, entry, ruleset)
    if entry.contract:
        return _judge_bid(entry, ruleset, takers, points, comparison)
    if entry.capot:
        line = ScoreLine(entry.capot, ruleset.capot_points, Reason.CAPOT)
        return HandScore(Outcome.CAPOT, (line,), entry.capot, NOTHING_HELD)
    return _judge_plain(entry, ruleset, takers, points, comparison)


def scaled(card_points: int, whole: int) -> int:
    """Return card points of `whole` on the scale of 162, halves up (all-trump: 258)."""
    return card_points if whole == WHOLE else (2 * card_points * WHOLE + whole) // (2 * whole)


def compare(points: int, takers: Side, entry: HandEntry, ruleset: RuleSet) -> Comparison:
    """Return the two numbers that are compared (rules.md, section 2)."""
    own, whole = points, WHOLE
    # A bid is always judged on exact points, with belote inside (rules.md, section 8).
    if ruleset.judged_on is JudgedOn.ROUNDED and not entry.contract:
        own, whole = ruleset.marked(points), ruleset.whole
    counted = ruleset.compared is Compared.CARDS_AND_BELOTE or entry.contract is not None
    belote = ruleset.belote_points if counted else 0
    own_belote = belote if entry.belote is takers else 0
    other_belote = belote if entry.belote is takers.other else 0
    return Comparison(
        own + own_belote,
        whole - own + other_belote,
        own_belote,
        other_belote,
        entry.contract.bid if entry.contract else None,
    )


def _judge_plain(
    entry: HandEntry, ruleset: RuleSet, takers: Side, points: int, comparison: Comparison
) -> HandScore:
    """Return the score of a hand without capot, penalty and bid."""
    defenders, marked = takers.other, ruleset.marked(points)
    rest = ruleset.whole - marked
    own = ScoreLine(takers, marked, Reason.CARD_POINTS)
    others = ScoreLine(defenders, rest, Reason.CARD_POINTS)
    if comparison.takers > comparison.defenders:
        return HandScore(Outcome.MADE, (own, others), takers, NOTHING_HELD, comparison)
    equal = comparison.takers == comparison.defenders
    if equal and ruleset.on_equality is OnEquality.SHARED:
        return HandScore(Outcome.SHARED, (own, others), None, NOTHING_HELD, comparison)
    if equal and ruleset.on_equality is OnEquality.LITIGE:
        held = marked + _held_belote(entry, ruleset)
        return HandScore(Outcome.LITIGE, (others,), None, NOTHING_HELD, comparison, held)
    whole = ScoreLine(defenders, ruleset.whole, Reason.WHOLE)
    return HandScore(Outcome.FAILED, (whole,), defenders, NOTHING_HELD, comparison)


def _held_belote(entry: HandEntry, ruleset: RuleSet) -> int:
    """Return what a litige also holds of the takers' belote.

    A published litige of 81 card points and belote held 101 (see the golden tests), so belote is
    held too where only cards are compared.
    """
    held_too = ruleset.held is HeldPoints.CARDS_AND_BELOTE
    own = entry.belote is not None and entry.belote is entry.takers
    return ruleset.belote_points if held_too and own else 0


def _judge_bid(
    entry: HandEntry, ruleset: RuleSet, takers: Side, points: int, comparison: Comparison
) -> HandScore:
    """Return the score of a hand of contrée."""
    assert entry.contract is not None
    made = contree.is_made(entry, ruleset, comparison.takers, comparison.defenders)
    lines = contree.marks(entry, ruleset, made=made, marked=ruleset.marked(points))
    winner = takers if made else takers.other
    outcome = Outcome.MADE if made else Outcome.FAILED
    if entry.capot is winner:
        outcome = Outcome.CAPOT
    return HandScore(outcome, lines, winner, NOTHING_HELD, comparison)


def _bonus_lines(entry: HandEntry, ruleset: RuleSet, judged: HandScore) -> list[ScoreLine]:
    """Return belote and declarations, which are marked whatever else happens."""
    lines = []
    held_too = judged.outcome is Outcome.LITIGE and _held_belote(entry, ruleset)
    if entry.belote and ruleset.belote_points and not held_too:
        lines.append(ScoreLine(entry.belote, ruleset.belote_points, Reason.BELOTE))
    best = entry.best_declaration or best_declaration_side(entry.declarations)
    lines += [
        ScoreLine(declaration.side, declaration.kind.points, Reason.DECLARATION)
        for declaration in entry.declarations
        if declaration.side is best
    ]
    return lines
