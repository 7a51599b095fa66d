"""What a new installation asks."""

from enum import StrEnum

from django import forms
from django.utils.translation import gettext_lazy as _

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

    uses = forms.ChoiceField(
        label=_("What do you want to see?"),
        help_text=_("Everything else can be switched on later: “What we use”."),
        choices=[("usual", _("Evenings and contests")), ("all", _("Everything"))],
        initial="usual",
        required=False,
        widget=forms.RadioSelect,
    )

    @property
    def uses_all(self) -> bool:
        return bool(self.cleaned_data["uses"] != "usual")

    @property
    def tonight(self) -> Planned:
        typed = str(self.data.get("tonight", ""))
        return Planned(typed) if typed in set(Planned) else Planned.NOTHING
