"""What may have gone wrong on a slip: each cause, its frequency, and the totals that were meant."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import combinations
from typing import Final

from scorekeeper.engine.cards import LAST_TRICK_POINTS
from scorekeeper.engine.choices import Bidding, Rounding
from scorekeeper.engine.likelihood import density
from scorekeeper.engine.moves import ReportedCounts, moves_of, scoring_fields
from scorekeeper.engine.possible import MAX_HANDS, is_possible
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.tally import Totals

NINE_MORE: Final = 14
"""How much more the nine of trumps is worth than a plain nine (14 and 0)."""
JACK_MORE: Final = 18
"""How much more the jack of trumps is worth than a plain jack (20 and 2)."""
CAPOTS_OF_RULES: Final = {250: 252, 252: 250}
"""What other sheets give for a capot."""
USUAL_BELOTE: Final = 20
ADDED_BY_DIGIT: Final = sum(1 / digit for digit in range(1, 10))
FAR_FEWER_HANDS: Final = 0.001
"""How often the number of hands is far off, relative to a game that ended before its last hand."""
LINE_OF_BOTH: Final = 0.6
"""The share of forgotten lines that are missing from both columns."""
MOST_MARKS: Final = 200
"""If one hand has more different marks than this (bidding games), only whole hands are left out."""


class Cause(StrEnum):
    """A likely reason why two totals are impossible."""

    TOTALS_SWAPPED = "totals_swapped"
    BELOTE_FORGOTTEN = "belote_forgotten"
    BELOTE_GIVEN_TWICE = "belote_given_twice"
    BELOTE_WRONG_SIDE = "belote_wrong_side"
    CAPOT_BONUS_MISSING = "capot_bonus_missing"
    CAPOT_BONUS_EXTRA = "capot_bonus_extra"
    HAND_MISSING = "hand_missing"
    HAND_TOO_MANY = "hand_too_many"
    ONE_HAND_FEWER = "one_hand_fewer"
    ONE_HAND_MORE = "one_hand_more"
    LAST_TRICK_FORGOTTEN = "last_trick_forgotten"
    LAST_TRICK_GIVEN_TWICE = "last_trick_given_twice"
    LAST_TRICK_WRONG_SIDE = "last_trick_wrong_side"
    NINE_OF_TRUMPS = "nine_of_trumps"
    JACK_OF_TRUMPS = "jack_of_trumps"
    DIGITS_EXCHANGED = "digits_exchanged"
    ADDING_ERROR = "adding_error"
    CARRIED_TEN = "carried_ten"
    CAPOT_BY_OTHER_RULES = "capot_by_other_rules"
    MARKED_BY_OTHER_RULES = "marked_by_other_rules"
    BELOTE_BY_OTHER_RULES = "belote_by_other_rules"
    LITIGE_LOST = "litige_lost"
    CAPOT_OF_OTHER_SHEET = "capot_of_other_sheet"
    CAPOT_NOT_TICKED = "capot_not_ticked"
    TARGET_PASSED = "target_passed"
    TARGET_NOT_REACHED = "target_not_reached"
    OTHER_NUMBER_OF_HANDS = "other_number_of_hands"
    RECOUNT = "recount"


OFTEN: Final[Mapping[Cause, float]] = {
    Cause.TOTALS_SWAPPED: 8,
    Cause.BELOTE_FORGOTTEN: 12,
    Cause.BELOTE_GIVEN_TWICE: 3,
    Cause.BELOTE_WRONG_SIDE: 3,
    Cause.CAPOT_BONUS_MISSING: 10,
    Cause.CAPOT_BONUS_EXTRA: 1,
    Cause.HAND_MISSING: 8,
    Cause.HAND_TOO_MANY: 4,
    Cause.ONE_HAND_FEWER: 4,
    Cause.ONE_HAND_MORE: 2,
    Cause.LAST_TRICK_FORGOTTEN: 7,
    Cause.LAST_TRICK_GIVEN_TWICE: 2,
    Cause.LAST_TRICK_WRONG_SIDE: 2,
    Cause.NINE_OF_TRUMPS: 2,
    Cause.JACK_OF_TRUMPS: 2,
    Cause.DIGITS_EXCHANGED: 3,
    Cause.ADDING_ERROR: 18,
    Cause.CARRIED_TEN: 8,
    Cause.CAPOT_BY_OTHER_RULES: 4,
    Cause.MARKED_BY_OTHER_RULES: 1,
    Cause.BELOTE_BY_OTHER_RULES: 4,
    Cause.LITIGE_LOST: 3,
    Cause.CAPOT_OF_OTHER_SHEET: 3,
    Cause.CAPOT_NOT_TICKED: 6,
    Cause.TARGET_PASSED: 1000,
    Cause.TARGET_NOT_REACHED: 1000,
}
"""How often each error is made, among about a hundred wrong slips: a *decision*.

