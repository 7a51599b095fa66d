"""Forms for leagues, seasons and penalties; unusual settings are under "More settings"."""

import re
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, Final

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.models.clubs import NAME_LENGTH
from scorekeeper.widgets import NameField, NumberField, TidyNameField, offer
from tournaments.contests.forms import read_tags
from tournaments.models import League, Season
from tournaments.seasons.forms.fixtures import day_field
from tournaments.seasons.labels import ITEM_LABELS
from tournaments.seasons.queries.items import Item
from tournaments.seasons.queries.seasons import Payer
from tournaments.tags import USUAL_TAGS

MOST_POINTS: Final = 10_000
MOST_EVENINGS: Final = 400
MOST_FINALISTS: Final = 1_000
MOST_PLACES: Final = 400
PLANNED_FROM: Final = 7
"""From July on, the default season is the one that begins in September."""

_BETWEEN: Final = re.compile(r"[\s,;/]+")
MORE_NAMES: Final = (
    "planned_evenings",
    "least_evenings",
    "short",
    "bonus_points",
    "bonus_least",
    "bonus_kind",
    "ties",
    "usual_tags",
    "own_tags",
)


def number_field(
    label: Any, *, least: int = 0, most: int = MOST_POINTS, **kwargs: Any
) -> NumberField:
    return NumberField(label=label, min_value=least, max_value=most, **kwargs)


def usual_season(today: date) -> dict[str, Any]:
    """Return the default name and dates of a season: "2026–2027"."""
    first = today.year if today.month >= PLANNED_FROM else today.year - 1
    return {
        "name": f"{first}–{first + 1}",
        "starts_on": date(first, 9, 1),
        "ends_on": date(first + 1, 8, 31),
    }


def season_after(before: Season | None, today: date) -> dict[str, Any]:
    """Return the name and the dates of the next season, a year after the one before."""
    if before is None:
        return usual_season(today)
    names = re.findall(r"\d{4}", before.name)
    name = before.name
    for year in sorted(set(names), reverse=True):
        name = name.replace(year, str(int(year) + 1))
    return {
        "name": name if names else "",
        "starts_on": _a_year_after(before.starts_on),
        "ends_on": _a_year_after(before.ends_on),
    }


def _a_year_after(day: date) -> date:
    is_leap_day = (day.month, day.day) == (2, 29)
    return day.replace(year=day.year + 1, day=28 if is_leap_day else day.day)


OF_FIXTURES: Final = (
    "name",
    "starts_on",
    "ends_on",
    "win_points",
    "tie_points",
    "loss_points",
    "bye_points",
    "finalists",
    "ties",
)
_LEFT_EMPTY: Final = {
    "win_points": 0,
    "tie_points": 0,
    "loss_points": 0,
    "bye_points": 0,
    "points_beyond": 0,
    "finalists": 0,
    "planned_evenings": None,
    "least_evenings": 0,
    "bonus_points": 0,
    "best_count": 1,
    "bonus_least": 1,
}
"""The meaning of a number that is left empty."""


class LeagueForm(forms.ModelForm):  # type: ignore[type-arg]
    """The name of a league."""

    class Meta:
        model = League
        fields = ("name",)
        labels = {"name": _("Name of the league")}
        field_classes = {"name": TidyNameField}
        error_messages = {
            "name": {"required": _("Give the league a name, for instance “Friday league”.")}
        }


class NextSeasonForm(forms.ModelForm):  # type: ignore[type-arg]
    """The name and the dates of a season."""

    starts_on = day_field(_("First day"))
    ends_on = day_field(_("Last day"))

    class Meta:
        model = Season
        fields: tuple[str, ...] = ("name", "starts_on", "ends_on")
        labels = {"name": _("Name of the season")}
        field_classes = {"name": TidyNameField}
        error_messages = {
            "name": {"required": _("Give the season a name, for instance its years.")}
        }

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        starts_on, ends_on = data.get("starts_on"), data.get("ends_on")
        if starts_on and ends_on and ends_on < starts_on:
            self.add_error("ends_on", gettext("The last day comes before the first."))
        return data


