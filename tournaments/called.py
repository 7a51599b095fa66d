"""The form field for a number that is called in the hall."""

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from tournaments.draw.commitment import CALLED, MOST_CALLED


class CalledField(forms.CharField):
    """A number digit by digit, as it was called: zeros in front count, spaces do not."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Number called in the hall"),
            help_text=_(
                "Somebody in the hall calls four digits; type them, then draw. Together with a "
                "secret that was fixed before, they decide: nobody can choose the draw."
            ),
            required=False,
            max_length=MOST_CALLED,
            validators=[RegexValidator(CALLED, _("Type digits alone, or leave it empty."))],
            widget=forms.TextInput(
                attrs={"class": "input input--short", "inputmode": "numeric", "autocomplete": "off"}
            ),
        )

    def to_python(self, value: object) -> str:
        return "".join((super().to_python(value) or "").split())