No source counts them. Additions are done a dozen times a slip and by heart, so they lead, together
with a forgotten carry. Belote is announced early and written late, so it is forgotten far more
often than written twice; the same holds for the last trick's ten. The bonus for a capot is nearly
always forgotten and hardly ever added to the wrong hand. Miscounted cards usually correct
themselves, because the other side counts too. Rules are mixed up where sheets differ: a capot of
250 or 252, belote in twelve hands. If totals are possible except for the target, the target is
asked about first.
"""


@dataclass(frozen=True, slots=True)
class WrittenTotals:
    """The totals and counts on a slip, and the rules by which they are judged."""

    ruleset: RuleSet
    hands: int
    a: int
    b: int
    start: Totals
    seen: ReportedCounts
    ended: bool

    @property
    def can_be(self) -> bool:
        """Return whether some hands lead to these totals without many litiges in a row."""
        return 0 <= self.hands <= MAX_HANDS and is_possible(
            self.ruleset,
            self.hands,
            self.a,
            self.b,
            self.start,
            seen=self.seen,
            ended=self.ended,
            usual=True,
        )

    @property
    def chance(self) -> float:
        """Return how likely these totals are, compared with other slips."""
        pair = (self.a - self.start.a, self.b - self.start.b)
        return density(self.ruleset, self.hands, pair, self.seen)


@dataclass(frozen=True, slots=True)
class Meant:
    """A corrected slip, and the share of one cause's errors that it accounts for."""

    slip: WrittenTotals
    share: float


Found = Iterator[tuple[Cause, list[Meant]]]


def meant_by(slip: WrittenTotals) -> Found:
    """Yield each cause with the slips that may have been meant; some are impossible too."""
    yield Cause.TOTALS_SWAPPED, [Meant(replace(slip, a=slip.b, b=slip.a), 1)]
    yield from _of_belote(slip)
    if slip.ruleset.bidding is not Bidding.BID_ONLY:
        yield from _of_cards(slip)
    yield Cause.ONE_HAND_FEWER, [Meant(replace(slip, hands=slip.hands - 1), 1)]
    yield Cause.ONE_HAND_MORE, [Meant(replace(slip, hands=slip.hands + 1), 1)]
    yield Cause.DIGITS_EXCHANGED, _exchanged(slip)
    yield from _of_adding(slip)
    yield from _of_other_rules(slip)
    yield from _of_ticks(slip)
    yield from _of_target(slip)


def _on_one(slip: WrittenTotals, points: Mapping[int, float]) -> list[Meant]:
    """Return the corrected slips if one total lacks points; `points` maps them to their share."""
    return [
        meant
        for more, share in points.items()
        for meant in (
            Meant(replace(slip, a=slip.a + more), share / 2),
            Meant(replace(slip, b=slip.b + more), share / 2),
        )
    ]


def _moved(slip: WrittenTotals, points: int) -> list[Meant]:
    """Return the corrected slips if points were written for the wrong side."""
    return [
        Meant(replace(slip, a=slip.a + more, b=slip.b - more), 0.5) for more in (points, -points)
    ]


