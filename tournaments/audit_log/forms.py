"""Forms to choose a part of a log, and to import a contest's document."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.limited_json import MOST_BYTES
from scorekeeper.widgets import NumberField

MOST: Final = 9999


class LogForm(forms.Form):
    """Filters the log by round, table or entry; shows everything if none is given."""

    round_number = NumberField(label=_("Round"), required=False, min_value=1, max_value=MOST)
    table_number = NumberField(label=_("Table"), required=False, min_value=1, max_value=MOST)
    entry_number = NumberField(label=_("Entry"), required=False, min_value=1, max_value=MOST)

    @property
    def wanted(self) -> dict[str, int | None]:
        """Return the filters; None for those that are empty or no numbers."""
        self.is_valid()
        return {name: self.cleaned_data.get(name) for name in self.fields}


LARGEST_DOCUMENT: Final = MOST_BYTES


class ContestDocumentForm(forms.Form):
    """The document of a contest, as saved from the page “Files”."""

    file = forms.FileField(
        label=_("The contest’s document"),
        help_text=_("The file whose name ends in .json, saved on the other computer."),
        allow_empty_file=True,
        widget=forms.FileInput({"accept": ".json,application/json"}),
        error_messages={"required": _("Choose the file.")},
    )
    without_log = forms.BooleanField(
        label=_("Another program wrote it"),
        help_text=_("It then has no log: nobody can see how the contest came about."),
        required=False,
    )

    text: str

    def clean_file(self) -> Any:
        """Return the document's text."""
        file = self.cleaned_data["file"]
        if file.size > LARGEST_DOCUMENT:
            raise forms.ValidationError(
                gettext(
                    "That is more than %(count)d megabytes: it is not the document of a contest."
                )
                % {"count": LARGEST_DOCUMENT // 1_000_000}
            )
        try:
            self.text = file.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            text = gettext("This file is not text: choose the one whose name ends in .json.")
            raise forms.ValidationError(text) from None
        return file
