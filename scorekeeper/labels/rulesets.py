"""Words for rule sets: their names, every field as a line to read aloud, every choice."""

from enum import StrEnum
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.engine.rulesets import (
    FORMAT_LIMITS,
    NUMBER_LIMITS,
    AfterPass,
    AllTrump,
    Bidding,
    BothReach,
    Compared,
    GameFormat,
    HeldAtEnd,
    HeldPoints,
    JudgedOn,
    OnEquality,
)
from scorekeeper.labels.sheets import points_text

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

PRESET_LABELS: Final = {
    "classic": _("Classic, to 1000"),
    "salon": _("Salon, to 1000 with litige"),
    "five_hundred_one": _("Five hundred and one"),
    "twelve_hands": _("Three times twelve hands, in tens"),
    "contest": _("Contest, twelve hands"),
    "contree_ffb": _("Contrée of the FFB, to 2000"),
    "coinche_ffb": _("Coinche of the FFB with declarations, to 2000"),
    "contree_cannes": _("Contrée of Cannes, to 2001"),
    "coinche_bid_only": _("Coinche, bids only, to 1010"),
    "contree_points": _("Contrée, points only, to 2000"),
}

PRESET_SUMMARIES: Final = {
    "classic": _(
        "From 82 card points on the contract is made, with 81 it has failed. Belote does not help "
        "to make it. Capot is worth 250. Where both sides reach the target, the takers win."
    ),
    "salon": _(
        "Belote helps to make the contract. Where both sides are equal the takers' points are held "
        "for whoever wins the next hand. Capot is worth 252."
    ),
    "five_hundred_one": _(
        "Belote helps to make the contract. Where both sides are equal it has failed. Capot is "
        "worth 252. The first side at 501 wins."
    ),
    "twelve_hands": _(
        "Points are marked in tens, 160 a hand. Where both sides are equal each marks its own. "
        "Belote is not marked. Capot is worth 250. Three games of twelve hands are added."
    ),
    "contest": _(
        "What most contests play: belote helps to make the contract, litige where both sides are "
        "equal, exact points, capot 252, twelve hands."
    ),
}

FIELD_LABELS: Final[dict[str, "_StrPromise"]] = {
    "compared": _("To make the contract, one counts"),
    "on_equality": _("When both sides are equal"),
    "capot_points": _("Capot is worth"),
    "belote_points": _("Belote is worth"),
    "judged_on": _("The contract is judged on"),
    "held": _("In a litige, what waits for the next hand"),
    "held_at_end": _("Points still held when the game ends"),
    "both_reach": _("When one hand brings both sides to the target, the winner is"),
    "clockwise": _("Direction of play"),
    "after_pass": _("When nobody takes, the next to deal is"),
    "bidding": _("Bidding"),
    "redoubled_factor": _("Redoubled counts"),
    "bid_must_beat_defenders": _("The bidders must also have more than the defence"),
    "generale": _("Générale (every trick by the taker alone) can be bid"),
    "all_trump": _("At all trump, the points are written"),
    "declarations": _("Declarations (tierce, cinquante, cent, four of a kind) count"),
    "format": _("The game ends"),
    "target": _("Target"),
    "hands": _("Number of hands"),
    "games": _("Number of games added up"),
}
"""Every field of a rule set and of a game's format, by its name."""

CHOICE_LABELS: Final[dict[str, dict[str | bool, "_StrPromise"]]] = {
    "compared": {
        Compared.CARDS: _("card points only"),
        Compared.CARDS_AND_BELOTE: _("card points, and belote for the side that has it"),
    },
    "on_equality": {
        OnEquality.FAILED: _("the takers have failed"),
        OnEquality.LITIGE: _("litige: the takers' points are held for the next hand"),
        OnEquality.SHARED: _("each side marks its own points"),
    },
    "judged_on": {
        JudgedOn.EXACT: _("the exact points"),
        JudgedOn.ROUNDED: _("the points as they are marked"),
    },
    "held": {
        HeldPoints.CARDS: _("the takers' card points"),
        HeldPoints.CARDS_AND_BELOTE: _("the takers' card points and their belote"),
    },
    "held_at_end": {
        HeldAtEnd.RETURNED: _("go back to the side that lost them"),
        HeldAtEnd.LOST: _("are lost"),
    },
    "both_reach": {
        BothReach.TAKERS: _("the side that took"),
        BothReach.HIGHER_TOTAL: _("the side with the higher total; equal, one more hand"),
    },
    "clockwise": {True: _("clockwise, to the left"), False: _("anticlockwise, to the right")},
    "after_pass": {
        AfterPass.SAME_DEALER: _("the same player again"),
        AfterPass.NEXT_DEALER: _("the next player"),
    },
    "bidding": {
        Bidding.NONE: _("none: who takes, takes"),
        Bidding.POINTS_AND_BID: _("made: points and bid; failed: 160 and the bid"),
        Bidding.POINTS: _("made: points; failed: 160"),
        Bidding.BID_ONLY: _("made or failed: the bid only"),
    },
    "bid_must_beat_defenders": {True: _("yes"), False: _("no, the bid is enough")},
    "generale": {True: _("yes"), False: _("no")},
    "all_trump": {
        AllTrump.ON_162: _("on 162, as the table scaled them"),
        AllTrump.SCALED_FROM_258: _("on 258; the program scales them to 162"),
    },
    "declarations": {True: _("yes"), False: _("no")},
}
"""What each field with a choice can be, by field and value."""


def preset_label(key: str) -> str:
    return str(PRESET_LABELS[key])


def value_label(name: str, value: StrEnum | GameFormat | bool | int) -> str:
    """Return a field's value in the words that follow its label."""
    if isinstance(value, GameFormat):
        return format_label(value)
    if isinstance(value, (StrEnum, bool)):
        return str(CHOICE_LABELS[name][value])
    if name == "redoubled_factor":
        return gettext("%(times)d times") % {"times": value}
    return ngettext("%(points)s point", "%(points)s points", value) % {"points": points_text(value)}


def format_label(game_format: GameFormat) -> str:
    """Return when a game ends: "at 1,000 points", "after 12 hands; 3 games are added"."""
    if game_format.hands is None:
        assert game_format.target is not None
        end = ngettext("at %(points)s point", "at %(points)s points", game_format.target) % {
            "points": points_text(game_format.target)
        }
    else:
        end = ngettext("after %(hands)d hand", "after %(hands)d hands", game_format.hands) % {
            "hands": game_format.hands
        }
    if game_format.games == 1:
        return end
    return gettext("%(end)s; %(games)d games are added") % {"end": end, "games": game_format.games}


def ruleset_error_text(name: str, code: str) -> str:
    """Return a code of RuleSetError for one field as a sentence."""
    if code == "out_of_range":
        lowest, highest = NUMBER_LIMITS.get(name) or (1, FORMAT_LIMITS[name])
        return gettext("Write a whole number from %(lowest)s to %(highest)s.") % {
            "lowest": points_text(lowest),
            "highest": points_text(highest),
        }
    if code == "one_end_needed":
        return gettext("A game ends at a target or after a number of hands: choose one of the two.")
    if code == "unknown_value":
        return gettext("Choose one of the values that are offered.")
    return gettext("No rule set has a field “%(name)s”.") % {"name": name}
