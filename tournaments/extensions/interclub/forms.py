"""Forms: taking part in the ratings across clubs, and filters of the list."""

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
    """The day from which on the club's contests count across clubs."""

    since = forms.DateField(
        label=_("Contests count from this day"),
        help_text=_("For instance the first day of the season."),
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        error_messages={
            "required": _("Choose the first day that counts."),
            "invalid": _("Write the day like 2026-09-01."),
        },
    )


class NationalForm(forms.Form):
    """Filters of the list; invalid values are ignored."""

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
        """Return the search text and the category."""
        return str(self.cleaned_data.get("q", "")), str(self.cleaned_data.get("category", ""))


def first_day_offered() -> str:
    """Return the last first of September: seasons begin in autumn."""
    today = timezone.localdate()
    return f"{today.year if today.month >= 9 else today.year - 1}-09-01"
