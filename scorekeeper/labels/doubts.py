"""Words for what a rule set says and no source plays."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from scorekeeper.engine.doubts import Doubt, unusual
from scorekeeper.engine.rulesets import RuleSet

DOUBT_TEXTS: Final = {
    Doubt.BASE: _(
        "The base is %(base)d: written rules know 160 and 162, and 0 where only the bid is marked."
    ),
    Doubt.BASE_OF_BID_ONLY: _(
        "Only the bid is marked, and yet a failed or doubled hand has a base of %(base)d: written "
        "rules give the bid alone, with a base of 0."
    ),
    Doubt.LEAST_BID: _("The lowest bid is %(least_bid)d: written rules begin at 80 or 82."),
    Doubt.BIDS_END_EARLY: _(
        "Bids of points end at %(highest_bid)d: written rules go to 160 at least."
    ),
    Doubt.BIDS_END_LATE: _(
        "Bids of points end at %(highest_bid)d: written rules end at 180, then comes capot."
    ),
    Doubt.REDOUBLED_NO_MORE: _(
        "Doubled counts %(doubled_factor)d times and redoubled %(redoubled_factor)d times: "
        "redoubled counts more everywhere."
    ),
    Doubt.REDOUBLED_BY_THREE: _(
        "Redoubled counts 3 times with a base of %(base)d: the rules that count it 3 times have a "
        "base of 162, the others count it 4 times."
    ),
    Doubt.DEFENCE_KEEPS_POINTS: _(
        "Of a doubled bid that is made the defence marks its card points: that is played only "
        "where a double multiplies the hand as it was made."
    ),
    Doubt.BONUS_BESIDE_BID: _(
        "A capot that nobody bid adds %(capot_doubled_bonus)d to a doubled hand: written rules "
        "know that only where the bid is not marked."
    ),
    Doubt.CAPOT_FAILED_ABOVE_MADE: _(
        "Capot bid and failed gives %(capot_bid_failed)d, more than made, %(capot_bid_made)d."
    ),
    Doubt.BELOTE_POINTS: _("Belote is worth %(belote_points)d: everywhere it is 20."),
    Doubt.ACE_11_BESIDE_SCALED: _(
        "No trump is marked on 130 as it is, and all trump is brought to 162: written rules do the "
        "same with both."
    ),
    Doubt.DECLARATIONS_COUNT_BUT_ARE_LOST: _(
        "Declarations help to make the contract, and are lost where it fails: written rules let "
        "them go to the winner, or stay where they are."
    ),
    Doubt.PENALTY_WITHOUT_BID: _(
        "A penalty hand gives what a failed bid gives, but nobody bids here: it will give a whole "
        "hand."
    ),
}
"""What is unusual, by its code; the numbers are the fields of the rule set."""


def doubt_texts(ruleset: RuleSet) -> list[str]:
    """Return everything unusual about a rule set as sentences."""
    values = ruleset.as_values()
    return [str(DOUBT_TEXTS[doubt]) % values for doubt in unusual(ruleset)]
