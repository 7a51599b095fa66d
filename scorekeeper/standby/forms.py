"""The form on the first page of a computer that is to become a standby."""

from django import forms
from django.utils.translation import gettext_lazy as _

from scorekeeper.standby.client import read_address
from scorekeeper.standby.sealing import NoCodeError, read_code


class FollowForm(forms.Form):
    """The primary's address, and the code that it shows."""

    address = forms.CharField(
        label=_("Address of the first computer"),
        max_length=200,
        widget=forms.TextInput({"autocomplete": "off", "inputmode": "url"}),
        help_text=_("As phones open it, such as 192.168.1.20:8000."),
        error_messages={"required": _("Type the address that the first computer shows.")},
    )
    code = forms.CharField(
        label=_("Its twenty characters"),
        max_length=60,
        required=False,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "characters"}),
    )

    def clean(self) -> dict[str, str]:
        """Return both, even if the whole line was pasted as the address."""
        typed = self.cleaned_data.get("address", "")
        found = read_address(typed) if typed else None
        if typed and found is None:
            self.add_error(
                "address", _("This is not an address: type it as the first one shows it.")
            )
        address, code = found or ("", "")
        try:
            code = read_code(self.cleaned_data.get("code") or code)
        except NoCodeError:
            self.add_error("code", _("Type the twenty characters that the first computer shows."))
        return {"address": address, "code": code}
