"""Texts for rule sets: presets, fields, choices, worked examples, players' categories."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scorekeeper.engine.choices import BeloteMarked, Bidding
from scorekeeper.engine.examples import ExampleHand, WorkedExample
from scorekeeper.engine.hand import CAPOT_BID, Contract, HandEntry, Multiplier, Side, Trump
from scorekeeper.engine.rulesets import FORMAT_LIMITS, NUMBER_LIMITS, GameFormat, RuleSet
from scorekeeper.engine.scoring import Outcome
from scorekeeper.labels.hands import declaration_label, reason_label
from scorekeeper.labels.sheets import explain, points_text

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


USUAL_CATEGORIES: Final = {
    "ladies": _("Ladies"),
    "juniors": _("Juniors"),
    "seniors": _("Seniors"),
    "veterans": _("Veterans"),
}
CATEGORY_LENGTH: Final = 40
MOST_CATEGORIES: Final = 6


def category_label(category: str) -> str:
    """Return the text of a category; a club's own one as typed."""
    return str(USUAL_CATEGORIES.get(category, category))


def categories_text(categories: Iterable[str]) -> str:
    return ", ".join(map(category_label, categories))


def category_codes(typed: Iterable[str]) -> tuple[str, ...]:
    """Return categories as stored: without duplicates, the usual ones as codes."""
    usual = {str(label).casefold(): code for code, label in USUAL_CATEGORIES.items()}
    found: dict[str, str] = {}
    for word in filter(None, (" ".join(text.split()) for text in typed)):
        found.setdefault(word.casefold(), usual.get(word.casefold(), word))
    return tuple(dict.fromkeys(found.values()))


EXAMPLE_LABELS: Final = {
    ExampleHand.EIGHTY_TWO: _("82 card points, no belote"),
    ExampleHand.EIGHTY_SIX: _("86 card points against 76"),
    ExampleHand.TAKERS_BELOTE: _("72 card points and belote"),
    ExampleHand.BELOTE_OF_FAILED: _("70 card points and belote"),
    ExampleHand.DEFENDERS_BELOTE: _("85 card points, belote for the defence"),
    ExampleHand.EIGHTY_ONE: _("81 card points on both sides"),
    ExampleHand.AFTER_LITIGE: _("The next hand: the others take and have 90"),
    ExampleHand.DECLARATIONS: _("95 card points and a tierce; the defence has a cinquante"),
    ExampleHand.CAPOT: _("Every trick: capot"),
}
"""What the takers' side did in each worked example without a bid."""

TAKERS_LABEL: Final = pgettext_lazy("side of an example", "the takers")
DEFENDERS_LABEL: Final = pgettext_lazy("side of an example", "the defence")


def example_label(example: WorkedExample) -> str:
    """Return the takers' result as a text: "Bid 100, doubled: 108 card points"."""
    if example.entry.contract is None:
        return str(EXAMPLE_LABELS[example.hand])
    seen = list(_seen(example.entry))
    if example.hand is ExampleHand.BID_LAST_HAND:
        seen.append(gettext("the last hand"))
    bid = _bid_text(example.entry, example.entry.contract)
    return gettext("%(bid)s: %(hand)s") % {"bid": bid, "hand": ", ".join(seen)}


def _bid_text(entry: HandEntry, contract: Contract) -> str:
    text = gettext("Capot bid")
    if contract.bid != CAPOT_BID:
        text = gettext("Bid %(bid)s") % {"bid": contract.bid}
    if entry.trump is Trump.ALL_TRUMP:
        text = gettext("%(bid)s at all trump") % {"bid": text}
    if contract.multiplier is Multiplier.DOUBLED:
        return gettext("%(bid)s, doubled") % {"bid": text}
    if contract.multiplier is Multiplier.REDOUBLED:
        return gettext("%(bid)s, redoubled") % {"bid": text}
    return text


def _seen(entry: HandEntry) -> Iterator[str]:
    """Yield the facts of a hand with a bid."""
    if entry.contract and entry.contract.bid == CAPOT_BID and entry.capot is None:
        yield gettext("one trick lost")
    if entry.capot is entry.takers:
        yield gettext("every trick")
    else:
        yield gettext("%(points)d card points") % {"points": entry.card_points}
    if entry.belote:
        of_takers = entry.belote is entry.takers
        yield gettext("belote") if of_takers else gettext("belote for the defence")
    for declaration in entry.declarations:
        yield declaration_label(declaration).lower()


