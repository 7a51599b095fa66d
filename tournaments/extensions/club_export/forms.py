"""Forms of the page "The club's data": how long names are kept, erasing the club."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.models import Club
from tournaments.extensions.club_export.queries import CHOICES


def _years_offered() -> list[tuple[int | str, str]]:
    text = gettext("are deleted after %(years)d years")
    return [("", gettext("are kept")), *((years, text % {"years": years}) for years in CHOICES)]


class KeepingForm(forms.Form):
    """After how many years of absence a name is removed; empty for never."""

    years = forms.TypedChoiceField(
        label=_("Names of people who no longer come"),
        choices=_years_offered,
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.Select({"class": "input"}),
    )


class ErasingForm(forms.Form):
    """The club's name, typed to confirm that it is to be erased."""

    name = forms.CharField(
        label=_("To confirm, write the club’s name"),
        max_length=200,
        widget=forms.TextInput({"autocomplete": "off", "class": "input"}),
        error_messages={"required": _("Write the club’s name.")},
    )

    def __init__(self, *args: Any, club: Club, **options: Any) -> None:
        super().__init__(*args, **options)
        self.club = club

    def clean_name(self) -> str:
        """Reject another name; case and spaces do not matter."""
        typed = " ".join(str(self.cleaned_data["name"]).split())
        if typed.casefold() != " ".join(self.club.name.split()).casefold():
            text = gettext("The club is called “%(name)s”. Nothing was erased.")
            raise forms.ValidationError(text % {"name": self.club.name})
        return typed
