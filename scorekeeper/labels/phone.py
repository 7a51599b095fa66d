"""Texts for the page that scores in the browser while the server is out of reach."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scorekeeper.engine.hand import CAPOT_BID, GENERALE_BID, Side
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.sources import Source
from scorekeeper.labels.hands import (
    DECLARATION_LABELS,
    HIGH_LABELS,
    MULTIPLIER_LABELS,
    OUTCOME_LABELS,
    REASON_LABELS,
    TRUMP_LABELS,
    bid_label,
)
from scorekeeper.labels.problems import (
    ANSWER_OUTCOME,
    ANSWER_TEXTS,
    PROBLEM_LIMITS,
    PROBLEM_TEXTS,
    QUESTION_TITLES,
)
from scorekeeper.labels.sheets import JUDGEMENT_TEXTS, SUM_TEXTS, Judgement

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


OF_BIDS: Final = (
    *("contract_missing", "bid_impossible", "belotes_too_many", "belote_without_trump_suit"),
    *(ending.value for ending in Judgement if ending.startswith(("bid_", "slam_", "belote_"))),
)
"""Codes of sentences that no hand needs where nobody bids."""
OF_DECLARATIONS: Final = (
    *("best_declaration_missing", "best_declaration_wrong"),
    *("declaration_card_impossible", "declarations_impossible", "declared", "both"),
    *("declarations_taken", "declarations_lost"),
)


def phone_texts(sides: Mapping[Side, str], ruleset: RuleSet) -> dict[str, Any]:
    """Return every text that the page needs to replace the server's, by the engine's codes.

    Sentences keep their "%(value)s" placeholders; those that these rules never need are left out.
    `sides` names both teams.
    """
    left_out = {
        *(() if ruleset.bids else OF_BIDS),
        *(() if ruleset.declarations else OF_DECLARATIONS),
    }
    texts: dict[str, Any] = {
        "sides": {side.value: sides[side] for side in Side},
        "problems": _texts(PROBLEM_TEXTS),
        "limits": dict(PROBLEM_LIMITS),
        "counts": {
            "titles": _texts(QUESTION_TITLES),
            "answers": _texts(ANSWER_TEXTS),
            "outcome": str(ANSWER_OUTCOME),
        },
        "judgements": _texts(JUDGEMENT_TEXTS),
        "sums": {kind: str(text) for kind, text in SUM_TEXTS.items()},
        "outcomes": _texts(OUTCOME_LABELS),
        "reasons": _texts(REASON_LABELS),
        "trumps": _texts(TRUMP_LABELS),
    }
    for name in ("problems", "judgements", "sums"):
        texts[name] = {code: text for code, text in texts[name].items() if code not in left_out}
    if ruleset.declarations:
        texts |= {"declarations": _texts(DECLARATION_LABELS), "highs": _texts(HIGH_LABELS)}
    if ruleset.bids:
        said = {f"{said:d}": str(label) for said, label in MULTIPLIER_LABELS.items()}
        slams = {str(bid): bid_label(bid) for bid in (CAPOT_BID, GENERALE_BID)}
        texts |= {"bids": slams, "multipliers": said}
    return texts


def _texts(labels: Mapping[Any, Promise | str]) -> dict[str, str]:
    return {code.value: str(label) for code, label in labels.items()}


def page_texts() -> dict[str, object]:
    """Return the sentences of the page's script by key, with %(name)s placeholders."""
    return {**_entering(), **_keeping(), **_choosing(), **_signing(), **_moving()}


def _moving() -> dict[str, object]:
    return {
        "moving_title": _("The computer in the hall has not answered for a while"),
        "moving_text": _(
            "Leave this page open: it carries on by itself. Does the board, or the organiser, "
            "show another address now? Type it here: what this phone keeps comes along."
        ),
        "moving_label": _("New address"),
        "moving_wrong": _(
            "That is not an address: type it as it is shown, for example 192.168.1.9."
        ),
        "moving_go": _("Continue there"),
        "carried_one": _("This phone brought along what it kept under the former address: 1 item."),
        "carried_many": _(
            "This phone brought along what it kept under the former address: %(count)s items."
        ),
        "carried_take": _("Write it on this sheet"),
        "carried_leave": _("Leave it out"),
    }


