"""Forms for founding a club, for accounts, and for players."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django import forms
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.services.players import Enrolment, tidy_name
from scorekeeper.extensions import offered
from scorekeeper.labels.people import ROLE_NAMES, ROLE_TEXTS, licence_taken_text, name_taken_text
from scorekeeper.labels.rules import (
    CATEGORY_LENGTH,
    MOST_CATEGORIES,
    categories_text,
    category_codes,
)
from scorekeeper.models import Club, Player
from scorekeeper.models.clubs import NAME_LENGTH, tidy_licence
from scorekeeper.roles import Role
from scorekeeper.widgets import NameField, TidyNameField, offer

# The log stores the name with every hand.
PERSON_LENGTH: Final = 60
USERNAME_LENGTH: Final = 60


def person_field() -> TidyNameField:
    return TidyNameField(
        label=_("My name"),
        help_text=_("It appears beside what I enter."),
        max_length=PERSON_LENGTH,
        widget=forms.TextInput({"autocomplete": "name", "autocapitalize": "words"}),
        error_messages={"required": _("Type the name that people know you by.")},
    )


def username_field() -> forms.CharField:
    return forms.CharField(
        label=_("Username"),
        help_text=_("To type when signing in with a password."),
        max_length=USERNAME_LENGTH,
        validators=[UnicodeUsernameValidator()],
        widget=forms.TextInput({"autocomplete": "username", "autocapitalize": "none"}),
        error_messages={"required": _("Type a username.")},
    )


def free_username(username: str, own: int = 0) -> str:
    """Return the username if no account but `own` has it; raises ValidationError."""
    if User.objects.exclude(pk=own).filter(username__iexact=username).exists():
        raise forms.ValidationError(_("Somebody else uses that name to sign in: choose another."))
    return username


def club_name_field() -> TidyNameField:
    return TidyNameField(
        label=_("Name of the club"),
        max_length=NAME_LENGTH,
        error_messages={"required": _("Type the name of the club.")},
    )


def uses_field() -> forms.TypedChoiceField:
    """Return the question what a new club wants to see: True for everything."""
    return forms.TypedChoiceField(
        label=_("What do you want to see?"),
        help_text=_("Everything else can be switched on later: “What we use”."),
        choices=[("usual", _("Evenings and contests")), ("all", _("Everything"))],
        coerce=lambda typed: typed == "all",
        empty_value=True,  # type: ignore[arg-type]
        initial="usual",
        required=False,
        widget=forms.RadioSelect,
    )


class AccountForm(forms.Form):
    """The names of an account: shown name and username; and the name of the club."""

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
        # Unchanged without the right to manage the club.
        self.fields["club_name"].disabled = not names_club
        self.user = user

    def clean_username(self) -> str:
        return free_username(self.cleaned_data["username"], self.user.pk)


def password_form(user: User, data: Any = None) -> "SetPasswordForm[User]":
    """Return the password form; it asks for the old password only if there is one."""
    if user.has_usable_password():
        form: SetPasswordForm[User] = PasswordChangeForm(user, data)
        # Django sets the focus here, but it belongs on the first field of the page.
        form.fields["old_password"].widget.attrs.pop("autofocus", None)
        return _with_help(form)
    return new_password_form(user, data)


def new_password_form(user: User, data: Any = None) -> "SetPasswordForm[User]":
    return _with_help(SetPasswordForm(user, data))


def _with_help(form: "SetPasswordForm[User]") -> "SetPasswordForm[User]":
    form.fields["new_password1"].help_text = _(
        "At least 8 letters or digits. A few words in a row are easy to remember."
    )
    form.fields["new_password2"].help_text = ""
    return form


def role_choices(given: Iterable[Role]) -> list[tuple[str, str]]:
    """Return the roles with descriptions, the most powerful first."""
    text = gettext("%(role)s: %(text)s")
    return [
        (role.value, text % {"role": ROLE_NAMES[role], "text": ROLE_TEXTS[role]})
        for role in reversed(tuple(given))
    ]


class InviteForm(forms.Form):
    """A new helper: name and role."""

    name = TidyNameField(
        label=_("Name"),
        max_length=PERSON_LENGTH,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "words"}),
        error_messages={"required": _("Type the name of the person who will help you.")},
    )
    role = forms.ChoiceField(label=_("What may they do?"), widget=forms.RadioSelect, required=False)

    def __init__(self, *args: Any, given: Sequence[Role] = tuple(Role), **kwargs: Any) -> None:
        """Take the roles that may be given; the default is organiser, as before roles existed."""
        super().__init__(*args, **kwargs)
        self.fields["role"].initial = Role.ORGANISER.value
        offer(self, "role", role_choices(given))

    def clean_role(self) -> Role:
        return Role(self.cleaned_data["role"] or Role.ORGANISER)


def mail_address_field() -> forms.EmailField:
    return forms.EmailField(
        label=_("Email address"),
        max_length=254,
        widget=forms.EmailInput({"autocomplete": "email"}),
        error_messages={
            "required": _("Type an email address."),
            "invalid": _("Type a complete email address, such as rose@example.org."),
        },
    )


class HelperForm(forms.Form):
    """The name of a helper, typed on the helper's phone."""

    name = person_field()


