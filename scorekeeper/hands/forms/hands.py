"""The form of one hand: from what the table saw to a HandEntry and its problems."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scorekeeper.clubs.pages.names import narrow_names, short_name
from scorekeeper.engine.cards import SUITS, TRICKS
from scorekeeper.engine.checks import (
    Problem,
    ProblemCode,
    Severity,
    check,
    check_series,
    is_played,
    whole_of,
)
from scorekeeper.engine.choices import AllTrumpBelotes
from scorekeeper.engine.columns import read_declaration
from scorekeeper.engine.hand import Contract, HandEntry, Multiplier, Seat, Side, Trump
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.hands.forms.counts import CountQuestion, as_answered
from scorekeeper.hands.forms.declared import (
    DECLARED,
    LEAST_DECLARED,
    declarations_to_choose,
    declared_field,
    further_field,
    tie_text,
)
from scorekeeper.hands.pages.sheets import GameSheet
from scorekeeper.hands.services.hands import WrittenHand
from scorekeeper.labels.hands import bid_label, multiplier_key, trump_label
from scorekeeper.labels.problems import problem_text
from scorekeeper.widgets import NumberField, PointsInput, SideRadioSelect, offer

_POINT_CODES: Final = (
    ProblemCode.POINTS_OUT_OF_RANGE,
    ProblemCode.POINTS_IMPOSSIBLE,
    ProblemCode.POINTS_MISSING,
)


class HandEntryForm(forms.Form):
    """What both kinds of hands share: the page's state, and problems beside their fields."""

    base_version = forms.IntegerField(widget=forms.HiddenInput, required=False)
    submission_key = forms.UUIDField(widget=forms.HiddenInput, required=False)
    confirmed = forms.CharField(required=False, widget=forms.HiddenInput)

    entry: HandEntry
    warnings: list[str]
    confirm_value: str
    question: CountQuestion | None = None

    def __init__(
        self, *args: Any, sheet: GameSheet, number: int | None = None, **kwargs: Any
    ) -> None:
        """Take the sheet, and the number of the hand that is corrected."""
        super().__init__(*args, **kwargs)
        self.sheet = sheet
        self.number = number
        self.warnings = []
        self.confirm_value = ""

    @property
    def penalty_reason(self) -> str:
        return ""

    @property
    def written(self) -> WrittenHand:
        return WrittenHand(entry=self.entry, penalty_reason=self.penalty_reason)

    def renew(self, sheet: GameSheet, state: dict[str, Any]) -> None:
        """Stand on the game as it is now, with what was typed kept."""
        self.sheet = sheet
        data = self.data.dict() if isinstance(self.data, QueryDict) else dict(self.data)
        self.data = {**data, **{name: str(value) for name, value in state.items()}}

    def _report(self, entry: HandEntry) -> None:
        """Put every problem of the entry beside its field, and keep the warnings."""
        earlier = [hand.entry for hand in self.sheet.hands[: self._index]]
        found = (*check(entry, self.sheet.ruleset), *check_series([*earlier, entry]))
        unusual = [problem for problem in found if problem.severity is Severity.WARNING]
        for problem in found:
            if problem.severity is Severity.ERROR:
                self.add_error(*self._placed(problem))
        self.confirm_value = ",".join(problem.code for problem in unusual)
        if unusual and self.data.get("confirmed") != self.confirm_value:
            self.warnings = [problem_text(problem) for problem in unusual]

    @property
    def _index(self) -> int:
        return len(self.sheet.hands) if self.number is None else self.number - 1

    def _passed_deals(self) -> int:
        if self.number is None:
            return self.sheet.game.passed_deals
        return self.sheet.hands[self.number - 1].passed_deals

    def _placed(self, problem: Problem) -> tuple[str | None, str]:
        text = problem_text(problem, self.sheet.sides)
        return (problem.field if problem.field in self.fields else None), text


number_choice = partial(forms.TypedChoiceField, coerce=int, empty_value=None, required=False)
_tiles = partial(number_choice, widget=forms.RadioSelect)
_sides = partial(forms.ChoiceField, widget=SideRadioSelect, required=False)


