"""Fixed teams: who plays in them, and their calendar."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.models.clubs import NAME_LENGTH
from scorekeeper.services.players import tidy_name
from tournaments.forms.tournaments import check_year
from tournaments.models import LeagueTeam, Season
from tournaments.services.fixtures import PLAYERS_AT_A_TABLE

MOST_PLAYERS: Final = 6
USUAL_DAYS_BETWEEN: Final = 7
ONCE: Final = "once"
TWICE: Final = "twice"


def number_field(label: Any, *, most: int, least: int = 0, **kwargs: Any) -> forms.IntegerField:
    """Return a field for a number typed on a phone's number pad."""
    digits = str(len(str(most)))
    attrs = {"inputmode": "numeric", "autocomplete": "off", "maxlength": digits}
    kwargs.setdefault("error_messages", {"required": _("Write a number.")})
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        widget=forms.TextInput({**attrs, "class": "input input--short"}),
        **kwargs,
    )


def day_field(label: Any) -> forms.DateField:
    """Return a field for a date."""
    return forms.DateField(
        validators=[check_year],
        label=label,
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        error_messages={
            "required": _("Choose a day."),
            "invalid": _("Write the day as in 21/11/2026."),
        },
    )


class TeamForm(forms.Form):
    """A fixed team: its name, two players, and who stands in for them."""

    name = forms.CharField(
        label=_("Name of the team"),
        max_length=NAME_LENGTH,
        error_messages={"required": _("Give the team a name: everybody will read it.")},
    )

    def __init__(self, *args: Any, team: LeagueTeam | None = None, **kwargs: Any) -> None:
        """Ask for two players, and for some more who may stand in."""
        if team:
            kwargs.setdefault("prefix", f"team{team.pk}")
            kwargs.setdefault("initial", _initial_of_team(team))
        super().__init__(*args, **kwargs)
        self.team = team
        for number in range(1, MOST_PLAYERS + 1):
            is_needed = number <= PLAYERS_AT_A_TABLE
            self.fields[_player_field(number)] = forms.CharField(
                label=_player_label(number),
                max_length=NAME_LENGTH,
                required=is_needed,
                widget=forms.TextInput(
                    {"list": "players", "autocomplete": "off", "autocapitalize": "words"}
                ),
                error_messages={"required": gettext("Type a name.")},
            )

    def clean(self) -> dict[str, Any]:
        """Refuse a player who is named twice."""
        data = super().clean() or {}
        self.players: list[str] = []
        for number in range(1, MOST_PLAYERS + 1):
            name = tidy_name(data.get(_player_field(number)) or "")
            if name and name.casefold() in {known.casefold() for known in self.players}:
                text = gettext("%(name)s stands there twice.") % {"name": name}
                self.add_error(_player_field(number), text)
            elif name:
                self.players.append(name)
        return data

    @property
    def starters(self) -> list[forms.BoundField]:
        """Return the fields of the two players that every team has."""
        return [self[_player_field(number)] for number in range(1, PLAYERS_AT_A_TABLE + 1)]

    @property
    def substitutes(self) -> list[forms.BoundField]:
        """Return the fields of those who stand in."""
        numbers = range(PLAYERS_AT_A_TABLE + 1, MOST_PLAYERS + 1)
        return [self[_player_field(number)] for number in numbers]

    @property
    def has_substitutes(self) -> bool:
        """Return whether somebody who stands in is named."""
        return any(field.value() or field.errors for field in self.substitutes)


def _player_field(number: int) -> str:
    return f"player_{number}"


def _player_label(number: int) -> str:
    if number > PLAYERS_AT_A_TABLE:
        return gettext("Substitute %(number)d") % {"number": number - PLAYERS_AT_A_TABLE}
    return gettext("First player") if number == 1 else gettext("Second player")


def _initial_of_team(team: LeagueTeam) -> dict[str, Any]:
    players = sorted(team.players.all(), key=lambda player: player.pk)
    names = {_player_field(place): player.name for place, player in enumerate(players, start=1)}
    return {"name": team.name, **names}


class CalendarForm(forms.Form):
    """How often all meet, from when on, and how many days apart."""

    times = forms.ChoiceField(
        label=_("How often does every team meet every other?"),
        widget=forms.RadioSelect,
        choices=[(ONCE, _("Once")), (TWICE, _("Twice"))],
        initial=ONCE,
    )
    starts_on = day_field(_("Date of the first day"))
    every_days = number_field(
        _("Days from one to the next"), least=1, most=366, initial=USUAL_DAYS_BETWEEN
    )

    def __init__(self, *args: Any, season: Season, team_count: int, **kwargs: Any) -> None:
        """Know the dates of the season, and how many days the teams need."""
        super().__init__(*args, **kwargs)
        self.season, self.team_count = season, team_count
        self.fields["starts_on"].initial = max(season.starts_on, timezone.localdate())

    @property
    def is_twice(self) -> bool:
        """Return whether all meet twice."""
        return bool(self.cleaned_data["times"] == TWICE)

    def clean(self) -> dict[str, Any]:
        """Refuse days outside the season."""
        data = super().clean() or {}
        if self.errors or self.team_count < PLAYERS_AT_A_TABLE:
            return data
        first, last = data["starts_on"], self._last_day(data)
        if first < self.season.starts_on:
            text = gettext("The season begins only on %(date)s.")
            self.add_error("starts_on", text % {"date": _day_text(self.season.starts_on)})
        elif last > self.season.ends_on:
            text = gettext(
                "The last day would be %(last)s, but the season ends on %(end)s. Begin earlier, "
                "take fewer days in between, or let the season end later."
            )
            values = {"last": _day_text(last), "end": _day_text(self.season.ends_on)}
            self.add_error("every_days", text % values)
        return data

    def _last_day(self, data: Mapping[str, Any]) -> date:
        days = self.team_count - 1 + self.team_count % 2
        days *= 2 if data["times"] == TWICE else 1
        first: date = data["starts_on"]
        try:
            return first + timedelta(days=(days - 1) * data["every_days"])
        except OverflowError:
            return date.max


def _day_text(day: date) -> str:
    return date_format(day, "j F Y")
