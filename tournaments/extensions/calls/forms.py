"""Forms for calls, sanctions and messages."""

import uuid
from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.widgets import NameField, NumberField, offer
from tournaments.audit_log.actions.types import CALLED_FOR
from tournaments.audit_log.replay.sanctions import MOST_POINTS
from tournaments.extensions.calls.services import Ruling
from tournaments.models.calls import WORDS_LENGTH
from tournaments.sanctions import listed_text
from tournaments.standings.sanctions import ListedSanction, TakenFrom

OTHER: Final = "other"
MOST_LISTED: Final = 20
EMPTY_LINES: Final = 3


class CallForm(forms.Form):
    """A call from a table: the button pressed gives the reason, words explain it."""

    key = forms.UUIDField(widget=forms.HiddenInput, required=False)
    about = forms.ChoiceField(
        choices=[(code, gettext_lazy(text)) for code, text in CALLED_FOR.items()]
    )
    words = NameField(label=gettext_lazy("In a few words"), max_length=WORDS_LENGTH, required=False)

    def clean(self) -> dict[str, Any]:
        """Require words if none of the reasons was chosen."""
        data = super().clean() or {}
        if data.get("about") == OTHER and not data.get("words"):
            self.add_error("words", _("Say in a few words what it is about."))
        data["key"] = data.get("key") or uuid.uuid4()
        return data


class RulingForm(forms.Form):
    """The referee's ruling on a call."""

    words = NameField(
        label=gettext_lazy("What was ruled"),
        help_text=gettext_lazy("The table reads it, and it goes into the log."),
        max_length=WORDS_LENGTH,
        required=False,
        widget=forms.Textarea({"rows": 3}),
    )
    rule = NameField(
        label=gettext_lazy("Under which rule"),
        help_text=gettext_lazy("For instance: article 12."),
        max_length=80,
        required=False,
    )

    def clean(self) -> dict[str, Any]:
        """Require the ruling if only its rule was typed."""
        data = super().clean() or {}
        if data.get("rule") and not data.get("words"):
            self.add_error("words", _("Write what was ruled too."))
        return data

    @property
    def ruling(self) -> Ruling:
        return Ruling(words=self.cleaned_data["words"], rule=self.cleaned_data["rule"])


class SanctionForm(forms.Form):
    """A warning or penalty for an entry, from the contest's list."""

    number = NumberField(label=gettext_lazy("Number"), min_value=1, max_value=9999)
    given = forms.ChoiceField(
        label=gettext_lazy("What for"),
        error_messages={
            "invalid_choice": gettext_lazy("The list has changed in the meantime: choose again.")
        },
    )
    round = forms.ChoiceField(label=gettext_lazy("In round"))
    reason = NameField(label=gettext_lazy("What happened"), max_length=WORDS_LENGTH, required=False)

    def __init__(
        self, *args: Any, listed: Sequence[ListedSanction], rounds: Sequence[int], **kwargs: Any
    ) -> None:
        """Offer the listed sanctions and the published rounds, latest first."""
        super().__init__(*args, **kwargs)
        # Values are texts, not positions: the list may be changed in the meantime.
        self._listed = {listed_text(one): one for one in listed}
        offer(self, "given", [(text, text) for text in self._listed])
        offer(self, "round", [(str(number), str(number)) for number in rounds])

    @property
    def chosen(self) -> ListedSanction:
        return self._listed[self.cleaned_data["given"]]


class ListLineForm(forms.Form):
    """A line of the contest's list of sanctions; a line without a name is omitted."""

    name = NameField(label=gettext_lazy("Name"), max_length=80, required=False)
    points = NumberField(
        label=gettext_lazy("Points deducted"), min_value=0, max_value=MOST_POINTS, required=False
    )
    taken_from = forms.ChoiceField(
        label=gettext_lazy("Deducted from"),
        choices=[
            (TakenFrom.TOTAL.value, gettext_lazy("the total")),
            (TakenFrom.GAME.value, gettext_lazy("the game of that round")),
        ],
    )

    @property
    def listed(self) -> ListedSanction | None:
        data = self.cleaned_data
        if not data.get("name"):
            return None
        return ListedSanction(
            name=data["name"],
            points=data.get("points") or 0,
            taken_from=TakenFrom(data["taken_from"]),
        )


ListFormSet = forms.formset_factory(
    ListLineForm, extra=EMPTY_LINES, max_num=MOST_LISTED, absolute_max=MOST_LISTED
)


class MessageForm(forms.Form):
    """A message for the phones of some tables, or of all if none is given."""

    text = NameField(
        label=gettext_lazy("Message"),
        max_length=WORDS_LENGTH,
        widget=forms.TextInput({"list": "usual-messages", "autocomplete": "off"}),
    )
    tables = forms.CharField(
        label=gettext_lazy("Tables"),
        help_text=gettext_lazy("For example 3, 9. Empty: all tables."),
        max_length=200,
        required=False,
    )
    is_on_board = forms.BooleanField(label=gettext_lazy("On the board too"), required=False)

    def clean_tables(self) -> list[int]:
        """Return the typed numbers."""
        parts = self.cleaned_data["tables"].replace(",", " ").replace(";", " ").split()
        for part in parts:
            if not (part.isascii() and part.isdecimal() and 0 < int(part) < 10_000):
                raise forms.ValidationError(
                    _("“%(text)s” is not a table: type numbers like 3, 9."), params={"text": part}
                )
        return [int(part) for part in parts]


class SanctionCounterForm(forms.Form):
    """Why a sanction no longer counts."""

    reason = NameField(
        label=gettext_lazy("Why"),
        widget=forms.TextInput(attrs={"autofocus": True}),
        max_length=WORDS_LENGTH,
    )