class NewLeagueForm(NextSeasonForm):
    """A new league with its first season."""

    league_name = LeagueForm.base_fields["name"]
    kind = forms.ChoiceField(
        label=_("Who is ranked?"), widget=forms.RadioSelect, choices=League.Kind.choices
    )

    field_order = ("league_name", "kind", "name", "starts_on", "ends_on")


class SeasonForm(NextSeasonForm):
    """All settings of a season."""

    win_points = number_field(_("A game won"), required=False)
    tie_points = number_field(_("A game tied"), required=False)
    loss_points = number_field(_("A game lost"), required=False)
    bye_points = number_field(_("A round exempt"), required=False)
    place_points = forms.CharField(
        label=_("Points of the places, from the first on"),
        help_text=_("Separated by commas: 25, 18, 15, 12, 10."),
        required=False,
        max_length=4 * MOST_PLACES,
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    points_beyond = number_field(_("Points of everybody after them"), required=False)
    best_count = number_field(
        _("How many events count?"), least=1, most=MOST_EVENINGS, required=False
    )
    finalists = number_field(
        _("How many go to the final?"),
        most=MOST_FINALISTS,
        required=False,
        help_text=_("A line in the ranking separates those who qualify."),
    )
    planned_evenings = number_field(
        _("Events planned"),
        most=MOST_EVENINGS,
        required=False,
        help_text=_("While the minimum can still be reached, nobody is excluded."),
    )
    least_evenings = number_field(_("Minimum number of events"), most=MOST_EVENINGS, required=False)
    bonus_points = number_field(_("Points for attendance"), required=False)
    bonus_least = number_field(
        _("from this number of events"), least=1, most=MOST_EVENINGS, required=False
    )
    usual_tags = forms.MultipleChoiceField(
        label=_("Categories with places of their own"),
        help_text=_(
            "Everybody who was entered in that category in a contest of the season belongs to it."
        ),
        required=False,
        choices=list(USUAL_TAGS.items()),
        widget=forms.CheckboxSelectMultiple,
    )
    own_tags = NameField(label=_("Others, separated by commas"), required=False, max_length=400)

    class Meta(NextSeasonForm.Meta):
        fields = (
            *NextSeasonForm.Meta.fields,
            "collects",
            "worth",
            "win_points",
            "tie_points",
            "loss_points",
            "bye_points",
            "place_points",
            "points_beyond",
            "splits_places",
            "combines",
            "best_count",
            "finalists",
            "planned_evenings",
            "least_evenings",
            "short",
            "bonus_points",
            "bonus_least",
            "bonus_kind",
            "ties",
        )
        labels = {
            **NextSeasonForm.Meta.labels,
            "collects": _("What counts?"),
            "worth": _("What is an event worth?"),
            "splits_places": _("Those who share a place share the points"),
            "combines": _("How do events become one score?"),
            "short": _("And those who came too rarely?"),
            "bonus_kind": _("How often are they given?"),
            "ties": _("And when nothing separates two players?"),
        }
        help_texts = {
            "collects": _("Single ones can be left out or added at any time."),
            "splits_places": _("Otherwise each of them gets the points of the place."),
            "ties": _(
                "Before that the sum of all events decides, then games won, the best games, capots."
            ),
        }
        widgets = dict.fromkeys(
            ("collects", "worth", "combines", "short", "bonus_kind", "ties"), forms.RadioSelect
        )

    def __init__(self, data: Mapping[str, Any] | None, *, instance: Season) -> None:
        """Remove the fields that do not apply to fixed teams."""
        initial = {
            "place_points": ", ".join(map(str, instance.place_points)),
            "finalists": instance.finalists or None,
            "least_evenings": instance.least_evenings or None,
            "bonus_points": instance.bonus_points or None,
            "usual_tags": [tag for tag in instance.tags if tag in USUAL_TAGS],
            "own_tags": ", ".join(tag for tag in instance.tags if tag not in USUAL_TAGS),
        }
        super().__init__(data, instance=instance, initial=initial)
        if instance.league.kind == League.Kind.FIXTURES:
            self.fields = {name: self.fields[name] for name in OF_FIXTURES}
            self.fields["bye_points"].label = _("A day off")
            if instance.table_version == Season.TABLE_BEFORE:
                del self.fields["bye_points"]

    @property
    def opens_more(self) -> bool:
        """Return whether a field under "More settings" has an error."""
        return any(self.has_error(name) for name in MORE_NAMES)

    def clean_place_points(self) -> list[int]:
        words = [word for word in _BETWEEN.split(self.cleaned_data["place_points"]) if word]
        numbers = [int(w) for w in words if w.isascii() and w.isdigit() and len(w) < 6]
        if len(numbers) < len(words) or any(number > MOST_POINTS for number in numbers):
            raise forms.ValidationError(
                gettext("Write whole numbers separated by commas: 25, 18, 15.")
            )
        return numbers

    def clean_own_tags(self) -> list[str]:
        return read_tags(self.cleaned_data["own_tags"])

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        by_place = data.get("worth") == Season.WorthKind.PLACE_POINTS
        if by_place and not self.has_error("place_points") and not data.get("place_points"):
            self.add_error("place_points", gettext("Write the points of at least the first place."))
        by_best = data.get("combines") == Season.Combines.BEST
        if by_best and not self.has_error("best_count") and not data.get("best_count"):
            self.add_error("best_count", gettext("Write how many events count."))
        least, planned = data.get("least_evenings"), data.get("planned_evenings")
        if least and planned and least > planned:
            self.add_error(
                "least_evenings", gettext("Nobody can come more often than there are events.")
            )
        data |= {name: data[name] or empty for name, empty in _LEFT_EMPTY.items() if name in data}
        if "usual_tags" in self.fields:
            tags = [*data.pop("usual_tags", ()), *data.pop("own_tags", ())]
            data["tags"] = list(dict.fromkeys(tags))
        return data


REASON_LENGTH: Final = 200
MOST_TAKEN_OFF: Final = 100_000


class ItemForm(forms.Form):
    """A contest, an evening or a past contest, and whether it counts."""

    item = forms.ChoiceField(
        label=_("Add"), error_messages={"invalid_choice": _("Choose one from the list.")}
    )
    counts = forms.TypedChoiceField(
        choices=[("yes", ""), ("no", "")], coerce=lambda value: value == "yes"
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, items: Iterable[Item]) -> None:
        super().__init__(data)
        self.items = {item.code: item for item in items}
        texts = (
            f"{date_format(item.date, 'j N Y')} · {item.name} ({ITEM_LABELS[item.kind]})"
            for item in self.items.values()
        )
        offer(self, "item", zip(self.items, texts, strict=True))

    @property
    def found(self) -> Item:
        return self.items[self.cleaned_data["item"]]


class SeasonPenaltyForm(forms.Form):
    """Points deducted from a player or a team, with the reason."""

    who = TidyNameField(
        label=_("Who?"),
        max_length=2 * NAME_LENGTH + 3,
        widget=forms.TextInput(
            {"list": "season-names", "autocomplete": "off", "autocapitalize": "words"}
        ),
        error_messages={"required": _("Type a name.")},
    )
    points = number_field(
        _("Points deducted"),
        least=1,
        most=MOST_TAKEN_OFF,
        error_messages={"required": _("Write how many points.")},
    )
    reason = TidyNameField(
        label=_("Reason"),
        help_text=_("It is shown in the ranking, for everybody to read."),
        max_length=REASON_LENGTH,
        error_messages={"required": _("Write the reason: it is shown beside the points.")},
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, payers: Iterable[Payer]) -> None:
        super().__init__(data)
        self.known = {payer.title.casefold(): payer for payer in payers}

    def clean_who(self) -> Payer:
        found = self.known.get(self.cleaned_data["who"].casefold())
        if found is None:
            raise forms.ValidationError(
                gettext("Nobody has that name here: choose one from the list.")
            )
        return found
