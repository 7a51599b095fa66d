"""What is said at the door of an entry."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.models.keys import typed_number
from scorekeeper.widgets import plain_number
from tournaments.models import Tournament

# What each button says: here or not, paid or not; nothing where it says nothing of it.
_HERE: Final = {"here": [True], "both": [True], "away": [False]}
_PAID: Final = {"paid": [True], "both": [True], "unpaid": [False]}
_HIGHEST_NUMBER: Final = 32_767


def typed_entry_number(text: str) -> int | None:
    """Return the number of an entry that somebody typed or a code holds, None for anything else."""
    number = typed_number(plain_number(text.strip().lstrip("#")))
    return number if number and number <= _HIGHEST_NUMBER else None


class CheckinForm(forms.Form):
    """The number of an entry and what a button says of it ("here", or "here:12" in a list)."""

    number = forms.CharField(
        label=_("Number of the entry"),
        required=False,
        max_length=6,
        widget=forms.TextInput(
            {"inputmode": "numeric", "autocomplete": "off", "class": "input input--number"}
        ),
    )
    act = forms.CharField(max_length=16)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        act, _separator, own = data.get("act", "").partition(":")
        number = typed_entry_number(own or data.get("number", ""))
        if number is None:
            self.add_error("number", gettext("Type a number."))
        elif not self.tournament.entries.filter(number=number).exists():
            text = gettext("Nobody has number %(number)d.") % {"number": number}
            self.add_error("number", text)
        return {"act": act, "number": number}

    @property
    def says_here(self) -> list[bool]:
        """Return whether the entry is here, nothing where the button does not say."""
        return _HERE.get(self.cleaned_data["act"], [])

    @property
    def says_paid(self) -> list[bool]:
        """Return whether the fee is paid, nothing where the button does not say."""
        return _PAID.get(self.cleaned_data["act"], [])
