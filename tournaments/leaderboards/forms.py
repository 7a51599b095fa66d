"""Filters of a leaderboard, which are all in the URL."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.engine.choices import Bidding
from scorekeeper.labels.rules import MARKED_LABELS
from scorekeeper.models import Club
from scorekeeper.widgets import NumberField, offer
from tournaments.leaderboards.queries import (
    LEAST_HANDS,
    Asked,
    GameKind,
    kinds_played,
    month_code,
    month_title,
    months_of,
    season_code,
    season_title,
    tags_of,
)
from tournaments.seasons.queries.seasons import seasons_of
from tournaments.tags import tag_label

LONGEST_SEARCH: Final = 100
MOST_HANDS: Final = 9999
_TYPE_A_NUMBER: Final = _("Type a number of hands: 24, or 0 for everybody.")


class LeaderboardForm(forms.Form):
    """Filters of a leaderboard; missing or invalid values fall back to the default."""

    use_required_attribute = False

    when = forms.ChoiceField(label=_("When"), required=False)
    games = forms.ChoiceField(
        label=_("Which games"),
        required=False,
        choices=[
            (GameKind.ALL.value, _("All games")),
            (GameKind.CONTESTS.value, _("Contests only")),
            (GameKind.OTHERS.value, _("Club evenings only")),
        ],
    )
    played = forms.ChoiceField(label=_("What was played"), required=False)
    tag = forms.ChoiceField(label=_("Who"), required=False)
    least = NumberField(
        label=_("Minimum hands"),
        required=False,
        min_value=0,
        max_value=MOST_HANDS,
        error_messages={
            "invalid": _TYPE_A_NUMBER,
            "min_value": _TYPE_A_NUMBER,
            "max_value": _TYPE_A_NUMBER,
        },
    )
    q = forms.CharField(
        label=_("Name of a player"), required=False, widget=forms.TextInput({"type": "search"})
    )

    def __init__(self, data: Mapping[str, Any], *, club: Club) -> None:
        shown = {name: str(data.get(name) or "") for name in self.base_fields}
        shown["least"] = shown["least"] or str(LEAST_HANDS)
        shown["q"] = shown["q"].replace("\0", "")[:LONGEST_SEARCH]
        kinds = kinds_played(club)
        self.usual = kinds[0] if len(kinds) > 1 else None
        if self.usual:
            shown["played"] = shown["played"] or self.usual.value
        super().__init__(shown)
        offer(self, "when", _when_choices(club))
        tags = [(tag, tag_label(tag)) for tag in tags_of(club)]
        offer(self, "tag", [("", gettext("Everybody")), *tags])
        if not tags:
            del self.fields["tag"]
        offer(self, "played", [(kind.value, MARKED_LABELS[kind]) for kind in kinds])
        if self.usual is None:
            del self.fields["played"]

    @property
    def asked(self) -> Asked:
        self.is_valid()
        data = self.cleaned_data
        least = data.get("least")
        return Asked(
            when=data.get("when", ""),
            games=GameKind(data.get("games", "")),
            played=Bidding(played) if (played := data.get("played")) else self.usual,
            tag=data.get("tag", ""),
            least=LEAST_HANDS if least is None else least,
            search=data.get("q", ""),
        )

    @property
    def is_filtered(self) -> bool:
        asked = self.asked
        by_kind = asked.played is not self.usual
        return bool(asked.when or asked.games or by_kind or asked.tag or asked.search)

    @property
    def chosen(self) -> list[str]:
        """Return what is chosen otherwise than usual, in words."""
        asked = self.asked
        by_kind = asked.played if asked.played is not self.usual else None
        values = {"when": asked.when, "games": asked.games, "played": by_kind, "tag": asked.tag}
        found = [
            str(option.choice_label)
            for name, value in values.items()
            if value and name in self.fields
            for option in self[name].subwidgets
            if option.data["selected"]
        ]
        return [*found, *([asked.search] if asked.search else [])]


def _when_choices(club: Club) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = [("", gettext("All time"))]
    seasons = [(season_code(season), season_title(season)) for season in seasons_of(club)]
    months = [(month_code(month), month_title(month)) for month in months_of(club)]
    if seasons:
        found.append((gettext("Seasons"), seasons))
    if months:
        found.append((gettext("Months"), months))
    return found
