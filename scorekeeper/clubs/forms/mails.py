"""A mail address, and the password that is new."""

from django import forms
from django.utils.translation import gettext_lazy as _


def mail_address_field() -> forms.EmailField:
    return forms.EmailField(
        label=_("Mail address"),
        max_length=254,
        widget=forms.EmailInput({"autocomplete": "email"}),
        error_messages={
            "required": _("Type a mail address."),
            "invalid": _("Type a whole mail address, such as rose@example.org."),
        },
    )


class MailAddressForm(forms.Form):
    """A mail address, typed by whoever reads its mail."""

    address = mail_address_field()
