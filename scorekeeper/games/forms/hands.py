"""Forms for hands and penalty hands, and the questions about unusual results."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scorekeeper.clubs.names import short_names, shown_names
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
from scorekeeper.engine.choices import AllTrumpBelotes, DeclarationsTie, PenaltyMarks
from scorekeeper.engine.columns import read_declaration
from scorekeeper.engine.counts import Meaning, slip_of
from scorekeeper.engine.declarations import LENGTHS, card_is_impossible
from scorekeeper.engine.hand import (
    Contract,
    Declaration,
    DeclarationKind,
    HandEntry,
    Multiplier,
    Seat,
    Side,
    Trump,
)
from scorekeeper.engine.rulesets import RuleSet
from scorekeeper.engine.tally import Tally
from scorekeeper.games.queries.sheets import GameSheet, ScoredHand
from scorekeeper.games.services.hands import HandInput
from scorekeeper.labels.hands import (
    HIGH_LABELS,
    bid_label,
    declaration_label,
    multiplier_key,
    multiplier_label,
    trump_label,
)
from scorekeeper.labels.problems import (
    ANSWER_TEXTS,
    QUESTION_TITLES,
    answer_outcome_text,
    problem_text,
)
from scorekeeper.models import Hand
from scorekeeper.models.hands import tally_hands
from scorekeeper.widgets import NameField, NumberField, PointsInput, SideRadioSelect, offer


@dataclass(frozen=True, slots=True)
class CountAnswer:
    """An answer button: its text and the resulting hand; `key` identifies it."""

    key: str
    side: Side | None
    text: str
    outcome: str
    entry: HandEntry


@dataclass(frozen=True, slots=True)
class CountQuestion:
    """A question and its answer buttons."""

    title: str
    text: str
    answers: list[CountAnswer]


def as_answered(
    entry: HandEntry, sheet: GameSheet, index: int, key: str
) -> tuple[HandEntry, CountQuestion | None]:
    """Return the hand according to the answer about its counts, or the question if it is open."""
    asked = _question(entry, sheet, index)
    for answer in asked.answers if asked else ():
        if answer.key == key:
            return answer.entry, None
    return entry, asked


def _question(entry: HandEntry, sheet: GameSheet, index: int) -> CountQuestion | None:
    """Return the question to ask about a hand in that place of the sheet."""
    slip = slip_of(entry, sheet.ruleset)
    if slip is None:
        return None
    problem = next(one for one in check(entry, sheet.ruleset) if one.code is slip.code)
    before = tally_hands(sheet.game, sheet.hands[:index])
    said = ANSWER_TEXTS.get(slip.code)
    return CountQuestion(
        title=str(QUESTION_TITLES[slip.code]),
        text=problem_text(problem, sheet.sides),
        answers=[
            CountAnswer(
                # The hand was edited since the question was asked, so the answer no longer applies.
                key=f"{slip.code}-{one.side or ''}-{one.entry.card_points}",
                side=one.side,
                text=str(said) if said or not one.side else sheet.sides[one.side],
                outcome=_outcome(one, before),
                entry=one.entry,
            )
            for one in slip.meanings
        ],
    )


def _outcome(meant: Meaning, before: Tally) -> str:
    """Return the card points of both sides, A first, and what the sides score for them."""
    own = meant.entry.card_points or 0
    both = [own, whole_of(meant.entry, before.ruleset) - own]
    if meant.entry.takers is Side.B:
        both.reverse()
    scored = before.score_of(meant.entry)
    return answer_outcome_text(both, [scored.points(side) for side in Side])


DECLARED: Final = "declared_"
LEAST_DECLARED: Final = 6
"""How many declarations there is room for; a hand that has more is shown with one to spare."""


def declared_field(number: int) -> str:
    return f"{DECLARED}{number}"


def further_field(side: Side) -> str:
    """Return the field for further belotes, which are possible in all trump."""
    return f"further_{side.value.lower()}"


def declared_value(shown: Declaration) -> str:
    """Return a declaration as a form value: "A:tierce:king"."""
    return ":".join(filter(None, [shown.side, shown.kind, shown.high]))


def declarations_to_choose(
    sides: Mapping[Side, str],
) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield what each side can declare, grouped by the names of the side."""
    for side in Side:
        shown = [Declaration(side=side, kind=kind) for kind in DeclarationKind]
        shown += [
            Declaration(side=side, kind=kind, high=high)
            for kind, high in product(LENGTHS, HIGH_LABELS)
        ]
        shown.sort(key=lambda one: list(DeclarationKind).index(one.kind))
        possible = [one for one in shown if not card_is_impossible(one)]
        yield sides[side], [(declared_value(one), declaration_label(one)) for one in possible]