def _entering() -> dict[str, object]:
    return {
        "hand": _("Hand %(number)s"),
        "hand_of": _("Hand %(number)s of %(of)s"),
        "hand_in_game": _("Game %(game)s of %(games)s, hand %(number)s"),
        "correct_hand": _("Correct hand %(number)s"),
        "correct_it": _("Correct the hand"),
        "deals": _("%(name)s deals"),
        "leads_by": _("leads by %(points)s"),
        "held": _("points are held."),
        "held_why": _("They go to the side that wins the next hand."),
        "this_hand": _("This hand"),
        "slam_worth": _("%(bid)s: made %(made)s, failed %(failed)s"),
        "preview_empty": _("The score of the hand appears here before you write it down."),
        "not_right": _("Something needs to be corrected"),
        "no_number": _("Write a whole number here."),
        "one_more_look": _("Please check once more"),
        "that_is_right": _("Yes, that is what happened"),
        "written": _("Hand %(number)s is written down."),
        "corrected": _("Hand %(number)s is corrected."),
        "score_said": _("%(a)s %(points_a)s, %(b)s %(points_b)s."),
        "totals_said": _("Total %(a)s to %(b)s."),
        "undo": _("Undo"),
        "close": _("Close"),
        "belote_of": _("belote %(name)s"),
        "capot_of": _("capot %(side)s"),
        "penalty_of": _("Penalty against %(side)s"),
        "passed_once": _("Nobody took once: undo"),
        "passed_often": _("Nobody took %(count)s times: undo one"),
    }


def _keeping() -> dict[str, object]:
    return {
        "kept_title": _("Kept on this phone"),
        "aside_title": _("Set aside"),
        "arriving": _("On its way to the sheet"),
        "with_kept": _("with what this phone keeps"),
        "say_kept": _("Your answer about the sheet is kept on this phone"),
        "one_kept": _("1 hand kept on this phone"),
        "many_kept": _("%(count)s hands kept on this phone"),
        "no_connection": _("No connection: carry on, this phone keeps the hands"),
        "offline": _("No connection"),
        "no_way": _("No connection at the moment. Try again shortly: nothing is lost."),
        "waiting": _("The computer in the hall does not answer. They will be sent by themselves."),
        "sending": _("Being sent"),
        "asking": _("Your answer is needed before the rest is sent."),
        "asking_only": _("Your answer is needed."),
        "correction": _("Correction of hand %(number)s"),
        "withdrawal": _("Withdraw hand %(number)s"),
        "nobody_took": _("Nobody took (%(count)s) before hand %(number)s"),
        "all_typed": _("Every hand is typed. This phone sends them as soon as it can."),
        "maybe_over": _("Both sides have reached the target: the computer in the hall decides."),
        "remove": _("Remove"),
        "correct": _("Correct"),
        "delete": _("Delete"),
        "forget": _("Delete this hand from the phone for good?"),
        "forget_many": _("Delete these %(count)s entries from the phone for good?"),
        "storage_full": _(
            "This phone’s storage is full. Without connection it cannot keep hands: make room, "
            "or note them on paper too while the connection is poor."
        ),
        "storage_private": _(
            "This is a private window: what it keeps is lost when you close it. Open the table "
            "in an ordinary window, or do not close this one before everything is on the sheet."
        ),
        "storage_none": _(
            "This browser keeps nothing. Without connection, leave this page open until "
            "everything is on the sheet, or note the hands on paper too."
        ),
        "storage_cleared": _(
            "Somebody cleared this browser’s data. What this page still knew is kept again: leave "
            "it open until everything is on the sheet."
        ),
        "storage_failed": _(
            "This phone could not store the hand. Leave this page open until it is on the sheet."
        ),
    }


