"""Forms of a slip: the two totals of a game, its number of hands, and optionally the capots."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.engine.hand import Side
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.totals import ReportedCounts
from scorekeeper.games.forms.games import SeatsForm
from scorekeeper.labels.totals import capots_text
from scorekeeper.models import Club, Game
from scorekeeper.rules.queries import RuleSetChoice, name_and_end, offered, ruleset_choices
from scorekeeper.slips.judging import JudgedForm
from scorekeeper.slips.services import Slip
from scorekeeper.widgets import NumberField, offer

MOST_SLIPS: Final = 3
MOST_HANDS: Final = 40


class TotalsForm(JudgedForm):
    """Up to three slips that are added up; only the first is required."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Make three lines: number of hands, both totals, and capots."""
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
            for side in Side:
                self.fields[capots_field(side, number)] = NumberField(
                    label=gettext_lazy("Capots A") if side is Side.A else gettext_lazy("Capots B"),
                    required=False,
                    min_value=0,
                    max_value=MOST_HANDS,
                )

    @property
    def ruleset(self) -> RuleSet | None:
        """Return the rules for checking the totals, None if none are chosen."""
        return None

    def clean(self) -> dict[str, Any]:
        """Read the slips and refuse impossible totals."""
        data = super().clean() or {}
        self.slips: list[Slip] = []
        for number in range(1, MOST_SLIPS + 1):
            self._read(number, data)
        return data

    @property
    def typed(self) -> str:
        numbers = (n for number in range(1, MOST_SLIPS + 1) for n in _all_fields(number))
        typed = (self.cleaned().get(name) for name in numbers)
        return "-".join("" if number is None else str(number) for number in typed)

    def lines(self) -> list["SlipLine"]:
        return [self._line(number) for number in range(1, MOST_SLIPS + 1)]

    @property
    def more_lines_filled(self) -> bool:
        return any(self[n].value() for line in (2, 3) for n in _all_fields(line))

    def _line(self, number: int) -> "SlipLine":
        capots = [self[name] for name in capots_fields(number)]
        return SlipLine(
            totals=[self[name] for name in line_fields(number)],
            capots=capots,
            has_capots=any(field.errors or field.value() not in {None, ""} for field in capots),
        )

    def _read(self, number: int, data: dict[str, Any]) -> None:
        names, every = line_fields(number), _all_fields(number)
        is_empty = all(data.get(name) is None for name in every)
        if number > 1 and is_empty and not self._wrong(every):
            return
        values = [data.get(name) for name in names]
        for name, value in zip(names, values, strict=True):
            if value is None and not self.has_error(name):
                self.add_error(name, _("Write a number."))
        if self._wrong(every) or self.ruleset is None:
            return
        hands, a, b = (int(value or 0) for value in values)
        capots_a, capots_b = (data.get(name) for name in capots_fields(number))
        slip = Slip(
            hands=hands,
            total_a=a,
            total_b=b,
            ended=self.is_ended(self.ruleset),
            seen=ReportedCounts(capots_a=capots_a, capots_b=capots_b),
        )
        if wrong := capots_text(self.ruleset, hands, a, b, seen=slip.seen):
            for side, problem in wrong:
                self.add_error(capots_field(side, number), problem)
        elif problems := self.judge(self.ruleset, slip):
            self.add_error(names[1], problems)
        else:
            self.slips.append(slip)

    def _wrong(self, names: Sequence[str]) -> bool:
        return any(self.has_error(name) for name in names)


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipLine:
    """The fields of one slip; `has_capots` if some were typed."""

    totals: Sequence[forms.BoundField]
    capots: Sequence[forms.BoundField]
    has_capots: bool

    @property
    def fields(self) -> Sequence[forms.BoundField]:
        return [*self.totals, *self.capots]


class SlipForm(TotalsForm, SeatsForm):
    """A slip of a new game."""

    ruleset_key = forms.ChoiceField(label=gettext_lazy("Under which rules?"))

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


class SlipEditForm(TotalsForm, SeatsForm):
    """The totals and names of a stored slip."""

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        del self.fields["first_dealer"], self.fields["table_number"]

    @property
    def ruleset(self) -> RuleSet:
        return self.game.ruleset


def total_field(side: Side, number: int) -> str:
    return f"total_{side.value.lower()}_{number}"


def line_fields(number: int) -> list[str]:
    return [f"hands_{number}", *(total_field(side, number) for side in Side)]


def capots_field(side: Side, number: int) -> str:
    return f"capots_{side.value.lower()}_{number}"


def capots_fields(number: int) -> list[str]:
    return [capots_field(side, number) for side in Side]


def _all_fields(number: int) -> list[str]:
    return [*line_fields(number), *capots_fields(number)]


def initial_of_slips(game: Game) -> dict[str, Any]:
    initial: dict[str, Any] = {"stopped_early": bool(game.stop_reason)}
    for slip in game.slips.all():
        initial |= {
            f"hands_{slip.number}": slip.hands,
            total_field(Side.A, slip.number): slip.total_a,
            total_field(Side.B, slip.number): slip.total_b,
            capots_field(Side.A, slip.number): slip.capots_a,
            capots_field(Side.B, slip.number): slip.capots_b,
        }
    return initial
