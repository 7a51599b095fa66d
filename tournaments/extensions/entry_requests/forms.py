"""Forms for requests to enter, and for the announcement of a contest."""

import re
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.services.players import tidy_name
from scorekeeper.models.clubs import NAME_LENGTH
from scorekeeper.models.sort_names import folded
from scorekeeper.widgets import NameField, NumberField, offer
from tournaments.audit_log.replay.announcement import (
    LINE_LENGTH,
    MOST_SPONSORS,
    WORDS_LENGTH,
    Announcement,
    Sponsor,
)
from tournaments.audit_log.replay.shape import SMALL
from tournaments.entries.forms import clean_name
from tournaments.extensions.entry_requests.services import NewRequest
from tournaments.lineups import TO_COME
from tournaments.models import ContestOpening, EntryRequest, Tournament
from tournaments.models.entry_requests import CONTACT_LENGTH, CONTACT_WEEKS, LANGUAGE_LENGTH
from tournaments.tags import tag_label

PAIR, ALONE, LATER = "pair", "alone", "later"
LEAST_DIGITS: Final = 6
_HOUR: Final = re.compile(r"([01]?\d|2[0-3])\s*(?:[h:.]\s*([0-5]\d)?)?", re.IGNORECASE)
_TOKEN: Final = re.compile(r"[\w-]{20,32}", re.ASCII)


