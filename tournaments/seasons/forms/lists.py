"""What counts for a season, and penalties: one thing at a time."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.services.players import tidy_name
from scorekeeper.models.clubs import NAME_LENGTH
from tournaments.seasons.forms.seasons import number_field
from tournaments.seasons.labels import ITEM_LABELS
from tournaments.seasons.pages.items import Item
from tournaments.seasons.pages.lists import Payer

REASON_LENGTH: Final = 200
MOST_TAKEN_OFF: Final = 100_000


class ItemForm(forms.Form):
    """One contest, evening or past contest that shall count, or shall not."""

    item = forms.ChoiceField(
        label=_("Add"), error_messages={"invalid_choice": _("Choose one of the list.")}
    )
    counts = forms.TypedChoiceField(
        choices=[("yes", ""), ("no", "")], coerce=lambda value: value == "yes"
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, items: Iterable[Item]) -> None:
        super().__init__(data)
        self.items = {item.code: item for item in items}
        field = self.fields["item"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [
            (code, f"{date_format(item.date, 'j N Y')} · {item.name} ({ITEM_LABELS[item.kind]})")
            for code, item in self.items.items()
        ]

    @property
    def found(self) -> Item:
        return self.items[self.cleaned_data["item"]]


class SeasonPenaltyForm(forms.Form):
    """Points taken off somebody, with the reason."""

    who = forms.CharField(
        label=_("Who?"),
        max_length=2 * NAME_LENGTH + 3,
        widget=forms.TextInput(
            {"list": "season-names", "autocomplete": "off", "autocapitalize": "words"}
        ),
        error_messages={"required": _("Type a name.")},
    )
    points = number_field(
        _("Points taken off"),
        least=1,
        most=MOST_TAKEN_OFF,
        error_messages={"required": _("Write how many points.")},
    )
    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("It stands in the table, for everybody to read."),
        max_length=REASON_LENGTH,
        error_messages={"required": _("Write the reason: it is shown beside the points.")},
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, payers: Iterable[Payer]) -> None:
        super().__init__(data)
        self.known = {payer.title.casefold(): payer for payer in payers}

    def clean_who(self) -> Payer:
        found = self.known.get(tidy_name(self.cleaned_data["who"]).casefold())
        if found is None:
            raise forms.ValidationError(
                gettext("Nobody has that name here: choose one of the list.")
            )
        return found

    def clean_reason(self) -> str:
        return tidy_name(self.cleaned_data["reason"])
