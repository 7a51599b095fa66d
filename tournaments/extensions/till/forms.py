"""Forms of the till: amounts, lines of the cash book, coins, prices."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.widgets import NameField, NumberField, offer
from tournaments.audit_log.replay.money_fields import COINS
from tournaments.cash.book import Means, What
from tournaments.cash.fund import STEPS, Price, Prices, PriceShare, RoundingWay
from tournaments.cash.purses import PaidItem
from tournaments.contests.forms import MOST_CENTS, read_cents
from tournaments.contests.labels import plain_euros
from tournaments.entries.labels import euros_text
from tournaments.extensions.till.labels import (
    WAY_LABELS,
    means_label,
    share_text,
    step_label,
    what_label,
)
from tournaments.extensions.till.services import NewLine

MOST_OF_ONE: Final = 999
NEW_PRICES: Final = 3
_PERCENT: Final = re.compile(r"(\d{1,3})\s*%")


class _AmountField(forms.Field):
    """A text input for amounts of money."""

    widget = forms.TextInput

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        css = "input input--short"
        return {"inputmode": "decimal", "autocomplete": "off", "maxlength": "14", "class": css}


class EurosField(_AmountField):
    """An amount in euros as whole cents; None if empty."""

    def to_python(self, value: Any) -> int | None:
        text = str(value or "").strip()
        return read_cents(text) if text else None


class ShareField(_AmountField):
    """The part of a price for the prizes: an amount in euros, or a percentage."""

    def to_python(self, value: Any) -> PriceShare | None:
        text = str(value or "").strip()
        if found := _PERCENT.fullmatch(text):
            if int(found[1]) > 100:
                raise forms.ValidationError(_("The prizes cannot get more than the whole amount."))
            return PriceShare(percent=int(found[1]))
        return PriceShare(cents=read_cents(text)) if text else None


def _note() -> forms.CharField:
    return NameField(
        label=gettext_lazy("Note"),
        max_length=200,
        required=False,
        widget=forms.TextInput({"autocomplete": "off"}),
    )


class LineForm(forms.Form):
    """A line of one kind in the cash book, for an entry or without one."""

    amount = EurosField(label=gettext_lazy("Amount in euros"))
    means = forms.ChoiceField(
        label=gettext_lazy("How is it paid?"), widget=forms.RadioSelect, initial=Means.CASH
    )
    person = forms.TypedChoiceField(
        label=gettext_lazy("Who?"), coerce=int, empty_value=None, required=False
    )
    note = _note()

    def __init__(
        self,
        *args: Any,
        what: What,
        entry: int | None = None,
        names: Sequence[str] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **{"prefix": what.value, **kwargs})
        self.what, self.entry = what, entry
        # The till starts with cash only, to give change.
        by = [Means.CASH] if what is What.FLOAT else Means
        offer(self, "means", [(one.value, means_label(one).capitalize()) for one in by])
        offer(self, "person", [("", _("The team")), *enumerate(names, start=1)])
        if what is What.FREE:
            del self.fields["means"]
        if what is What.FLOAT:
            self.fields["means"].widget = forms.HiddenInput()
        if len(names) < 2:
            del self.fields["person"]
        if what in {What.EXPENSE, What.GIFT} or (what is What.PAYMENT and entry is None):
            texts = {
                What.EXPENSE: _("What for? For instance: ham, hall, drinks."),
                What.GIFT: _("Who gives it?"),
                What.PAYMENT: _("What for? For instance: drinks."),
            }
            self.fields["note"].help_text = texts[what]
            self.fields["note"].required = what is not What.PAYMENT

    @property
    def note_is_optional(self) -> bool:
        return not self.fields["note"].required

    @property
    def title(self) -> str:
        return what_label(self.what)

    def clean_amount(self) -> int | None:
        cents: int | None = self.cleaned_data["amount"]
        if cents == 0:
            raise forms.ValidationError(_("Type an amount above zero."))
        return cents

    @property
    def line(self) -> NewLine:
        data = self.cleaned_data
        return NewLine(
            what=self.what,
            cents=data["amount"],
            means=Means(data.get("means") or Means.CASH),
            entry=self.entry,
            person=data.get("person"),
            note=data["note"],
        )


class SaleForm(LineForm):
    """A sale to somebody who is in no entry: an item with a price, or any other."""

    price = forms.ChoiceField(label=gettext_lazy("What is sold?"))
    count = NumberField(
        label=gettext_lazy("How many?"),
        min_value=1,
        max_value=MOST_OF_ONE,
        initial=1,
        css="input input--short",
    )
    field_order = ("price", "count", "amount", "means", "note")
    items: tuple[PaidItem, ...] = ()

    def __init__(self, *args: Any, prices: Prices, **kwargs: Any) -> None:
        super().__init__(*args, what=What.PAYMENT, **kwargs)
        self.prices = prices.others
        listed = [
            (str(place), f"{one.name} · {euros_text(one.cents)}")
            for place, one in enumerate(self.prices)
        ]
        offer(self, "price", [*listed, ("", _("Something else"))])
        self.fields["price"].required = self.fields["amount"].required = False
        self.fields["amount"].help_text = _("Only for something else.")
        if not self.prices:
            del self.fields["price"], self.fields["count"]
            self.fields["amount"].help_text = ""

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("price"):
            chosen = self.prices[int(data["price"])]
            self.items = (PaidItem(chosen.name, data.get("count") or 1, chosen.cents),)
            data["amount"] = sum(item.sum for item in self.items)
            if not data["amount"]:
                self.add_error("price", _("It is free: there is nothing to write down."))
            elif data["amount"] > MOST_CENTS:
                self.add_error("count", _("That is too much."))
        elif "amount" not in self.errors and not data.get("amount"):
            self.add_error("amount", _("Type the amount."))
        return data

    @property
    def line(self) -> NewLine:
        data = self.cleaned_data
        return NewLine(
            what=What.PAYMENT,
            cents=data["amount"],
            means=Means(data["means"]),
            note=data["note"],
            items=self.items,
        )


class OwedForm(forms.Form):
    """What an entry owes: the number of each item; empty means the fee."""

    def __init__(
        self, *args: Any, fee: int, prices: Prices, items: Sequence[PaidItem], **kwargs: Any
    ) -> None:
        super().__init__(*args, **{"prefix": "owed", **kwargs})
        listed = [PaidItem("", 1, fee)] if fee else []
        listed += [PaidItem(one.name, 1, one.cents) for one in prices.others]
        # Items at a former price are offered as long as the entry owes them.
        before = {one.name: one for one in items}
        listed += [one for name, one in before.items() if name not in {own.name for own in listed}]
        # After two entries were joined they may owe the same item twice.
        had: Counter[str] = Counter()
        for item in items:
            had[item.name] += item.count
        if fee and not items:
            had[""] = 1
        self.listed = listed
        for place, item in enumerate(listed):
            self.fields[f"count_{place}"] = NumberField(
                label=f"{item.name or _('Fee')} · {euros_text(item.cents)}",
                required=False,
                min_value=0,
                max_value=MOST_OF_ONE,
                initial=had[item.name] or "",
                css="input input--short",
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors and sum(item.sum for item in self.items) > MOST_CENTS:
            raise forms.ValidationError(_("That is too much."))
        return data

    @property
    def items(self) -> list[PaidItem]:
        counted = [
            replace(item, count=count)
            for place, item in enumerate(self.listed)
            if (count := self.cleaned_data[f"count_{place}"])
        ]
        is_fee = [(item.name, item.count) for item in counted] == [("", 1)]
        return [] if is_fee else counted


class CounterForm(forms.Form):
    """Why a line is cancelled."""

    note = _note()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["note"].label = _("Why is it reversed?")


class CountForm(forms.Form):
    """The cash in the till, coin by coin or as a sum."""

    sum = EurosField(label=gettext_lazy("Amount in euros"), required=False)
    note = _note()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for cents in COINS:
            self.fields[f"coin_{cents}"] = NumberField(
                label=euros_text(cents),
                required=False,
                min_value=0,
                max_value=32_767,
                css="input input--short",
            )

    @property
    def coins(self) -> list[forms.BoundField]:
        return [self[f"coin_{cents}"] for cents in COINS]

    @property
    def counted(self) -> dict[int, int]:
        """Return the number of each coin and note."""
        data = self.cleaned_data
        return {cents: count for cents in COINS if (count := data.get(f"coin_{cents}"))}

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        by_coins = sum(cents * count for cents, count in self.counted.items())
        if self.errors:
            return data
        if data["sum"] is None and not self.counted:
            self.add_error("sum", _("Type the sum, or how many there are of each coin and note."))
        elif self.counted and data["sum"] not in (None, by_coins):
            text = _("The coins and notes come to %(sum)s. Give only one of the two.")
            self.add_error("sum", text % {"sum": euros_text(by_coins)})
        data["cents"] = by_coins if self.counted else data.get("sum")
        return data


class PriceForm(forms.Form):
    """An item for sale: name, price, and the part for the prizes."""

    name = NameField(label=gettext_lazy("Name"), max_length=80, required=False)
    cents = EurosField(label=gettext_lazy("Price in euros"), required=False)
    share = ShareField(label=gettext_lazy("For the prizes"), required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if bool(data.get("name")) != (data.get("cents") is not None) and not self.errors:
            lacking = "cents" if data.get("name") else "name"
            self.add_error(lacking, _("Type both: what it is and what it costs."))
        return data


class PricesForm(forms.Form):
    """The part of the fee for the prizes, and how the fund is rounded."""

    share = ShareField(
        label=gettext_lazy("Share of each fee for the prizes"),
        help_text=gettext_lazy("An amount like 8, or a share like 80 %."),
        required=False,
    )
    step = forms.TypedChoiceField(
        label=gettext_lazy("The prize fund is rounded to"), coerce=int, widget=forms.RadioSelect
    )
    way = forms.ChoiceField(
        label=gettext_lazy("Rounded"),
        choices=[*WAY_LABELS.items()],
        widget=forms.RadioSelect,
    )

    def __init__(self, data: Any = None, *, prices: Prices, fee: int) -> None:
        initial = {"share": share_text(prices.fee), "step": prices.step, "way": prices.way}
        super().__init__(data, initial=initial)
        offer(self, "step", [(one, step_label(one)) for one in STEPS])
        if not fee:
            del self.fields["share"]
        had = [
            {
                "name": one.name,
                "cents": plain_euros(one.cents) or "0",
                "share": share_text(one.share) if one.share != PriceShare() else "",
            }
            for one in prices.others
        ]
        rows = range(len(had) + NEW_PRICES)
        self.rows = [
            PriceForm(data, prefix=f"price-{row}", initial=had[row] if row < len(had) else None)
            for row in rows
        ]

    def is_valid(self) -> bool:
        return super().is_valid() and not any(row.errors for row in self.rows)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for row in self.rows:
            for field, errors in row.errors.items():
                label = row.fields[field].label
                self.add_error(None, f"{label}: {errors[0]}")
        names = [name for row in self.rows if (name := row.cleaned_data.get("name"))]
        if len({name.casefold() for name in names}) < len(names):
            self.add_error(None, _("Two prices have the same name."))
        return data

    @property
    def prices(self) -> Prices:
        data = self.cleaned_data
        typed = [row.cleaned_data for row in self.rows if row.cleaned_data.get("name")]
        return Prices(
            fee=data.get("share"),
            others=tuple(
                Price(one["name"], one["cents"], one["share"] or PriceShare()) for one in typed
            ),
            step=data["step"],
            way=RoundingWay(data["way"]),
        )
