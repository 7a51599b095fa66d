"""A slip: the two totals of a game and its number of hands."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.engine.hand import Side
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.games.forms import SeatsForm
from scorekeeper.models import Club, Game
from scorekeeper.rules.pages.rulesets import RuleSetChoice, name_and_end, offered, ruleset_choices
from scorekeeper.slips.judging import JudgedForm
from scorekeeper.slips.services import Slip
from scorekeeper.widgets import NumberField, offer

MOST_SLIPS: Final = 3
MOST_HANDS: Final = 40


class TotalsForm(JudgedForm):
    """Up to three slips that are added up; only the first must be filled in."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Make three lines of number of hands and both totals."""
        super().__init__(*args, **kwargs)
        for number in range(1, MOST_SLIPS + 1):
            self.fields[f"hands_{number}"] = NumberField(
                label=gettext_lazy("Hands"),
                required=False,
                min_value=1,
                max_value=MOST_HANDS,
            )
            for side in Side:
                self.fields[total_field(side, number)] = NumberField(
                    label=gettext_lazy("Total A") if side is Side.A else gettext_lazy("Total B"),
                    required=False,
                    min_value=0,
                    max_value=99_999,
                )

    @property
    def ruleset(self) -> RuleSet | None:
        """Return the rules the totals are judged by, None where none are chosen."""
        return None

    def clean(self) -> dict[str, Any]:
        """Read the slips and refuse totals that cannot be."""
        data = super().clean() or {}
        self.slips: list[Slip] = []
        for number in range(1, MOST_SLIPS + 1):
            self._read(number, data)
        return data

    @property
    def typed(self) -> str:
        numbers = (n for number in range(1, MOST_SLIPS + 1) for n in line_fields(number))
        return "-".join(str(self.said().get(name) or 0) for name in numbers)

    def lines(self) -> list[list[forms.BoundField]]:
        return [[self[name] for name in line_fields(n)] for n in range(1, MOST_SLIPS + 1)]

    @property
    def more_lines_filled(self) -> bool:
        return any(self[n].value() for line in (2, 3) for n in line_fields(line))

    def _read(self, number: int, data: dict[str, Any]) -> None:
        names = line_fields(number)
        values = [data.get(name) for name in names]
        if number > 1 and all(value is None for value in values) and not self._wrong(names):
            return
        for name, value in zip(names, values, strict=True):
            if value is None and not self.has_error(name):
                self.add_error(name, _("Write a number."))
        if self._wrong(names) or self.ruleset is None:
            return
        hands, a, b = (int(value or 0) for value in values)
        slip = Slip(hands=hands, total_a=a, total_b=b, ended=self.is_ended(self.ruleset))
        if problems := self.judge(self.ruleset, slip):
            self.add_error(names[1], problems)
        else:
            self.slips.append(slip)

    def _wrong(self, names: list[str]) -> bool:
        return any(self.has_error(name) for name in names)


class SlipForm(TotalsForm, SeatsForm):
    """A slip of a game that is not stored yet."""

    ruleset_key = forms.ChoiceField(label=gettext_lazy("By which rules?"))

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["first_dealer"]
        self.rulesets = {choice.key: choice for choice in ruleset_choices(club)}
        offer(self, "ruleset_key", offered(self.rulesets.values(), name_and_end))

    @property
    def rules(self) -> RuleSetChoice | None:
        return self.rulesets.get(self.cleaned_data.get("ruleset_key", ""))

    @property
    def ruleset(self) -> RuleSet | None:
        return self.rules.ruleset if self.rules else None


class SlipEditForm(TotalsForm):
    """The totals of a slip that is stored."""

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game

    @property
    def ruleset(self) -> RuleSet:
        return self.game.ruleset


def total_field(side: Side, number: int) -> str:
    return f"total_{side.value.lower()}_{number}"


def line_fields(number: int) -> list[str]:
    return [f"hands_{number}", *(total_field(side, number) for side in Side)]


def initial_of_slips(game: Game) -> dict[str, Any]:
    initial: dict[str, Any] = {"stopped_early": bool(game.stop_reason)}
    for slip in game.slips.all():
        initial |= {
            f"hands_{slip.number}": slip.hands,
            total_field(Side.A, slip.number): slip.total_a,
            total_field(Side.B, slip.number): slip.total_b,
        }
    return initial
