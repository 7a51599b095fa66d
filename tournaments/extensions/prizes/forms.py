"""Forms for prizes: a pasted list, a single prize, the fund and its division."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.clubs.names import numbered_names
from scorekeeper.models.clubs import NAME_LENGTH
from scorekeeper.widgets import NameField, NumberField, offer
from tournaments.called import CalledField
from tournaments.contests.labels import plain_euros
from tournaments.extensions.prizes.labels import (
    AIM_LABELS,
    REST_LABELS,
    ROUNDING_LABELS,
    share_typed,
)
from tournaments.extensions.prizes.text_import import LONGEST_GOODS, read_money, read_prizes
from tournaments.extensions.till.forms import EurosField
from tournaments.standings.fund import Fund, Pot, Rest, ShareRounding
from tournaments.standings.prizes import (
    MOST_PLACES,
    MOST_PRIZES,
    PlanError,
    Prize,
    PrizeKind,
    PrizePlan,
)
from tournaments.tags import tag_label

LONGEST_LIST: Final = 8_000
TAGGED: Final = "tag:"


class PastedForm(forms.Form):
    """A list of prizes, one on each line."""

    prizes = NameField(
        label=gettext_lazy("Prizes, one per line"),
        help_text=gettext_lazy(
            "For instance “1st 200 €”, “2nd ham, given by the butcher”, “4-10 a bottle each”, "
            "“Last: saucisson”, “Ladies: flowers”, “Draw: a basket”. "
            "A line without a place is for the next one."
        ),
        max_length=LONGEST_LIST,
        widget=forms.Textarea({"rows": 8, "class": "input"}),
        error_messages={"required": gettext_lazy("Write at least one prize.")},
    )

    def __init__(self, *args: Any, plan: PrizePlan, tags: Collection[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.plan, self.tags = plan, tags

    def clean_prizes(self) -> list[Prize]:
        """Return the prizes; refuse lines without one."""
        found = read_prizes(
            self.cleaned_data["prizes"],
            tags=self.tags,
            key=self.plan.next_key,
            place=self.plan.next_place,
        )
        if found.wrong:
            text = _("“%(line)s”: say who it is for and what it is, as in “2nd ham”.")
            raise ValidationError([text % {"line": line} for line in found.wrong])
        refuse_too_many(len(self.plan.prizes) + len(found.prizes))
        return found.prizes


def refuse_too_many(count: int) -> None:
    """Raise ValidationError for more lines of prizes than a contest can have."""
    if count > MOST_PRIZES:
        text = _("At most %(count)d lines: several places can share one, as in “4-10 a bottle”.")
        raise ValidationError(text % {"count": MOST_PRIZES})


class PrizeForm(forms.Form):
    """One line of prizes."""

    aim = forms.ChoiceField(label=gettext_lazy("Who is it for?"))
    first = NumberField(
        label=gettext_lazy("Place"),
        help_text=gettext_lazy(
            "For a category too: 2 is the second lady. If left empty: the next place."
        ),
        min_value=1,
        max_value=MOST_PLACES,
        required=False,
        css="input input--short",
    )
    last = NumberField(
        label=gettext_lazy("up to place"),
        help_text=gettext_lazy("If several get the same."),
        min_value=1,
        max_value=MOST_PLACES,
        required=False,
        css="input input--short",
    )
    money = forms.CharField(
        label=gettext_lazy("Money"),
        help_text=gettext_lazy("An amount like 200 €, a share of the fund like 30 %, or 2 parts."),
        max_length=20,
        required=False,
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    goods = NameField(
        label=gettext_lazy("What else"),
        help_text=gettext_lazy("A ham, a cup."),
        max_length=LONGEST_GOODS,
        required=False,
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    sponsor = NameField(
        label=gettext_lazy("Who gave it"),
        max_length=NAME_LENGTH,
        required=False,
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    each = forms.BooleanField(
        label=gettext_lazy("Each player of the team gets one"), required=False
    )

    def __init__(
        self,
        *args: Any,
        plan: PrizePlan,
        prize: Prize | None,
        tags: Collection[str],
        **kwargs: Any,
    ) -> None:
        """Prepare the form for a prize of a plan, or for a new one."""
        super().__init__(*args, **{"initial": _shown(prize) if prize else {}, **kwargs})
        self.plan, self.key = plan, prize.key if prize else plan.next_key
        offered = dict.fromkeys([*tags, *([prize.tag] if prize and prize.tag else [])])
        choices = [
            (aim.value, label) for aim, label in AIM_LABELS.items() if aim is not PrizeKind.TAG
        ]
        tagged = [(f"{TAGGED}{tag}", tag_label(tag)) for tag in offered]
        offer(self, "aim", [*choices[:2], *tagged, *choices[2:]])

    def clean_money(self) -> dict[str, int]:
        text = self.cleaned_data["money"]
        try:
            money, rest = read_money(text)
        except PlanError:
            money, rest = {}, text
        if text.strip() and (rest.strip() or not any(money.values())):
            raise ValidationError(_("Write an amount like 200 €, 30 % or 2 parts."))
        return money

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        aim = data["aim"]
        first = data["first"] or (self.plan.next_place if aim == PrizeKind.PLACE else 1)
        last = data["last"] or first
        if last < first:
            self.add_error("last", _("The last place comes after the first."))
        elif not (data["money"] or data["goods"]):
            self.add_error("goods", _("Say what the prize is: money, or what else."))
        else:
            self.prize = Prize(
                key=self.key,
                aim=PrizeKind.TAG if aim.startswith(TAGGED) else PrizeKind(aim),
                tag=aim.removeprefix(TAGGED) if aim.startswith(TAGGED) else "",
                first=first,
                last=last,
                **data["money"],
                **{name: data[name] for name in ("goods", "sponsor", "each")},
            )
        return data


def _shown(prize: Prize) -> dict[str, Any]:
    """Return the initial values of a prize."""
    return {
        "aim": f"{TAGGED}{prize.tag}" if prize.tag else prize.aim.value,
        "first": prize.first,
        "last": prize.last if prize.last > prize.first else None,
        "money": share_typed(prize),
        "goods": prize.goods,
        "sponsor": prize.sponsor,
        "each": prize.each,
    }


class TermsForm(forms.Form):
    """The prizes allowed per team, the fund and its division, the pot for capots."""

    several = forms.ChoiceField(
        label=gettext_lazy("How many prizes may a team have?"),
        choices=[
            ("", gettext_lazy("One, its best")),
            ("1", gettext_lazy("Several")),
        ],
        required=False,
        widget=forms.RadioSelect,
    )
    fund = EurosField(
        required=False,
        label=gettext_lazy("Prize fund in euros"),
        help_text=gettext_lazy(
            "Shares are calculated from this amount. If left empty, it is what the till sets "
            "aside for the prizes."
        ),
    )
    rounding = forms.ChoiceField(
        label=gettext_lazy("Shares are rounded"),
        choices=[(one.value, label) for one, label in ROUNDING_LABELS.items()],
    )
    rest = forms.ChoiceField(
        label=gettext_lazy("What is left"),
        choices=[(one.value, label) for one, label in REST_LABELS.items()],
    )
    may_exceed = forms.BooleanField(
        label=gettext_lazy("Amounts may come to more than the fund: the club adds the rest"),
        required=False,
    )
    pot_each = EurosField(required=False, label=gettext_lazy("Paid for each capot, in euros"))
    pot = EurosField(
        required=False,
        label=gettext_lazy("Sum of the pot, in euros"),
        help_text=gettext_lazy(
            "With a sum alone, the capots share it. With both, a capot pays less if the sum is "
            "not enough. The pot is separate from the prize fund."
        ),
    )

    def __init__(self, *args: Any, plan: PrizePlan, has_till: bool, **kwargs: Any) -> None:
        shown = {
            "several": "1" if plan.several else "",
            "fund": plain_euros(plan.fund.cents or 0),
            "rounding": plan.fund.rounding.value,
            "rest": plan.fund.rest.value,
            "may_exceed": plan.fund.may_exceed,
            "pot": plain_euros(plan.pot.cents),
            "pot_each": plain_euros(plan.pot.each),
        }
        super().__init__(*args, **{"initial": shown, **kwargs})
        if not has_till:
            self.fields["fund"].help_text = _("Shares are calculated from this amount.")
            stays = (Rest.TILL.value, _("What rounding leaves stays with the club"))
            offer(self, "rest", [(Rest.FIRST.value, REST_LABELS[Rest.FIRST]), stays])

    def changed(self, plan: PrizePlan) -> PrizePlan:
        """Return the plan with the values of a valid form."""
        data = self.cleaned_data
        fund = Fund(
            cents=data["fund"] or None,
            rounding=ShareRounding(data["rounding"]),
            rest=Rest(data["rest"]),
            may_exceed=data["may_exceed"],
        )
        pot = Pot(cents=data["pot"] or 0, each=data["pot_each"] or 0)
        return replace(plan, several=bool(data["several"]), fund=fund, pot=pot)


class PresentForm(forms.Form):
    """Those present at a draw, and the number called in the hall if there is a secret for it."""

    present = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Who is present?"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Tick who is present.")},
    )

    called = CalledField()

    def __init__(
        self,
        *args: Any,
        entries: Collection[tuple[int, str]],
        has_secret: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        # A number that was typed while the secret was lost is refused in words.
        if not has_secret and not self.data.get("called"):
            del self.fields["called"]
        offer(
            self,
            "present",
            [(number, numbered_names(title, number)) for number, title in entries],
        )
        self.fields["present"].initial = [number for number, _title in entries]


class HandingForm(forms.Form):
    """Handing over a prize: to whom, and who took it, if that is somebody else."""

    entries = forms.CharField(max_length=200)
    note = NameField(max_length=NAME_LENGTH, required=False)

    def clean_entries(self) -> tuple[int, ...]:
        numbers = self.cleaned_data["entries"].split(",")
        if not all(number.isdecimal() and len(number) < 6 for number in numbers):
            raise ValidationError(_("The ranking has changed: look at the list again."))
        return tuple(map(int, numbers))
