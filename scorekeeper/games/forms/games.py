"""Forms of a game: who sits where, the rules, when it ends."""

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scorekeeper.clubs.names import shown_names
from scorekeeper.clubs.queries import OfferedNames, ShownNames
from scorekeeper.clubs.services.players import tidy_name
from scorekeeper.engine.hand import Seat
from scorekeeper.engine.rulesets import GameFormat, RuleSetError
from scorekeeper.games.queries.games import moved_texts
from scorekeeper.games.queries.sheets import GameSheet
from scorekeeper.games.services.games import Seating, SitsElsewhereError
from scorekeeper.labels.rules import ruleset_error_text
from scorekeeper.labels.sheets import points_text
from scorekeeper.models import Club, Evening, Game
from scorekeeper.models.clubs import NAME_LENGTH
from scorekeeper.rules.queries import RuleSetChoice, name_and_end, offered, ruleset_choices
from scorekeeper.widgets import NameField, NumberField, PointsInput, offer

RULES_SAY: Final = "rules"
OTHER: Final = "other"
READY_FORMATS: Final = {
    "500": GameFormat(target=500),
    "501": GameFormat(target=501),
    "1000": GameFormat(target=1000),
    "1500": GameFormat(target=1500),
    "12": GameFormat(hands=12),
    "3x12": GameFormat(hands=12, games=3),
}
PLAYERS_LIST: Final = "players"


class SeatsForm(forms.Form):
    """The four names at a table, and the first dealer."""

    name_a1 = NameField(label=gettext_lazy("First player of team A"), max_length=NAME_LENGTH)
    name_a2 = NameField(label=gettext_lazy("Partner in team A"), max_length=NAME_LENGTH)
    name_b1 = NameField(label=gettext_lazy("First player of team B"), max_length=NAME_LENGTH)
    name_b2 = NameField(label=gettext_lazy("Partner in team B"), max_length=NAME_LENGTH)
    first_dealer = forms.ChoiceField(label=gettext_lazy("Who deals first?"), required=False)
    table_number = NumberField(
        label=gettext_lazy("Table number"),
        required=False,
        min_value=1,
        max_value=999,
    )

    def __init__(self, *args: Any, names: OfferedNames, **kwargs: Any) -> None:
        """Suggest only names that the visitor may see."""
        super().__init__(*args, **kwargs)
        self.names = names
        for seat in Seat:
            field = self.fields[name_field(seat)]
            field.error_messages["required"] = _("Write a name: a first name will do.")
            field.widget.attrs |= {
                "list": PLAYERS_LIST,
                "autocomplete": "off",
                "autocapitalize": "words",
            }
        dealers = [
            (Seat.A1.value, _("First player of team A")),
            (Seat.B1.value, _("First player of team B")),
            (Seat.A2.value, _("Partner in team A")),
            (Seat.B2.value, _("Partner in team B")),
        ]
        offer(self, "first_dealer", dealers)

    def clean(self) -> dict[str, Any]:
        """Refuse the same person on two seats."""
        data = super().clean() or {}
        seen: dict[str, str] = {}
        for seat in Seat:
            field = name_field(seat)
            name = tidy_name(data.get(field) or "")
            if name and name.casefold() in seen:
                self.add_error(
                    field,
                    _("%(name)s already sits at this table. Add a surname or an initial.")
                    % {"name": name},
                )
            seen[name.casefold()] = field
            data[field] = name
        if not self.errors:
            self._find_whole_names(data)
        return data

    def _find_whole_names(self, data: dict[str, Any]) -> None:
        """Replace the initials by which people present are shown with their full names."""
        taken = {data[name_field(seat)].casefold() for seat in Seat}
        for seat in Seat:
            field = name_field(seat)
            whole = self.names.meant(data[field], seat)
            if whole is None:
                self.add_error(
                    field,
                    _("More than one person here is called %(name)s: write the full name.")
                    % {"name": data[field]},
                )
            # If the full name is on another seat, the initials stay: an error would reveal whose.
            elif whole.casefold() not in taken:
                data[field] = whole

    def seating(self, evening: Evening | None) -> Seating:
        data = self.cleaned_data
        return Seating(
            names={seat: data[name_field(seat)] for seat in Seat},
            first_dealer=Seat(data.get("first_dealer") or Seat.A1),
            evening=evening,
            table_number=data.get("table_number"),
        )


