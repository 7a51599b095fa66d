"""Forms of a club's rule set: its name, every rule, and the club's table practice."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.services.players import tidy_name
from scorekeeper.engine.relevance import OF_BIDS, without_silent
from scorekeeper.engine.rulesets import (
    FORMAT_LIMITS,
    NUMBER_LIMITS,
    OPTIONAL_NUMBERS,
    RuleSet,
    RuleSetError,
)
from scorekeeper.engine.sources import NOT_SAID
from scorekeeper.engine.warnings import unusual
from scorekeeper.labels.phone import PRACTICE_CHOICE_LABELS, PRACTICE_LABELS
from scorekeeper.labels.problems import warning_texts
from scorekeeper.labels.rules import (
    CHOICE_LABELS,
    FIELD_HINTS,
    FIELD_LABELS,
    RULE_GROUPS,
    ruleset_error_text,
)
from scorekeeper.models.clubs import NAME_LENGTH
from scorekeeper.rules.queries import RuleSetChoice
from scorekeeper.widgets import NameField, NumberField, TidyNameField

PRACTICE_PREFIX: Final = "practice_"
OWN_WORDS: Final = "own"
OWN_WORDS_LENGTH: Final = 100
FORMAT_FIELDS: Final = tuple(FORMAT_LIMITS)
ROOM_FOR_SPACES: Final = 2
SHORT_TILE: Final = 24

_NO_BIDS: Final = "bidding=none"
_BIDS: Final = "bidding=points_and_bid|points|bid_only"
_CARDS_MARKED: Final = "bidding=points_and_bid|points"
_BID_MARKED: Final = "bidding=points_and_bid|bid_only"
_LITIGE: Final = f"{_NO_BIDS} on_equality=litige"
_ROUNDED: Final = "rounding!=none|total_only"
_DECLARED: Final = "declarations=True"
NEEDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(OF_BIDS, _BIDS),
    "compared": _NO_BIDS,
    "on_equality": _NO_BIDS,
    "held": _LITIGE,
    "held_at_end": _LITIGE,
    "judged_on": _ROUNDED,
    "last_hand_exact": f"{_BIDS} {_ROUNDED} judged_on=exact target!=",
    "capot_points": "bidding=none|points_and_bid|points",
    **dict.fromkeys(("unannounced_capot", "defence_capot", "doubled_defence"), _CARDS_MARKED),
    "capot_bid_points": (
        f"{_BID_MARKED} capot_bid_flat=False; {_BID_MARKED} capot_bid_made=; "
        f"{_BID_MARKED} capot_bid_failed=; bidding=points capot_bid_flat=False capot_bid_made!=; "
        "bidding=points capot_bid_flat=False capot_bid_failed!="
    ),
    "capot_bid_flat": f"{_BIDS} capot_bid_made!=; {_BIDS} capot_bid_failed!=",
    "belote_marked": "belote_points!=0",
    "all_trump_belotes": f"{_BIDS} all_trump!=not_played belote_points!=0",
    **dict.fromkeys(
        ("declarations_count", "declarations_of_losers", "declarations_tie"), _DECLARED
    ),
    "both_reach": "target!=",
    f"{PRACTICE_PREFIX}rest_of_pack": _NO_BIDS,
}
"""When a field applies, for the page that hides the others: conditions as field=value|value, which
must all hold; `!=` excludes the values, `;` separates alternatives. The engine decides the same in
`relevant_fields`."""

PART_NEEDS: Final = {"doubles": _BIDS, "trumps": _BIDS}
"""When a whole part of the page applies."""


class RuleSetNameForm(forms.Form):
    """The name of a club's rule set."""

    name = TidyNameField(
        label=_("Name"),
        max_length=NAME_LENGTH,
        help_text=_("So that everybody finds it, for example “Thursdays, to 1000”."),
        error_messages={"required": _("Give the rule set a name.")},
        widget=forms.TextInput({"autocomplete": "off"}),
    )


