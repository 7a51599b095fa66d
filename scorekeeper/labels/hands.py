"""Texts for hands: sides, trumps, bids, outcomes, reasons."""

from typing import Final

from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scorekeeper.engine.hand import (
    CAPOT_BID,
    GENERALE_BID,
    Declaration,
    DeclarationKind,
    Multiplier,
    Rank,
    Seat,
    Trump,
)
from scorekeeper.engine.marks import Reason
from scorekeeper.engine.scoring import Outcome
from scorekeeper.engine.tally import GameEnd

SEAT_LABELS: Final = {
    Seat.A1: _("Team A, first player"),
    Seat.B1: _("Team B, first player"),
    Seat.A2: _("Team A, second player"),
    Seat.B2: _("Team B, second player"),
}

# The suits have a context: "Clubs" are also where people meet to play.
TRUMP_LABELS: Final = {
    Trump.SPADES: pgettext_lazy("suit", "Spades"),
    Trump.HEARTS: pgettext_lazy("suit", "Hearts"),
    Trump.DIAMONDS: pgettext_lazy("suit", "Diamonds"),
    Trump.CLUBS: pgettext_lazy("suit", "Clubs"),
    Trump.NO_TRUMP: _("No trump"),
    Trump.ALL_TRUMP: _("All trump"),
}

MULTIPLIER_LABELS: Final = {
    Multiplier.PLAIN: _("Not doubled"),
    Multiplier.DOUBLED: _("Doubled"),
    Multiplier.REDOUBLED: _("Redoubled"),
}

SLAM_LABELS: Final = {CAPOT_BID: _("Capot"), GENERALE_BID: _("Générale")}

DECLARATION_LABELS: Final = {
    DeclarationKind.TIERCE: _("Tierce"),
    DeclarationKind.CINQUANTE: _("Cinquante"),
    DeclarationKind.CENT: _("Cent"),
    DeclarationKind.FOUR: _("Four of a kind, not said which: aces, tens, kings or queens"),
    DeclarationKind.FOUR_QUEENS: _("Four queens"),
    DeclarationKind.FOUR_KINGS: _("Four kings"),
    DeclarationKind.FOUR_TENS: _("Four tens"),
    DeclarationKind.FOUR_ACES: _("Four aces"),
    DeclarationKind.FOUR_NINES: _("Four nines"),
    DeclarationKind.FOUR_JACKS: _("Four jacks"),
}

# Follows the name of a sequence with that highest card: "Tierce to the king".
HIGH_LABELS: Final = {
    Rank.ACE: pgettext_lazy("sequence", "to the ace"),
    Rank.KING: pgettext_lazy("sequence", "to the king"),
    Rank.QUEEN: pgettext_lazy("sequence", "to the queen"),
    Rank.JACK: pgettext_lazy("sequence", "to the jack"),
    Rank.TEN: pgettext_lazy("sequence", "to the ten"),
    Rank.NINE: pgettext_lazy("sequence", "to the nine"),
}

OUTCOME_LABELS: Final = {
    Outcome.MADE: pgettext_lazy("outcome", "Made"),
    Outcome.FAILED: pgettext_lazy("outcome", "Failed"),
    Outcome.CAPOT: pgettext_lazy("outcome", "Capot"),
    Outcome.LITIGE: pgettext_lazy("outcome", "Litige"),
    Outcome.SHARED: pgettext_lazy("outcome", "Shared"),
    Outcome.PENALTY: pgettext_lazy("outcome", "Penalty"),
}

REASON_LABELS: Final = {
    Reason.CARD_POINTS: pgettext_lazy("reason", "card points"),
    Reason.WHOLE: pgettext_lazy("reason", "all points of the hand"),
    Reason.CAPOT: pgettext_lazy("reason", "capot"),
    Reason.PENALTY: pgettext_lazy("reason", "penalty against the other side"),
    Reason.BID: pgettext_lazy("reason", "bid"),
    Reason.BELOTE: pgettext_lazy("reason", "belote"),
    Reason.DECLARATION: pgettext_lazy("reason", "declaration"),
    Reason.HELD_WON: pgettext_lazy("reason", "held points won"),
}

GAME_END_LABELS: Final = {
    GameEnd.TARGET: _("One side has reached the target."),
    GameEnd.BOTH_REACHED: _("Both sides have reached the target in the same hand."),
    GameEnd.HANDS: _("All hands have been played."),
}


def trump_label(trump: Trump) -> str:
    return str(TRUMP_LABELS[trump])


def multiplier_label(multiplier: Multiplier) -> str:
    return str(MULTIPLIER_LABELS[multiplier])


def multiplier_key(multiplier: Multiplier) -> str:
    """Return the text on a bidding key; a translation marks where a long word may break."""
    if multiplier is Multiplier.REDOUBLED:
        return pgettext("key", "Redoubled")
    return multiplier_label(multiplier)


def bid_label(bid: int) -> str:
    """Return the name of a bid: a number of points, capot or générale."""
    slam = SLAM_LABELS.get(bid)
    return str(slam) if slam else str(bid)


def declaration_label(shown: Declaration) -> str:
    """Return a declaration with its value: "Tierce to the king (20)"."""
    name = str(DECLARATION_LABELS[shown.kind])
    if shown.high:
        name = f"{name} {HIGH_LABELS[shown.high]}"
    return gettext("%(declaration)s (%(points)d)") % {
        "declaration": name,
        "points": shown.kind.points,
    }


def outcome_label(outcome: Outcome) -> str:
    return str(OUTCOME_LABELS[outcome])


def reason_label(reason: Reason) -> str:
    """Return the reason for points, to follow a number."""
    return str(REASON_LABELS[reason])
