"""A player's name, licence number and categories."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.services.players import Enrolment, tidy_licence, tidy_name
from scorekeeper.labels.categories import (
    CATEGORY_LENGTH,
    MOST_CATEGORIES,
    categories_text,
    category_codes,
)
from scorekeeper.labels.players import licence_taken_text, name_taken_text
from scorekeeper.models import Club, Player
from scorekeeper.models.clubs import LICENCE_LENGTH, NAME_LENGTH
from scorekeeper.widgets import NameField


class PlayerForm(forms.Form):
    """The name of a new or a known player, and what the federation says of them."""

    name = NameField(
        label=_("Name"),
        help_text=_("As it is called at the table."),
        max_length=NAME_LENGTH,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "words"}),
        error_messages={"required": _("Type the player’s name.")},
    )

    licence = NameField(
        label=_("Licence number"),
        required=False,
        max_length=LICENCE_LENGTH,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "characters"}),
    )
    categories = NameField(
        label=_("Categories"),
        help_text=_("For instance Ladies, Juniors, Seniors, Veterans; commas between them."),
        required=False,
        max_length=(CATEGORY_LENGTH + 2) * MOST_CATEGORIES,
        widget=forms.TextInput({"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, club: Club, player: Player | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if player:
            self.initial = {
                "name": player.name,
                "licence": player.licence,
                "categories": categories_text(player.categories),
            }
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