def tie_text(rules: RuleSet) -> str:
    """Return the sentence about declarations that are equal to the last card."""
    if rules.declarations_tie is DeclarationsTie.NOBODY:
        return _(
            "Only that side scores. Equal to the last card, trumps too: nobody scores, leave "
            "both out."
        )
    return _(
        "Only that side scores. Equal to the last card, trumps too: the side that spoke first."
    )


def typed_values(form: forms.Form) -> list[tuple[str, str]]:
    """Return each field's label with what was typed or chosen."""
    return [
        (str(field.label), text) for field in form if not field.is_hidden and (text := _text(field))
    ]


def _text(field: forms.BoundField) -> str:
    value = field.data
    if value in (None, "", []) or value == str(field.field.initial):
        return ""
    if isinstance(field.field, forms.ChoiceField):
        labels = {str(key): label for key, label in field.field.widget.choices}
        return str(labels.get(str(value), ""))
    return "✓" if value is True else str(value)


_POINT_CODES: Final = (
    ProblemCode.POINTS_OUT_OF_RANGE,
    ProblemCode.POINTS_IMPOSSIBLE,
    ProblemCode.POINTS_MISSING,
)


class HandEntryForm(forms.Form):
    """Base of the forms for both kinds of hands: the page's state, and problems on their fields."""

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
        """Take the sheet, and the number of the hand to correct."""
        super().__init__(*args, **kwargs)
        self.sheet = sheet
        self.number = number
        self.warnings = []
        self.confirm_value = ""

    @property
    def penalty_reason(self) -> str:
        return ""

    @property
    def written(self) -> HandInput:
        return HandInput(entry=self.entry, penalty_reason=self.penalty_reason)

    def renew(self, sheet: GameSheet, state: dict[str, Any]) -> None:
        """Rebase the form on the current state of the game, keeping what was typed."""
        self.sheet = sheet
        data = self.data.dict() if isinstance(self.data, QueryDict) else dict(self.data)
        self.data = {**data, **{name: str(value) for name, value in state.items()}}

    def _report(self, entry: HandEntry) -> None:
        """Add every error of the entry to its field, and keep the warnings."""
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
        help_text=gettext_lazy("If both sides counted: it is only compared."),
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
        # A correction shows the names of the players of that hand.
        names = self.sheet.names_in(self._index + 1)
        sides = self.sheet.sides
        short = short_names(names.values())
        letters = short_names(names.values(), initials=True)
        seats = [(seat.value, shown_names(names[seat], letters)) for seat in Seat]
        order = (Seat.A1, Seat.B1, Seat.A2, Seat.B2)
        takers = [(seat.value, shown_names(names[seat], short)) for seat in order]
        both = [(side.value, shown_names(sides[side], short)) for side in Side]
        for side in Side:
            self.fields[points_field(side)].label = _("Points of %(side)s") % {"side": sides[side]}
        unknown = ("", pgettext_lazy("last trick", "Not said"))
        offer(self, "taker", takers)
        offer(self, "belote", [("", _("No belote")), *seats, *self._belote_of_a_side()])
        offer(self, "capot", [("", pgettext_lazy("capot", "No")), *both])
        if self.sheet.ruleset.bids:
            # One row without a heading.
            words = [(side, _("Capot %(side)s") % {"side": sides[side]}) for side in Side]
            offer(self, "capot", [("", _("No capot")), *words])
        offer(self, "last_trick", [unknown, *both])
        offer(self, "tricks_side", both)
        offer(self, "best_declaration", [unknown, *both])
        self._offer_rules()

    def _belote_of_a_side(self) -> list[tuple[str, str]]:
        """Return the side with the belote, for a stored hand that does not name its holder."""
        if self.number is None:
            return []
        entry = self.sheet.hands[self.number - 1].entry
        if entry.belote is None or entry.belote_seat:
            return []
        side = self.sheet.sides[entry.belote]
        return [(entry.belote.value, shown_names(side, short_names([side], initials=True)))]

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
        """Return whether a field behind "more" is filled in or has an error."""
        names = ["last_trick", "tricks", "other_count"]
        if not self.sheet.ruleset.bids:
            names.append("trump")
        return any(self[name].errors or self[name].value() for name in names)

    def _build(self, data: dict[str, Any]) -> HandEntry:
        """Return the entry. Points may be typed for either side; the other side has the rest."""
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
        """Return the takers' tricks, whichever side's tricks were counted."""
        tricks: int | None = data["tricks"]
        counted = _side(data["tricks_side"])
        if tricks is None or taker is None or counted in (None, taker.side):
            return tricks
        return TRICKS - tricks

    _typed_for_defenders = False

    def _placed(self, problem: Problem) -> tuple[str | None, str]:
        """Move a problem with the points to the field in which they were typed."""
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


