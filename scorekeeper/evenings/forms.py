"""Forms of an evening: name and date, who is present, and a phone that joins."""

from collections.abc import Collection, Iterable
from datetime import date
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.names import shown_names
from scorekeeper.clubs.services.players import tidy_name
from scorekeeper.evenings.queries import AttendanceChoices
from scorekeeper.models import Evening, Player
from scorekeeper.models.clubs import NAME_LENGTH
from scorekeeper.rules.queries import RuleSetChoice, offered
from scorekeeper.widgets import NameField, TidyNameField, offer

SCORER_NAME_LENGTH: Final = 40
MOST_NEW_NAMES: Final = 100


def usual_evening_name(day: date) -> str:
    """Return the suggested name of an evening on that date."""
    return gettext("Evening of %(date)s") % {"date": date_format(day, "j F")}


class EveningForm(forms.ModelForm):  # type: ignore[type-arg]
    """The name and date of an evening, and its usual rule set."""

    ruleset_key = forms.ChoiceField(
        label=_("Rule set"),
        help_text=_("New games of the evening start with it; each game can use another."),
    )

    class Meta:
        model = Evening
        fields = ("name", "date", "ruleset_key")
        field_classes = {"name": NameField}
        widgets = {"date": forms.DateInput({"type": "date"}, format="%Y-%m-%d")}
        error_messages = {
            "name": {"required": _("Give the evening a name, for instance the date.")},
            "date": {
                "required": _("Choose a day."),
                "invalid": _("Write the day like this: 21/11/2026."),
            },
        }

    def __init__(self, *args: Any, rulesets: Iterable[RuleSetChoice], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "ruleset_key", offered(rulesets))


class CheckboxSelectMultiple(forms.CheckboxSelectMultiple):
    """Checkboxes for names; players who sit at a table cannot be unticked.

    It has the name of its base class because templates choose a field's layout by that name.
    """

    seated: Collection[str] = frozenset()

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        if str(value) in self.seated:
            option["attrs"] |= {"checked": True, "disabled": True}
        return option


class AttendanceForm(forms.Form):
    """Who is present tonight: known players to tick or, in a large club, to search; new names."""

    search = NameField(
        label=_("Find somebody of the club"),
        max_length=NAME_LENGTH,
        required=False,
        widget=forms.TextInput(
            {
                "class": "input",
                "list": "players",
                "autocomplete": "off",
                "autocapitalize": "words",
            }
        ),
    )
    players = forms.TypedMultipleChoiceField(
        label=_("Who is here?"), coerce=int, required=False, widget=CheckboxSelectMultiple
    )
    new_names = NameField(
        label=_("New names, one per line"),
        help_text=_("They are added to the club’s players at once."),
        required=False,
        widget=forms.Textarea({"rows": 3, "autocomplete": "off", "autocapitalize": "words"}),
    )

    def __init__(
        self, *args: Any, choices: AttendanceChoices, seated: Collection[int] = (), **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.choices, self.seated = choices, seated
        self.known = {player.pk: player for player in choices.players}
        known = [(pk, shown_names(player.name)) for pk, player in self.known.items()]
        offer(self, "players", known)
        widget = self.fields["players"].widget
        assert isinstance(widget, CheckboxSelectMultiple)
        widget.seated = {str(pk) for pk in seated}

    def clean_search(self) -> str:
        search: str = self.cleaned_data["search"]
        if search and not self.choices.found:
            raise forms.ValidationError(gettext("Nobody in the club is called %s.") % search)
        return search

    def searched(self) -> "AttendanceForm":
        """Return the form as it was sent, for the next search; a single match is ticked."""
        assert isinstance(self.data, QueryDict)
        data = self.data.copy()
        data["search"] = ""
        if len(self.choices.found) == 1:
            data.appendlist("players", str(self.choices.found[0].pk))
        return AttendanceForm(data, choices=self.choices, seated=self.seated)

    def clean_players(self) -> list[Player]:
        return [self.known[pk] for pk in self.cleaned_data["players"]]

    def clean_new_names(self) -> list[str]:
        """Return the names without duplicates; the error lists all that are too long."""
        names = {
            name.casefold(): name
            for line in self.cleaned_data["new_names"].splitlines()
            if (name := tidy_name(line))
        }
        too_long = [name for name in names.values() if len(name) > NAME_LENGTH]
        if too_long:
            raise forms.ValidationError(
                [
                    gettext("Shorten “%(name)s…” to %(length)d letters.")
                    % {"name": name[:20], "length": NAME_LENGTH}
                    for name in too_long
                ]
            )
        if len(names) > MOST_NEW_NAMES:
            text = ngettext(
                "Type at most %(count)d new name at a time.",
                "Type at most %(count)d new names at a time.",
                MOST_NEW_NAMES,
            )
            raise forms.ValidationError(text % {"count": MOST_NEW_NAMES})
        return list(names.values())


class JoinForm(forms.Form):
    """A phone that joins; its owner may choose their name."""

    name = TidyNameField(
        label=_("Your first name"),
        help_text=_("It appears beside the hands this phone enters."),
        max_length=SCORER_NAME_LENGTH,
        required=False,
        widget=forms.TextInput({"autocomplete": "given-name", "autocapitalize": "words"}),
    )
