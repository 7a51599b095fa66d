"""Which part of a contest's log to show."""

from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

MOST: Final = 9999


class LogForm(forms.Form):
    """A round, a table, an entry; everything where nothing is asked for."""

    round_number = forms.IntegerField(label=_("Round"), required=False, min_value=1, max_value=MOST)
    table_number = forms.IntegerField(label=_("Table"), required=False, min_value=1, max_value=MOST)
    entry_number = forms.IntegerField(label=_("Entry"), required=False, min_value=1, max_value=MOST)

    def __init__(self, *args: object, **kwargs: object) -> None:
        """Ask for numbers on a phone's number pad, under short names in the address."""
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        for field in self.fields.values():
            field.widget = forms.TextInput(
                {"inputmode": "numeric", "autocomplete": "off", "maxlength": "4"}
            )

    @property
    def wanted(self) -> dict[str, int | None]:
        """Return what is asked for, None for whatever is no number."""
        self.is_valid()
        return {name: self.cleaned_data.get(name) for name in self.fields}
