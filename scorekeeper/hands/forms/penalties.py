"""The form of a penalty hand: the referee's ruling and its reason."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scorekeeper.engine.choices import PenaltyMarks
from scorekeeper.engine.hand import HandEntry, Multiplier, Side
from scorekeeper.hands.forms.hands import HandEntryForm, contract_of, number_choice
from scorekeeper.labels.hands import bid_label, multiplier_label
from scorekeeper.widgets import NameField, SideRadioSelect, offer

PENALTY_REASONS: Final = {
    "misdeal": gettext_lazy("Misdeal"),
    "revoke": gettext_lazy("Did not follow or trump"),
    "wrong_card": gettext_lazy("Card played out of turn or shown"),
    "belote": gettext_lazy("Belote wrongly announced"),
    "talk": gettext_lazy("Talking or signals"),
    "late": gettext_lazy("Late or absent"),
    "other": gettext_lazy("Something else"),
}


class PenaltyForm(HandEntryForm):
    """A hand that the referee gave to one side."""

    penalty = forms.ChoiceField(
        label=gettext_lazy("Which side is at fault?"),
        widget=SideRadioSelect,
        error_messages={"required": gettext_lazy("Say which side is at fault.")},
    )
    penalty_bid = number_choice(label=pgettext_lazy("contrée", "Bid"))
    penalty_multiplier = number_choice(label=gettext_lazy("Doubled?"))
    reason = forms.ChoiceField(
        label=gettext_lazy("What happened?"),
        choices=[("", gettext_lazy("Choose")), *PENALTY_REASONS.items()],
        error_messages={"required": gettext_lazy("Say what happened: it stays on the sheet.")},
    )
    reason_text = NameField(label=gettext_lazy("In your own words"), required=False, max_length=150)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "penalty", [(side.value, self.sheet.sides[side]) for side in Side])
        rules = self.sheet.ruleset
        if rules.bids and rules.penalty_marks is PenaltyMarks.BASE_AND_BID:
            known = [(one, bid_label(one)) for one in rules.known_bids]
            offer(self, "penalty_bid", [("", _("Nobody had bid yet")), *known])
            offer(self, "penalty_multiplier", [(m.value, multiplier_label(m)) for m in Multiplier])
        else:
            del self.fields["penalty_bid"], self.fields["penalty_multiplier"]

    def clean(self) -> dict[str, Any]:
        """Ask for words where no reason of the list fits."""
        data = super().clean() or {}
        if data.get("reason") == "other" and not data.get("reason_text"):
            self.add_error("reason_text", _("Write what happened: it stays on the sheet."))
        if not self.errors:
            self.entry = HandEntry(
                penalty=Side(data["penalty"]),
                contract=contract_of(data.get("penalty_bid"), data.get("penalty_multiplier")),
                passed_deals=self._passed_deals(),
            )
            self._report(self.entry)
        return data

    @property
    def penalty_reason(self) -> str:
        data = self.cleaned_data
        words = [] if data["reason"] == "other" else [str(PENALTY_REASONS[data["reason"]])]
        return " – ".join([*words, *filter(None, [data["reason_text"]])])
