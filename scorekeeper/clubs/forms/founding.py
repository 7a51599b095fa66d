"""What is asked of whoever founds a club."""

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.forms.accounts import PERSON_LENGTH, USERNAME_LENGTH
from scorekeeper.clubs.services.players import tidy_name
from scorekeeper.models.clubs import NAME_LENGTH


class FoundingForm(forms.Form):
    """The name of the club: all that is asked of somebody who is signed in."""

    name = forms.CharField(
        label=_("Name of the club"),
        max_length=NAME_LENGTH,
        error_messages={"required": _("Type the name of the club.")},
    )

    def clean_name(self) -> str:
        return tidy_name(self.cleaned_data["name"])


class NewcomerFoundingForm(FoundingForm):
    """The club, and the account of who founds it."""

    person = forms.CharField(
        label=_("My name"),
        help_text=_("It stands beside what I enter."),
        max_length=PERSON_LENGTH,
        widget=forms.TextInput({"autocomplete": "name", "autocapitalize": "words"}),
        error_messages={"required": _("Type the name people know you by.")},
    )
    username = forms.CharField(
        label=_("Sign-in name"),
        help_text=_("To type when signing in with a password."),
        max_length=USERNAME_LENGTH,
        validators=[UnicodeUsernameValidator()],
        widget=forms.TextInput({"autocomplete": "username", "autocapitalize": "none"}),
        error_messages={"required": _("Type a name to sign in with.")},
    )
    password = forms.CharField(
        label=_("Password"),
        help_text=_("At least 8 letters or digits. A few words in a row are easy to keep in mind."),
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
        error_messages={"required": _("Choose a password.")},
    )

    def clean_person(self) -> str:
        return tidy_name(self.cleaned_data["person"])

    def clean_username(self) -> str:
        username: str = self.cleaned_data["username"]
        if User.objects.filter(username__iexact=username).exists():
            raise forms.ValidationError(_("Somebody else signs in with that name: choose another."))
        return username

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if password := data.get("password"):
            person = User(username=data.get("username", ""), first_name=data.get("person", ""))
            try:
                validate_password(password, person)
            except forms.ValidationError as error:
                self.add_error("password", error)
        return data
