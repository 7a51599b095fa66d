"""Sentences for problems, questions and failures: each says what to do."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.engine.cards import TRICKS
from scorekeeper.engine.checks import MOST_PASSED_DEALS, Problem, ProblemCode
from scorekeeper.engine.hand import Side
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.warnings import PlausibilityWarning, unusual
from scorekeeper.monitoring.failures import Failure
from scorekeeper.monitoring.logs import FailureKind

WARNING_TEXTS: Final = {
    PlausibilityWarning.BASE: _(
        "The base is %(base)d: written rules use 160 and 162, and 0 where only the bid is scored."
    ),
    PlausibilityWarning.BASE_OF_BID_ONLY: _(
        "Only the bid is scored, and yet a failed or doubled hand has a base of %(base)d: "
        "written rules give the bid alone, with a base of 0."
    ),
    PlausibilityWarning.LEAST_BID: _(
        "The lowest bid is %(least_bid)d: written rules begin at 80 or 82."
    ),
    PlausibilityWarning.BIDS_END_EARLY: _(
        "Bids of points end at %(highest_bid)d: written rules go to 160 at least."
    ),
    PlausibilityWarning.BIDS_END_LATE: _(
        "Bids of points end at %(highest_bid)d: written rules end at 180, then comes capot."
    ),
    PlausibilityWarning.REDOUBLED_NO_MORE: _(
        "Doubled counts %(doubled_factor)d times and redoubled %(redoubled_factor)d times: "
        "redoubled counts more everywhere."
    ),
    PlausibilityWarning.REDOUBLED_BY_THREE: _(
        "Redoubled counts 3 times with a base of %(base)d: the rules that count it 3 times have a "
        "base of 162, the others count it 4 times."
    ),
    PlausibilityWarning.DEFENCE_KEEPS_POINTS: _(
        "When a doubled bid is made, the defence scores its card points: that is played only "
        "where a double multiplies the hand as it was made."
    ),
    PlausibilityWarning.BONUS_BESIDE_BID: _(
        "A capot that nobody bid adds %(capot_doubled_bonus)d to a doubled hand: written rules "
        "do that only where the bid is not scored."
    ),
    PlausibilityWarning.CAPOT_FAILED_ABOVE_MADE: _(
        "Capot bid and failed gives %(capot_bid_failed)d, more than made, %(capot_bid_made)d."
    ),
    PlausibilityWarning.BELOTE_POINTS: _("Belote is worth %(belote_points)d: everywhere it is 20."),
    PlausibilityWarning.ACE_11_BESIDE_SCALED: _(
        "No trump is scored on 130 as it is, and all trump is scaled to 162: written rules "
        "treat both the same way."
    ),
    PlausibilityWarning.DECLARATIONS_COUNT_BUT_ARE_LOST: _(
        "Declarations help to make the contract, and are lost if it fails: written rules let "
        "them go to the winner, or stay where they are."
    ),
    PlausibilityWarning.PENALTY_WITHOUT_BID: _(
        "A penalty hand gives what a failed bid gives, but nobody bids here: it will give a whole "
        "hand."
    ),
}
"""What is unusual, by its code; the numbers are the fields of the rule set."""


def warning_texts(ruleset: RuleSet) -> list[str]:
    """Return sentences about everything unusual in a rule set."""
    values = ruleset.as_values()
    return [str(WARNING_TEXTS[warning]) % values for warning in unusual(ruleset)]


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
        "Capot means every trick and every point: with %(value)d points for the takers it is "
        "impossible. Correct the points or the capot."
    ),
    ProblemCode.CAPOT_NEEDS_ALL_TRICKS: _(
        "Capot means all %(tricks)d tricks for one side: with %(value)d for the takers it is "
        "impossible. Correct the tricks or the capot."
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
        "%(value)d belotes are not possible in this hand. Only at all trump is there more than "
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
        "Nobody can bid %(value)d under these rules. Choose one of the bids that they allow."
    ),
    ProblemCode.TRUMP_NOT_PLAYED: _(
        "These trumps are not played under these rules. Choose others."
    ),
    ProblemCode.DECLARATIONS_NOT_PLAYED: _(
        "Declarations do not count under these rules. Remove them."
    ),
    ProblemCode.BEST_DECLARATION_MISSING: _(
        "Both sides may have the best declaration. Say whose it is: only that side scores."
    ),
    ProblemCode.BEST_DECLARATION_WRONG: _(
        "The other side has the stronger declaration. Correct the declarations or who scores them."
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
        "That makes %(value)d belotes in a row for the same player or side. Is that right?"
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

ANSWER_OUTCOME: Final = _("points %(points_a)d – %(points_b)d, scored %(a)d – %(b)d")


def answer_outcome_text(points: Sequence[int], marked: Sequence[int]) -> str:
    """Return the points of the hand after an answer, side A first."""
    (points_a, points_b), (a, b) = points, marked
    return str(ANSWER_OUTCOME) % {"points_a": points_a, "points_b": points_b, "a": a, "b": b}


def problem_text(problem: Problem, sides: Mapping[Side, str] | None = None) -> str:
    """Return a sentence that says what is wrong and what to do.

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


TROUBLE_TITLES: Final = {
    FailureKind.MISTAKE: _("Something went wrong on our side"),
    FailureKind.DISK_FULL: _("The disk of the hall’s computer is full"),
    FailureKind.NOT_WRITABLE: _("The hall’s computer cannot reach its data"),
    FailureKind.BUSY: _("The hall’s computer is busy"),
}
TROUBLE_TEXTS: Final = {
    FailureKind.MISTAKE: _("Wait a moment, go back and try again; keep the paper sheet at hand."),
    FailureKind.DISK_FULL: _(
        "Ask the organiser to make room on that computer: empty its bin, delete large files. "
        "Then send it again."
    ),
    FailureKind.NOT_WRITABLE: _(
        "Tell the organiser: the data folder is write-protected, missing, or on a failing "
        "disk. Continue on paper in the meantime."
    ),
    FailureKind.BUSY: _(
        "It has been writing something else for a while. Send it again in a moment."
    ),
}
TROUBLE_DETAILS: Final = {
    FailureKind.MISTAKE: _(
        "The program made a mistake: nothing was stored. Send it again, or tell the organiser the "
        "number %(number)s."
    ),
    FailureKind.DISK_FULL: _(
        "The disk of the hall’s computer is full: nothing was stored. Ask the organiser to "
        "make room, then it can be sent again (number %(number)s)."
    ),
    FailureKind.NOT_WRITABLE: _(
        "The hall’s computer cannot reach its data: nothing was stored. Tell the organiser the "
        "number %(number)s, and continue on paper in the meantime."
    ),
    FailureKind.BUSY: _(
        "The hall’s computer is busy: nothing was stored. It can be sent again in a moment "
        "(number %(number)s)."
    ),
}
TROUBLE_NAMES: Final = {
    FailureKind.MISTAKE: _("The program made a mistake"),
    FailureKind.DISK_FULL: _("The disk is full"),
    FailureKind.NOT_WRITABLE: _("The data could not be reached"),
    FailureKind.BUSY: _("The database was busy for too long"),
}


def failed_while(failure: Failure) -> str:
    """Return the activity that failed: sending something, opening a page, or background work."""
    if not failure.method:
        return gettext("while the program was doing a task of its own")
    if failure.is_writing:
        return gettext("while something was being stored")
    return gettext("while a page was being opened")