def _choosing() -> dict[str, object]:
    return {
        "two_entries": _("Two entries for hand %(number)s"),
        "look_again": _("Hand %(number)s: look again"),
        "on_the_sheet": _("On the sheet: %(by)s"),
        "on_this_phone": _("On this phone"),
        "keep_sheet": _("The sheet is right"),
        "take_mine": _("This phone is right"),
        "write_as": _("It is another hand: write it as hand %(number)s"),
        "leave_out": _("Leave it out"),
        "leave_late": _("Set it aside on this phone"),
        "try_again": _("Send it again"),
        "withdraw_anyway": _("Withdraw it all the same"),
        "ended_title": _("Too late for the sheet"),
        "ended_text": _("The sheet takes nothing more from this phone."),
        "read_out": _(
            "Is something missing or wrong on the sheet? Show this to the organiser or read it out."
        ),
        "go_to_table": _("Go to the table"),
        "other_game": _("This phone kept it for another game. Does it really belong to this one?"),
        "not_own": _("Another phone wrote this hand too: correct it on the sheet if it is wrong."),
    }


def _signing() -> dict[str, object]:
    return {
        "accepts": _("%(side)s accept the sheet"),
        "objects": _("%(side)s do not accept the sheet"),
        "sheet_changed_title": _("The sheet is not the one you looked at"),
        "sheet_changed": _(
            "It was changed or closed before your answer arrived, so nothing was accepted. "
            "Look at both totals."
        ),
        "totals_seen": _("You looked at:"),
        "totals_now": _("The sheet now says:"),
        "look_first": _("Look at the sheet again"),
        "say_again": _("It applies to this sheet too"),
    }


PRACTICE_LABELS: Final[dict[str, "_StrPromise"]] = {
    "before_deal": gettext_lazy("Before the deal"),
    "dealing": gettext_lazy("The deal"),
    "first_player": gettext_lazy("Who speaks and plays first"),
    "bidding_rounds": gettext_lazy("Rounds of bidding"),
    "nobody_takes": gettext_lazy("When nobody takes"),
    "rest_of_pack": gettext_lazy("The rest of the pack"),
    "cannot_follow": gettext_lazy("If you cannot follow suit"),
    "overtrump": gettext_lazy("If there is already a trump"),
    "belote_said": gettext_lazy("How belote is announced"),
    "next_dealer": gettext_lazy("Who deals the next hand"),
}
"""Every field of how a table plays, by its name, in the order of the game."""