def initial_of(hand: Hand, ruleset: RuleSet) -> dict[str, Any]:
    """Return the initial values for a stored hand, with the points of both sides."""
    entry = hand.entry
    if entry.takers is None or entry.card_points is None:
        return {
            "penalty": entry.penalty,
            "penalty_bid": entry.contract.bid if entry.contract else "",
            "penalty_multiplier": int(entry.contract.multiplier) if entry.contract else 0,
            "reason": "other",
            "reason_text": hand.penalty_reason,
        }
    initial: dict[str, Any] = {
        "taker": entry.taker,
        points_field(entry.takers): entry.card_points,
        points_field(entry.takers.other): whole_of(entry, ruleset) - entry.card_points,
        "belote": entry.belote_seat or entry.belote or "",
        "capot": entry.capot or "",
        "last_trick": entry.last_trick or "",
        "tricks": entry.tricks,
        "tricks_side": entry.takers or "",
        "trump": entry.trump or "",
        "other_count": entry.defenders_count,
        "bid": entry.contract.bid if entry.contract else "",
        "multiplier": int(entry.contract.multiplier) if entry.contract else 0,
        "taker_alone": entry.taker_alone,
        "best_declaration": entry.best_declaration or "",
    }
    for side in Side:
        initial[further_field(side)] = entry.further_belotes.count(side) or ""
    for number, shown in enumerate(entry.declarations, start=1):
        initial[declared_field(number)] = declared_value(shown)
    return initial


PENALTY_REASONS: Final = {
    "misdeal": gettext_lazy("Misdeal"),
    "revoke": gettext_lazy("Did not follow suit or trump"),
    "wrong_card": gettext_lazy("Card played out of turn or shown"),
    "belote": gettext_lazy("Belote wrongly announced"),
    "talk": gettext_lazy("Talking or signals"),
    "late": gettext_lazy("Late or absent"),
    "other": gettext_lazy("Something else"),
}


class PenaltyForm(HandEntryForm):
    """A penalty hand, which the referee awards to one side."""

    penalty = forms.ChoiceField(
        label=gettext_lazy("Which side is at fault?"),
        widget=SideRadioSelect,
        error_messages={"required": gettext_lazy("Say which side is at fault.")},
    )
    penalty_bid = number_choice(label=pgettext_lazy("contrée", "Bid"))
    penalty_multiplier = number_choice(label=gettext_lazy("Doubled?"))
    reason = forms.ChoiceField(
        label=gettext_lazy("What happened?"),
        choices=[("", gettext_lazy("Choose")), *PENALTY_REASONS.items()],
        error_messages={"required": gettext_lazy("Say what happened: it stays on the sheet.")},
    )
    reason_text = NameField(label=gettext_lazy("In your own words"), required=False, max_length=150)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        short = short_names(self.sheet.names.values())
        sides = [(side.value, shown_names(self.sheet.sides[side], short)) for side in Side]
        offer(self, "penalty", sides)
        rules = self.sheet.ruleset
        if rules.bids and rules.penalty_marks is PenaltyMarks.BASE_AND_BID:
            known = [(one, bid_label(one)) for one in rules.known_bids]
            offer(self, "penalty_bid", [("", _("Nobody had bid yet")), *known])
            offer(self, "penalty_multiplier", [(m.value, multiplier_label(m)) for m in Multiplier])
        else:
            del self.fields["penalty_bid"], self.fields["penalty_multiplier"]

    def clean(self) -> dict[str, Any]:
        """Require a text if no reason of the list is chosen."""
        data = super().clean() or {}
        if data.get("reason") == "other" and not data.get("reason_text"):
            self.add_error("reason_text", _("Write what happened: it stays on the sheet."))
        if not self.errors:
            self.entry = HandEntry(
                penalty=Side(data["penalty"]),
                contract=contract_of(data.get("penalty_bid"), data.get("penalty_multiplier")),
                passed_deals=self._passed_deals(),
            )
            self._report(self.entry)
        return data

    @property
    def penalty_reason(self) -> str:
        data = self.cleaned_data
        words = [] if data["reason"] == "other" else [str(PENALTY_REASONS[data["reason"]])]
        return " – ".join([*words, *filter(None, [data["reason_text"]])])


@dataclass(frozen=True, slots=True)
class Preview:
    """The score of a hand as typed so far, and its errors in `problems`."""

    scored: ScoredHand | None
    problems: list[str]
    warnings: list[str]


def preview_of(form: HandEntryForm) -> Preview:
    """Return the preview of a bound form; empty fields are no errors yet."""
    if not form.is_valid():
        problems = [
            str(error)
            for name, errors in form.errors.items()
            for error in errors
            if form.data.get(name) or name == "__all__"
        ]
        return Preview(None, problems, [])
    if form.question:
        return Preview(None, form.warnings, [])
    sheet, number = form.sheet, form.number
    earlier = sheet.hands if number is None else sheet.hands[: number - 1]
    entry = form.written.entry
    scored = sheet.score_of(entry, tally_hands(sheet.game, earlier).score_of(entry))
    return Preview(scored, [], form.warnings)
