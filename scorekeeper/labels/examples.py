"""Words for the worked examples of a rule set."""

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scorekeeper.engine.examples import ExampleHand, WorkedExample
from scorekeeper.engine.hand import Side
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.scoring import Outcome
from scorekeeper.labels.hands import reason_label
from scorekeeper.labels.sheets import explain

EXAMPLE_LABELS: Final = {
    ExampleHand.EIGHTY_TWO: _("82 card points, no belote"),
    ExampleHand.EIGHTY_SIX: _("86 card points against 76"),
    ExampleHand.TAKERS_BELOTE: _("72 card points and belote"),
    ExampleHand.DEFENDERS_BELOTE: _("85 card points, belote for the defence"),
    ExampleHand.EIGHTY_ONE: _("81 card points on both sides"),
    ExampleHand.AFTER_LITIGE: _("The hand after it: the others take and have 90"),
    ExampleHand.DECLARATIONS: _("95 card points and a tierce; the defence has a cinquante"),
    ExampleHand.CAPOT: _("Every trick: capot"),
    ExampleHand.BID_WITH_BELOTE: _("Bid 100: 90 card points and belote"),
    ExampleHand.BID_SHORT: _("Bid 100: 95 card points"),
    ExampleHand.BID_BEHIND_DEFENCE: _("Bid 80: 85 card points, belote for the defence"),
    ExampleHand.BID_REDOUBLED: _("Bid 90, redoubled: 100 card points"),
    ExampleHand.BID_DECLARATIONS: _(
        "Bid 100: 110 card points and a tierce; the defence has a cinquante"
    ),
    ExampleHand.BID_ALL_TRUMP: _("Bid 100 at all trump: 180 points of 258"),
    ExampleHand.CAPOT_BID_SHORT: _("Bid capot: one trick lost, 152 card points"),
}
"""What the takers' side did in each worked example."""

TAKERS_LABEL: Final = pgettext_lazy("side of an example", "the takers")
DEFENDERS_LABEL: Final = pgettext_lazy("side of an example", "the defence")


def example_text(example: WorkedExample, ruleset: RuleSet) -> str:
    """Return why the hand is scored as it is, in one to three sentences."""
    sides = {
        example.takers: str(TAKERS_LABEL),
        example.takers.other: str(DEFENDERS_LABEL),
    }
    judged = explain(example.entry, example.score, sides)
    return " ".join([judged, *_remarks(example, ruleset)])


def _remarks(example: WorkedExample, ruleset: RuleSet) -> Iterator[str]:
    """Return what the judgement alone does not say."""
    comparison = example.score.comparison
    if comparison is None:
        return
    bid_reached = comparison.needed is not None and comparison.takers >= comparison.needed
    if bid_reached and example.score.outcome is Outcome.FAILED:
        yield gettext("The defence has more: %(points)d.") % {"points": comparison.defenders}
    if example.entry.belote and not ruleset.belote_points:
        yield gettext("Belote is not marked.")
    elif example.entry.belote and not comparison.takers_belote + comparison.defenders_belote:
        yield gettext("Belote is marked, but does not count towards the contract.")


def marks_text(example: WorkedExample, side: Side) -> str:
    """Return the parts of what a side marks, "72 card points + 20 belote"; empty for one alone."""
    parts = [
        f"{line.points} {reason_label(line.reason)}"
        for line in example.score.lines
        if line.side is side and line.points
    ]
    return " + ".join(parts) if len(parts) > 1 else ""
