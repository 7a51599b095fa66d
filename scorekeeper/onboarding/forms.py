"""What a new installation asks."""

from enum import StrEnum

from django import forms
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.forms import uses_field
from scorekeeper.models.clubs import NAME_LENGTH
from scorekeeper.widgets import TidyNameField


class Planned(StrEnum):
    """What is planned for tonight."""

    EVENING = "evening"
    CONTEST = "contest"
    NOTHING = ""


class BeginForm(forms.Form):
    """How the club is called; the button that was touched says what is on tonight."""

    name = TidyNameField(
        label=_("Name of the club"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput({"autocomplete": "organization", "autocapitalize": "words"}),
        error_messages={"required": _("Type the name of the club.")},
    )

    uses = uses_field()

    @property
    def tonight(self) -> Planned:
        typed = str(self.data.get("tonight", ""))
        return Planned(typed) if typed in set(Planned) else Planned.NOTHING
