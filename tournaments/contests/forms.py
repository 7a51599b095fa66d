"""The settings of a contest: a short page, with unusual ones under "More settings"."""

import re
from collections.abc import Sequence
from datetime import date
from typing import Any, Final

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.engine.rulesets import FORMAT_LIMITS
from scorekeeper.models import Club
from scorekeeper.models.clubs import NAME_LENGTH
from scorekeeper.rules.queries import offered, ruleset_choices
from scorekeeper.widgets import NameField, NumberField, offer
from tournaments.audit_log.replay.document import SettingsFields
from tournaments.audit_log.replay.fields import HEADINGS, labelled
from tournaments.contests.labels import criterion_label, format_text, plain_euros, points_by_hands
from tournaments.contests.labels import setting_label_lazy as _called
from tournaments.contests.services import STORED_AS_CHOSEN, USUAL_RULES, Settings
from tournaments.entries.queries.entries import entries_too_large
from tournaments.entry_words import WORDS
from tournaments.formats.contest_format import format_of
from tournaments.formats.phases import Phase
from tournaments.models import Tournament
from tournaments.rounds.services import rules_of
from tournaments.standings.bye_points import GivenScores
from tournaments.standings.criteria import CriterionCode
from tournaments.standings.ranking import BY_POINTS, BY_WINS, USUAL_TIEBREAKS
from tournaments.tags import USUAL_TAGS

MOST_ROUNDS: Final = 20
MOST_HANDS: Final = FORMAT_LIMITS["hands"]
MOST_CENTS: Final = 100_000_00
MOST_TAGS: Final = 12
TAG_LENGTH: Final = 30

_TIMES = re.compile(r"(\d+)\s*[x×*]\s*(\d+)")
_BETWEEN = re.compile(r"[\s,;/+-]+")
_EUROS = re.compile(r"(\d{1,7})(?:[.,](\d{1,2}))?")