class FormatMixin(forms.Form):
    """When the game ends."""

    game_format = forms.ChoiceField(
        label=gettext_lazy("How long is the game?"),
        widget=forms.RadioSelect,
        initial=RULES_SAY,
    )
    target = NumberField(
        label=gettext_lazy("To how many points?"), required=False, widget=PointsInput(maxlength=6)
    )
    hands = NumberField(
        label=gettext_lazy("Or after how many hands?"), required=False, widget=PointsInput()
    )
    games = NumberField(
        label=gettext_lazy("How many such games are added up?"),
        required=False,
        widget=PointsInput(),
    )

    def offer_formats(self, *, rules_say: bool) -> None:
        choices = [(RULES_SAY, _("As in the rule set"))] if rules_say else []
        choices += [(key, short_format(found)) for key, found in READY_FORMATS.items()]
        choices.append((OTHER, _("Another")))
        offer(self, "game_format", choices)

    def read_format(self, by_rules: GameFormat) -> GameFormat | None:
        """Return the chosen format; None, with errors on the fields, if it is invalid."""
        data = self.cleaned_data
        chosen = data.get("game_format")
        if chosen == RULES_SAY:
            return by_rules
        if chosen != OTHER:
            return READY_FORMATS.get(chosen or "")
        names = ("target", "hands", "games")
        if any(self.has_error(name) for name in names):
            return None
        games = data["games"] if data["games"] is not None else 1
        try:
            return GameFormat(target=data["target"], hands=data["hands"], games=games)
        except RuleSetError as error:
            for name, code in error.errors.items():
                self.add_error(name, ruleset_error_text(name, code))
            return None


class GameForm(FormatMixin, SeatsForm):
    """A new game."""

    ruleset = forms.ChoiceField(label=gettext_lazy("Under which rules?"))

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rulesets = {choice.key: choice for choice in ruleset_choices(club)}
        offer(self, "ruleset", offered(self.rulesets.values(), name_and_end))
        self.offer_formats(rules_say=True)

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        rules = self.rules
        if rules:
            self.found_format = self.read_format(rules.ruleset.format)
        return data

    @property
    def rules(self) -> RuleSetChoice | None:
        return self.rulesets.get(self.cleaned_data.get("ruleset", ""))