def example_text(example: WorkedExample, ruleset: RuleSet) -> str:
    """Return why the hand is scored as it is, in one to three sentences."""
    sides = {example.takers: str(TAKERS_LABEL), example.takers.other: str(DEFENDERS_LABEL)}
    judged = explain(example.entry, example.score, sides)
    return " ".join([judged, *_remarks(example, ruleset)])


def _remarks(example: WorkedExample, ruleset: RuleSet) -> Iterator[str]:
    """Return remarks beyond the judgement."""
    comparison = example.score.comparison
    yield from _remarks_on_belote(example, ruleset)
    if example.entry.contract:
        yield from _remarks_on_bid(example, ruleset)
    if comparison is None:
        return
    bid_reached = comparison.needed is not None and comparison.takers >= comparison.needed
    if bid_reached and example.score.outcome is Outcome.FAILED:
        yield gettext("The defence has more: %(points)d.") % {"points": comparison.defenders}
    counts = comparison.takers_belote + comparison.defenders_belote
    if example.entry.belote and not counts and _is_marked(ruleset):
        yield gettext("Belote is scored, but does not count towards the contract.")


def _is_marked(ruleset: RuleSet) -> bool:
    """Return whether a side scores the belote."""
    return bool(ruleset.belote_points) and ruleset.belote_marked is not BeloteMarked.NOBODY


def _remarks_on_belote(example: WorkedExample, ruleset: RuleSet) -> Iterator[str]:
    """Yield who scores the belote if it is not the holder."""
    entry = example.entry
    if entry.belote is None:
        return
    has_failed = example.score.winner is example.takers.other
    taken_away = ruleset.belote_marked is BeloteMarked.TAKEN_FROM_FAILED
    if not ruleset.belote_points:
        yield gettext("Belote is not scored.")
    elif ruleset.belote_marked is BeloteMarked.NOBODY and (ruleset.bids or ruleset.belote_counts):
        yield gettext("Belote helps to make the contract, but is not scored.")
    elif ruleset.belote_marked is BeloteMarked.NOBODY:
        yield gettext("Belote is not scored.")
    elif entry.belote is example.takers and has_failed and taken_away:
        yield gettext("The takers have failed: their belote goes to the defence.")


def _remarks_on_bid(example: WorkedExample, ruleset: RuleSet) -> Iterator[str]:
    """Yield the effect of declarations in a hand with a bid, and what was not rounded."""
    entry = example.entry
    if entry.declarations and not ruleset.declarations_count:
        yield gettext("Declarations do not help to make the bid.")
    if example.hand is ExampleHand.BID_LAST_HAND:
        yield gettext("This hand reaches the target: it is scored exactly.")


def marks_text(example: WorkedExample, side: Side) -> str:
    """Return the parts of a side's score, "72 card points + 20 belote"; empty for a single part."""
    parts = [
        f"{line.points} {reason_label(line.reason)}"
        for line in example.score.lines
        if line.side is side and line.points
    ]
    return " + ".join(parts) if len(parts) > 1 else ""


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
        "With 82 card points or more the contract is made, with 81 it has failed. Belote does "
        "not help to make it. Capot is worth 250. If both sides reach the target, the takers "
        "win."
    ),
    "salon": _(
        "Belote helps to make the contract. If both sides are equal, the takers' points are "
        "held for the side that wins the next hand. Capot is worth 252."
    ),
    "five_hundred_one": _(
        "Belote helps to make the contract. If both sides are equal, it has failed. Capot is "
        "worth 252. The first side to reach 501 wins."
    ),
    "twelve_hands": _(
        "Points are scored in tens, 160 a hand, and judged as they are scored: at 80 each side "
        "scores its own. Belote is not on the sheet. Capot is worth 250. Three games of twelve "
        "hands are added up."
    ),
    "contest": _(
        "What most contests play: belote helps to make the contract, litige if both sides are "
        "equal, exact points, capot 252, twelve hands."
    ),
    "contree_ffb": _(
        "Points and bid are scored, in tens; failed or doubled, 160 and the bid, which a "
        "double multiplies. A side that fails loses its belote. A suit of trumps, no "
        "declarations."
    ),
    "coinche_ffb": _(
        "Points and bid are scored, in tens, and the takers must beat the defence too. "
        "Declarations help to make the bid and go to the winner. No trump and all trump are "
        "played."
    ),
    "contree_cannes": _(
        "Points and bid are scored, in tens from 6 up, the last hand exactly; failed or "
        "doubled, 162 and the bid. Redoubled counts 3 times. Capot announced and made is worth "
        "522."
    ),
    "coinche_bid_only": _(
        "Only the bid is scored, by the takers who make it or by the defence. Belote helps to "
        "make the bid and is not scored. No base, no declarations."
    ),
    "contree_points": _(
        "Only the points are scored, in tens; the bid says what must be made. Failed is worth "
        "160, doubled 320, redoubled 640. Capot announced is worth 500."
    ),
}


