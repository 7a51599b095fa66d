"""Whom to compare: two players, or two teams of two."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.pages.names import folded
from scorekeeper.models import Club, Player
from scorekeeper.models.clubs import NAME_LENGTH
from tournaments.people.pages.meetings import ComparedTeam

NAMES: Final = ("one", "one_partner", "other", "other_partner")


class PlayerField(forms.CharField):
    """The name of a player of the club, completed from the list of the page."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(
            {"list": "players", "autocomplete": "off", "autocapitalize": "words"}
        )
        super().__init__(max_length=NAME_LENGTH, widget=widget, **kwargs)


class HeadToHeadForm(forms.Form):
    """Two names, and their partners where teams are compared; unbound without any."""

    use_required_attribute = False

    one = PlayerField(label=_("First player"))
    one_partner = PlayerField(label=_("with partner"), required=False)
    other = PlayerField(label=_("Second player"))
    other_partner = PlayerField(label=_("with partner"), required=False)

    def __init__(self, data: Mapping[str, Any], *, club: Club) -> None:
        given = {name: str(data.get(name) or "") for name in NAMES}
        super().__init__(given if any(given.values()) else None)
        players = Player.objects.of_club(club).select_related("merged_into")
        self.players = {folded(player.name): player for player in players}
        for name in ("one", "other"):
            self.fields[name].error_messages["required"] = gettext("Write a name.")

    @property
    def names(self) -> list[str]:
        shown = [p for p in self.players.values() if not p.archived_at and not p.merged_into_id]
        return sorted((player.name for player in shown), key=folded)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        self.found: dict[str, Player] = {}
        for name in NAMES:
            typed = " ".join((data.get(name) or "").split())
            if not typed:
                continue
            player = self.players.get(folded(typed))
            if player is None:
                self.add_error(name, gettext("Nobody of the club is called %s.") % typed)
                continue
            player = player.merged_into or player
            if player in self.found.values():
                self.add_error(name, gettext("%s stands there twice.") % player.name)
                continue
            self.found[name] = player
        return data

    @property
    def teams(self) -> tuple[ComparedTeam, ComparedTeam]:
        sides = (NAMES[:2], NAMES[2:])
        one, other = (
            ComparedTeam(tuple(self.found[name] for name in side if name in self.found))
            for side in sides
        )
        return one, other
