"""Somebody sits in: who leaves, who comes, from when on."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.models.clubs import NAME_LENGTH
from scorekeeper.widgets import NameField, offer
from tournaments.entries.forms.entries import NameInput, taken_text
from tournaments.entries.labels import person_text
from tournaments.entries.pages.substitutes import SittingIn
from tournaments.entries.services.entries import PersonTakenError
from tournaments.entries.services.substitutes import Substitute
from tournaments.lineups import TO_COME


class SubstituteForm(forms.Form):
    """Who leaves a place, who comes, from which round and hand on."""

    place = forms.TypedChoiceField(
        label=_("Who leaves?"),
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose who leaves.")},
    )
    name = NameField(
        label=_("Who comes?"),
        max_length=NAME_LENGTH,
        widget=NameInput(),
        error_messages={"required": _("Type a name.")},
    )
    from_round = forms.TypedChoiceField(
        label=_("From when on?"), coerce=int, widget=forms.RadioSelect
    )
    from_hand = forms.IntegerField(
        label=_("From hand"),
        min_value=1,
        max_value=100,
        help_text=_("1 where the whole round is played by who comes."),
    )

    def __init__(
        self, *args: Any, sitting: SittingIn, corrected: int | None = None, **kwargs: Any
    ) -> None:
        """Ask about an entry; `corrected` is the place whose last change is put right."""
        super().__init__(*args, **kwargs)
        self.sitting, self.corrected = sitting, corrected
        before = {one.left.place: one for one in sitting.changed}.get(corrected or 0)
        names = dict(enumerate(sitting.names, start=1))
        if before:
            names = {before.left.place: before.left.who}
        offer(self, "place", [(number, person_text(name)) for number, name in names.items()])
        rounds = ((number, _round_text(number, sitting)) for number in sitting.rounds)
        offer(self, "from_round", rounds)
        waited_for = [number for number, name in names.items() if name == TO_COME]
        if waited_for or len(names) == 1:
            self.fields["place"].initial = next(iter(waited_for or names))
        self.fields["from_round"].initial = before.left.round if before else sitting.usual
        self.fields["name"].initial = before.came if before else ""
        self.fields["from_hand"].initial = before.left.hand if before else sitting.hand

    @property
    def substitute(self) -> Substitute:
        return Substitute(**self.cleaned_data)

    def refuse_moment(self) -> None:
        text = gettext("That round has no such hand, or the place changed hands later already.")
        self.add_error("from_hand", text)

    def refuse_person(self, error: PersonTakenError) -> None:
        self.add_error("name", taken_text(error.name, error.number))

    def refuse_name(self) -> None:
        self.add_error("name", gettext("A name has at least one letter."))


def _round_text(number: int, sitting: SittingIn) -> str:
    if number == sitting.playing:
        return gettext("Round %(number)d, now being played") % {"number": number}
    if number == sitting.coming:
        return gettext("Round %(number)d, the next one") % {"number": number}
    return gettext("Round %(number)d, played already") % {"number": number}
