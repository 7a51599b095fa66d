"""Sentences for the problems of an entry: each says what to do."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from scorekeeper.engine.cards import TRICKS
from scorekeeper.engine.checks import MOST_PASSED_DEALS, Problem, ProblemCode

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
    ProblemCode.COUNTS_DO_NOT_ADD_UP: _(
        "The two counts make %(value)d together, not %(whole)d. Count again."
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
    ProblemCode.LAST_TRICK_FORGOTTEN: _(
        "The two counts make %(value)d together. Was the 10 of the last trick forgotten?"
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


def problem_text(problem: Problem) -> str:
    """Return a problem as a sentence that says what is wrong and what to do."""
    return str(PROBLEM_TEXTS[problem.code]) % {
        "value": problem.value,
        "whole": problem.whole,
        **PROBLEM_LIMITS,
    }
