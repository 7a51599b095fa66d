"""A meeting of two fixed teams: who plays, what its slip says, or what else becomes of it."""

from collections.abc import Mapping, Sequence
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
from scorekeeper.selectors.rulesets import RuleSetChoice, ruleset_choices
from scorekeeper.services.games import Seating
from scorekeeper.services.slips import Slip
from tournaments.forms.fixtures import day_field, number_field
from tournaments.models import Fixture, LeagueTeam
from tournaments.selectors.fixtures import Candidate, candidates_for, last_game_of
from tournaments.services.fixtures import PLAYERS_AT_A_TABLE, seating_of

MOST_HANDS: Final = 100
MOST_CAUSES: Final = 4
USUAL_RULES: Final = "contest"


class PlayForm(forms.Form):
    """Who plays for both teams, by which rules, and how many hands."""

    home = forms.TypedMultipleChoiceField(coerce=int, widget=forms.CheckboxSelectMultiple)
    away = forms.TypedMultipleChoiceField(coerce=int, widget=forms.CheckboxSelectMultiple)
    ruleset_key = forms.ChoiceField(label=_("By which rules?"))
    hands = number_field(
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

    total_home = number_field("", most=99_999)
    total_away = number_field("", most=99_999)

    def __init__(self, *args: Any, fixture: Fixture, last: Game | None, **kwargs: Any) -> None:
        """Name the totals by the teams, and ask how many hands were played."""
        super().__init__(*args, fixture=fixture, last=last, **kwargs)
        label = gettext("Points of %(team)s")
        self.fields["total_home"].label = label % {"team": fixture.home.name}
        self.fields["total_away"].label = label % {"team": fixture.away.name}
        self.fields["hands"] = number_field(
            gettext("How many hands were played?"),
            least=1,
            most=MOST_HANDS,
            initial=last.hands_per_game if last else self._usual_hands(),
        )

    def _usual_hands(self) -> int | None:
        usual = self.rulesets.get(USUAL_RULES)
        return usual.ruleset.format.hands if usual else None

    def clean(self) -> dict[str, Any]:
        """Refuse totals that cannot be."""
        data = super().clean() or {}
        if self.errors:
            return data
        ruleset, numbers = (
            self.rules.ruleset,
            (data["hands"], data["total_home"], data["total_away"]),
        )
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

    planned_on = day_field(_("New date"))


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