class OwnWordsWidget(forms.MultiWidget):
    """A choice of the usual practices, and a line for the club's own words."""

    def __init__(self, choices: Sequence[tuple[str, Any]], label: Any) -> None:
        words = {
            "maxlength": str(OWN_WORDS_LENGTH),
            "autocomplete": "off",
            "aria-label": label,
            "placeholder": _("In our own words"),
            "data-own-words": True,
        }
        super().__init__({"": forms.Select(choices=choices), "words": forms.TextInput(words)})

    def decompress(self, value: str | None) -> list[str]:
        select = self.widgets[0]
        assert isinstance(select, forms.Select)
        if value in [code for code, _label in select.choices]:
            return [value or NOT_SAID, ""]
        return [OWN_WORDS, value or ""]

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        context["widget"]["subwidgets"][0]["attrs"]["id"] = context["widget"]["attrs"].get("id")
        return context

    def id_for_label(self, id_: str) -> str:
        return id_


class PracticeField(forms.MultiValueField):
    """A table practice: one of the codes or the club's own words, which take precedence."""

    default_error_messages = {
        "words_missing": _("Write how you play, or choose one of the others.")
    }

    def __init__(self, field: str) -> None:
        label = PRACTICE_LABELS[field]
        choices = [
            (NOT_SAID, _("Not said")),
            *PRACTICE_CHOICE_LABELS[field].items(),
            (OWN_WORDS, _("In our own words:")),
        ]
        super().__init__(
            fields=(
                forms.ChoiceField(
                    choices=choices,
                    required=False,
                    error_messages={
                        "invalid_choice": _("Choose one of the values that are offered.")
                    },
                ),
                NameField(max_length=OWN_WORDS_LENGTH, required=False),
            ),
            label=label,
            required=False,
            require_all_fields=False,
            widget=OwnWordsWidget(choices, label),
        )

    def compress(self, data_list: list[str]) -> str:
        """Return the stored value: a code, the club's words, or an empty string."""
        choice, words = data_list or (NOT_SAID, "")
        words = tidy_name(words)
        if choice == OWN_WORDS and not words:
            raise forms.ValidationError(self.error_messages["words_missing"], "words_missing")
        return words or choice


@dataclass(frozen=True, slots=True)
class ShownPart:
    """A titled group of fields."""

    name: str
    title: str
    fields: Sequence["ShownField"]
    needs: str = ""


@dataclass(frozen=True, slots=True)
class ShownField:
    """A field of the form, and the condition under which it applies."""

    bound: forms.BoundField
    needs: str = ""

    @property
    def tiles(self) -> str:
        """Return the number of tiles in a row: two if the labels are short."""
        labels = CHOICE_LABELS.get(self.bound.name, {}).values()
        is_short = all(len(str(label)) <= SHORT_TILE for label in labels)
        return "2" if labels and is_short else ""


