"""Forms to compare two entries, and to record a lot drawn in the hall."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.widgets import NumberField
from tournaments.called import CalledField
from tournaments.rankings.queries.rankings import Ranking, TiedGroup


class EntryNumberField(NumberField):
    """The number of an entry, typed."""

    default_error_messages = {
        "required": _("Type the number of an entry."),
        "invalid": _("Type the number of an entry."),
    }


class CompareForm(forms.Form):
    """Two entries of a ranking, to explain why one is placed before the other."""

    use_required_attribute = False

    why = EntryNumberField(label=_("Number"))
    than = EntryNumberField(label=_("and number"))

    def __init__(self, data: Mapping[str, Any], *, ranking: Ranking) -> None:
        super().__init__(data if "why" in data or "than" in data else None)
        self.ranking = ranking

    def clean_why(self) -> int:
        return self._ranked("why")

    def clean_than(self) -> int:
        number = self._ranked("than")
        if number == self.cleaned_data.get("why"):
            raise forms.ValidationError(gettext("Type two different numbers."))
        return number

    def _ranked(self, name: str) -> int:
        number: int = self.cleaned_data[name]
        if number not in self.ranking.standings.ranks:
            raise forms.ValidationError(
                gettext("Number %(number)d is not in this ranking.") % {"number": number}
            )
        return number


class CalledLotForm(forms.Form):
    """A number called in the hall that draws lots among tied entries."""

    def __init__(self, data: Mapping[str, Any] | None, *, group: TiedGroup) -> None:
        is_meant = data is not None and data.get("drawn") == group.key
        super().__init__(data if is_meant else None, prefix=f"called{group.rank}")
        self.group = group
        self.fields["called"] = CalledField()
        self.fields["called"].required = True


class LotForm(forms.Form):
    """The order in which tied entries were drawn."""

    def __init__(self, data: Mapping[str, Any] | None, *, group: TiedGroup) -> None:
        is_meant = data is not None and data.get("group") == group.key
        super().__init__(data if is_meant else None, prefix=f"lot{group.rank}")
        self.group = group
        places = [(place, str(place)) for place in range(1, len(group.entries) + 1)]
        for place, entry in enumerate(group.entries, start=1):
            self.fields[f"place{entry.number}"] = forms.TypedChoiceField(
                label=gettext("No. %(number)d, %(names)s")
                % {"number": entry.number, "names": entry.title},
                choices=places,
                coerce=int,
                initial=place,
            )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if len(cleaned) == len(self.fields) and len(set(cleaned.values())) < len(cleaned):
            raise forms.ValidationError(
                gettext("Two of them have the same place: each was drawn separately.")
            )
        return cleaned

    @property
    def order(self) -> list[int]:
        """Return the numbers of the entries, first drawn first."""
        numbers = sorted(self.group.numbers)
        return sorted(numbers, key=lambda number: int(self.cleaned_data[f"place{number}"]))
