"""What phones at the tables send: whose they are, and what is wrong with a sheet."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.widgets import NameField, NumberField
from tournaments.tables.services.signatures import HIGHEST_TOTAL, Claim

NAME_LENGTH = 40


class JoinTableForm(forms.Form):
    """A phone at the table may say whose it is."""

    name = NameField(
        label=_("Your first name"),
        help_text=_("It stands beside the hands this phone enters."),
        max_length=NAME_LENGTH,
        required=False,
        widget=forms.TextInput({"autocomplete": "given-name", "autocapitalize": "words"}),
    )


class DisputeForm(forms.Form):
    """What a side says the sheet should say: both totals, or words, or all three."""

    receipt = forms.CharField(widget=forms.HiddenInput, max_length=16)
    total_a = NumberField(required=False, min_value=0, max_value=HIGHEST_TOTAL)
    total_b = NumberField(required=False, min_value=0, max_value=HIGHEST_TOTAL)
    note = NameField(
        label=_("What is wrong?"),
        help_text=_("For instance: hand 7, the belote was ours."),
        max_length=200,
        required=False,
        widget=forms.Textarea({"rows": 2}),
    )

    def __init__(self, *args: Any, sides: tuple[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, side in zip(("total_a", "total_b"), sides, strict=True):
            self.fields[name].label = gettext("Right total of %(side)s") % {"side": side}

    def clean(self) -> dict[str, Any]:
        """Ask for something that the referee can look at."""
        data = super().clean() or {}
        totals = [data.get("total_a"), data.get("total_b")]
        for name, value in zip(("total_a", "total_b"), totals, strict=True):
            if value is None and not self.errors and any(total is not None for total in totals):
                self.add_error(name, gettext("Write both totals."))
        if not self.errors and not data.get("note") and totals == [None, None]:
            self.add_error("note", gettext("Write the right totals, or say what is wrong."))
        return data

    @property
    def claim(self) -> Claim:
        data = self.cleaned_data
        return Claim(total_a=data["total_a"], total_b=data["total_b"], note=data["note"])
