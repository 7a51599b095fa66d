"""Words for how a table plays, and for who says so."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scorekeeper.engine.sources import Source

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

PRACTICE_LABELS: Final[dict[str, "_StrPromise"]] = {
    "before_deal": _("Before the deal"),
    "dealing": _("The deal"),
    "first_player": _("Who speaks and plays first"),
    "bidding_rounds": _("Rounds of bidding"),
    "nobody_takes": _("When nobody takes"),
    "rest_of_pack": _("The rest of the pack"),
    "cannot_follow": _("Whoever cannot follow suit"),
    "overtrump": _("When a trump is already there"),
    "belote_said": _("How belote is announced"),
    "next_dealer": _("Who deals the next hand"),
}
"""Every field of how a table plays, by its name, in the order of the game."""

PRACTICE_CHOICE_LABELS: Final[dict[str, dict[str, "_StrPromise"]]] = {
    "before_deal": {
        "shuffled": _("The pack is shuffled."),
        "shuffled_cut_left": _("The pack is shuffled; the player on the dealer's left cuts."),
        "dealer_by_lot": _("The first dealer is drawn by lot."),
        "not_shuffled_cut_right": _(
            "The pack is not shuffled; the player on the dealer's right cuts."
        ),
    },
    "dealing": {
        "two_three_or_three_two": _("5 cards each, by 2 and 3 or 3 and 2; one is turned up."),
        "five_one_up": _("5 cards each; one is turned up."),
        "three_two": _("3 cards each, then 2; one is turned up."),
        "eight_each": _("8 cards each; none is turned up."),
    },
    "first_player": {
        "left_of_dealer": _("The player on the dealer's left."),
        "right_of_dealer": _("The player on the dealer's right."),
    },
    "bidding_rounds": {
        "two_any_other": _("Two; in the second, any other suit."),
        "two_not_turned_up": _("Two; in the second, any suit but the one turned up."),
        "one_round": _("One; then a new deal."),
        "two_rounds": _("Two; in the second, a suit of one's choice."),
        "two_une_deux": _("Two: who passes says “une”, in the second round “deux”."),
        "in_turn_until_three_pass": _(
            "In turn, each bid higher than the one before, until three players have passed."
        ),
    },
    "nobody_takes": {
        "cut_dealt_again": _("The cards are cut and dealt again."),
        "next_dealer": _("The next dealer shuffles and deals."),
        "new_deal": _("A new deal."),
    },
    "rest_of_pack": {
        "two_to_taker": _("2 cards to the taker with the one turned up, 3 to the others."),
        "three_each": _("Each has 3 more cards; the one turned up is among the taker's."),
    },
    "cannot_follow": {
        "may_trump": _("May trump; without a trump, discards."),
        "must_trump_partner_free": _("Must trump; is free while the partner is winning."),
        "must_trump_if_losing": _(
            "Must trump while the own side is losing the trick; else is free."
        ),
    },
    "overtrump": {"must_go_higher": _("Must play a higher trump, if possible.")},
    "belote_said": {
        "either_first": _("“Belote” with the first of King and Queen, “rebelote” with the second."),
        "king_first": _(
            "King first, then Queen, each said before the next player plays; otherwise void."
        ),
        "announced": _("It must be announced."),
        "held": _("It is enough to hold King and Queen of trumps."),
    },
    "next_dealer": {
        "left_of_dealer": _("The player on the dealer's left."),
        "right_of_dealer": _("The player on the dealer's right."),
    },
}
"""What the sheets say for each field, by field and code."""

NOT_SAID_LABEL: Final = _("Not said: agree on it before you play.")

NOT_ON_THE_SHEET: Final = pgettext_lazy("source of a rule", "not on the sheet")

SOURCE_LABELS: Final = {
    Source.SHEET_000: _("Sheet 000"),
    Source.SHEET_001: _("Sheet 001"),
    Source.SHEET_002: _("Sheet 002"),
    Source.SHEET_003: _("Sheet 003"),
    Source.SHEET_004: _("Sheet 004"),
    Source.FFB_CONTREE: "FFB contrée",
    Source.FFB_COINCHE: "FFB coinche",
    Source.FFB_2016: "FFB 2016",
    Source.CANNES_2016: "Cannes 2016",
    Source.TOURNOI_INTERNATIONAL: "Tournoi international",
    Source.ASCEE_2A: "ASCEE 2A",
    Source.CASIMIR: "Casimir",
    Source.PAGAT: "Pagat",
    Source.WIKIPEDIA: _("Wikipedia"),
    Source.PRACTICE: pgettext_lazy("source of a rule", "practice in clubs"),
    Source.DECISION: pgettext_lazy("source of a rule", "our decision"),
    Source.CLUB: pgettext_lazy("source of a rule", "the club"),
}


def practice_text(field: str, text: str) -> str:
    """Return a code in words; a club's own words as they were written."""
    known = PRACTICE_CHOICE_LABELS[field].get(text)
    return text if known is None else str(known)


def sources_label(sources: Sequence[Source]) -> str:
    """Return who says so: "Sheet 000, Sheet 003"."""
    if not sources:
        return str(NOT_ON_THE_SHEET)
    return ", ".join(str(SOURCE_LABELS[source]) for source in sources)