class MailAddressForm(forms.Form):
    """An email address, typed by its owner."""

    address = mail_address_field()


class PlayerForm(forms.ModelForm):  # type: ignore[type-arg]
    """The name, licence and categories of a new or existing player."""

    categories = NameField(
        label=_("Categories"),
        help_text=_("For example Ladies, Juniors, Seniors, Veterans, separated by commas."),
        required=False,
        max_length=(CATEGORY_LENGTH + 2) * MOST_CATEGORIES,
        widget=forms.TextInput({"autocomplete": "off"}),
    )

    class Meta:
        model = Player
        fields = ("name", "licence", "categories")
        labels = {"licence": _("Licence number")}
        help_texts = {"name": _("The name used at the table.")}
        field_classes = {"name": NameField, "licence": NameField}
        widgets = {
            "name": forms.TextInput({"autocomplete": "off", "autocapitalize": "words"}),
            "licence": forms.TextInput({"autocomplete": "off", "autocapitalize": "characters"}),
        }
        error_messages = {"name": {"required": _("Type the player’s name.")}}

    def __init__(self, data: Mapping[str, Any] | None, *, instance: Player) -> None:
        initial = {"categories": categories_text(instance.categories)}
        super().__init__(data, instance=instance, initial=initial)
        self.others = Player.objects.of_club(instance.club).exclude(pk=instance.pk)

    def clean_name(self) -> str:
        name = tidy_name(self.cleaned_data["name"])
        # Compared in Python: the database does not know that é is a lower-case É.
        for taken, archived_at in self.others.values_list("name", "archived_at"):
            if taken.casefold() == name.casefold():
                raise forms.ValidationError(
                    name_taken_text(taken, archived=archived_at is not None), code="taken"
                )
        return name

    def clean_licence(self) -> str:
        licence = tidy_licence(self.cleaned_data["licence"])
        owner = self.others.filter(licence=licence).first() if licence else None
        if owner is not None:
            raise forms.ValidationError(licence_taken_text(licence, owner.name), code="taken")
        return licence

    def clean_categories(self) -> tuple[str, ...]:
        categories = category_codes(self.cleaned_data["categories"].split(","))
        if (
            len(categories) > MOST_CATEGORIES
            or max(map(len, categories), default=0) > CATEGORY_LENGTH
        ):
            text = gettext("At most %(count)d, of %(length)d letters each.")
            raise forms.ValidationError(
                text % {"count": MOST_CATEGORIES, "length": CATEGORY_LENGTH}, code="long"
            )
        return categories

    @property
    def enrolment(self) -> Enrolment:
        data = self.cleaned_data
        return Enrolment(licence=data["licence"], categories=data["categories"])


class FoundingForm(forms.Form):
    """The name of a new club and what it wants to see, for somebody who is signed in."""

    name = club_name_field()
    uses_all = uses_field()


class NewcomerFoundingForm(FoundingForm):
    """A new club and the account of its founder; with an email address if mail is sent."""

    person = person_field()
    address = mail_address_field()
    username = username_field()
    password = forms.CharField(
        label=_("Password"),
        help_text=_("At least 8 letters or digits. A few words in a row are easy to remember."),
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
        error_messages={"required": _("Choose a password.")},
    )

    field_order = ("name", "uses_all", "person", "username", "password", "address")

    def __init__(self, *args: Any, sends_mail: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not sends_mail:
            del self.fields["address"]
        else:
            self.fields["address"].help_text = _(
                "A link is sent there to confirm it: with it you can get back in if you forget "
                "the password."
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


class UsesForm(forms.Form):
    """What a club uses: a box for each extension, named by its code."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for one in offered():
            self.fields[one.code] = forms.BooleanField(
                label=one.label, help_text=one.text, required=False
            )

    def codes(self) -> list[str]:
        return [code for code, is_used in self.cleaned_data.items() if is_used]
