"""Forms to choose the phases of a contest, and to decide a level table."""

from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.names import shown_names
from scorekeeper.widgets import NumberField, offer
from tournaments.contests.forms import MOST_ROUNDS, read_hands
from tournaments.draw.groups import LARGEST_POOL, legs_of
from tournaments.formats.phases import Phase, PhaseError, PhaseKind, Take, TakeKind, check_phases
from tournaments.models import Tournament
from tournaments.phases.labels import DECIDED_LABELS

USUAL_POOL: Final = 4
USUAL_ROUNDS: Final = 3
ROUNDS, POOLS, KNOCKOUT, OWN = "rounds", "pools", "knockout", "own"
PRESETS: Final = {
    ROUNDS: _("Rounds only"),
    POOLS: _("Pools, then brackets"),
    KNOCKOUT: _("Knock-out"),
    OWN: _("Rounds, then brackets"),
}


class PhasesForm(forms.Form):
    """Rounds for all, then pools, then brackets; each of them is optional."""

    first_rounds = NumberField(
        label=_("Rounds in which everybody plays"),
        help_text=_("Drawn by lot or by ranking, as in any contest. Empty: none."),
        required=False,
        min_value=0,
        max_value=MOST_ROUNDS,
        css="input input--short",
    )
    pool_size = NumberField(
        label=_("Teams in a pool"),
        help_text=_("Each meets each: a pool of four takes three rounds. Empty: no pools."),
        required=False,
        min_value=2,
        max_value=LARGEST_POOL,
        css="input input--short",
    )
    seeded = forms.BooleanField(
        label=_("The ranking so far makes the pools, not a lot"), required=False
    )
    knockout_rounds = NumberField(
        label=_("Rounds of the brackets"),
        help_text=_("Three rounds for 8 teams, four for 16. Empty: no brackets."),
        required=False,
        min_value=1,
        max_value=11,
        css="input input--short",
    )
    pool_first = NumberField(
        label=_("How many teams of each pool go to the main bracket?"),
        required=False,
        min_value=1,
        max_value=LARGEST_POOL,
        css="input input--short",
    )
    pool_next = NumberField(
        label=_("And how many of the best next teams, over all pools?"),
        help_text=_("The best third places, for example. Empty: none."),
        required=False,
        min_value=0,
        max_value=500,
        css="input input--short",
    )
    best = NumberField(
        label=_("How many teams of the ranking go to the main bracket?"),
        help_text=_("Empty: everybody."),
        required=False,
        min_value=2,
        max_value=2000,
        css="input input--short",
    )
    consolation = forms.BooleanField(
        label=_("The others play for the consolation"),
        help_text=_("In a bracket of their own, in the same rounds. Otherwise they are out."),
        required=False,
    )
    lucky_losers = forms.BooleanField(
        label=_("The best of the others take the free places of the main bracket"),
        help_text=_("Lucky losers: if six go on and the bracket holds eight, two more play in it."),
        required=False,
    )
    third_place = forms.BooleanField(label=_("A game for the third place"), required=False)
    hands = forms.CharField(
        label=_("Hands of each round"),
        help_text=_("One number for all of them, or one for each: 12, 12, 12, 10."),
        max_length=200,
        widget=forms.TextInput({"autocomplete": "off"}),
        error_messages={"required": _("Write one number for each round: 12, 12, 10.")},
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rounds = tournament.rounds.order_by("number")
        self.drawn = tuple(rounds.values_list("hands", flat=True))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        self.phases = self._phases(data)
        count = sum(phase.rounds for phase in self.phases)
        try:
            check_phases(self.phases, count)
        except PhaseError:
            text = gettext("These phases do not fit together: check who goes on.")
            raise ValidationError(text) from None
        if not count:
            raise ValidationError(gettext("Choose at least one round, pools or brackets."))
        self._read_hands(data, count)
        if [phase.kind for phase in self.phases] == [PhaseKind.ROUNDS]:
            self.phases = ()
        return data

    def _phases(self, data: dict[str, Any]) -> tuple[Phase, ...]:
        found = []
        if data["first_rounds"]:
            found.append(Phase(kind=PhaseKind.ROUNDS, rounds=data["first_rounds"]))
        if size := data["pool_size"]:
            seeded = data["seeded"] and bool(found)
            found.append(
                Phase(kind=PhaseKind.POOLS, rounds=legs_of(size), size=size, seeded=seeded)
            )
        if data["knockout_rounds"]:
            takes = self._takes(data, has_before=bool(found))
            found.append(
                Phase(
                    kind=PhaseKind.KNOCKOUT,
                    rounds=data["knockout_rounds"],
                    takes=takes,
                    consolation=data["consolation"] and bool(takes),
                    third_place=data["third_place"],
                    lucky_losers=data["lucky_losers"] and bool(takes),
                )
            )
        return tuple(found)

    def _takes(self, data: dict[str, Any], *, has_before: bool) -> tuple[Take, ...]:
        if data["pool_size"] and data["pool_first"]:
            first = Take(TakeKind.POOL, data["pool_first"])
            more = data["pool_next"]
            return (first, Take(TakeKind.NEXT, more)) if more else (first,)
        if data["best"] and has_before:
            return (Take(TakeKind.BEST, data["best"]),)
        return ()

    def _read_hands(self, data: dict[str, Any], count: int) -> None:
        try:
            hands = read_hands(data["hands"])
        except ValidationError as error:
            self.add_error("hands", error)
            return
        if len(hands) == 1:
            hands = (*self.drawn, *hands * count)[:count]
        if len(hands) != count:
            text = ngettext(
                "There is %(count)d round: write one number for all, or one for each.",
                "There are %(count)d rounds: write one number for all, or one for each.",
                count,
            )
            self.add_error("hands", text % {"count": count})
        self.round_hands = hands


def phases_typed(tournament: Tournament) -> dict[str, Any]:
    """Return the phases of a contest as initial values of the form."""
    found: dict[str, Any] = {}
    for phase in tournament.course:
        if phase.kind is PhaseKind.ROUNDS:
            found["first_rounds"] = phase.rounds
        elif phase.kind is PhaseKind.POOLS:
            found |= {"pool_size": phase.size, "seeded": phase.seeded}
        else:
            counts = {take.kind: take.count for take in phase.takes}
            found |= {
                "knockout_rounds": phase.rounds,
                "pool_first": counts.get(TakeKind.POOL),
                "pool_next": counts.get(TakeKind.NEXT),
                "best": counts.get(TakeKind.BEST),
                "consolation": phase.consolation,
                "third_place": phase.third_place,
                "lucky_losers": phase.lucky_losers,
            }
    return found or {"first_rounds": tournament.round_count}


def hands_typed(hands: list[int]) -> str:
    """Return the hands of each round as typed: one number if they are all the same."""
    return ", ".join(map(str, hands if len(set(hands)) > 1 else hands[:1]))


def preset(name: str, entries: int) -> dict[str, Any]:
    """Return the initial values for a preset, adapted to the number of entries."""
    everybody = entries or 16
    if name == POOLS:
        main = 2 * -(-everybody // USUAL_POOL)
        return {
            "pool_size": USUAL_POOL,
            "pool_first": 2,
            "knockout_rounds": _rounds_for(main),
            "consolation": True,
            "third_place": True,
        }
    if name == KNOCKOUT:
        return {"knockout_rounds": _rounds_for(everybody), "third_place": True}
    if name == OWN:
        main = 1 << max(1, (everybody // 2).bit_length() - 1)
        return {
            "first_rounds": USUAL_ROUNDS,
            "best": main,
            "knockout_rounds": max(_rounds_for(main), _rounds_for(everybody - main)),
            "consolation": True,
            "third_place": True,
        }
    return {"first_rounds": USUAL_ROUNDS}


def _rounds_for(entries: int) -> int:
    return max(1, (max(2, entries) - 1).bit_length())


class DecideForm(forms.Form):
    """The winner of a level table, and how that was decided."""

    winner = forms.TypedChoiceField(coerce=int, widget=forms.RadioSelect, label=_("Who goes on?"))
    by = forms.ChoiceField(
        label=_("What decided it?"), choices=list(DECIDED_LABELS.items()), widget=forms.RadioSelect
    )

    def __init__(self, *args: Any, numbers: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "winner", [(number, shown_names(title)) for number, title in numbers])
