"""The check of a game's totals, shared by all forms for totals."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.totals import NOTHING_REPORTED
from scorekeeper.labels.sheets import points_text, score_text
from scorekeeper.labels.totals import causes_text, hands_text, totals_warnings
from scorekeeper.slips.services import Slip


class JudgedForm(forms.Form):
    """A form whose totals are checked as those of a finished game, unless it was stopped early.

    `warnings` are sentences about possible but rare totals; `sure` holds the totals that were
    confirmed, and differs from `typed` after an edit. `doubted` has the totals in doubt.
    """

    stopped_early = forms.BooleanField(
        label=gettext_lazy("Stopped early, for time"),
        help_text=gettext_lazy("Then neither the target nor all hands are required."),
        required=False,
    )
    sure = forms.CharField(required=False, widget=forms.HiddenInput)

    warnings: Sequence[str] = ()
    doubted = ""

    def is_valid(self) -> bool:
        return super().is_valid() and not self.warnings

    def judge(self, ruleset: RuleSet, slip: Slip) -> list[str]:
        """Return why the totals are impossible, with likely causes; otherwise collect warnings."""
        totals = slip.hands, slip.total_a, slip.total_b
        if not slip.can_be(ruleset):
            message = ngettext(
                "%(a)s – %(b)s is impossible after %(hands)d hand under these rules.",
                "%(a)s – %(b)s is impossible after %(hands)d hands under these rules.",
                slip.hands,
            )
            if replace(slip, seen=NOTHING_REPORTED).can_be(ruleset):
                message = ngettext(
                    "%(a)s – %(b)s is impossible after %(hands)d hand with these capots.",
                    "%(a)s – %(b)s is impossible after %(hands)d hands with these capots.",
                    slip.hands,
                )
            a, b = map(points_text, totals[1:])
            return [
                message % {"a": a, "b": b, "hands": slip.hands},
                *causes_text(ruleset, *totals, seen=slip.seen, ended=slip.ended),
            ]
        if self.cleaned().get("sure") != self.typed:
            warnings = totals_warnings(ruleset, *totals, seen=slip.seen, ended=slip.ended)
            if not self.is_of_as_many(ruleset, slip.hands):
                warnings = [*warnings, hands_text(ruleset, slip.hands)]
            if warnings:
                self.warnings = [*self.warnings, *warnings]
                score = score_text(slip.total_a, slip.total_b)
                self.doubted = f"{self.doubted} · {score}" if self.doubted else score
        return []

    def cleaned(self) -> dict[str, Any]:
        """Return the cleaned data, empty if the form is unbound."""
        return getattr(self, "cleaned_data", {})

    def is_ended(self, ruleset: RuleSet) -> bool:
        """Return whether the game was played to its target; False for a number of hands."""
        return ruleset.format.target is not None and not self.cleaned().get("stopped_early")

    def is_of_as_many(self, ruleset: RuleSet, hands: int) -> bool:
        """Return whether the number of hands fits the rules; any number fits a target."""
        usual = ruleset.format.hands
        if usual is None or self.cleaned().get("stopped_early"):
            return usual is None or hands <= usual
        return hands == usual

    @property
    def stop_reason(self) -> str:
        return _("for time") if self.cleaned().get("stopped_early") else ""

    @property
    def typed(self) -> str:
        """Return the typed totals, in the form in which `sure` holds them."""
        raise NotImplementedError
