"""Forms of a round: its clock, catch-up tables, late entries."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.widgets import NumberField
from tournaments.models import Tournament
from tournaments.tables.services.rounds import LONGEST_TIMER

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

_LONGEST_MINUTES = LONGEST_TIMER // 60
_HIGHEST_NUMBER = 32_767


def _entry_field(label: "str | _StrPromise") -> NumberField:
    return NumberField(
        label=label,
        min_value=1,
        max_value=_HIGHEST_NUMBER,
        css="input input--short",
        error_messages={"required": gettext_lazy("Write a number.")},
    )


class ClockForm(forms.Form):
    """What to do with the clock of a round."""

    START, PAUSE, SET = "start", "pause", "set"

    act = forms.ChoiceField(choices=[(START, START), (PAUSE, PAUSE), (SET, SET)])
    minutes = NumberField(
        label=gettext_lazy("Minutes"),
        required=False,
        min_value=0,
        max_value=_LONGEST_MINUTES,
        css="input input--short",
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("act") == self.SET and data.get("minutes") is None:
            self.add_error("minutes", _("Write the minutes, 0 to take the clock away."))
        return data


class CatchUpForm(forms.Form):
    """Who sits at a catch-up table: one number a side, in mêlée two."""

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names = [
            f"{side}{place}"
            for side in "ab"
            for place in range(1, 4 - tournament.players_per_entry)
        ]
        if not tournament.is_melee:
            self.fields["a1"] = _entry_field(_("Number of the exempt team"))
            self.fields["b1"] = _entry_field(_("Number of the team it plays"))
            return
        labels = (
            _("First side: number of a player"),
            _("First side: number of the partner"),
            _("Second side: number of a player"),
            _("Second side: number of the partner"),
        )
        for name, label in zip(self.names, labels, strict=True):
            self.fields[name] = _entry_field(label)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        numbers = [data[name] for name in self.names if data.get(name)]
        if len(set(numbers)) < len(numbers):
            self.add_error(self.names[-1], _("This number stands there twice."))
        return data

    def side(self, side: str) -> list[int]:
        return [self.cleaned_data[name] for name in self.names if name.startswith(side)]


class LateEntryForm(forms.Form):
    """The number of a team that came late."""

    number = _entry_field(gettext_lazy("Number of the late team"))