def read_hands(text: str, *, drawn: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Return the hands of each round from "12, 12, 10" or "3 × 12"; raises ValidationError.

    `drawn` are the hands of the rounds drawn already, which cannot change.
    """
    text = _TIMES.sub(
        lambda found: ", ".join([found[2]] * min(int(found[1]), MOST_ROUNDS + 1)), text
    )
    words = [word for word in _BETWEEN.split(text) if word]
    if not words or not all(word.isdecimal() and len(word) < 4 for word in words):
        raise ValidationError(gettext("Write one number for each round: 12, 12, 10."))
    hands = tuple(int(word) for word in words)
    if len(hands) > MOST_ROUNDS or not all(1 <= count <= MOST_HANDS for count in hands):
        message = gettext("At most %(rounds)d rounds, each of 1 to %(hands)d hands.")
        raise ValidationError(message % {"rounds": MOST_ROUNDS, "hands": MOST_HANDS})
    if hands[: len(drawn)] != drawn:
        message = gettext("Begin with the rounds that are drawn: %(hands)s.")
        raise ValidationError(message % {"hands": ", ".join(map(str, drawn))})
    return hands


def read_cents(text: str) -> int:
    """Return an amount in cents from "5", "5,50" or "5.50 €"; raises ValidationError."""
    text = "".join(text.replace("€", "").split())
    if not text:
        return 0
    found = _EUROS.fullmatch(text)
    if found is None:
        raise ValidationError(gettext("Write the amount in euros, for example 5 or 5.50."))
    cents = int(found[1]) * 100 + int((found[2] or "").ljust(2, "0"))
    if cents > MOST_CENTS:
        raise ValidationError(gettext("That is too much."))
    return cents


def read_tags(text: str) -> list[str]:
    """Return tags separated by commas, usual ones by their code; raises ValidationError."""
    usual = {str(label).casefold(): code for code, label in USUAL_TAGS.items()}
    typed = (" ".join(word.split()) for word in text.split(","))
    tags: dict[str, str] = {}
    for tag in filter(None, typed):
        tags.setdefault(tag.casefold(), usual.get(tag.casefold(), tag))
    if any(len(tag) > TAG_LENGTH for tag in tags) or len(tags) > MOST_TAGS:
        message = gettext("At most %(count)d, of %(length)d letters each.")
        raise ValidationError(message % {"count": MOST_TAGS, "length": TAG_LENGTH})
    return list(tags.values())


FREE: Final = "free"
PHASES: Final = "phases"
"""Pools and brackets are chosen on a page of their own."""
USUAL_FORMATS: Final = {
    "3x12": (12, 12, 12),
    "4x12": (12, 12, 12, 12),
    "5x10": (10, 10, 10, 10, 10),
    "3x20": (20, 20, 20),
}
RANKINGS: Final = {
    "points": BY_POINTS,
    "wins": BY_WINS,
    "wins_played": (CriterionCode.WINS, CriterionCode.POINTS),
}
TIEBREAKS: Final = (
    *USUAL_TIEBREAKS,
    CriterionCode.DIRECT,
    CriterionCode.FEWEST_FAILED,
    CriterionCode.LAST_GAME,
)
USUAL_TIEBREAK_COUNT: Final = 5
YEARS: Final = range(1990, 2101)
MOST_POINTS: Final = 100_000
MOST_MINUTES: Final = 360
WHOLE: Final = 162

YES_NO: Final = {
    name: one.label for name, one in labelled(SettingsFields).items() if one.label and one.is_yes_no
}
"""The settings that are a yes or no, with the form field of each."""
FIRST_NAMES: Final = ("name", "date", "format", "hands", "mode", "ruleset_key", "fee")
"""The fields before "More settings"."""


def usual_contest_name(day: date) -> str:
    """Return the name of a contest for which none was typed."""
    return gettext("Contest of %(date)s") % {"date": date_format(day, "j F")}


def check_year(day: date) -> None:
    """Refuse a date in a distant year, which is a typing error."""
    if day.year not in YEARS:
        values = {"first": YEARS[0], "last": YEARS[-1]}
        text = gettext("Choose a year from %(first)d to %(last)d.") % values
        raise ValidationError(text, code="year")


class TournamentForm(forms.Form):
    """The settings that an organiser chooses before the first round and may change later."""

    name = NameField(
        label=_called("name"),
        max_length=NAME_LENGTH,
        error_messages={"required": _("Give the contest a name, for instance the date.")},
    )
    date = forms.DateField(
        label=_called("date"),
        validators=[check_year],
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        error_messages={
            "required": _("Choose a day."),
            "invalid": _("Write the day like this: 21/11/2026."),
        },
    )
    format = forms.ChoiceField(
        label=_("How many rounds, and how many hands in each?"), widget=forms.RadioSelect
    )
    hands = forms.CharField(
        label=_("Hands of each round"),
        help_text=_("One number for each round: 12, 12, 10."),
        required=False,
        max_length=200,
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    ruleset_key = forms.ChoiceField(label=_called("rules"))
    mode = forms.ChoiceField(
        label=_("Who enters?"), widget=forms.RadioSelect, choices=Tournament.Mode.choices
    )
    next_draw = forms.ChoiceField(
        label=_("How are the rounds after the first drawn?"),
        help_text=_("You can still choose differently at each draw."),
        choices=Tournament.NextDraw.choices,
        widget=forms.RadioSelect,
    )
    ranking = forms.ChoiceField(
        label=_("Who is first?"),
        widget=forms.RadioSelect,
        choices=[
            ("points", _("The most points over all rounds")),
            ("wins", _("The most games won, then points; a round exempt counts as won")),
            ("wins_played", _("The most games won at a table, then points")),
        ],
    )
    ties = forms.ChoiceField(
        label=_("And if nothing separates them?"),
        widget=forms.RadioSelect,
        choices=Tournament.Ties.choices,
    )
    exempt = forms.ChoiceField(
        label=_("What does an exempt team score?"),
        widget=forms.RadioSelect,
        choices=Tournament.Exempt.choices,
    )
    exempt_points = NumberField(
        label=_called("given.exempt_points"),
        help_text=_("Only if a fixed number is chosen above."),
        required=False,
        min_value=0,
        max_value=MOST_POINTS,
    )
    forfeit_points = NumberField(
        label=_called("given.forfeit_points"),
        required=False,
        min_value=0,
        max_value=MOST_POINTS,
    )
    round_minutes = NumberField(
        label=_called("round_minutes"),
        required=False,
        min_value=1,
        max_value=MOST_MINUTES,
    )
    fee = forms.CharField(
        label=_("Fee for each team, in euros"),
        help_text=_("For the whole team: for 5 € a player, write 10. In mêlée for each player."),
        required=False,
        max_length=12,
        widget=forms.TextInput({"inputmode": "decimal", "autocomplete": "off"}),
    )
    usual_tags = forms.MultipleChoiceField(
        label=_called("tags"),
        help_text=_("Entries show their category, and are ranked within it too."),
        required=False,
        choices=list(USUAL_TAGS.items()),
        widget=forms.CheckboxSelectMultiple,
    )
    own_tags = NameField(label=_("Others, separated by commas"), required=False, max_length=400)

    def __init__(
        self, *args: Any, club: Club, tournament: Tournament | None = None, **kwargs: Any
    ) -> None:
        """Offer the club's rule sets; fix what the rounds already drawn were played by."""
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        self.drawn: tuple[int, ...] = ()
        self.rulesets = {choice.key: choice for choice in ruleset_choices(club)}
        if tournament is None and self.initial.get("ruleset_key") not in self.rulesets:
            # Those of the last contest are not offered any more.
            self.initial["ruleset_key"] = USUAL_RULES
        if tournament:
            rounds = tournament.rounds.order_by("number")
            self.drawn = tuple(rounds.values_list("hands", flat=True))
            stored = rules_of(tournament)
            if self.drawn or stored.key not in self.rulesets:
                self.rulesets[stored.key] = stored
        self._offer_choices()
        self._add_yes_no()
        self._add_tiebreaks(len(self.initial.get("tiebreaks", ())))
        if self.drawn:
            self._fix_what_is_played()

    def _offer_choices(self) -> None:
        formats = [
            (key, format_text(hands))
            for key, hands in USUAL_FORMATS.items()
            if hands[: len(self.drawn)] == self.drawn
        ]
        offer(self, "format", [*formats, (PHASES, self._phases_label()), (FREE, _("Another"))])
        offer(self, "ruleset_key", offered(self.rulesets.values()))
        half = GivenScores()
        halves = [
            (hands, half.exempt_points(whole=WHOLE, hands=hands, played=()))
            for hands in dict.fromkeys(hands[0] for hands in USUAL_FORMATS.values())
        ]
        self.fields["exempt"].help_text = gettext(
            "Half of a game is %(halves)s; 80 a hand where points are scored in tens."
        ) % {"halves": points_by_hands(halves)}
        forfeits = [
            (hands, half.forfeit_points(whole=WHOLE, hands=hands)) for hands, _half in halves
        ]
        self.fields["forfeit_points"].help_text = gettext(
            "If left empty, they follow the hands of the round: %(points)s; in tens where "
            "points are scored in tens."
        ) % {"points": points_by_hands(forfeits)}

    def _phases_label(self) -> str:
        if self.tournament and self.tournament.format.phases:
            text = gettext("Pools and brackets, as chosen: %(rounds)s")
            return text % {"rounds": format_text(self.tournament.round_hands)}
        return gettext("Pools or brackets")

    @property
    def goes_to_phases(self) -> bool:
        """Return whether phases are wanted but not chosen yet."""
        has_phases = self.tournament is not None and bool(self.tournament.format.phases)
        return self.cleaned_data.get("format") == PHASES and not has_phases

    def _add_yes_no(self) -> None:
        """Add the fields that `SettingsFields` declares as a yes or no."""
        self.fields |= forms.fields_for_model(
            Tournament,
            [*YES_NO],
            labels={name: gettext(label.question) for name, label in YES_NO.items()},
            help_texts={name: gettext(label.help_text) for name, label in YES_NO.items()},
        )

    @property
    def yes_no(self) -> dict[str, list[forms.BoundField]]:
        """Return the yes/no fields by heading."""
        return {
            heading: [self[name] for name, label in YES_NO.items() if label.heading == heading]
            for heading in HEADINGS
        }

    def _add_tiebreaks(self, count: int) -> None:
        """Add numbered choices, enough for those already set."""
        chosen = self.initial.get("tiebreaks", ())
        choices = [("", "–"), *((code.value, criterion_label(code)) for code in TIEBREAKS)]
        count = max(count, USUAL_TIEBREAK_COUNT)
        self.tiebreak_names = [f"tiebreak_{place}" for place in range(1, count + 1)]
        for place, name in enumerate(self.tiebreak_names):
            self.fields[name] = forms.ChoiceField(
                label=gettext("Tie-break %(number)d") % {"number": place + 1},
                required=False,
                choices=choices,
                widget=forms.Select({"class": "input"}),
                initial=chosen[place] if place < len(chosen) else "",
            )

    def _fix_what_is_played(self) -> None:
        """Disable the fields that drawn rounds depend on, with an explanation."""
        for name in ("mode", "ruleset_key"):
            self.fields[name].disabled = True
            self.fields[name].help_text = gettext("Cannot change: a round is drawn.")
        self.fields["format"].help_text = ngettext(
            "The round that is drawn keeps its hands: %(hands)s. Those after it can change.",
            "The rounds that are drawn keep their hands: %(hands)s. Those after them can change.",
            len(self.drawn),
        ) % {"hands": ", ".join(str(hands) for hands in self.drawn)}

    @property
    def tiebreak_fields(self) -> list[forms.BoundField]:
        """Return the numbered choices, in order."""
        return [self[name] for name in self.tiebreak_names]

    @property
    def opens_more(self) -> bool:
        """Return whether a field under "More settings" has an error."""
        return bool(self.errors.keys() - {*FIRST_NAMES, NON_FIELD_ERRORS})

    def clean(self) -> dict[str, Any]:
        """Parse the format and the order of tie-breaks."""
        data = super().clean() or {}
        if data.get("format") == FREE and not self.has_error("hands"):
            try:
                self.found_hands = read_hands(data["hands"], drawn=self.drawn)
            except ValidationError as error:
                self.add_error("hands", error)
        if data.get("format") == PHASES and not _takes_phases(data):
            self.add_error("format", WORDS[format_of(data["mode"]).entry_kind].no_phases)
        self._read_tiebreaks(data)
        if data.get("exempt") == Tournament.Exempt.FIXED and data.get("exempt_points") is None:
            self.add_error("exempt_points", gettext("Write the number of points."))
        return data

    def _read_tiebreaks(self, data: dict[str, Any]) -> None:
        self.found_tiebreaks: list[str] = []
        for name in self.tiebreak_names:
            code = data.get(name)
            if code and code in self.found_tiebreaks:
                text = gettext("“%(label)s” is already chosen above.")
                self.add_error(name, text % {"label": criterion_label(code)})
            elif code:
                self.found_tiebreaks.append(code)

    def clean_mode(self) -> str:
        """Refuse a mêlée while teams are entered: their partners would be lost."""
        mode: str = self.cleaned_data["mode"]
        count = entries_too_large(self.tournament, mode) if self.tournament else 0
        if count:
            raise ValidationError(
                ngettext(
                    "%(count)d entry has two names, and in mêlée each has one: change it first.",
                    "%(count)d entries have two names, and in mêlée each has one:"
                    " change them first.",
                    count,
                )
                % {"count": count},
                code="misfits",
            )
        return mode

    def clean_fee(self) -> int:
        """Return the fee in cents."""
        return read_cents(self.cleaned_data["fee"])

    def clean_own_tags(self) -> list[str]:
        return read_tags(self.cleaned_data["own_tags"])

    def settings(self) -> Settings:
        """Return the settings of a valid form."""
        data = self.cleaned_data
        first = RANKINGS[data["ranking"]]
        rest = (code for code in self.found_tiebreaks if code not in first)
        hands, phases = self._rounds(data)
        return Settings(
            **{name: data[name] for name in AS_TYPED},
            rules=self.rulesets[data["ruleset_key"]],
            round_hands=hands,
            phases=phases,
            criteria=(*first, *rest),
            exempt_points=data["exempt_points"] or 0,
            fee_cents=data["fee"],
            tags=tuple(dict.fromkeys([*data["usual_tags"], *data["own_tags"]])),
        )

    def _rounds(self, data: dict[str, Any]) -> tuple[tuple[int, ...], tuple[Phase, ...]]:
        """Return the hands of each round, and the phases that use them."""
        if data["format"] == FREE:
            return self.found_hands, ()
        if data["format"] != PHASES:
            return USUAL_FORMATS[data["format"]], ()
        if self.tournament is None:
            return next(iter(USUAL_FORMATS.values())), ()
        return tuple(self.tournament.round_hands), self.tournament.course


AS_TYPED: Final = tuple(
    name
    for name in STORED_AS_CHOSEN
    if name in {*TournamentForm.base_fields, *YES_NO} and name != "exempt_points"
)
"""The settings stored as typed, in a field of the same name; empty points are 0."""


def _takes_phases(data: dict[str, Any]) -> bool:
    return "mode" not in data or format_of(data["mode"]).takes_phases


def usual_settings(today: date) -> dict[str, Any]:
    """Return the initial values of the form for a new contest."""
    return {
        "name": usual_contest_name(today),
        "date": today,
        "format": next(iter(USUAL_FORMATS)),
        "ruleset_key": USUAL_RULES,
        "mode": Tournament.Mode.TEAMS,
        "next_draw": Tournament.NextDraw.RANKING,
        "ranking": "points",
        "tiebreaks": [code.value for code in USUAL_TIEBREAKS],
        "ties": Tournament.Ties.LOT,
        "exempt": Tournament.Exempt.HALF_GAME,
    }


def settings_as_last(last: Tournament, today: date) -> dict[str, Any]:
    """Return the initial values of the form for a contest like the last one, held today."""
    return {**settings_shown(last), "name": usual_contest_name(today), "date": today}


def settings_shown(tournament: Tournament) -> dict[str, Any]:
    """Return the initial values of the form for an existing contest."""
    hands = tuple(tournament.round_hands)
    ranking, tiebreaks = _parted(tournament.criteria)
    is_fixed = tournament.exempt == Tournament.Exempt.FIXED
    return {
        **{name: getattr(tournament, name) for name in ("ruleset_key", *AS_TYPED)},
        "format": PHASES
        if tournament.format.phases
        else next((key for key, value in USUAL_FORMATS.items() if value == hands), FREE),
        "hands": ", ".join(str(count) for count in hands),
        "ranking": ranking,
        "tiebreaks": tiebreaks,
        "exempt_points": tournament.exempt_points if is_fixed else None,
        "fee": plain_euros(tournament.fee_cents),
        "usual_tags": [tag for tag in tournament.tags if tag in USUAL_TAGS],
        "own_tags": ", ".join(tag for tag in tournament.tags if tag not in USUAL_TAGS),
    }


def _parted(criteria: Sequence[str]) -> tuple[str, list[str]]:
    """Split the criteria into the form's main criterion and the tie-breaks after it."""
    for name, first in RANKINGS.items():
        if tuple(criteria[: len(first)]) == first:
            return name, list(criteria[len(first) :])
    return "points", [code for code in criteria if code in TIEBREAKS]