def preset_label(key: str) -> str:
    return str(PRESET_LABELS[key])


MARKED_LABELS: Final = {
    Bidding.NONE: _("Plain belote"),
    Bidding.POINTS_AND_BID: _("Contrée, coinche: points and bid"),
    Bidding.POINTS: _("Contrée, coinche: points only"),
    Bidding.BID_ONLY: _("Contrée, coinche: bids only"),
}
"""The games that are not compared with each other, by what they mark."""

FIELD_LABELS: Final[dict[str, "_StrPromise"]] = {
    "bidding": _("Bidding"),
    "least_bid": _("The lowest bid"),
    "highest_bid": _("The highest bid of points"),
    "generale": _("Générale (every trick by the taker alone) can be bid"),
    "compared": _("To make the contract, one counts"),
    "on_equality": _("When both sides are equal"),
    "held": _("In a litige, what waits for the next hand"),
    "held_at_end": _("Points still held when the game ends"),
    "bid_must_beat_defenders": _("The bidders must also have more than the defence"),
    "judged_on": _("The contract is judged on"),
    "base": _("Base of a failed or doubled hand"),
    "rounding": _("Points are scored"),
    "last_hand_exact": _("The hand that, counted exactly, reaches the target"),
    "belote_points": _("Belote is worth"),
    "belote_marked": _("Belote is scored by"),
    "penalty_marks": _("A penalty hand gives the other side"),
    "doubles": _("A double multiplies"),
    "doubled_factor": _("Doubled counts"),
    "redoubled_factor": _("Redoubled counts"),
    "doubled_defence": _("When a doubled bid is made, the defence scores"),
    "capot_points": _("Capot is worth"),
    "unannounced_capot": _("Every trick without having bid capot: the takers score"),
    "defence_capot": _("Every trick for the defence: it scores"),
    "capot_doubled_bonus": _("A capot that nobody bid, in a doubled hand, adds"),
    "capot_bid_points": _("As a bid, capot counts"),
    "capot_bid_made": _("Capot bid and made, the takers score in all"),
    "capot_bid_failed": _("Capot bid and failed, the defence scores in all"),
    "capot_bid_flat": _("When capot was bid and doubled"),
    "no_trump": _("No trump"),
    "all_trump": _("All trump"),
    "all_trump_belotes": _("Belotes at all trump"),
    "declarations": _("Declarations"),
    "declarations_count": _("To make the contract, declarations"),
    "declarations_of_losers": _("Declarations of failed takers, or of a side without a trick"),
    "declarations_tie": _("Declarations that are equal to the last card"),
    "format": _("The game ends"),
    "target": _("Target"),
    "hands": _("Number of hands"),
    "games": _("Number of games added up"),
    "both_reach": _("When one hand brings both sides to the target, the winner is"),
    "clockwise": _("Direction of play"),
    "after_pass": _("When nobody takes, the next to deal is"),
}
"""Every field of a rule set and of a game's format, by its name."""

FIELD_HINTS: Final[dict[str, "_StrPromise"]] = {
    "bidding": _("Contrée and coinche are played with bids, plain belote without."),
    "least_bid": _("Mostly 80 or 82; from there by tens."),
    "highest_bid": _("Mostly 160, 170 or 180; then capot."),
    "base": _(
        "What the winner scores beside the bid: mostly 160 or 162; 0 if only the bid is scored."
    ),
    "doubled_factor": _("Mostly 2 times; some clubs 4."),
    "redoubled_factor": _("Mostly 4 times, or 3; some clubs 8."),
    "capot_doubled_bonus": _("Mostly nothing: 0."),
    "capot_bid_points": _("Mostly 250: the part that is the bid, which a double may multiply."),
    "capot_bid_made": _("Mostly 410, or 250 if only the bid is scored. Empty: as for any bid."),
    "capot_bid_failed": _("Mostly 410, or 250 if only the bid is scored. Empty: as for any bid."),
    "declarations": _("Only the side with the best one scores, and all of its own."),
}
"""What helps to fill in a field of the editor."""

