"""Words for the worked examples of a rule set."""

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scorekeeper.engine.choices import BeloteMarked
from scorekeeper.engine.examples import ExampleHand, WorkedExample
from scorekeeper.engine.hand import CAPOT_BID, Contract, HandEntry, Multiplier, Side, Trump
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.scoring import Outcome
from scorekeeper.labels.hands import declaration_label, reason_label
from scorekeeper.labels.sheets import explain

EXAMPLE_LABELS: Final = {
    ExampleHand.EIGHTY_TWO: _("82 card points, no belote"),
    ExampleHand.EIGHTY_SIX: _("86 card points against 76"),
    ExampleHand.TAKERS_BELOTE: _("72 card points and belote"),
    ExampleHand.BELOTE_OF_FAILED: _("70 card points and belote"),
    ExampleHand.DEFENDERS_BELOTE: _("85 card points, belote for the defence"),
    ExampleHand.EIGHTY_ONE: _("81 card points on both sides"),
    ExampleHand.AFTER_LITIGE: _("The hand after it: the others take and have 90"),
    ExampleHand.DECLARATIONS: _("95 card points and a tierce; the defence has a cinquante"),
    ExampleHand.CAPOT: _("Every trick: capot"),
}
"""What the takers' side did in each worked example without a bid."""

TAKERS_LABEL: Final = pgettext_lazy("side of an example", "the takers")
DEFENDERS_LABEL: Final = pgettext_lazy("side of an example", "the defence")


def example_label(example: WorkedExample) -> str:
    """Return what the takers' side did: "Bid 100, doubled: 108 card points"."""
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
    """Yield what was seen of a hand with a bid."""
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
    """Return what the judgement alone does not say."""
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
        yield gettext("Belote is marked, but does not count towards the contract.")


def _is_marked(ruleset: RuleSet) -> bool:
    """Return whether anybody marks belote."""
    return bool(ruleset.belote_points) and ruleset.belote_marked is not BeloteMarked.NOBODY


def _remarks_on_belote(example: WorkedExample, ruleset: RuleSet) -> Iterator[str]:
    """Yield who marks the belote, where that is not its holder."""
    entry = example.entry
    if entry.belote is None:
        return
    has_failed = example.score.winner is example.takers.other
    taken_away = ruleset.belote_marked is BeloteMarked.TAKEN_FROM_FAILED
    if not ruleset.belote_points:
        yield gettext("Belote is not marked.")
    elif ruleset.belote_marked is BeloteMarked.NOBODY and (ruleset.bids or ruleset.belote_counts):
        yield gettext("Belote helps to make the contract, but is not marked.")
    elif ruleset.belote_marked is BeloteMarked.NOBODY:
        yield gettext("Belote is not marked.")
    elif entry.belote is example.takers and has_failed and taken_away:
        yield gettext("The takers have failed: their belote goes to the defence.")


def _remarks_on_bid(example: WorkedExample, ruleset: RuleSet) -> Iterator[str]:
    """Yield what declarations do for a hand with a bid, and what was not rounded."""
    entry = example.entry
    if entry.declarations and not ruleset.declarations_count:
        yield gettext("Declarations do not help to make the bid.")
    if example.hand is ExampleHand.BID_LAST_HAND:
        yield gettext("This hand reaches the target: it is marked exactly.")


def marks_text(example: WorkedExample, side: Side) -> str:
    """Return the parts of what a side marks, "72 card points + 20 belote"; empty for one alone."""
    parts = [
        f"{line.points} {reason_label(line.reason)}"
        for line in example.score.lines
        if line.side is side and line.points
    ]
    return " + ".join(parts) if len(parts) > 1 else ""
