"""The form with which a phone asks to be a player's."""

from django import forms
from django.utils.translation import gettext_lazy as _

from scorekeeper.widgets import TidyNameField

SIGNED_LENGTH = 40


class AskForm(forms.Form):
    """The first name of the person asking, shown to the organiser with the request."""

    signed = TidyNameField(
        label=_("Your first name"),
        help_text=_("The organiser sees it, with the kind of phone."),
        max_length=SIGNED_LENGTH,
        required=False,
        widget=forms.TextInput({"autocomplete": "given-name", "autocapitalize": "words"}),
    )
