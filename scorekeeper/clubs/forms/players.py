"""A player's name."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.services.players import tidy_name
from scorekeeper.models import Club, Player
from scorekeeper.models.clubs import NAME_LENGTH
from scorekeeper.widgets import NameField


def name_taken_text(name: str, *, archived: bool) -> str:
    if archived:
        text = gettext("“%(name)s” is among the archived players: bring that player back.")
    else:
        text = gettext("“%(name)s” is already taken: add an initial, or a nickname.")
    return text % {"name": name}


class PlayerForm(forms.Form):
    """The name of a new or a known player."""

    name = NameField(
        label=_("Name"),
        help_text=_("As it is called at the table."),
        max_length=NAME_LENGTH,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "words"}),
        error_messages={"required": _("Type the player’s name.")},
    )

    def __init__(self, *args: Any, club: Club, player: Player | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.others = Player.objects.of_club(club)
        if player:
            self.others = self.others.exclude(pk=player.pk)

    def clean_name(self) -> str:
        name = tidy_name(self.cleaned_data["name"])
        # Compared here: the database does not know that é is a small É.
        for taken, archived_at in self.others.values_list("name", "archived_at"):
            if taken.casefold() == name.casefold():
                raise forms.ValidationError(
                    name_taken_text(taken, archived=archived_at is not None), code="taken"
                )
        return name