RULE_GROUPS: Final[dict[str, tuple["_StrPromise", tuple[str, ...]]]] = {
    "contract": (
        _("When is the contract made?"),
        (
            *("bidding", "least_bid", "highest_bid", "generale", "compared", "on_equality"),
            *("held", "held_at_end", "bid_must_beat_defenders", "judged_on"),
        ),
    ),
    "marks": (
        _("What is scored?"),
        (
            *("base", "rounding", "last_hand_exact", "belote_points", "belote_marked"),
            "penalty_marks",
        ),
    ),
    "doubles": (
        _("Doubles"),
        ("doubles", "doubled_factor", "redoubled_factor", "doubled_defence"),
    ),
    "capot": (
        pgettext_lazy("rules", "Capot"),
        (
            *("capot_points", "unannounced_capot", "defence_capot", "capot_doubled_bonus"),
            *("capot_bid_points", "capot_bid_made", "capot_bid_failed", "capot_bid_flat"),
        ),
    ),
    "trumps": (_("Without one suit of trumps"), ("no_trump", "all_trump", "all_trump_belotes")),
    "declarations": (
        _("Declarations"),
        (*("declarations", "declarations_count", "declarations_of_losers"), "declarations_tie"),
    ),
    "game": (
        _("The game"),
        ("format", "target", "hands", "games", "both_reach", "clockwise", "after_pass"),
    ),
}
"""What belongs together, with its title: on the card of a bidding game and in the editor."""

_YES_OR_NO: Final[dict[str | bool, "_StrPromise"]] = {True: _("yes"), False: _("no")}

CHOICE_LABELS: Final[dict[str, dict[str | bool, "_StrPromise"]]] = {
    "bidding": {
        "none": _("none: the taker simply takes"),
        "points_and_bid": _("points and bid are scored"),
        "points": _("only the points are scored"),
        "bid_only": _("only the bid is scored"),
    },
    "generale": _YES_OR_NO,
    "compared": {
        "cards": _("card points only"),
        "cards_and_belote": _("card points, and belote for the side that has it"),
    },
    "on_equality": {
        "failed": _("the takers have failed"),
        "litige": _("litige: the takers' points are held for the next hand"),
        "shared": _("each side scores its own points"),
        "made": _("the takers have made their contract"),
    },
    "held": {
        "cards": _("the takers' card points"),
        "cards_and_belote": _("the takers' card points and their belote"),
        "half_of_cards": _("half of the takers' card points; they score the other half at once"),
    },
    "held_at_end": {
        "returned": _("go back to the side that lost them"),
        "lost": _("are lost"),
    },
    "bid_must_beat_defenders": {True: _("yes"), False: _("no, the bid is enough")},
    "judged_on": {
        "exact": _("the exact points"),
        "rounded": _("the points as they are scored"),
    },
    "rounding": {
        "none": _("as they are"),
        "to_160": _("to the nearest ten, 160 a hand"),
        "tens_5_up": _("in tens, 5 goes up: 85 gives 90, 84 gives 80"),
        "tens_6_up": _("in tens, 6 goes up: 86 gives 90, 85 gives 80"),
        "fives": _("in fives: one less, then the nearest five"),
        "complement": _("the defence in tens, the takers what is left of 160"),
        "total_only": _("as they are; only the running total is shown in tens"),
    },
    "last_hand_exact": {
        True: _("is scored exactly, without rounding"),
        False: _("is rounded like the others"),
    },
    "belote_marked": {
        "holder": _("the side that holds it, whatever happens"),
        "taken_from_failed": _(
            "the side that holds it; if the takers fail, the defence (“prenable”)"
        ),
        "nobody": _("nobody: it only helps to make the contract"),
    },
    "penalty_marks": {
        "whole": _("a whole hand: 162, or 160 in tens"),
        "points_160": _("160 points, always"),
        "points_162": _("162 points, always"),
        "base_and_bid": _("what a failed bid gives, with the bid"),
    },
    "doubles": {
        "bid": _("the bid"),
        "base": _("the base"),
        "both": _("the base and the bid"),
        "hand": _("the points as they were made, and the bid; failed, the base and the bid"),
    },
    "doubled_defence": {
        "nothing": _("nothing"),
        "card_points": _("its card points"),
    },
    "unannounced_capot": {
        "capot_points": _("the capot in place of their card points"),
        "nothing_more": _("nothing more than for any bid that is made"),
    },
    "defence_capot": {
        "capot_points": _("the capot in place of the base"),
        "base": _("the base, as for any bid that has failed"),
    },
    "capot_bid_flat": {
        False: _("the same part is multiplied as in any other hand"),
        True: _("all that is scored for it is multiplied"),
    },
    "no_trump": {
        "ace_19": _("an ace counts 19: 162 points in all"),
        "ace_11": _("an ace counts 11: 130 points in all, scored as they are"),
        "not_played": _("not played"),
    },
    "all_trump": {
        "scaled_from_258": _("counted on 258; the program scales them to 162"),
        "as_258": _("counted on 258 and scored so"),
        "on_162": _("written on 162, as the table scaled them"),
        "not_played": _("not played"),
    },
    "all_trump_belotes": {
        "one": _("one, of a suit that is named"),
        "up_to_four": _("up to four"),
    },
    "declarations": {
        False: _("none"),
        True: _(
            "tierce 20, cinquante 50, cent 100; four of a kind 100 (aces, tens, kings, queens), "
            "150 (nines), 200 (jacks)"
        ),
    },
    "declarations_count": {True: _("count"), False: _("do not count")},
    "declarations_of_losers": {
        "to_winner": _("go to the winner of the hand"),
        "kept": _("stay with the side that showed them"),
        "lost": _("are lost"),
    },
    "declarations_tie": {
        "nobody": _("are scored by nobody"),
        "first_speaker": _("are scored by the side that spoke first"),
    },
    "both_reach": {
        "higher_total": _("the side with the higher total; equal, one more hand"),
        "higher_then_takers": _("the side with the higher total; equal, the side that took"),
        "takers": _("the side that took"),
        "another_hand": _("nobody yet: one more hand is played"),
    },
    "clockwise": {True: _("clockwise, to the left"), False: _("anticlockwise, to the right")},
    "after_pass": {
        "same_dealer": _("the same player again"),
        "next_dealer": _("the next player"),
    },
}
"""What each field with a choice can be, by field and value."""

