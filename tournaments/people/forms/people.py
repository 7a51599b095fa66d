"""What is shown of a player's name, and two entries of one person."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.services.players import tidy_name
from scorekeeper.models import Player
from scorekeeper.models.clubs import NAME_LENGTH, initials_of


class ShownForm(forms.Form):
    """Whether pages that anybody can open show the whole name."""

    shown = forms.ChoiceField(
        label=_("Pages that anybody can open show…"), widget=forms.RadioSelect
    )

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial = {"shown": player.shown}
        field = self.fields["shown"]
        assert isinstance(field, forms.ChoiceField)
        values = {"name": player.name, "initials": initials_of(player.name)}
        field.choices = [
            (Player.Shown.FULL.value, gettext("the whole name: %(name)s") % values),
            (Player.Shown.INITIALS.value, gettext("initials: %(initials)s") % values),
        ]


class AnonymousForm(forms.Form):
    """Whether somebody knows what they are about to do."""

    understood = forms.BooleanField(
        label=_("I know that this cannot be undone, not by anybody."),
        error_messages={"required": _("Tick this if it is really meant.")},
    )


class OtherPlayerForm(forms.Form):
    """Who a player is too."""

    name = forms.CharField(
        label=_("Which other player is the same person?"),
        help_text=_("Type or choose a name of the club’s list."),
        max_length=NAME_LENGTH,
        widget=forms.TextInput({"list": "players", "autocomplete": "off"}),
        error_messages={"required": _("Type the player’s name.")},
    )

    def __init__(self, *args: Any, others: list[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.others = {other.name.casefold(): other for other in others}

    def clean_name(self) -> str:
        name = tidy_name(self.cleaned_data["name"])
        if name.casefold() not in self.others:
            text = gettext("The club knows no other player called %(name)s.") % {"name": name}
            raise forms.ValidationError(text, code="unknown")
        return name

    @property
    def other(self) -> Player:
        return self.others[self.cleaned_data["name"].casefold()]


class MergeForm(forms.Form):
    """Which of two names stays."""

    keep = forms.TypedChoiceField(
        label=_("Under which name from now on?"),
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose one.")},
    )

    def __init__(self, *args: Any, player: Player, other: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.players = {player.pk: player, other.pk: other}
        field = self.fields["keep"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [(one.pk, one.name) for one in self.players.values()]

    @property
    def kept(self) -> Player:
        return self.players[self.cleaned_data["keep"]]

    @property
    def gone(self) -> Player:
        return next(one for one in self.players.values() if one != self.kept)