class HandForm(HandEntryForm):
    """A hand that was played."""

    taker = _sides(label=gettext_lazy("Who took?"))
    bid = _tiles(label=pgettext_lazy("contrée", "Bid"))
    multiplier = _tiles(label=gettext_lazy("Doubled?"))
    points_a = NumberField(required=False, widget=PointsInput(Side.A))
    points_b = NumberField(required=False, widget=PointsInput(Side.B))
    belote = _sides(label=gettext_lazy("Belote and rebelote"))
    capot = _sides(label=gettext_lazy("Capot"))
    taker_alone = forms.BooleanField(
        label=gettext_lazy("The taker alone won every trick"), required=False
    )
    last_trick = _sides(label=gettext_lazy("Last trick (10 points)"))
    tricks_side = _sides(label=gettext_lazy("Tricks counted for"))
    tricks = NumberField(
        label=gettext_lazy("Number of tricks"), required=False, widget=PointsInput(maxlength=1)
    )
    other_count = NumberField(
        label=gettext_lazy("The defence's own count"),
        help_text=gettext_lazy("Where both sides counted: it is only compared."),
        required=False,
        widget=PointsInput(),
    )
    trump = forms.ChoiceField(
        label=gettext_lazy("Trumps"), widget=forms.RadioSelect, required=False
    )
    further_a = _tiles()
    further_b = _tiles()
    best_declaration = _sides(label=gettext_lazy("Whose declaration is the best?"))
    answer = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Whoever corrects a hand is shown who sat there then.
        names = self.sheet.names_in(self._index + 1)
        sides = self.sheet.sides
        seats = [(seat.value, short_name(names[seat])) for seat in Seat]
        order = (Seat.A1, Seat.B1, Seat.A2, Seat.B2)
        # Above the keys of a bid there is room for one row of them.
        shown = short_name if self.sheet.ruleset.bids else narrow_names
        takers = [(s.value, shown(names[s])) for s in order]
        both = [(side.value, sides[side]) for side in Side]
        for side in Side:
            self.fields[points_field(side)].label = _("Points of %(side)s") % {"side": sides[side]}
        unknown = ("", pgettext_lazy("last trick", "Not said"))
        offer(self, "taker", takers)
        offer(self, "belote", [("", _("No belote")), *seats, *self._belote_of_a_side()])
        offer(self, "capot", [("", pgettext_lazy("capot", "No")), *both])
        if self.sheet.ruleset.bids:
            # One row without a heading.
            words = [(side, _("Capot %(side)s") % {"side": name}) for side, name in both]
            offer(self, "capot", [("", _("No capot")), *words])
        offer(self, "last_trick", [unknown, *both])
        offer(self, "tricks_side", both)
        offer(self, "best_declaration", [unknown, *both])
        self._offer_rules()

    def _belote_of_a_side(self) -> list[tuple[str, str]]:
        """Return the side that holds the belote of a stored hand which does not say who."""
        if self.number is None:
            return []
        entry = self.sheet.hands[self.number - 1].entry
        if entry.belote is None or entry.belote_seat:
            return []
        return [(entry.belote.value, self.sheet.sides[entry.belote])]

    def _offer_rules(self) -> None:
        rules = self.sheet.ruleset
        trumps = [trump for trump in Trump if is_played(trump, rules)]
        offer(
            self,
            "trump",
            [("", pgettext_lazy("last trick", "Not said"))]
            + [(trump.value, trump_label(trump)) for trump in trumps],
        )
        if rules.bids:
            offer(self, "bid", [(bid, bid_label(bid)) for bid in rules.known_bids])
            offer(self, "multiplier", [(m.value, multiplier_key(m)) for m in Multiplier])
            self.fields["multiplier"].initial = Multiplier.PLAIN.value
        else:
            del self.fields["bid"], self.fields["multiplier"]
        if not (rules.bids and rules.generale):
            del self.fields["taker_alone"]
        if not rules.belote_points:
            del self.fields["belote"]
        self._offer_further_belotes(rules)
        self._offer_declarations(rules)

    def _offer_further_belotes(self, rules: RuleSet) -> None:
        several = rules.bids and rules.all_trump_belotes is AllTrumpBelotes.UP_TO_FOUR
        for side in Side:
            name = further_field(side)
            if "belote" in self.fields and several:
                offer(
                    self, name, [("", "0"), *((number, f"+{number}") for number in range(1, SUITS))]
                )
                words = _("More belotes of %(side)s") % {"side": self.sheet.sides[side]}
                self.fields[name].label = words
            else:
                del self.fields[name]

    def _offer_declarations(self, rules: RuleSet) -> None:
        if not rules.declarations:
            del self.fields["best_declaration"]
            return
        self.fields["best_declaration"].help_text = tie_text(rules)
        stored = self.sheet.hands[self.number - 1].entry.declarations if self.number else ()
        choices = [("", "–"), *declarations_to_choose(self.sheet.sides)]
        for number in range(1, max(LEAST_DECLARED, len(stored) + 1) + 1):
            label = _("Declaration %(number)d") % {"number": number}
            self.fields[declared_field(number)] = forms.ChoiceField(
                label=label, choices=choices, required=False
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            self.entry, self.question = as_answered(
                self._build(data), self.sheet, self._index, data["answer"]
            )
            if self.question:
                self.warnings = [self.question.text]
            else:
                self._report(self.entry)
        return data

    def declaration_rows(self) -> Iterator[forms.BoundField]:
        return (self[name] for name in self.fields if name.startswith(DECLARED))

    @property
    def says_declared(self) -> bool:
        rows = [*self.declaration_rows(), self["best_declaration"]]
        return any(row.errors or row.value() for row in rows)

    @property
    def says_more(self) -> bool:
        """Return whether anything behind "more" is filled in or wrong."""
        names = ["last_trick", "tricks", "other_count"]
        if not self.sheet.ruleset.bids:
            names.append("trump")
        return any(self[name].errors or self[name].value() for name in names)

    def _build(self, data: dict[str, Any]) -> HandEntry:
        """Return the entry. Points may be typed for either side, the other is the rest."""
        taker = Seat(data["taker"]) if data["taker"] else None
        trump = Trump(data["trump"]) if data["trump"] else None
        bid = data.get("bid")
        said = data.get("belote") or ""
        holder = Seat(said) if said in list(Seat) else None
        belotes = [holder.side if holder else Side(said)] if said else []
        if trump is Trump.ALL_TRUMP:
            more = {side: data.get(further_field(side)) or 0 for side in Side}
            belotes += [side for side in Side for _again in range(more[side])]
        bare = HandEntry(taker=taker, trump=trump)
        points, count = self._takerspoints_field(data, bare)
        return HandEntry(
            taker=taker,
            card_points=points,
            defenders_count=count,
            belote=belotes[0] if belotes else None,
            belote_seat=holder,
            capot=_side(data["capot"]),
            tricks=self._takers_tricks(data, taker),
            last_trick=_side(data["last_trick"]),
            trump=trump,
            contract=contract_of(bid, data.get("multiplier")),
            taker_alone=data.get("taker_alone", False),
            declarations=tuple(
                read_declaration(value.split(":"))
                for name, value in data.items()
                if name.startswith(DECLARED) and value
            ),
            best_declaration=_side(data.get("best_declaration")),
            further_belotes=tuple(belotes[1:]),
            passed_deals=self._passed_deals(),
        )

    def _takerspoints_field(
        self, data: dict[str, Any], bare: HandEntry
    ) -> tuple[int | None, int | None]:
        whole = whole_of(bare, self.sheet.ruleset)
        takers = bare.takers or Side.A
        own, others = data[points_field(takers)], data[points_field(takers.other)]
        capot = _side(data["capot"])
        if capot and own is None and others is None:
            return (whole if capot is takers else 0), data["other_count"]
        if own is None and others is not None:
            self._typed_for_defenders = True
            return whole - others, data["other_count"]
        count = others if others is not None and own + others != whole else None
        return own, data["other_count"] if data["other_count"] is not None else count

    def _takers_tricks(self, data: dict[str, Any], taker: Seat | None) -> int | None:
        """Return the tricks of the takers, whichever side's were counted."""
        tricks: int | None = data["tricks"]
        counted = _side(data["tricks_side"])
        if tricks is None or taker is None or counted in (None, taker.side):
            return tricks
        return TRICKS - tricks

    _typed_for_defenders = False

    def _placed(self, problem: Problem) -> tuple[str | None, str]:
        """Put a problem of the points beside the field in which they were typed."""
        takers = self.entry.takers or Side.A
        if problem.field == "card_points":
            side = takers
            if self._typed_for_defenders and problem.code in _POINT_CODES:
                side = takers.other
                problem = replace(problem, value=self.cleaned_data[points_field(side)])
            return points_field(side), problem_text(problem)
        if problem.field == "defenders_count":
            typed_here = self.cleaned_data["other_count"] is not None
            place = "other_count" if typed_here else points_field(takers.other)
            return place, problem_text(problem)
        if problem.field == "declarations" and declared_field(1) in self.fields:
            return declared_field(1), problem_text(problem)
        return super()._placed(problem)


def contract_of(bid: int | None, multiplier: int | None) -> Contract | None:
    return Contract(bid=bid, multiplier=Multiplier(multiplier or 0)) if bid else None


def points_field(side: Side) -> str:
    return f"points_{side.value.lower()}"


def _side(value: str | None) -> Side | None:
    return Side(value) if value else None