BID_COUNTS_LABEL: Final = _("To make the bid, one counts")
BEST_DECLARATION_LABEL: Final = _("Whose declarations are scored")
BEST_DECLARATION_TEXT: Final = _(
    "those of the side with the best one, all of them; a four beats a sequence, then the higher "
    "kind, the higher card, trumps"
)

AS_ANY_BID: Final = _("as for any bid")
NOT_MARKED: Final = _("nothing: it is not scored")
NOTHING: Final = _("nothing")

ERROR_TEXTS: Final = {
    "one_end_needed": _(
        "A game ends at a target or after a number of hands: choose one of the two."
    ),
    "unknown_value": _("Choose one of the values that are offered."),
    "below_least_bid": _("That is below the lowest bid: write a higher number here."),
    "bid_not_marked": _(
        "Only points are scored, so a double cannot multiply the bid: choose another answer."
    ),
    "failed_marks_nothing": _(
        "With 0, the side that makes a bid fail would score nothing for the hand: write 160 or "
        "162, or choose that only the bid is scored."
    ),
    "base_is_nothing": _("The base is 0, doubled too: choose another answer, or write a base."),
    "flat_without_points": _(
        "Write what a capot that was bid gives, made or failed, or choose the other answer."
    ),
    "below_its_bid": _(
        "That is less than capot counts as a bid: write as much at least, or leave it empty."
    ),
}
"""What is wrong with a field of a rule set, and what to do, by the engine's code."""


def value_label(name: str, value: StrEnum | GameFormat | bool | int | None) -> str:
    """Return the text of a field's value, to follow its label."""
    if value is None:
        return str(AS_ANY_BID)
    if isinstance(value, GameFormat):
        return format_label(value)
    if isinstance(value, (StrEnum, bool)):
        return str(CHOICE_LABELS[name][value])
    if name in ("doubled_factor", "redoubled_factor"):
        return gettext("%(times)d times") % {"times": value}
    if not value:
        return str(NOT_MARKED if name == "belote_points" else NOTHING)
    return ngettext("%(points)s point", "%(points)s points", value) % {"points": points_text(value)}


def bid_counts_text(ruleset: RuleSet) -> str:
    """Return what is compared with the bid: card points, belote, declarations."""
    if ruleset.declarations and ruleset.declarations_count:
        return gettext("card points, belote and declarations")
    return gettext("card points and belote") if ruleset.belote_points else gettext("card points")


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
    return gettext("%(end)s; %(games)d games are added up") % {
        "end": end,
        "games": game_format.games,
    }


def ruleset_error_text(name: str, code: str) -> str:
    """Return the sentence for a RuleSetError's code on one field."""
    if code == "out_of_range":
        lowest, highest = NUMBER_LIMITS.get(name) or (1, FORMAT_LIMITS[name])
        return gettext("Write a whole number from %(lowest)s to %(highest)s.") % {
            "lowest": points_text(lowest),
            "highest": points_text(highest),
        }
    if code in ERROR_TEXTS:
        return str(ERROR_TEXTS[code])
    return gettext("No rule set has a field “%(name)s”.") % {"name": name}
