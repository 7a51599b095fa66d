"""Sentences for the problems of an entry: each says what to do."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext_lazy as _

from scorekeeper.engine.cards import TRICKS
from scorekeeper.engine.checks import MOST_PASSED_DEALS, Problem, ProblemCode
from scorekeeper.engine.hand import Side

PROBLEM_TEXTS: Final = {
    ProblemCode.TAKER_MISSING: _("Say who took."),
    ProblemCode.POINTS_MISSING: _("Write the takers' card points, the last trick included."),
    ProblemCode.POINTS_OUT_OF_RANGE: _(
        "%(value)d points are not possible: a hand has 0 to %(whole)d. Count again."
    ),
    ProblemCode.POINTS_IMPOSSIBLE: _(
        "%(value)d points cannot be made: no cards add up to it. Count again."
    ),
    ProblemCode.POINTS_IMPOSSIBLE_FOR_TRICKS: _(
        "%(value)d points cannot be made with so many tricks. Check the points and the tricks."
    ),
    ProblemCode.POINTS_IMPOSSIBLE_FOR_LAST_TRICK: _(
        "%(value)d points do not go with who won the last trick. Check the points and the tricks."
    ),
    ProblemCode.LAST_TRICK_FORGOTTEN: _(
        "The two counts make %(value)d together, not %(whole)d: the 10 of the last trick is "
        "missing. Say who won it."
    ),
    ProblemCode.TWENTY_MISSING: _(
        "The two counts make %(value)d together, not %(whole)d: 20 are missing, perhaps the last "
        "trick’s 10 and a card besides. Count again."
    ),
    ProblemCode.BELOTE_IN_COUNTS: _(
        "The two counts make %(value)d together, not %(whole)d: what is over is the belote, which "
        "is added by itself. Take it out of the counts."
    ),
    ProblemCode.COUNTS_DO_NOT_ADD_UP: _(
        "The two counts make %(value)d together, not %(whole)d: they are %(off)d off. Count again."
    ),
    ProblemCode.CAPOT_OF_OTHER_SIDE: _(
        "Capot is ticked for %(side)s, but the other side has every point. Correct the points or "
        "the capot."
    ),
    ProblemCode.CAPOT_NEEDS_ALL_POINTS: _(
        "Capot means every trick and every point: with %(value)d points for the takers it cannot "
        "be. Correct the points or the capot."
    ),
    ProblemCode.CAPOT_NEEDS_ALL_TRICKS: _(
        "Capot means all %(tricks)d tricks for one side: with %(value)d for the takers it cannot "
        "be. Correct the tricks or the capot."
    ),
    ProblemCode.CAPOT_NEEDS_LAST_TRICK: _(
        "The side that made capot also won the last trick. Correct the last trick or the capot."
    ),
    ProblemCode.ALL_TRICKS_ARE_CAPOT: _(
        "One side won all %(tricks)d tricks: that is capot. Tick capot or correct the tricks."
    ),
    ProblemCode.TRICKS_OUT_OF_RANGE: _(
        "%(value)d tricks are not possible: a side has 0 to %(tricks)d. Count again."
    ),
    ProblemCode.BELOTE_OF_OTHER_SIDE: _(
        "The player with the belote belongs to the other side. Correct the player or the side."
    ),
    ProblemCode.BELOTE_WITHOUT_TRUMP_SUIT: _(
        "Without trumps there is no belote. Remove the belote or correct the trumps."
    ),
    ProblemCode.BELOTES_TOO_MANY: _(
        "%(value)d belotes are not possible in this hand. Only at all trump are there more than "
        "one, where the rules say so. Take some away or correct the trumps."
    ),
    ProblemCode.PENALTY_STANDS_ALONE: _(
        "A penalty hand is not played out: leave everything else empty."
    ),
    ProblemCode.PASSED_DEALS_OUT_OF_RANGE: _(
        "%(value)d deals that nobody took are not possible: write 0 to %(passed_deals)d."
    ),
    ProblemCode.CONTRACT_MISSING: _("Say what was bid."),
    ProblemCode.CONTRACT_NOT_PLAYED: _("Under these rules nobody bids. Remove the bid."),
    ProblemCode.BID_IMPOSSIBLE: _(
        "Nobody can bid %(value)d under these rules. Choose one of the bids that they know."
    ),
    ProblemCode.TRUMP_NOT_PLAYED: _(
        "These trumps are not played under these rules. Choose others."
    ),
    ProblemCode.DECLARATIONS_NOT_PLAYED: _(
        "Declarations do not count under these rules. Remove them."
    ),
    ProblemCode.BEST_DECLARATION_MISSING: _(
        "Both sides may have the best declaration. Say whose it is: only that side marks."
    ),
    ProblemCode.BEST_DECLARATION_WRONG: _(
        "The other side has the stronger declaration. Correct the declarations or who marks them."
    ),
    ProblemCode.DECLARATION_CARD_IMPOSSIBLE: _(
        "No sequence begins with that card: a tierce is to the nine at least, a cinquante to the "
        "ten, a cent to the jack. Correct the card."
    ),
    ProblemCode.DECLARATIONS_IMPOSSIBLE: _(
        "The cards cannot show all of this: there are four of a rank, eight in a hand, and none "
        "is in two sequences, or in a sequence of one side and four of a kind of the other. Take "
        "away what is wrong."
    ),
    ProblemCode.ALL_POINTS_WITHOUT_CAPOT: _(
        "One side has every point. If it won every trick too, tick capot."
    ),
    ProblemCode.SAME_SIDE_ALWAYS_TAKES: _(
        "The same side took all %(value)d hands. Is the taker right?"
    ),
    ProblemCode.BELOTES_IN_A_ROW: _(
        "That makes %(value)d belotes running for the same player or side. Is it right?"
    ),
}


PROBLEM_LIMITS: Final = {"tricks": TRICKS, "passed_deals": MOST_PASSED_DEALS}
"""The numbers in those sentences that are the same in every problem."""


QUESTION_TITLES: Final = {
    ProblemCode.LAST_TRICK_FORGOTTEN: _("Who won the last trick?"),
    ProblemCode.BELOTE_IN_COUNTS: _("Is the belote inside the counts?"),
    ProblemCode.CAPOT_OF_OTHER_SIDE: _("Which side made capot?"),
}
"""What is asked where the program knows what may be meant; the answers are the sides."""

ANSWER_TEXTS: Final = {ProblemCode.BELOTE_IN_COUNTS: _("Yes: take it out")}
"""What an answer says that names no side."""

ANSWER_OUTCOME: Final = _("points %(points_a)d – %(points_b)d, marked %(a)d – %(b)d")


def answer_outcome_text(points: Sequence[int], marked: Sequence[int]) -> str:
    """Return what an answer makes of the hand, side A first."""
    (points_a, points_b), (a, b) = points, marked
    return str(ANSWER_OUTCOME) % {"points_a": points_a, "points_b": points_b, "a": a, "b": b}


def problem_text(problem: Problem, sides: Mapping[Side, str] | None = None) -> str:
    """Return a problem as a sentence that says what is wrong and what to do.

    `sides` names both teams; without them they are A and B.
    """
    side = problem.side
    return str(PROBLEM_TEXTS[problem.code]) % {
        "value": problem.value,
        "whole": problem.whole,
        "off": abs((problem.value or 0) - (problem.whole or 0)),
        "side": sides[side] if sides and side else side,
        **PROBLEM_LIMITS,
    }
