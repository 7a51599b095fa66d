"""Forms that connect the hall's computer and the server."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scorekeeper.models.clubs import NAME_LENGTH
from tournaments.extensions.sync.server import Server, read_line


class ComputerForm(forms.Form):
    """The name of a computer that may send contests."""

    name = forms.CharField(
        label=_("What is the computer called?"),
        max_length=NAME_LENGTH,
        help_text=_("For example: laptop of the hall."),
    )


class ServerForm(forms.Form):
    """The connection line that a server shows."""

    line = forms.CharField(
        label=_("The line that the server shows"),
        max_length=300,
        help_text=_("On the server: Contests, Computers of the hall. It begins with https://."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )

    def clean_line(self) -> Server:
        server = read_line(self.cleaned_data["line"])
        if server is None:
            raise ValidationError(
                _(
                    "This is not a line from a server: copy all of it, from https:// to its last "
                    "letter."
                )
            )
        return server
