"""What the script of a table's page says while the computer in the hall is out of reach."""

from django.utils.translation import gettext as _


def page_texts() -> dict[str, object]:
    """Return the sentences of the page's script by name, %(name)s being put in."""
    return {**_entering(), **_keeping(), **_choosing(), **_signing(), **_moving()}


def _moving() -> dict[str, object]:
    return {
        "moving_title": _("The computer in the hall has not answered for a while"),
        "moving_text": _(
            "Leave this page open: it goes on by itself. Does the board, or the organiser, show "
            "another address now? Type it here: what this phone keeps goes along."
        ),
        "moving_label": _("New address"),
        "moving_wrong": _("That is no address: type it as it stands there, 192.168.1.9 say."),
        "moving_go": _("Go on there"),
        "carried_one": _("This phone brought along what it kept under the former address: 1 act."),
        "carried_many": _(
            "This phone brought along what it kept under the former address: %(count)s acts."
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
        "held": _("points are held: they go to the side that wins the next hand."),
        "this_hand": _("This hand"),
        "slam_worth": _("%(bid)s: made %(made)s, failed %(failed)s"),
        "preview_empty": _("The score of the hand appears here before you write it down."),
        "not_right": _("Something is not right yet"),
        "no_number": _("Write a whole number here."),
        "one_more_look": _("One more look"),
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
        "passed_once": _("Nobody took once: take it back"),
        "passed_often": _("Nobody took %(count)s times: take one back"),
    }


def _keeping() -> dict[str, object]:
    return {
        "kept_title": _("Kept on this phone"),
        "aside_title": _("Set aside"),
        "arriving": _("On its way to the sheet"),
        "with_kept": _("with what this phone keeps"),
        "say_kept": _("What you say of the sheet is kept on this phone"),
        "one_kept": _("1 hand kept on this phone"),
        "many_kept": _("%(count)s hands kept on this phone"),
        "no_connection": _("No connection: write on, this phone keeps the hands"),
        "offline": _("No connection"),
        "no_way": _("No connection just now. Try again in a moment: nothing is lost."),
        "waiting": _("The computer in the hall does not answer. They are sent by themselves."),
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
            "This is a private window: what it keeps is gone when you close it. Open the table "
            "in an ordinary window, or do not close it before everything is on the sheet."
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
        "leave_late": _("Keep it aside on this phone"),
        "try_again": _("Send it again"),
        "withdraw_anyway": _("Withdraw it all the same"),
        "ended_title": _("Too late for the sheet"),
        "ended_text": _("The sheet takes nothing more from this phone."),
        "read_out": _(
            "Is something missing or wrong on the sheet? Show this to the organiser or read it out."
        ),
        "go_to_table": _("Go to the table"),
        "other_game": _("This phone kept it for another game. Is it really a hand of this one?"),
        "not_own": _("Another phone wrote this hand too: correct it on the sheet if it is wrong."),
    }


def _signing() -> dict[str, object]:
    return {
        "accepts": _("%(side)s accept the sheet"),
        "objects": _("%(side)s do not accept the sheet"),
        "sheet_changed_title": _("The sheet is not the one you looked at"),
        "sheet_changed": _(
            "It was changed or closed before your word arrived, so nothing was accepted. "
            "Look at both totals."
        ),
        "totals_seen": _("You looked at:"),
        "totals_now": _("The sheet now says:"),
        "look_first": _("Look at the sheet again"),
        "say_again": _("It holds for this sheet too"),
    }
