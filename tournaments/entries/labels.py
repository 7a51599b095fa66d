"""Amounts, substitutions, and warnings about a list, in words."""

from collections.abc import Iterable, Sequence
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.cash.purses import Purse
from tournaments.entries.warnings import LineWarning
from tournaments.lineups import TO_COME, Left, order_of

WARNINGS: Final = {
    LineWarning.ONE_OR_TWO: gettext_lazy("One player or two?"),
    LineWarning.HEADING: gettext_lazy("Does this line name the columns?"),
    LineWarning.NO_PERSON: gettext_lazy("Is that somebody who plays?"),
    LineWarning.PARTNER: gettext_lazy("Does a column that is not read contain a name?"),
    LineWarning.TWO_LINES: gettext_lazy("Does it belong to another line?"),
    LineWarning.TWO_NAMES: gettext_lazy(
        "Two players, or the family name and the first name of one? Say above what each column "
        "contains."
    ),
    LineWarning.MORE_THAN_NAME: gettext_lazy("Is all of it the name?"),
    LineWarning.SIDE_BY_SIDE: gettext_lazy("Are these two lists side by side?"),
    LineWarning.LICENCE: gettext_lazy("Whose is the licence number? It is not saved."),
}


def euros_text(cents: int) -> str:
    """Return an amount in euros: "12 €", "7.50 €"."""
    euros, rest = divmod(abs(cents), 100)
    amount = number_format(f"{euros}.{rest:02}" if rest else euros, force_grouping=True)
    amount = f"\N{MINUS SIGN}{amount}" if cents < 0 else amount
    # Keep the currency sign on the same line as the amount.
    return (_("%(amount)s €") % {"amount": amount}).replace(" ", "\N{NO-BREAK SPACE}")


def paid_text(purse: Purse, fee: int) -> str:
    """Return what was paid; empty if nothing was paid yet and only the fee is owed."""
    if purse.has_paid:
        if purse.free and not purse.kept(fee):
            return _("free")
        back = {"amount": euros_text(purse.refunded)}
        return _("paid, %(amount)s refunded") % back if purse.refunded else _("paid")
    if purse.is_refunded:
        return _("refunded")
    owes = {"amount": euros_text(purse.owes(fee))}
    return _("owes %(amount)s") % owes if purse.given(fee) or purse.free or purse.items else ""


def lineup_texts(names: Sequence[str], left: Iterable[Left[str]]) -> list[str]:
    """Return the players of each place with a substitution: "Marie (rounds 1–2), then Paul"."""
    texts = []
    every = sorted(left, key=order_of)
    for place, present in enumerate(names, start=1):
        former = [one for one in every if one.place == place]
        if former:
            since = [(1, 1), *(one.at for one in former)]
            earlier = [_stint_text(one, start) for one, start in zip(former, since, strict=False)]
            values = {"before": ", ".join(earlier), "name": person_text(present)}
            texts.append(_("%(before)s, then %(name)s") % values)
    return texts


def person_text(name: str) -> str:
    """Return a name, or the words for a partner who is not known yet."""
    return _("still to come") if name == TO_COME else name


def _stint_text(left: Left[str], since: tuple[int, int]) -> str:
    """Return a former player, with the rounds played."""
    values = {
        "name": person_text(left.who),
        "first": since[0],
        "last": left.round - 1,
        "hand": left.hand - 1,
    }
    if left.hand > 1:
        values["last"] = left.round
        return _("%(name)s (until hand %(hand)d of round %(last)d)") % values
    if left.round == since[0]:
        return _("%(name)s (played no round)") % values
    if since[1] > 1:
        return _("%(name)s (until round %(last)d)") % values
    if since[0] == left.round - 1:
        return _("%(name)s (round %(last)d)") % values
    return _("%(name)s (rounds %(first)d–%(last)d)") % values
