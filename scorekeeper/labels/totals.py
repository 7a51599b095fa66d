"""Sentences for the likely causes of totals that cannot be."""

from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.totals import Cause, likely_causes

MOST_CAUSES: Final = 4

CAUSE_LABELS: Final = {
    Cause.TOTALS_SWAPPED: _("The two totals stand in each other's place."),
    Cause.BELOTE_FORGOTTEN: _("A belote was forgotten."),
    Cause.BELOTE_GIVEN_TWICE: _("A belote was counted twice."),
    Cause.BELOTE_WRONG_SIDE: _("A belote was given to the wrong side."),
    Cause.CAPOT_BONUS_MISSING: _("A capot was counted as an ordinary hand."),
    Cause.CAPOT_BONUS_EXTRA: _("An ordinary hand was counted as a capot."),
    Cause.HAND_MISSING: _("The points of one hand were left out."),
    Cause.HAND_TOO_MANY: _("The points of one hand were added twice."),
    Cause.ONE_HAND_FEWER: _("One hand fewer was played than the slip says."),
    Cause.ONE_HAND_MORE: _("One hand more was played than the slip says."),
    Cause.LAST_TRICK_FORGOTTEN: _("The 10 of a last trick was forgotten."),
    Cause.LAST_TRICK_GIVEN_TWICE: _("The 10 of a last trick was counted twice."),
    Cause.LAST_TRICK_WRONG_SIDE: _("The 10 of a last trick was given to the wrong side."),
    Cause.NINE_OF_TRUMPS: _("A nine of trumps was counted as a plain card, or the other way."),
    Cause.JACK_OF_TRUMPS: _("A jack of trumps was counted as a plain card, or the other way."),
    Cause.DIGITS_EXCHANGED: _("Two digits of a total changed places."),
    Cause.RECOUNT: _("No single slip explains it: add up the sheet again."),
}


def causes_text(ruleset: RuleSet, hands: int, a: int, b: int) -> list[str]:
    """Return the likeliest causes of totals that cannot be as guesses, none where they can be."""
    return [_guess(cause) for cause in likely_causes(ruleset, hands, a, b)[:MOST_CAUSES]]


def _guess(cause: Cause) -> str:
    text = str(CAUSE_LABELS[cause])
    # That nothing explains it is no guess.
    return text if cause is Cause.RECOUNT else gettext("Perhaps: %(cause)s") % {"cause": text}
