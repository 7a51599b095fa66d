"""Texts of the till."""

from collections.abc import Iterable, Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.audit_log.actions.money import MEANS_WORDS, WHAT_WORDS
from tournaments.cash.book import UNPRICED, What
from tournaments.cash.fund import PriceShare, RoundingWay
from tournaments.cash.purses import PaidItem
from tournaments.contests.labels import plain_euros
from tournaments.entries.labels import euros_text

WAY_LABELS: Final[Mapping[str, object]] = {
    RoundingWay.DOWN: gettext_lazy("Down"),
    RoundingWay.NEAREST: gettext_lazy("To the nearest"),
}


def what_label(what: str) -> str:
    return _(WHAT_WORDS[what])


def means_label(means: str) -> str:
    return _(MEANS_WORDS[means]) if means else ""


def items_text(items: Iterable[PaidItem]) -> str:
    """Return items as text: "2 × Meal, Fee"."""
    named = ((item.count, item.name or _("Fee")) for item in items if item.name != UNPRICED)
    return ", ".join(f"{count} × {name}" if count > 1 else name for count, name in named)


def moved_text(cents: int) -> str:
    """Return an amount that came in or went out: "+ 10 €", "− 5 €"."""
    sign = "" if cents <= 0 else "+"
    return f"{sign}{euros_text(cents)}"


def share_text(share: PriceShare | None) -> str:
    """Return the part of a price for the prizes as typed: "8", "80 %"."""
    if share is None:
        return ""
    return f"{share.percent} %" if share.percent else plain_euros(share.cents) or "0"


def step_label(step: int) -> str:
    """Return the unit to which the fund is rounded."""
    return _("1 cent") if step == 1 else euros_text(step)


def receipt_title(what: str) -> str:
    """Return the title of a receipt."""
    return _("Receipt for a refund") if what == What.REFUND else _("Receipt")
