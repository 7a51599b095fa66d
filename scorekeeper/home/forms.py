"""The form for the hall's code."""

from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

LONGEST_CODE: Final = 30


class HallCodeForm(forms.Form):
    """Four letters, for a table also its number and four more letters, in any spelling."""

    code = forms.CharField(
        label=_("Code"),
        help_text=_(
            "Four letters, on the board or beside the printed code; for a table, all of "
            "its printed code."
        ),
        max_length=LONGEST_CODE,
        widget=forms.TextInput(
            {
                "autocapitalize": "characters",
                "autocomplete": "off",
                "autocorrect": "off",
                "spellcheck": "false",
                "class": "code-input",
            }
        ),
        error_messages={"required": _("Type the four letters of the code.")},
    )
