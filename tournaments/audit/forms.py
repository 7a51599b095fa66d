"""Which part of a contest's log to show."""

from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

from scorekeeper.widgets import NumberField

MOST: Final = 9999


class LogForm(forms.Form):
    """A round, a table, an entry; everything where nothing is asked for."""

    round_number = NumberField(label=_("Round"), required=False, min_value=1, max_value=MOST)
    table_number = NumberField(label=_("Table"), required=False, min_value=1, max_value=MOST)
    entry_number = NumberField(label=_("Entry"), required=False, min_value=1, max_value=MOST)

    @property
    def wanted(self) -> dict[str, int | None]:
        """Return what is asked for, None for whatever is no number."""
        self.is_valid()
        return {name: self.cleaned_data.get(name) for name in self.fields}
