"""What a new installation asks."""

from enum import StrEnum

from django import forms
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.services.players import tidy_name
from scorekeeper.models.clubs import NAME_LENGTH
from scorekeeper.widgets import NameField


class Planned(StrEnum):
    """What is planned for tonight."""

    EVENING = "evening"
    CONTEST = "contest"
    NOTHING = ""


class BeginForm(forms.Form):
    """How the club is called; the button that was touched says what is on tonight."""

    name = NameField(
        label=_("Name of the club"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput({"autocomplete": "organization", "autocapitalize": "words"}),
        error_messages={"required": _("Type the name of the club.")},
    )

    def clean_name(self) -> str:
        return tidy_name(self.cleaned_data["name"])

    @property
    def tonight(self) -> Planned:
        typed = str(self.data.get("tonight", ""))
        return Planned(typed) if typed in set(Planned) else Planned.NOTHING
