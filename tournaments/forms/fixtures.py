"""Fixed teams: who plays in them, the calendar, what becomes of a meeting."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.engine.totals import Cause, is_possible, likely_causes
from scorekeeper.labels import cause_label, format_label
from scorekeeper.labels.sheets import points_text
from scorekeeper.models import Game, Player
from scorekeeper.models.clubs import NAME_LENGTH
from scorekeeper.selectors.rulesets import RuleSetChoice, ruleset_choices
from scorekeeper.services.games import Seating
from scorekeeper.services.players import tidy_name
from scorekeeper.services.slips import Slip
from tournaments.models import Fixture, LeagueTeam, Season
from tournaments.selectors.fixtures import Candidate, candidates_for, last_game_of
from tournaments.services.fixtures import PLAYERS_AT_A_TABLE, seating_of

MOST_PLAYERS: Final = 6
MOST_HANDS: Final = 100
MOST_CAUSES: Final = 4
USUAL_RULES: Final = "contest"
USUAL_DAYS_BETWEEN: Final = 7
ONCE: Final = "once"
TWICE: Final = "twice"


def _number_field(label: Any, *, most: int, least: int = 0, **kwargs: Any) -> forms.IntegerField:
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


def _day_field(label: Any) -> forms.DateField:
    return forms.DateField(
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
    starts_on = _day_field(_("Date of the first day"))
    every_days = _number_field(
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


class PlayForm(forms.Form):
    """Who plays for both teams, by which rules, and how many hands."""

    home = forms.TypedMultipleChoiceField(coerce=int, widget=forms.CheckboxSelectMultiple)
    away = forms.TypedMultipleChoiceField(coerce=int, widget=forms.CheckboxSelectMultiple)
    ruleset_key = forms.ChoiceField(label=_("By which rules?"))
    hands = _number_field(
        _("How many hands?"),
        least=1,
        most=MOST_HANDS,
        required=False,
        help_text=_("Leave it empty to play as the rules say."),
    )

    def __init__(
        self,
        *args: Any,
        fixture: Fixture,
        rulesets: Sequence[RuleSetChoice],
        last: Game | None,
        **kwargs: Any,
    ) -> None:
        """Offer the players of both teams, and the rules that the last meeting was played by."""
        super().__init__(*args, **kwargs)
        self.known: dict[str, dict[int, Player]] = {}
        self.rulesets = {choice.key: choice for choice in rulesets}
        for name, team in (("home", fixture.home), ("away", fixture.away)):
            self._offer(name, team)
        field = self.fields["ruleset_key"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [
            (choice.key, f"{choice.name} – {format_label(choice.ruleset.format)}")
            for choice in rulesets
        ]
        field.initial = last.ruleset_key if last else USUAL_RULES
        if last and not last.is_slip and last.hands_per_game and last.game_count == 1:
            usual = self.rulesets.get(last.ruleset_key)
            if usual is None or usual.ruleset.format != last.format:
                self.fields["hands"].initial = last.hands_per_game

    def _offer(self, name: str, team: LeagueTeam) -> None:
        players = sorted(team.players.all(), key=lambda player: player.pk)
        self.known[name] = {player.pk: player for player in players}
        field = self.fields[name]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.label = gettext("Who plays for %(team)s?") % {"team": team.name}
        field.choices = [(player.pk, player.name) for player in players]
        field.error_messages["required"] = gettext("Choose two players.")
        if len(players) == PLAYERS_AT_A_TABLE:
            field.initial = list(self.known[name])

    def clean_home(self) -> list[Player]:
        """Return the two players of the first team."""
        return self._two("home")

    def clean_away(self) -> list[Player]:
        """Return the two players of the second team."""
        return self._two("away")

    def _two(self, name: str) -> list[Player]:
        chosen = self.cleaned_data[name]
        if len(chosen) != PLAYERS_AT_A_TABLE:
            raise forms.ValidationError(gettext("Choose two players."))
        return [self.known[name][pk] for pk in chosen]

    @property
    def rules(self) -> RuleSetChoice:
        """Return the chosen rule set."""
        return self.rulesets[self.cleaned_data["ruleset_key"]]

    @property
    def game_format(self) -> GameFormat:
        """Return when the game ends."""
        hands = self.cleaned_data["hands"]
        return GameFormat(hands=hands) if hands else self.rules.ruleset.format

    @property
    def seating(self) -> Seating:
        """Return who sits where."""
        return seating_of(self.cleaned_data["home"], self.cleaned_data["away"])


class FixtureSlipForm(PlayForm):
    """A meeting of which only the two totals are written."""

    total_home = _number_field("", most=99_999)
    total_away = _number_field("", most=99_999)

    def __init__(self, *args: Any, fixture: Fixture, last: Game | None, **kwargs: Any) -> None:
        """Name the totals by the teams, and ask how many hands were played."""
        super().__init__(*args, fixture=fixture, last=last, **kwargs)
        label = gettext("Points of %(team)s")
        self.fields["total_home"].label = label % {"team": fixture.home.name}
        self.fields["total_away"].label = label % {"team": fixture.away.name}
        self.fields["hands"] = _number_field(
            gettext("How many hands were played?"),
            least=1,
            most=MOST_HANDS,
            initial=last.hand_count if last and last.is_slip else self.fields["hands"].initial,
        )

    def clean(self) -> dict[str, Any]:
        """Refuse totals that cannot be."""
        data = super().clean() or {}
        if self.errors:
            return data
        ruleset, numbers = self.rules.ruleset, (data["hands"], data["total_home"], data["total_away"])
        if not is_possible(ruleset, *numbers):
            hands, home, away = numbers
            text = gettext("%(a)s – %(b)s cannot be after %(hands)d hands under these rules.")
            values = {"a": points_text(home), "b": points_text(away), "hands": hands}
            causes = likely_causes(ruleset, *numbers)[:MOST_CAUSES]
            self.add_error("total_home", [text % values, *map(_cause_text, causes)])
        return data

    @property
    def slip(self) -> Slip:
        """Return the totals."""
        data = self.cleaned_data
        return Slip(hands=data["hands"], total_a=data["total_home"], total_b=data["total_away"])


def _cause_text(cause: Cause) -> str:
    """Return a likely cause as a guess; that nothing explains it is none."""
    text = cause_label(cause)
    return text if cause is Cause.RECOUNT else gettext("Perhaps: %(cause)s") % {"cause": text}


class LinkForm(forms.Form):
    """A game of the club that was the meeting's."""

    game = forms.TypedChoiceField(
        label=_("Which game was it?"),
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose a game."), "invalid_choice": _("Choose a game.")},
    )

    def __init__(self, *args: Any, candidates: Sequence[Candidate], **kwargs: Any) -> None:
        """Offer these games."""
        super().__init__(*args, **kwargs)
        field = self.fields["game"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [(one.game.pk, _candidate_text(one)) for one in candidates]
        if len(candidates) == 1:
            field.initial = candidates[0].game.pk


def _candidate_text(candidate: Candidate) -> str:
    home, away = map(points_text, candidate.points)
    return gettext("%(date)s: %(home)s %(home_points)s, %(away)s %(away_points)s") % {
        "date": date_format(timezone.localtime(candidate.game.created_at), "j F Y"),
        "home": candidate.names[0],
        "home_points": home,
        "away": candidate.names[1],
        "away_points": away,
    }


class ForfeitForm(forms.Form):
    """Who did not come."""

    absent = forms.ChoiceField(
        label=_("Who did not come?"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Say who did not come.")},
    )

    def __init__(self, *args: Any, fixture: Fixture, **kwargs: Any) -> None:
        """Name both teams."""
        super().__init__(*args, **kwargs)
        field = self.fields["absent"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [
            (Fixture.Forfeit.HOME.value, fixture.home.name),
            (Fixture.Forfeit.AWAY.value, fixture.away.name),
            (Fixture.Forfeit.BOTH.value, gettext("Neither of them came")),
        ]


class PostponeForm(forms.Form):
    """Another date."""

    planned_on = _day_field(_("New date"))


def fixture_forms(
    fixture: Fixture, *, act: str, data: Mapping[str, Any] | None
) -> dict[str, forms.Form]:
    """Return the forms of a meeting's page by what they do, that of `act` with what was sent."""

    def sent(name: str) -> dict[str, Any]:
        return {"data": data if name == act else None, "prefix": name}

    postpone = PostponeForm(**sent("postpone"), initial={"planned_on": fixture.planned_on})
    found: dict[str, forms.Form] = {"postpone": postpone}
    if fixture.game_id or fixture.forfeited:
        return found
    choices: dict[str, Any] = {
        "fixture": fixture,
        "rulesets": ruleset_choices(fixture.season.league.club),
        "last": last_game_of(fixture.season),
    }
    return {
        "start": PlayForm(**sent("start"), **choices),
        "slip": FixtureSlipForm(**sent("slip"), **choices),
        "link": LinkForm(**sent("link"), candidates=candidates_for(fixture)),
        "forfeit": ForfeitForm(**sent("forfeit"), fixture=fixture),
        **found,
    }