PRACTICE_CHOICE_LABELS: Final[dict[str, dict[str, "_StrPromise"]]] = {
    "before_deal": {
        "shuffled": gettext_lazy("The pack is shuffled."),
        "shuffled_cut_left": gettext_lazy(
            "The pack is shuffled; the player on the dealer's left cuts."
        ),
        "dealer_by_lot": gettext_lazy("The first dealer is drawn by lot."),
        "not_shuffled_cut_right": gettext_lazy(
            "The pack is not shuffled; the player on the dealer's right cuts."
        ),
    },
    "dealing": {
        "two_three_or_three_two": gettext_lazy(
            "5 cards each, by 2 and 3 or 3 and 2; one is turned up."
        ),
        "five_one_up": gettext_lazy("5 cards each; one is turned up."),
        "three_two": gettext_lazy("3 cards each, then 2; one is turned up."),
        "eight_each": gettext_lazy("8 cards each; none is turned up."),
    },
    "first_player": {
        "left_of_dealer": gettext_lazy("The player on the dealer's left."),
        "right_of_dealer": gettext_lazy("The player on the dealer's right."),
    },
    "bidding_rounds": {
        "two_any_other": gettext_lazy("Two; in the second, any other suit."),
        "two_not_turned_up": gettext_lazy("Two; in the second, any suit but the one turned up."),
        "one_round": gettext_lazy("One; then a new deal."),
        "two_rounds": gettext_lazy("Two; in the second, a suit of one's choice."),
        "two_une_deux": gettext_lazy("Two: to pass, say “une”, in the second round “deux”."),
        "in_turn_until_three_pass": gettext_lazy(
            "In turn, each bid higher than the one before, until three players have passed."
        ),
    },
    "nobody_takes": {
        "cut_dealt_again": gettext_lazy("The cards are cut and dealt again."),
        "next_dealer": gettext_lazy("The next dealer shuffles and deals."),
        "new_deal": gettext_lazy("A new deal."),
    },
    "rest_of_pack": {
        "two_to_taker": gettext_lazy(
            "2 cards to the taker with the one turned up, 3 to the others."
        ),
        "three_each": gettext_lazy(
            "Each has 3 more cards; the one turned up is among the taker's."
        ),
    },
    "cannot_follow": {
        "may_trump": gettext_lazy("May trump; without a trump, discards."),
        "must_trump_partner_free": gettext_lazy("Must trump; free while the partner is winning."),
        "must_trump_if_losing": gettext_lazy(
            "Must trump while their own side is losing the trick; otherwise free."
        ),
    },
    "overtrump": {"must_go_higher": gettext_lazy("Must play a higher trump, if possible.")},
    "belote_said": {
        "either_first": gettext_lazy(
            "“Belote” with the first of King and Queen, “rebelote” with the second."
        ),
        "king_first": gettext_lazy(
            "King first, then Queen, each said before the next player plays; otherwise void."
        ),
        "announced": gettext_lazy("It must be announced."),
        "held": gettext_lazy("It is enough to hold King and Queen of trumps."),
    },
    "next_dealer": {
        "left_of_dealer": gettext_lazy("The player on the dealer's left."),
        "right_of_dealer": gettext_lazy("The player on the dealer's right."),
    },
}
"""What the sheets say for each field, by field and code."""

NOT_SAID_LABEL: Final = gettext_lazy("Not said: agree on it before you play.")

NOT_ON_THE_SHEET: Final = pgettext_lazy("source of a rule", "not on the sheet")

SOURCE_LABELS: Final = {
    Source.SHEET_000: gettext_lazy("Sheet 000"),
    Source.SHEET_001: gettext_lazy("Sheet 001"),
    Source.SHEET_002: gettext_lazy("Sheet 002"),
    Source.SHEET_003: gettext_lazy("Sheet 003"),
    Source.SHEET_004: gettext_lazy("Sheet 004"),
    Source.FFB_CONTREE: "FFB contrée",
    Source.FFB_COINCHE: "FFB coinche",
    Source.FFB_2016: "FFB 2016",
    Source.CANNES_2016: "Cannes 2016",
    Source.TOURNOI_INTERNATIONAL: "Tournoi international",
    Source.ASCEE_2A: "ASCEE 2A",
    Source.CASIMIR: "Casimir",
    Source.PAGAT: "Pagat",
    Source.WIKIPEDIA: gettext_lazy("Wikipedia"),
    Source.PRACTICE: pgettext_lazy("source of a rule", "practice in clubs"),
    Source.DECISION: pgettext_lazy("source of a rule", "our decision"),
    Source.CLUB: pgettext_lazy("source of a rule", "the club"),
}


def practice_text(field: str, text: str) -> str:
    """Return the text of a code; a club's own words as typed."""
    known = PRACTICE_CHOICE_LABELS[field].get(text)
    return text if known is None else str(known)


def sources_label(sources: Sequence[Source]) -> str:
    """Return the sources as a text: "Sheet 000, Sheet 003"."""
    if not sources:
        return str(NOT_ON_THE_SHEET)
    return ", ".join(str(SOURCE_LABELS[source]) for source in sources)
