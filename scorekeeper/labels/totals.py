"""Sentences about impossible and unusual totals, with likely causes."""

from typing import Final

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.engine.capots import least_of_capot
from scorekeeper.engine.hand import Side
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.totals import (
    NOTHING_REPORTED,
    Cause,
    Explanation,
    ReportedCounts,
    explanations,
    is_unlikely,
)
from scorekeeper.labels.sheets import points_text

MOST_CAUSES: Final = 4

CAUSE_LABELS: Final = {
    Cause.TOTALS_SWAPPED: _("The two totals are swapped."),
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
    Cause.NINE_OF_TRUMPS: _(
        "A nine of trumps was counted as a plain card, or the other way round."
    ),
    Cause.JACK_OF_TRUMPS: _(
        "A jack of trumps was counted as a plain card, or the other way round."
    ),
    Cause.DIGITS_EXCHANGED: _("Two digits of a total were swapped."),
    Cause.ADDING_ERROR: _("A column was added up wrongly."),
    Cause.CARRIED_TEN: _("A ten or a hundred was not carried, or carried twice."),
    Cause.CAPOT_BY_OTHER_RULES: _("A capot was scored as in other rules: 250 or 252."),
    Cause.MARKED_BY_OTHER_RULES: _(
        "The table scored in tens, or exact points, unlike these rules."
    ),
    Cause.BELOTE_BY_OTHER_RULES: _("The table scored belote, or left it out, unlike these rules."),
    Cause.LITIGE_LOST: _("The points of a litige were given to nobody."),
    Cause.CAPOT_OF_OTHER_SHEET: _("A capot is ticked for the wrong side, or from another sheet."),
    Cause.CAPOT_NOT_TICKED: _("A capot is not ticked."),
    Cause.TARGET_PASSED: _(
        "Somebody had reached the target before the last hand: how many hands were played?"
    ),
    Cause.TARGET_NOT_REACHED: _("Nobody has reached the target: was the game stopped early?"),
    Cause.OTHER_NUMBER_OF_HANDS: _("A game by these rules has another number of hands."),
    Cause.RECOUNT: _("No single mistake explains it: add up the sheet again."),
}


QUESTIONS: Final = frozenset(
    {Cause.RECOUNT, Cause.TARGET_PASSED, Cause.TARGET_NOT_REACHED, Cause.OTHER_NUMBER_OF_HANDS}
)
"""What is no guess."""


def causes_text(
    ruleset: RuleSet,
    hands: int,
    a: int,
    b: int,
    *,
    seen: ReportedCounts = NOTHING_REPORTED,
    ended: bool = False,
) -> list[str]:
    """Return the likeliest causes of impossible totals as guesses; none for possible totals."""
    found = explanations(ruleset, hands, a, b, seen=seen, ended=ended)
    if found and found[0].cause in QUESTIONS:
        found = found[:1]
    return [_guess(one, ruleset, hands, (a, b)) for one in found[:MOST_CAUSES]]


def capots_text(
    ruleset: RuleSet, hands: int, a: int, b: int, *, seen: ReportedCounts
) -> list[tuple[Side, str]]:
    """Return why a slip's capots are impossible, each with the side that has too many."""
    capots = {Side.A: seen.capots_a or 0, Side.B: seen.capots_b or 0}
    least, found = least_of_capot(ruleset), []
    for side, total in ((Side.A, a), (Side.B, b)):
        points = capots[side] * least
        if capots[side] and points > total:
            text = ngettext(
                "%(count)d capot is at least %(points)d points: the total is too low.",
                "%(count)d capots are at least %(points)d points: the total is too low.",
                capots[side],
            )
            found.append((side, text % {"count": capots[side], "points": points}))
    if sum(capots.values()) > hands:
        side = Side.B if capots[Side.B] else Side.A
        found.append((side, gettext("That is more capots than hands.")))
    return found


def totals_warnings(
    ruleset: RuleSet,
    hands: int,
    a: int,
    b: int,
    *,
    seen: ReportedCounts = NOTHING_REPORTED,
    ended: bool = False,
) -> list[str]:
    """Return the questions about possible but rare totals."""
    if not is_unlikely(ruleset, hands, a, b, seen=seen, ended=ended):
        return []
    text = ngettext(
        "%(a)s – %(b)s after %(hands)d hand: possible, but hardly one game in a thousand ends "
        "like that. Look at the slip once more.",
        "%(a)s – %(b)s after %(hands)d hands: possible, but hardly one game in a thousand ends "
        "like that. Look at the slip once more.",
        hands,
    )
    return [text % {"a": points_text(a), "b": points_text(b), "hands": hands}]


def hands_text(ruleset: RuleSet, hands: int) -> str:
    """Return the question about a slip whose number of hands differs from its rules."""
    text = ngettext(
        "The slip has %(hands)d hand, a game under these rules %(usual)d: is that right, or "
        "was it stopped early?",
        "The slip has %(hands)d hands, a game under these rules %(usual)d: is that right, or "
        "was it stopped early?",
        hands,
    )
    return text % {"hands": hands, "usual": ruleset.format.hands}


def _guess(found: Explanation, ruleset: RuleSet, hands: int, typed: tuple[int, int]) -> str:
    text = str(CAUSE_LABELS[found.cause])
    if found.cause is Cause.TARGET_PASSED:
        return _ask_for_hands(found, ruleset, hands)
    if found.cause is Cause.TARGET_NOT_REACHED:
        text = gettext("Nobody has reached %(target)s: was the game stopped early, for time?")
        return text % {"target": points_text(ruleset.format.target or 0)}
    if found.cause is Cause.ADDING_ERROR:
        text = gettext("An adding error of %(points)d: %(a)s – %(b)s?") % {
            "points": abs(found.a + found.b - sum(typed)),
            "a": points_text(found.a),
            "b": points_text(found.b),
        }
    return text if found.cause in QUESTIONS else gettext("Perhaps: %(cause)s") % {"cause": text}


def _ask_for_hands(found: Explanation, ruleset: RuleSet, hands: int) -> str:
    text = gettext(
        "Somebody had reached %(target)s before the last hand: how many hands were played?"
    )
    asked = text % {"target": points_text(ruleset.format.target or 0)}
    if found.hands == hands:
        return asked
    likely = ngettext("Perhaps %(hands)d.", "Perhaps %(hands)d.", found.hands)
    return f"{asked} {likely % {'hands': found.hands}}"
