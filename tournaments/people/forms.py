"""Forms: privacy of a name, merging players, head to head, lists of players."""

from collections.abc import Mapping
from typing import Any, Final, cast

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.names import unbroken
from scorekeeper.clubs.queries import players_called
from scorekeeper.clubs.services.players import Enrolment
from scorekeeper.labels.rules import category_codes
from scorekeeper.models import Club, Player
from scorekeeper.models.clubs import NAME_LENGTH, PlayerQuerySet
from scorekeeper.models.initials import initials_of
from scorekeeper.models.sort_names import folded
from scorekeeper.widgets import NameField, TidyNameField, offer
from tournaments.entries.forms import ClubNamesForm
from tournaments.files.forms import PastedListForm
from tournaments.files.headings import HeadedList
from tournaments.people.queries.meetings import ComparedTeam
from tournaments.people.queries.player_lists import PlayersPreview, players_preview
from tournaments.people.services.player_lists import NewPlayer
from tournaments.people.text_import import MOST_LINES, PLAYERS


class ShownForm(forms.Form):
    """Whether public pages show the full name and link to the player's page."""

    shown = forms.ChoiceField(
        label=_("Pages that anybody can open show…"), widget=forms.RadioSelect
    )
    has_page = forms.BooleanField(
        label=_("The name leads to a page with results, partners and form"),
        required=False,
    )

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial = {"shown": player.shown, "has_page": player.has_page}
        values = {"name": player.name, "initials": initials_of(player.name)}
        whole = (Player.Shown.FULL.value, unbroken(gettext("the full name: %(name)s") % values))
        initials = (
            Player.Shown.INITIALS.value,
            unbroken(gettext("initials: %(initials)s") % values),
        )
        offer(self, "shown", [whole, initials])


class AnonymousForm(forms.Form):
    """Confirmation that a name is to be removed."""

    understood = forms.BooleanField(
        label=_("I know that this cannot be undone, not by anybody."),
        error_messages={"required": _("Tick this if it is really meant.")},
    )


class OtherPlayerForm(forms.Form):
    """The other player who is the same person."""

    name = TidyNameField(
        label=_("Which other player is the same person?"),
        help_text=_("Type or choose a name from the club’s list."),
        max_length=NAME_LENGTH,
        widget=forms.TextInput({"list": "players", "autocomplete": "off"}),
        error_messages={"required": _("Type the player’s name.")},
    )

    other: Player

    def __init__(self, *args: Any, others: PlayerQuerySet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.others = others

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        called = {other.name.casefold(): other for other in players_called(self.others, name)}
        if name.casefold() not in called:
            text = gettext("The club has no other player called %(name)s.") % {"name": name}
            raise forms.ValidationError(text, code="unknown")
        self.other = called[name.casefold()]
        return name


class MergeForm(forms.Form):
    """Which of two names is kept."""

    keep = forms.TypedChoiceField(
        label=_("Under which name from now on?"),
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose one.")},
    )

    def __init__(self, *args: Any, player: Player, other: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.players = {player.pk: player, other.pk: other}
        offer(self, "keep", [(one.pk, one.name) for one in self.players.values()])

    @property
    def kept(self) -> Player:
        return self.players[self.cleaned_data["keep"]]

    @property
    def gone(self) -> Player:
        return next(one for one in self.players.values() if one != self.kept)


NAMES: Final = ("one", "one_partner", "other", "other_partner")


class PlayerField(NameField):
    """The name of a player of the club, completed from the list of the page."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(
            {"list": "players", "autocomplete": "off", "autocapitalize": "words"}
        )
        super().__init__(max_length=NAME_LENGTH, widget=widget, **kwargs)


class HeadToHeadForm(forms.Form):
    """Two names, and their partners if teams are compared; unbound without any."""

    use_required_attribute = False

    one = PlayerField(label=_("First player"))
    one_partner = PlayerField(label=_("with partner"), required=False)
    other = PlayerField(label=_("Second player"))
    other_partner = PlayerField(label=_("with partner"), required=False)

    def __init__(self, data: Mapping[str, Any], *, club: Club) -> None:
        given = {name: str(data.get(name) or "") for name in NAMES}
        super().__init__(given if any(given.values()) else None)
        self.players = Player.objects.of_club(club).select_related("merged_into")
        for name in ("one", "other"):
            self.fields[name].error_messages["required"] = gettext("Write a name.")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        self.found: dict[str, Player] = {}
        written = {name: " ".join((data.get(name) or "").split()) for name in NAMES}
        called = players_called(self.players, *filter(None, written.values()))
        by_name = {folded(player.name): player for player in called}
        for name, typed in written.items():
            if not typed:
                continue
            player = by_name.get(folded(typed))
            if player is None:
                self.add_error(name, gettext("Nobody in the club is called %s.") % typed)
                continue
            player = player.merged_into or player
            if player in self.found.values():
                self.add_error(name, gettext("%s is in it twice.") % player.name)
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


class PlayersForm(PastedListForm):
    """A list of players, pasted or uploaded."""

    most_lines = MOST_LINES
    hint_template = "people/_player_list_hint.html"
    kind = PLAYERS
    preview: PlayersPreview

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["text"].label = _("One player per line")

    @property
    def club(self) -> Club:
        return cast(Club, self.about["club"])

    def check_list(self, text: str) -> HeadedList:
        self.preview = players_preview(text, club=self.club, choice=self.choice)
        return self.preview.found.headed


class PlayerAnswersForm(ClubNamesForm):
    """Answers about names that resemble a player's."""

    preview: PlayersPreview

    @property
    def players(self) -> list[NewPlayer]:
        """Return the players of the list, under the names that were answered."""
        names = self.names()
        return [
            NewPlayer(
                name=names.get(folded(name), name),
                enrolment=Enrolment(
                    licence=line.licence, categories=category_codes(line.categories)
                ),
                is_archived=line.is_archived,
                has_initials=line.has_initials,
            )
            for line in self.preview.good
            for name in line.names
        ]
