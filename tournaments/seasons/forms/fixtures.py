"""Forms for fixed teams, their calendar, and a meeting: players, slip, forfeit, new date."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.names import shown_names
from scorekeeper.clubs.services.players import tidy_name
from scorekeeper.engine.rulesets import GameFormat, RuleSet
from scorekeeper.games.services.games import Seating
from scorekeeper.labels.sheets import points_text
from scorekeeper.models import Game, Player
from scorekeeper.models.clubs import NAME_LENGTH
from scorekeeper.rules.queries import RuleSetChoice, name_and_end, offered, ruleset_choices
from scorekeeper.slips.judging import JudgedForm
from scorekeeper.slips.services import Slip
from scorekeeper.widgets import NameField, NumberField, offer
from tournaments.contests.forms import check_year
from tournaments.models import Fixture, LeagueTeam, Season
from tournaments.seasons.queries.fixtures import Candidate, candidates_for, last_game_of
from tournaments.seasons.services.fixtures import PLAYERS_AT_A_TABLE, fixture_seating

MOST_PLAYERS: Final = 6
USUAL_DAYS_BETWEEN: Final = 7
ONCE: Final = "once"
TWICE: Final = "twice"


def short_number_field(label: Any, *, most: int, least: int = 0, **kwargs: Any) -> NumberField:
    kwargs.setdefault("error_messages", {"required": _("Write a number.")})
    return NumberField(
        label=label,
        min_value=least,
        max_value=most,
        css="input input--short",
        **kwargs,
    )


def day_field(label: Any) -> forms.DateField:
    return forms.DateField(
        validators=[check_year],
        label=label,
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        error_messages={
            "required": _("Choose a day."),
            "invalid": _("Write the day like this: 21/11/2026."),
        },
    )


class TeamForm(forms.Form):
    """A fixed team: its name, two players, and their substitutes."""

    name = NameField(
        label=_("Name of the team"),
        max_length=NAME_LENGTH,
        error_messages={"required": _("Give the team a name: everybody will read it.")},
    )

    def __init__(self, *args: Any, team: LeagueTeam | None = None, **kwargs: Any) -> None:
        if team:
            kwargs.setdefault("prefix", f"team{team.pk}")
            kwargs.setdefault("initial", _initial_of_team(team))
        super().__init__(*args, **kwargs)
        self.team = team
        for number in range(1, MOST_PLAYERS + 1):
            is_needed = number <= PLAYERS_AT_A_TABLE
            self.fields[_player_field(number)] = NameField(
                label=_player_label(number),
                max_length=NAME_LENGTH,
                required=is_needed,
                widget=forms.TextInput(
                    {"list": "players", "autocomplete": "off", "autocapitalize": "words"}
                ),
                error_messages={"required": gettext("Type a name.")},
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        self.players: list[str] = []
        for number in range(1, MOST_PLAYERS + 1):
            name = tidy_name(data.get(_player_field(number)) or "")
            if name and name.casefold() in {known.casefold() for known in self.players}:
                text = gettext("%(name)s is in it twice.") % {"name": name}
                self.add_error(_player_field(number), text)
            elif name:
                self.players.append(name)
        return data

    @property
    def starters(self) -> list[forms.BoundField]:
        return [self[_player_field(number)] for number in range(1, PLAYERS_AT_A_TABLE + 1)]

    @property
    def substitutes(self) -> list[forms.BoundField]:
        numbers = range(PLAYERS_AT_A_TABLE + 1, MOST_PLAYERS + 1)
        return [self[_player_field(number)] for number in numbers]

    @property
    def has_substitutes(self) -> bool:
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
    """How often all teams meet, the first day, and the days between."""

    times = forms.ChoiceField(
        label=_("How often does every team meet every other?"),
        widget=forms.RadioSelect,
        choices=[(ONCE, _("Once")), (TWICE, _("Twice"))],
        initial=ONCE,
    )
    starts_on = day_field(_("Date of the first day"))
    every_days = short_number_field(
        _("Days between two days of play"), least=1, most=366, initial=USUAL_DAYS_BETWEEN
    )

    def __init__(self, *args: Any, season: Season, team_count: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.season, self.team_count = season, team_count
        self.fields["starts_on"].initial = max(season.starts_on, timezone.localdate())

    @property
    def is_twice(self) -> bool:
        return bool(self.cleaned_data["times"] == TWICE)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors or self.team_count < PLAYERS_AT_A_TABLE:
            return data
        first, last = data["starts_on"], self._last_day(data)
        if first < self.season.starts_on:
            text = gettext("The season begins only on %(date)s.")
            self.add_error("starts_on", text % {"date": _day_text(self.season.starts_on)})
        elif last > self.season.ends_on:
            text = gettext(
                "The last day would be %(last)s, but the season ends on %(end)s. Begin "
                "earlier, leave fewer days in between, or let the season end later."
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


MOST_HANDS: Final = 100
USUAL_RULES: Final = "contest"


class PlayForm(forms.Form):
    """The players of both teams, the rules, and the number of hands."""

    home = forms.TypedMultipleChoiceField(coerce=int, widget=forms.CheckboxSelectMultiple)
    away = forms.TypedMultipleChoiceField(coerce=int, widget=forms.CheckboxSelectMultiple)
    ruleset_key = forms.ChoiceField(label=_("Under which rules?"))
    hands = short_number_field(
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
        super().__init__(*args, **kwargs)
        self.known: dict[str, dict[int, Player]] = {}
        self.rulesets = {choice.key: choice for choice in rulesets}
        for name, team in (("home", fixture.home), ("away", fixture.away)):
            self._offer(name, team)
        offer(self, "ruleset_key", offered(rulesets, name_and_end))
        self.fields["ruleset_key"].initial = last.ruleset_key if last else USUAL_RULES
        if last and not last.is_slip and last.hands_per_game and last.game_count == 1:
            usual = self.rulesets.get(last.ruleset_key)
            if usual is None or usual.ruleset.format != last.format:
                self.fields["hands"].initial = last.hands_per_game

    def _offer(self, name: str, team: LeagueTeam) -> None:
        players = sorted(team.players.all(), key=lambda player: player.pk)
        self.known[name] = {player.pk: player for player in players}
        offer(self, name, [(player.pk, shown_names(player.name)) for player in players])
        field = self.fields[name]
        field.label = gettext("Who plays for %(team)s?") % {"team": team.name}
        field.error_messages["required"] = gettext("Choose two players.")
        if len(players) == PLAYERS_AT_A_TABLE:
            field.initial = list(self.known[name])

    def clean_home(self) -> list[Player]:
        return self._two("home")

    def clean_away(self) -> list[Player]:
        return self._two("away")

    def _two(self, name: str) -> list[Player]:
        chosen = self.cleaned_data[name]
        if len(chosen) != PLAYERS_AT_A_TABLE:
            raise forms.ValidationError(gettext("Choose two players."))
        return [self.known[name][pk] for pk in chosen]

    @property
    def rules(self) -> RuleSetChoice:
        return self.rulesets[self.cleaned_data["ruleset_key"]]

    @property
    def game_format(self) -> GameFormat:
        hands = self.cleaned_data["hands"]
        return GameFormat(hands=hands) if hands else self.rules.ruleset.format

    @property
    def seating(self) -> Seating:
        return fixture_seating(self.cleaned_data["home"], self.cleaned_data["away"])


class FixtureSlipForm(JudgedForm, PlayForm):
    """A meeting of which only the totals are recorded."""

    total_home = short_number_field("", most=99_999)
    total_away = short_number_field("", most=99_999)

    def __init__(self, *args: Any, fixture: Fixture, last: Game | None, **kwargs: Any) -> None:
        super().__init__(*args, fixture=fixture, last=last, **kwargs)
        self.last = last
        label = gettext("Points of %(team)s")
        self.fields["total_home"].label = label % {"team": fixture.home.name}
        self.fields["total_away"].label = label % {"team": fixture.away.name}
        self.fields["hands"] = short_number_field(
            gettext("How many hands were played?"),
            least=1,
            most=MOST_HANDS,
            initial=last.hands_per_game if last else self._usual_hands(),
        )

    def is_of_as_many(self, ruleset: RuleSet, hands: int) -> bool:
        # If a season regularly plays another number of hands, do not ask for the reason each time.
        last = self.last
        is_as_last = bool(last and not last.stop_reason and last.hands_per_game == hands)
        return is_as_last or super().is_of_as_many(ruleset, hands)

    def _usual_hands(self) -> int | None:
        usual = self.rulesets.get(USUAL_RULES)
        return usual.ruleset.format.hands if usual else None

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        if problems := self.judge(self.rules.ruleset, self.slip):
            self.add_error("total_home", problems)
        return data

    @property
    def typed(self) -> str:
        names = ("hands", "total_home", "total_away")
        return "-".join(str(self.cleaned().get(name) or 0) for name in names)

    @property
    def slip(self) -> Slip:
        data = self.cleaned_data
        return Slip(
            hands=data["hands"],
            total_a=data["total_home"],
            total_b=data["total_away"],
            ended=self.is_ended(self.rules.ruleset),
        )


class LinkForm(forms.Form):
    """A finished game of the club that was the meeting's game."""

    game = forms.TypedChoiceField(
        label=_("Which game was it?"),
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose a game."), "invalid_choice": _("Choose a game.")},
    )

    def __init__(self, *args: Any, candidates: Sequence[Candidate], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "game", [(one.game.pk, _candidate_text(one)) for one in candidates])
        if len(candidates) == 1:
            self.fields["game"].initial = candidates[0].game.pk


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
    """The team that did not come."""

    absent = forms.ChoiceField(
        label=_("Who did not come?"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Say who did not come.")},
    )

    def __init__(self, *args: Any, fixture: Fixture, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        teams = {Fixture.Forfeit.HOME: fixture.home.name, Fixture.Forfeit.AWAY: fixture.away.name}
        nobody = {Fixture.Forfeit.BOTH: gettext("Neither of them came")}
        offer(self, "absent", [(one.value, text) for one, text in (teams | nobody).items()])


class PostponeForm(forms.Form):
    """The new date."""

    planned_on = day_field(_("New date"))


def fixture_forms(
    fixture: Fixture, *, act: str, data: Mapping[str, Any] | None
) -> dict[str, forms.Form]:
    """Return the forms of a meeting's page by action; that of `act` has the submitted data."""

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