def _of_belote(slip: WrittenTotals) -> Found:
    belote = slip.ruleset.belote_points
    if belote:
        yield Cause.BELOTE_FORGOTTEN, _on_one(slip, {belote: 1})
        yield Cause.BELOTE_GIVEN_TWICE, _on_one(slip, {-belote: 1})
        yield Cause.BELOTE_WRONG_SIDE, _moved(slip, belote)


def _of_cards(slip: WrittenTotals) -> Found:
    """Yield errors in the points of single hands; none if only bids are marked."""
    ruleset = slip.ruleset
    bonus = ruleset.capot_points - ruleset.whole
    if bonus > 0:
        yield Cause.CAPOT_BONUS_MISSING, _on_one(slip, {bonus: 1})
        yield Cause.CAPOT_BONUS_EXTRA, _on_one(slip, {-bonus: 1})
    marks = _marks(scoring_fields(ruleset))
    yield Cause.HAND_MISSING, _line(slip, -1, marks)
    less = {-mark: share for mark, share in marks.items()}
    yield Cause.HAND_TOO_MANY, _line(slip, 1, less)
    yield Cause.LAST_TRICK_FORGOTTEN, _on_one(slip, {LAST_TRICK_POINTS: 1})
    yield Cause.LAST_TRICK_GIVEN_TWICE, _on_one(slip, {-LAST_TRICK_POINTS: 1})
    yield Cause.LAST_TRICK_WRONG_SIDE, _moved(slip, LAST_TRICK_POINTS)
    # If points are counted in tens, a difference of a few card points is not visible.
    if not _in_tens(ruleset):
        for cause, points in ((Cause.NINE_OF_TRUMPS, NINE_MORE), (Cause.JACK_OF_TRUMPS, JACK_MORE)):
            on_one = _on_one(slip, {points: 0.3, -points: 0.3})
            yield cause, on_one + [Meant(m.slip, m.share * 0.4) for m in _moved(slip, points)]
    lost = _lost_by_litiges(scoring_fields(ruleset))
    if lost:
        yield Cause.LITIGE_LOST, _on_one(slip, lost)


def _line(slip: WrittenTotals, more_hands: int, marks: Mapping[int, float]) -> list[Meant]:
    """Return the corrected slips if a line was added once too often or too rarely."""
    both = Meant(replace(slip, hands=slip.hands + more_hands, ended=False), LINE_OF_BOTH)
    of_one = _on_one(slip, marks)
    return [both, *(Meant(meant.slip, meant.share * (1 - LINE_OF_BOTH)) for meant in of_one)]


def _in_tens(ruleset: RuleSet) -> bool:
    return ruleset.rounding is Rounding.TO_160


@lru_cache(maxsize=64)
def _marks(rules: RuleSet) -> Mapping[int, float]:
    """Return the marks of one side in a hand, by share: what a forgotten line takes away."""
    marks = _weighed((move.points.a, share) for move, share in moves_of(rules).shares.items())
    return marks if len(marks) <= MOST_MARKS else {rules.whole: 1.0}


@lru_cache(maxsize=64)
def _lost_by_litiges(rules: RuleSet) -> Mapping[int, float]:
    """Return the points that a litige holds, by their share of all litiges."""
    held = ((move.points.held.total, share) for move, share in moves_of(rules).shares.items())
    return _weighed(held)


def _weighed(points: Iterable[tuple[int, float]]) -> Mapping[int, float]:
    """Return the share of each number of points except 0."""
    found: dict[int, float] = defaultdict(float)
    for number, share in points:
        if number:
            found[number] += share
    whole = sum(found.values())
    return {number: share / whole for number, share in found.items()}


def _exchanged(slip: WrittenTotals) -> list[Meant]:
    of_a, of_b = list(_with_digits_exchanged(slip.a)), list(_with_digits_exchanged(slip.b))
    return [
        *(Meant(replace(slip, a=total), 0.5 / len(of_a)) for total in of_a),
        *(Meant(replace(slip, b=total), 0.5 / len(of_b)) for total in of_b),
    ]