class GameEditForm(FormatMixin, SeatsForm):
    """Correct the names, and when the game ends, while a game goes on.

    `warnings` say whose results would move to whom; `sure` holds the names that were confirmed.
    """

    sure = forms.CharField(required=False, widget=forms.HiddenInput)

    warnings: Sequence[str] = ()

    def __init__(self, *args: Any, game: Game, shown: ShownNames, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game, self.shown = game, shown
        self.offer_formats(rules_say=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        self.found_format = self.read_format(self.game.format)
        if not self.errors and data.get("sure") != self.typed:
            names = {seat: data[name_field(seat)] for seat in Seat}
            self.warnings = moved_texts(self.game, names, self.typed_names, self.shown)
        return data

    def is_valid(self) -> bool:
        return super().is_valid() and not self.warnings

    def refuse_person(self, error: SitsElsewhereError) -> None:
        self.add_error(name_field(error.at), two_seats_text(error, self.shown))

    @property
    def typed_names(self) -> dict[Seat, str]:
        """Return the names as typed: a phone may see only initials."""
        return {seat: tidy_name(self[name_field(seat)].data or "") for seat in Seat}

    @property
    def typed(self) -> str:
        """Return the names as typed, in the form in which `sure` holds them."""
        return " / ".join(self.typed_names.values())


class SitInForm(forms.Form):
    """A substitute takes a seat of a game from a certain hand on."""

    seat = forms.ChoiceField(
        label=gettext_lazy("Who leaves the table?"),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose who leaves.")},
    )
    name = NameField(
        label=gettext_lazy("Who is the substitute?"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput(
            {"list": PLAYERS_LIST, "autocomplete": "off", "autocapitalize": "words"}
        ),
        error_messages={"required": gettext_lazy("Write a name: a first name will do.")},
    )
    from_hand = NumberField(label=gettext_lazy("From which hand on?"), widget=PointsInput())

    def __init__(self, *args: Any, sheet: GameSheet, names: OfferedNames, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sheet, self.names = sheet, names
        offer(self, "seat", [(seat.value, shown_names(sheet.names[seat])) for seat in Seat])
        hand = self.fields["from_hand"]
        hand.initial = sheet.next_number
        hand.help_text = _(
            "%(hand)d is the next one. Noticed late? Write the first hand that the new person "
            "played."
        ) % {"hand": sheet.next_number}

    def clean_name(self) -> str:
        name = tidy_name(self.cleaned_data["name"])
        whole = self.names.meant(name, "")
        if whole is None:
            text = _("More than one person here is called %(name)s: write the full name.")
            raise forms.ValidationError(text % {"name": name})
        return whole

    def refuse_person(self, error: SitsElsewhereError) -> None:
        text = two_seats_text(error, self.sheet.shown)
        if error.last is not None:
            values = {"name": self.sheet.shown.name(error.name), "hand": error.last + 1}
            more = _("From hand %(hand)d on %(name)s can be the substitute here.") % values
            text = f"{text} {more}"
        self.add_error("name", text)


class StopForm(forms.Form):
    """The reason for stopping a game early."""

    reason = NameField(
        label=gettext_lazy("Why does the game stop here?"),
        widget=forms.TextInput(attrs={"autofocus": True}),
        max_length=200,
        error_messages={"required": gettext_lazy("Write why: it stays on the sheet.")},
    )


def initial_of_game(game: Game, shown: ShownNames) -> dict[str, Any]:
    """Return the initial values of the form for a game, or for another one like it."""
    found = next((key for key, value in READY_FORMATS.items() if value == game.format), OTHER)
    initial: dict[str, Any] = {
        "first_dealer": game.first_dealer,
        "table_number": game.table_number,
        "game_format": found,
        "ruleset": game.ruleset_key,
    }
    if found == OTHER:
        initial |= {
            "target": game.target,
            "hands": game.hands_per_game,
            "games": game.game_count,
        }
    for seat in game.seats.all():
        initial[name_field(Seat(seat.seat))] = shown.name(seat.name, seat.player_id)
    return initial


def two_seats_text(error: SitsElsewhereError, shown: ShownNames) -> str:
    """Return the error for a player who already has a seat, with the seat and the hands."""
    if error.last is None:
        text = _("%(name)s already has a seat from hand %(first)d on: %(seat)s.")
    elif error.first == error.last:
        text = _("%(name)s already has a seat in hand %(first)d: %(seat)s.")
    else:
        text = _("%(name)s already has a seat in hands %(first)d to %(last)d: %(seat)s.")
    label = str(SeatsForm.base_fields[name_field(error.seat)].label)
    return text % {
        "name": shown.name(error.name),
        "first": error.first,
        "last": error.last,
        "seat": label[:1].lower() + label[1:],
    }


def name_field(seat: Seat) -> str:
    return f"name_{seat.value.lower()}"


def short_format(game_format: GameFormat) -> str:
    """Return a short name of a format, for a tile."""
    if game_format.target:
        return _("%(target)s points") % {"target": points_text(game_format.target)}
    if game_format.games > 1:
        return f"{game_format.games} × {game_format.hands}"
    hands = game_format.hands or 0
    return ngettext("%(hands)d hand", "%(hands)d hands", hands) % {"hands": hands}
