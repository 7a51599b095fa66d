"""Forms for wishes: numbers of entries, numbers of tables, halls line by line."""

import re
from collections.abc import Collection, Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.models.sort_names import folded
from scorekeeper.widgets import NameField, NumberField, offer
from tournaments.draw.halls import Halls, HallsError, NamedHall, spans_of
from tournaments.draw.wishes import ALWAYS, LAST_TABLE, MOST_APART, FixedSeat, Span
from tournaments.wishes.labels import KIND_LABELS, GroupKind, rounds_text
from tournaments.wishes.services import WishedGroup

DASH: Final = re.compile(r"\s*[-–—]\s*")
ROW: Final = re.compile(r"([0-9]{1,5})(?:-([0-9]{1,5}))?")
HALL: Final = re.compile(r"(.*?)[\s:]+([0-9]{1,5})\s*(?:[-–—]|à|to)\s*([0-9]{1,5})")
MOST_SKIPPED: Final = 500
MOST_HALLS: Final = 20
LONGEST: Final = 4_000


def typed_spans(text: str) -> list[Span]:
    """Return "1-4, 7" as ranges of numbers; raises ValidationError."""
    found = []
    for part in re.split(r"[,;\s]+", DASH.sub("-", text).strip(" ,;")):
        row = ROW.fullmatch(part)
        first, last = (int(row[1]), int(row[2] or row[1])) if row else (0, 0)
        if part and not 1 <= first <= last <= LAST_TABLE:
            raise forms.ValidationError(
                _("“%(text)s” is not a number: type numbers like 3, 9, 12-14."),
                params={"text": part},
            )
        if part:
            found.append((first, last))
    return found


def _numbers(spans: Collection[Span]) -> list[int]:
    """Return the numbers in ranges; raises ValidationError if there are too many."""
    if sum(last - first + 1 for first, last in spans) > LONGEST:
        raise forms.ValidationError(_("That is too many numbers."))
    return sorted({number for first, last in spans for number in range(first, last + 1)})