def _with_digits_exchanged(total: int) -> Iterator[int]:
    """Yield every other number that results from exchanging two digits of the total."""
    text = str(total)
    if total < 0:
        return
    for first, second in combinations(range(len(text)), 2):
        digits = list(text)
        digits[first], digits[second] = digits[second], digits[first]
        # Nobody writes a total with a leading zero.
        if digits[0] != "0" and digits[first] != digits[second]:
            yield int("".join(digits))


def _of_adding(slip: WrittenTotals) -> Found:
    """Yield sums that are wrong in one column of digits, and a ten that was not carried.

    A column is off by 1 as often as by all other digits together. If points are counted in tens,
    every line ends in 0 and no addition changes the last digit.
    """
    errors = {
        digit * column: share / digit / ADDED_BY_DIGIT
        for column, share in ((1, 0.6), (10, 0.4))
        for digit in range(1, 10)
        if digit * column != 10 and (column == 10 or not _in_tens(slip.ruleset))
    }
    both_ways = {sign * error: share / 2 for error, share in errors.items() for sign in (1, -1)}
    yield Cause.ADDING_ERROR, _on_one(slip, both_ways)
    # A carry is forgotten more often than added twice.
    yield Cause.CARRIED_TEN, _on_one(slip, {10: 0.5, 100: 0.3, -10: 0.1, -100: 0.1})


def _of_other_rules(slip: WrittenTotals) -> Found:
    """Yield the totals if the table used the values of another sheet."""
    ruleset = slip.ruleset
    if ruleset.bids:
        return
    if other := CAPOTS_OF_RULES.get(ruleset.capot_points):
        less = ruleset.capot_points - other
        yield Cause.CAPOT_BY_OTHER_RULES, _on_one(slip, {less: 0.8, 2 * less: 0.2})
    belote = 0 if ruleset.belote_points else USUAL_BELOTE
    rounding = Rounding.NONE if _in_tens(ruleset) else Rounding.TO_160
    for cause, rules in (
        (Cause.MARKED_BY_OTHER_RULES, replace(ruleset, rounding=rounding)),
        (Cause.BELOTE_BY_OTHER_RULES, replace(ruleset, belote_points=belote)),
    ):
        yield cause, [Meant(replace(slip, ruleset=rules), 1)]


def _of_ticks(slip: WrittenTotals) -> Found:
    """Yield the slip with other numbers of capots."""
    seen = slip.seen
    a, b = seen.capots_a, seen.capots_b
    others = [replace(seen, capots_a=b, capots_b=a)] if a != b else []
    others += [replace(seen, capots_a=a - 1)] if a else []
    others += [replace(seen, capots_b=b - 1)] if b else []
    if others:
        yield Cause.CAPOT_OF_OTHER_SHEET, _ticked(slip, others)
    more = [] if a is None else [replace(seen, capots_a=a + 1)]
    more += [] if b is None else [replace(seen, capots_b=b + 1)]
    if more:
        yield Cause.CAPOT_NOT_TICKED, _ticked(slip, more)


def _ticked(slip: WrittenTotals, others: Sequence[ReportedCounts]) -> list[Meant]:
    return [Meant(replace(slip, seen=seen), 1 / len(others)) for seen in others]


def _of_target(slip: WrittenTotals) -> Found:
    """Yield the slip if its totals are right but the game did not end with the last hand.

    It ended some hands earlier, it was stopped, or far fewer hands were played than written.
    """
    target = slip.ruleset.format.target
    if slip.ended and target is not None:
        is_reached = max(slip.a, slip.b) >= target
        cause = Cause.TARGET_PASSED if is_reached else Cause.TARGET_NOT_REACHED
        fewer = range(1, slip.hands - 1) if is_reached else ()
        yield (
            cause,
            [
                Meant(replace(slip, ended=False), 1),
                *(Meant(replace(slip, hands=hands), FAR_FEWER_HANDS) for hands in fewer),
            ],
        )