class PeopleForm(forms.Form):
    """The people of a request: a name, and a partner who is named, wanted, or named later."""

    name_1 = NameField(
        label=_("Your first and last name"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput({"autocomplete": "name", "autocapitalize": "words"}),
        error_messages={"required": _("Write your name.")},
    )
    with_whom = forms.ChoiceField(
        label=_("Who do you play with?"),
        initial=PAIR,
        widget=forms.RadioSelect,
        choices=[
            (PAIR, _("With the partner below")),
            (ALONE, _("I am looking for a partner")),
            (LATER, _("I will give my partner’s name later")),
        ],
    )
    name_2 = NameField(
        label=_("Your partner’s first and last name"),
        max_length=NAME_LENGTH,
        required=False,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "words"}),
    )
    tags = forms.MultipleChoiceField(
        label=_("You are"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, tournament: Tournament, offers: bool, **kwargs: Any) -> None:
        """Remove fields that the contest does not use; `offers` turns on completion of names."""
        super().__init__(*args, **kwargs)
        if not tournament.format.has_teams:
            del self.fields["with_whom"], self.fields["name_2"]
        if offers:
            for name in {"name_1", "name_2"} & self.fields.keys():
                self.fields[name].widget.attrs["list"] = "players"
        if tournament.tags:
            offer(self, "tags", [(tag, tag_label(tag)) for tag in tournament.tags])
        else:
            del self.fields["tags"]

    def clean_name_1(self) -> str:
        return clean_name(self.cleaned_data["name_1"])

    def clean_name_2(self) -> str:
        return clean_name(self.cleaned_data["name_2"])

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        whom, partner = data.get("with_whom"), data.get("name_2", "")
        if whom == PAIR and not partner and "name_2" not in self.errors:
            text = gettext("Write your partner’s name, or choose above how you come.")
            self.add_error("name_2", text)
        elif whom in {ALONE, LATER} and partner:
            text = gettext("A partner is named below: choose “With the partner below”.")
            self.add_error("with_whom", text)
        elif partner and folded(partner) == folded(data.get("name_1", "")):
            self.add_error("name_2", gettext("That is the first player’s name."))
        return data

    @property
    def names(self) -> tuple[str, ...]:
        data = self.cleaned_data
        partner = TO_COME if data.get("with_whom") == LATER else data.get("name_2", "")
        return (data["name_1"], *filter(None, [partner]))

    @property
    def chosen_tags(self) -> tuple[str, ...]:
        return tuple(self.cleaned_data.get("tags", ()))


def people_of(request: EntryRequest) -> dict[str, Any]:
    """Return the initial values for a request."""
    known = [name for name in request.names if name != TO_COME]
    whom = LATER if TO_COME in request.names else PAIR if len(known) > 1 else ALONE
    names = dict(zip(("name_1", "name_2"), known, strict=False))
    return {**names, "with_whom": whom, "tags": request.tags}


class RequestForm(PeopleForm):
    """A request to enter; only robots see the field `website`."""

    phone = forms.CharField(
        label=_("Your phone number"),
        help_text=_("Only the organiser sees it, to contact you about this contest."),
        required=False,
        max_length=CONTACT_LENGTH,
        widget=forms.TextInput({"type": "tel", "autocomplete": "tel"}),
    )
    mail = forms.EmailField(
        label=_("Your email address"),
        required=False,
        max_length=CONTACT_LENGTH,
        error_messages={"invalid": _("Write it like anne@example.org, or leave it empty.")},
        widget=forms.EmailInput({"autocomplete": "email"}),
    )
    consent = forms.BooleanField(
        label=_("The club may keep this for the contest"),
        help_text=_("Phone and email are deleted %(weeks)s weeks after it."),
        error_messages={"required": _("Tick this: without it nobody can be entered.")},
    )
    website = forms.CharField(required=False, widget=forms.TextInput({"tabindex": "-1"}))
    token = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        consent = self.fields["consent"]
        consent.help_text = str(consent.help_text) % {"weeks": CONTACT_WEEKS}
        self.fields["website"].label = gettext("Leave this empty")

    def clean_phone(self) -> str:
        phone = tidy_name(self.cleaned_data["phone"])
        if phone and sum(map(str.isdigit, phone)) < LEAST_DIGITS:
            raise ValidationError(gettext("That is not a phone number. You may leave it empty."))
        return phone

    def clean_website(self) -> str:
        if self.cleaned_data["website"]:
            raise ValidationError(gettext("Only robots fill this in: empty it, and send again."))
        return ""

    def clean_token(self) -> str:
        token: str = self.cleaned_data["token"]
        if not _TOKEN.fullmatch(token):
            raise ValidationError(gettext("Please open the page again."))
        return token

    def new_request(self, language: str) -> NewRequest:
        data = self.cleaned_data
        return NewRequest(
            token=data["token"],
            names=self.names,
            tags=self.chosen_tags,
            phone=data["phone"],
            mail=data["mail"],
            language=language[:LANGUAGE_LENGTH],
        )


class AnnouncementForm(forms.Form):
    """The announcement of a contest, its sponsors, and whether requests are accepted."""

    hour = forms.CharField(
        label=_("When it begins"),
        help_text=_("The time, for example 14:00 or 14h."),
        required=False,
        max_length=8,
        widget=forms.TextInput({"autocomplete": "off", "class": "input input--short"}),
    )
    place = NameField(
        label=_("Where"),
        help_text=_("The hall and its address."),
        required=False,
        max_length=LINE_LENGTH,
    )
    meals = NameField(
        label=_("Meals and drinks"),
        help_text=_("For example: meal at noon 12 €, bar all day."),
        required=False,
        max_length=LINE_LENGTH,
    )
    contact = NameField(
        label=_("Contact"),
        help_text=_("A name and a phone number: everybody sees it."),
        required=False,
        max_length=LINE_LENGTH,
    )
    words = NameField(
        label=_("Anything else"),
        required=False,
        max_length=WORDS_LENGTH,
        widget=forms.Textarea({"rows": 3}),
    )
    places = NumberField(
        label=_("How many places"),
        help_text=_("Teams, or players in a mêlée. Empty: no limit."),
        required=False,
        min_value=1,
        max_value=SMALL,
    )
    sponsors = NameField(
        label=_("Sponsors, one per line"),
        help_text=_("After a colon a few words if you like: Martin Bakery: rue Haute, Auray"),
        required=False,
        widget=forms.Textarea({"rows": 4}),
    )

    def clean_hour(self) -> str:
        typed = self.cleaned_data["hour"].strip()
        found = _HOUR.fullmatch(typed)
        if typed and found is None:
            raise ValidationError(gettext("Write the time like 14:00 or 14h."))
        return f"{int(found[1]):02}:{found[2] or '00'}" if found else ""

    def clean_sponsors(self) -> tuple[Sponsor, ...]:
        """Return the sponsors, one for each line: "Name: words"."""
        lines = filter(str.strip, self.cleaned_data["sponsors"].splitlines())
        parted = (line.partition(":") for line in lines)
        sponsors = tuple(Sponsor(name.strip(), words.strip()) for name, _colon, words in parted)
        sponsors = tuple(one for one in sponsors if one.name)
        too_long = any(
            len(one.name) > NAME_LENGTH or len(one.words) > LINE_LENGTH for one in sponsors
        )
        if too_long or len(sponsors) > MOST_SPONSORS:
            text = gettext("At most %(count)d, each with a name of %(length)d letters.")
            raise ValidationError(text % {"count": MOST_SPONSORS, "length": NAME_LENGTH})
        return sponsors

    @property
    def announcement(self) -> Announcement:
        names = ("hour", "place", "meals", "contact", "words", "places")
        return Announcement(**{name: self.cleaned_data[name] for name in names})


def announced_shown(tournament: Tournament) -> dict[str, Any]:
    """Return the initial values for a contest."""
    lines = (": ".join(filter(None, [one.name, one.words])) for one in tournament.sponsored_by)
    return {**tournament.announcement, "sponsors": "\n".join(lines)}


class OpeningForm(forms.ModelForm):  # type: ignore[type-arg]
    """What the public page offers."""

    class Meta:
        model = ContestOpening
        fields = ("takes_requests", "shows_names")
        labels = {
            "takes_requests": _("People can ask to enter there"),
            "shows_names": _("The page says who is entered"),
        }
        help_texts = {
            "takes_requests": _("You confirm each of them, or all at once."),
            "shows_names": _("Names as everybody may see them: some by initials."),
        }