class RuleSetForm(RuleSetNameForm):
    """Every rule of a rule set, and its table practice.

    After `is_valid`, `ruleset` is the composed rule set, None if the engine refuses it or a rule is
    missing; the name and the practice may still be invalid. Values that do not apply under the
    others are set to their defaults; `typed_rules` has them as typed. `warnings` are sentences
    about unusual rules, until they are confirmed.
    """

    field_order = ("name",)

    def __init__(self, data: QueryDict | None = None, *, choice: RuleSetChoice) -> None:
        super().__init__(data, initial=_initial(choice))
        self.ruleset: RuleSet | None = None
        self.typed_rules: RuleSet | None = None
        for name in CHOICE_LABELS:
            self.fields[name] = _choice_field(name)
        for name in (*NUMBER_LIMITS, *FORMAT_FIELDS):
            self.fields[name] = _number_field(name)
        for name in PRACTICE_LABELS:
            self.fields[PRACTICE_PREFIX + name] = PracticeField(name)

    def clean(self) -> dict[str, Any]:
        """Build the rule set from the valid fields; add the engine's errors."""
        data = super().clean() or {}
        rules = (*CHOICE_LABELS, *NUMBER_LIMITS)
        values = {name: data[name] for name in rules if name in data}
        if not any(self.has_error(name) for name in FORMAT_FIELDS):
            values["format"] = {name: data[name] for name in FORMAT_FIELDS}
        try:
            ruleset = RuleSet.from_values(values)
        except RuleSetError as error:
            for name, code in error.errors.items():
                self.add_error(name, ruleset_error_text(name, code))
        else:
            if not self.rule_errors:
                self.typed_rules, self.ruleset = ruleset, without_silent(ruleset)
        return data

    @property
    def rule_errors(self) -> list[str]:
        names = (*CHOICE_LABELS, *NUMBER_LIMITS, *FORMAT_FIELDS)
        return [
            f"{self.fields[name].label}: {error}"
            for name in names
            for error in self.errors.get(name, ())
        ]

    @property
    def confirm_value(self) -> str:
        """Return the value with which the page confirms everything unusual."""
        return ",".join(unusual(self.typed_rules)) if self.typed_rules else ""

    @property
    def warnings(self) -> list[str]:
        """Return sentences about unusual rules, nothing if exactly these were confirmed."""
        asked = self.confirm_value
        if self.typed_rules is None or not asked or self.data.get("confirmed") == asked:
            return []
        return warning_texts(self.typed_rules)

    @property
    def practice(self) -> dict[str, str]:
        """Return the table practice without empty values."""
        texts = {name: self.cleaned_data[PRACTICE_PREFIX + name] for name in PRACTICE_LABELS}
        return {name: text for name, text in texts.items() if text != NOT_SAID}

    @property
    def parts(self) -> list[ShownPart]:
        """Return the groups of fields, in the order of the page."""
        return [
            ShownPart(name, str(title), self._shown(fields), PART_NEEDS.get(name, ""))
            for name, (title, fields) in RULE_GROUPS.items()
        ]

    @property
    def practice_fields(self) -> list[ShownField]:
        return self._shown([PRACTICE_PREFIX + name for name in PRACTICE_LABELS])

    def _shown(self, names: Iterable[str]) -> list[ShownField]:
        return [
            ShownField(self[name], NEEDS.get(name, "")) for name in names if name in self.fields
        ]


def _initial(choice: RuleSetChoice) -> dict[str, Any]:
    values = choice.ruleset.as_values()
    practice = {
        PRACTICE_PREFIX + name: choice.practice.get(name, NOT_SAID) for name in PRACTICE_LABELS
    }
    return {"name": choice.name, **values.pop("format"), **values, **practice}


def _choice_field(name: str) -> forms.Field:
    labels = CHOICE_LABELS[name]
    yes_or_no = all(isinstance(value, bool) for value in labels)
    wrong = ruleset_error_text(name, "unknown_value")
    return forms.TypedChoiceField(
        label=FIELD_LABELS[name],
        help_text=FIELD_HINTS.get(name, ""),
        choices=[(str(value), label) for value, label in labels.items()],
        coerce=(lambda text: text == "True") if yes_or_no else str,
        widget=forms.RadioSelect,
        error_messages={"required": wrong, "invalid_choice": wrong},
    )


def _number_field(name: str) -> forms.Field:
    _lowest, highest = NUMBER_LIMITS.get(name) or (1, FORMAT_LIMITS[name])
    wrong = ruleset_error_text(name, "out_of_range")
    return NumberField(
        label=FIELD_LABELS[name],
        help_text=FIELD_HINTS.get(name, ""),
        required=name not in ("target", "hands", *OPTIONAL_NUMBERS),
        widget=forms.TextInput({"maxlength": str(len(str(highest)) + ROOM_FOR_SPACES)}),
        error_messages={"required": wrong, "invalid": wrong},
    )
