"""What is asked of whoever founds a club."""

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.forms.accounts import (
    club_name_field,
    free_username,
    person_field,
    username_field,
)
from scorekeeper.clubs.forms.mails import mail_address_field


class FoundingForm(forms.Form):
    """The name of the club: all that is asked of somebody who is signed in."""

    name = club_name_field()


class NewcomerFoundingForm(FoundingForm):
    """The club, and the account of who founds it; a mail address where mail goes out."""

    person = person_field()
    address = mail_address_field()
    username = username_field()
    password = forms.CharField(
        label=_("Password"),
        help_text=_("At least 8 letters or digits. A few words in a row are easy to keep in mind."),
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
        error_messages={"required": _("Choose a password.")},
    )

    field_order = ("name", "person", "username", "password", "address")

    def __init__(self, *args: Any, sends_mail: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not sends_mail:
            del self.fields["address"]
        else:
            self.fields["address"].help_text = _(
                "A link is mailed there, which confirms it: by it you come back in when the "
                "password is forgotten."
            )

    def clean_username(self) -> str:
        return free_username(self.cleaned_data["username"])

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if password := data.get("password"):
            person = User(username=data.get("username", ""), first_name=data.get("person", ""))
            try:
                validate_password(password, person)
            except forms.ValidationError as error:
                self.add_error("password", error)
        return data
