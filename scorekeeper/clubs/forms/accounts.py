"""The account of somebody who runs the club."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from django import forms
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.contrib.auth.models import User
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.labels.roles import ROLE_NAMES, ROLE_TEXTS
from scorekeeper.models import Club
from scorekeeper.models.clubs import NAME_LENGTH
from scorekeeper.roles import Role
from scorekeeper.widgets import TidyNameField, offer

# The log keeps the name with every hand.
PERSON_LENGTH: Final = 60
USERNAME_LENGTH: Final = 60


def person_field() -> TidyNameField:
    return TidyNameField(
        label=_("My name"),
        help_text=_("It stands beside what I enter."),
        max_length=PERSON_LENGTH,
        widget=forms.TextInput({"autocomplete": "name", "autocapitalize": "words"}),
        error_messages={"required": _("Type the name people know you by.")},
    )


def username_field() -> forms.CharField:
    return forms.CharField(
        label=_("Sign-in name"),
        help_text=_("To type when signing in with a password."),
        max_length=USERNAME_LENGTH,
        validators=[UnicodeUsernameValidator()],
        widget=forms.TextInput({"autocomplete": "username", "autocapitalize": "none"}),
        error_messages={"required": _("Type a name to sign in with.")},
    )


def free_username(username: str, own: int = 0) -> str:
    """Return a name that nobody but the account `own` signs in with; raises ValidationError."""
    if User.objects.exclude(pk=own).filter(username__iexact=username).exists():
        raise forms.ValidationError(_("Somebody else signs in with that name: choose another."))
    return username


def club_name_field() -> TidyNameField:
    return TidyNameField(
        label=_("Name of the club"),
        max_length=NAME_LENGTH,
        error_messages={"required": _("Type the name of the club.")},
    )


class AccountForm(forms.Form):
    """How somebody is called and signs in, and what the club is called."""

    name = person_field()
    username = username_field()
    club_name = club_name_field()

    def __init__(
        self, *args: Any, user: User, club: Club, names_club: bool = True, **kwargs: Any
    ) -> None:
        kwargs["initial"] = {
            "name": user.get_full_name(),
            "username": user.username,
            "club_name": club.name,
        }
        super().__init__(*args, **kwargs)
        # Kept as it is by whoever does not answer for the club.
        self.fields["club_name"].disabled = not names_club
        self.user = user

    def clean_username(self) -> str:
        return free_username(self.cleaned_data["username"], self.user.pk)


def password_form(user: User, data: Any = None) -> "SetPasswordForm[User]":
    """Return the form for a password; the old one is asked for only where there is one."""
    if user.has_usable_password():
        form: SetPasswordForm[User] = PasswordChangeForm(user, data)
        # Django gives it the focus, which belongs to the first field of the page.
        form.fields["old_password"].widget.attrs.pop("autofocus", None)
        return _told(form)
    return new_password_form(user, data)


def new_password_form(user: User, data: Any = None) -> "SetPasswordForm[User]":
    return _told(SetPasswordForm(user, data))


def _told(form: "SetPasswordForm[User]") -> "SetPasswordForm[User]":
    form.fields["new_password1"].help_text = _(
        "At least 8 letters or digits. A few words in a row are easy to keep in mind."
    )
    form.fields["new_password2"].help_text = ""
    return form


def role_choices(given: Iterable[Role]) -> list[tuple[str, str]]:
    """Return roles with what each is for, the most first."""
    text = gettext("%(role)s: %(text)s")
    return [
        (role.value, text % {"role": ROLE_NAMES[role], "text": ROLE_TEXTS[role]})
        for role in reversed(tuple(given))
    ]


class InviteForm(forms.Form):
    """Somebody who helps: by name, and what they may do."""

    name = TidyNameField(
        label=_("Name"),
        max_length=PERSON_LENGTH,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "words"}),
        error_messages={"required": _("Type the name of who will help you.")},
    )
    role = forms.ChoiceField(label=_("What may they do?"), widget=forms.RadioSelect, required=False)

    def __init__(self, *args: Any, given: Sequence[Role] = tuple(Role), **kwargs: Any) -> None:
        """Take the roles that may be given; nothing chosen is an organiser, as before roles."""
        super().__init__(*args, **kwargs)
        self.fields["role"].initial = Role.ORGANISER.value
        offer(self, "role", role_choices(given))

    def clean_role(self) -> Role:
        return Role(self.cleaned_data["role"] or Role.ORGANISER)
