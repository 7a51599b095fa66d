"""The account of somebody who runs the club."""

from typing import Any, Final

from django import forms
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.contrib.auth.models import User
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.services.players import tidy_name
from scorekeeper.models import Club
from scorekeeper.models.clubs import NAME_LENGTH
from scorekeeper.widgets import NameField

# The log keeps the name with every hand.
PERSON_LENGTH: Final = 60
USERNAME_LENGTH: Final = 60


class AccountForm(forms.Form):
    """How somebody is called and signs in, and what the club is called."""

    name = NameField(
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
    club_name = NameField(
        label=_("Name of the club"),
        max_length=NAME_LENGTH,
        error_messages={"required": _("Type the name of the club.")},
    )

    def __init__(self, *args: Any, user: User, club: Club, **kwargs: Any) -> None:
        kwargs["initial"] = {
            "name": user.get_full_name(),
            "username": user.username,
            "club_name": club.name,
        }
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_name(self) -> str:
        return tidy_name(self.cleaned_data["name"])

    def clean_club_name(self) -> str:
        return tidy_name(self.cleaned_data["club_name"])

    def clean_username(self) -> str:
        username: str = self.cleaned_data["username"]
        if User.objects.exclude(pk=self.user.pk).filter(username__iexact=username).exists():
            raise forms.ValidationError(_("Somebody else signs in with that name: choose another."))
        return username


def password_form(user: User, data: Any = None) -> "SetPasswordForm[User]":
    """Return the form for a password; the old one is asked for only where there is one."""
    if user.has_usable_password():
        form: SetPasswordForm[User] = PasswordChangeForm(user, data)
        # Django gives it the focus, which belongs to the first field of the page.
        form.fields["old_password"].widget.attrs.pop("autofocus", None)
    else:
        form = SetPasswordForm(user, data)
    form.fields["new_password1"].help_text = _(
        "At least 8 letters or digits. A few words in a row are easy to keep in mind."
    )
    form.fields["new_password2"].help_text = ""
    return form


class InviteForm(forms.Form):
    """Another organiser: a new one by name."""

    name = NameField(
        label=_("Name of the new organiser"),
        max_length=PERSON_LENGTH,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "words"}),
        error_messages={"required": _("Type the name of who will help you.")},
    )

    def clean_name(self) -> str:
        return tidy_name(self.cleaned_data["name"])
