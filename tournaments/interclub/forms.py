"""Whether a club takes part, and since when; what the list over all clubs is asked for."""

from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.labels.rules import category_label
from scorekeeper.widgets import offer
from tournaments.models import NationalTable

LONGEST_SEARCH: Final = 100


class TogetherForm(forms.Form):
    """From which day on the club's contests count over all clubs."""

    since = forms.DateField(
        label=_("Contests count from this day on"),
        help_text=_("For instance the first day of the season."),
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        error_messages={
            "required": _("Choose the first day that counts."),
            "invalid": _("Write the day as 2026-09-01."),
        },
    )


class NationalForm(forms.Form):
    """Filters of the list; what cannot be read is as if it were not asked for."""

    use_required_attribute = False

    q = forms.CharField(
        label=_("Name or club"),
        required=False,
        max_length=LONGEST_SEARCH,
        widget=forms.TextInput({"type": "search"}),
    )
    category = forms.ChoiceField(label=_("Category"), required=False)

    def __init__(self, data: Any, *, table: NationalTable) -> None:
        super().__init__(data)
        choices = sorted((category_label(one), one) for one in table.categories)
        everybody = ("", gettext("Everybody"))
        offer(self, "category", [everybody, *((code, text) for text, code in choices)])
        self.has_categories = bool(choices)
        self.is_valid()

    @property
    def asked(self) -> tuple[str, str]:
        """Return what is searched for, and in which category."""
        return str(self.cleaned_data.get("q", "")), str(self.cleaned_data.get("category", ""))


def first_day_offered() -> str:
    """Return the first of September that was last: seasons begin in autumn."""
    today = timezone.localdate()
    return f"{today.year if today.month >= 9 else today.year - 1}-09-01"