class GroupForm(forms.Form):
    """Entries that should not meet: by their numbers, or all with a tag."""

    kind = forms.ChoiceField(
        label=gettext_lazy("What are they to each other?"),
        choices=[(kind.value, label) for kind, label in KIND_LABELS.items()],
    )
    numbers = forms.CharField(
        label=gettext_lazy("Their numbers"),
        help_text=gettext_lazy("For instance 3, 9 or 12-14."),
        max_length=LONGEST,
        required=False,
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    tag = forms.ChoiceField(label=gettext_lazy("or everybody in the category"), required=False)
    rounds = forms.TypedChoiceField(label=gettext_lazy("When do they stay apart?"), coerce=int)
    name = NameField(
        label=gettext_lazy("What you call them"),
        help_text=gettext_lazy("Only organisers see it."),
        max_length=80,
        required=False,
        widget=forms.TextInput({"autocomplete": "off"}),
    )

    def __init__(
        self,
        *args: Any,
        known: Collection[int],
        tagged: Mapping[str, tuple[int, ...]],
        round_count: int,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.known, self.tagged = set(known), tagged
        until = [*range(1, max(2, round_count)), ALWAYS]
        offer(self, "rounds", [(count, rounds_text(count)) for count in until])
        offer(self, "tag", [("", "–"), *((tag, tag) for tag in tagged)])
        if not tagged:
            del self.fields["tag"]

    def clean_numbers(self) -> list[int]:
        numbers = _numbers(typed_spans(self.cleaned_data["numbers"]))
        if unknown := [number for number in numbers if number not in self.known]:
            raise forms.ValidationError(
                _("No entry has the number %(number)d."), params={"number": unknown[0]}
            )
        return numbers

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if "numbers" in data:
            chosen = {*data["numbers"], *self.tagged.get(data.get("tag", ""), ())}
            if not 2 <= len(chosen) <= MOST_APART:
                text = _("Type at least two numbers, and %(most)d at most.")
                self.add_error("numbers", text % {"most": MOST_APART})
            data["entrants"] = tuple(sorted(chosen))
        return data

    @property
    def group(self) -> WishedGroup:
        data = self.cleaned_data
        return WishedGroup(
            kind=GroupKind(data["kind"]),
            name=data["name"] or data.get("tag", ""),
            entrants=data["entrants"],
            rounds=data["rounds"],
        )


class SeatForm(forms.Form):
    """An entry that needs one of some tables: by their numbers, or by the name of a hall."""

    number = NumberField(label=gettext_lazy("Number"), css="input input--short")
    tables = forms.CharField(
        label=gettext_lazy("Tables where it can sit"),
        help_text=gettext_lazy("For instance 1, or 1-4, 7, or the name of a hall."),
        max_length=200,
        widget=forms.TextInput({"autocomplete": "off"}),
    )

    def __init__(
        self,
        *args: Any,
        known: Collection[int],
        halls: Mapping[str, Span],
        there: Collection[Span],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.known, self.there = set(known), there
        self.halls = {folded(name): span for name, span in halls.items()}

    def clean_number(self) -> int:
        number: int = self.cleaned_data["number"]
        if number not in self.known:
            raise forms.ValidationError(
                _("No entry has the number %(number)d."), params={"number": number}
            )
        return number

    def clean_tables(self) -> tuple[Span, ...]:
        text = self.cleaned_data["tables"]
        if span := self.halls.get(folded(text)):
            return (span,)
        numbers = _numbers(typed_spans(text))
        if not numbers or (self.there and not any(map(self._is_there, numbers))):
            raise forms.ValidationError(_("There is no such table: look under “Tables and halls”."))
        return spans_of(numbers)

    def _is_there(self, number: int) -> bool:
        return any(first <= number <= last for first, last in self.there)

    @property
    def seat(self) -> FixedSeat:
        return FixedSeat(self.cleaned_data["number"], self.cleaned_data["tables"])


class HallsForm(forms.Form):
    """The tables: how many, which numbers are skipped, in which halls they are."""

    count = NumberField(
        label=gettext_lazy("How many tables are there?"),
        help_text=gettext_lazy("If left empty, there are as many as the draw needs."),
        min_value=1,
        max_value=LAST_TABLE,
        required=False,
        css="input input--short",
    )
    skipped = forms.CharField(
        label=gettext_lazy("Numbers to skip"),
        help_text=gettext_lazy("For instance 13, or 20-25."),
        max_length=LONGEST,
        required=False,
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    halls = forms.CharField(
        label=gettext_lazy("Halls, one per line"),
        help_text=gettext_lazy(
            "Its name and its tables, for example Small hall: 1-12. They are filled in this order."
        ),
        max_length=LONGEST,
        required=False,
        widget=forms.Textarea({"rows": 3, "class": "input"}),
    )

    def clean_skipped(self) -> tuple[int, ...]:
        numbers = _numbers(typed_spans(self.cleaned_data["skipped"]))
        if len(numbers) > MOST_SKIPPED:
            raise forms.ValidationError(_("That is too many numbers."))
        return tuple(numbers)

    def clean_halls(self) -> tuple[NamedHall, ...]:
        lines = [line.strip() for line in self.cleaned_data["halls"].splitlines() if line.strip()]
        if len(lines) > MOST_HALLS:
            raise forms.ValidationError(_("That is too many halls."))
        return tuple(map(_hall, lines))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        try:
            halls = Halls(data["count"], data["skipped"], data["halls"])
        except HallsError:
            self.add_error("halls", _("Two halls have a table of the same number."))
            return data
        self.made = halls
        return data


def _hall(line: str) -> NamedHall:
    found = HALL.fullmatch(line)
    name = " ".join(found[1].split()) if found else ""
    first, last = (int(found[2]), int(found[3])) if found else (0, 0)
    if not name or len(name) > 80 or not 1 <= first <= last <= LAST_TABLE:
        raise forms.ValidationError(
            _("“%(line)s”: write the name and the tables, like Small hall: 1-12."),
            params={"line": line},
        )
    return NamedHall(NameField().clean(name), first, last)
