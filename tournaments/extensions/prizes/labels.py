"""Prizes in words: who can win them, what they are, how the fund is divided."""

from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.entries.labels import euros_text
from tournaments.standings.fund import Rest, ShareRounding
from tournaments.standings.prizes import Prize, PrizeKind
from tournaments.tags import tag_label

LAST_BUT_ONE: Final = 2
AIM_LABELS: Final = {
    PrizeKind.PLACE: gettext_lazy("A place"),
    PrizeKind.LAST: gettext_lazy("The last"),
    PrizeKind.TAG: gettext_lazy("The best of a category"),
    PrizeKind.BEST_GAME: gettext_lazy("Best game"),
    PrizeKind.CAPOTS: gettext_lazy("Most capots"),
    PrizeKind.FIRST_ROUND: gettext_lazy("Best of the first round"),
    PrizeKind.LAST_ROUND: gettext_lazy("Best of the last round"),
    PrizeKind.PRESENT: gettext_lazy("A draw among those present"),
}
ROUNDING_LABELS: Final = {
    ShareRounding.CENT: gettext_lazy("To the cent"),
    ShareRounding.EURO: gettext_lazy("Down to the euro"),
    ShareRounding.FIVE_EUROS: gettext_lazy("Down to 5 €"),
}
REST_LABELS: Final = {
    Rest.FIRST: gettext_lazy("What rounding leaves goes to the first place"),
    Rest.TILL: gettext_lazy("What rounding leaves stays in the till"),
}


def aim_text(prize: Prize) -> str:
    """Return who can win a line of prizes: "Places 4–10", "Ladies"."""
    if prize.first == prize.last:
        return place_text(prize, prize.first)
    values = {"first": prize.first, "last": prize.last}
    if prize.aim is PrizeKind.PLACE:
        return _("Places %(first)d–%(last)d") % values
    return f"{_base(prize)} {prize.first}–{prize.last}"


def place_text(prize: Prize, place: int) -> str:
    """Return who can win one prize of a line: "Place 4", "Ladies, no. 2"."""
    if prize.aim is PrizeKind.PLACE:
        return _("Place %(place)d") % {"place": place}
    if prize.aim is PrizeKind.LAST and place > 1:
        before = _("%(count)d before the last") % {"count": place - 1}
        return _("The last but one") if place == LAST_BUT_ONE else before
    if place == 1:
        return _base(prize)
    return _("%(what)s, no. %(place)d") % {"what": _base(prize), "place": place}


def _base(prize: Prize) -> str:
    return tag_label(prize.tag) if prize.aim is PrizeKind.TAG else str(AIM_LABELS[prize.aim])


def what_text(prize: Prize, cents: int | None = None) -> str:
    """Return what a prize is: "200 €", "ham", "30 % · a cup".

    With `cents`, the amount of a share once it is known.
    """
    words = [_money(prize, cents), prize.goods]
    text = " + ".join(word for word in words if word)
    return _("%(what)s for each player") % {"what": text} if prize.each else text


def _money(prize: Prize, cents: int | None) -> str:
    if prize.is_money and cents:
        return euros_text(cents)
    return share_typed(prize)


def share_typed(prize: Prize) -> str:
    """Return the money of a prize as typed: "200 €", "30 %", "2 parts"."""
    if prize.cents:
        return euros_text(prize.cents)
    if prize.percent:
        whole, rest = divmod(prize.percent, 100)
        number = number_format(f"{whole}.{rest:02}".rstrip("0") if rest else whole)
        return _("%(number)s %%") % {"number": number}
    if prize.parts:
        return ngettext("%(count)d part", "%(count)d parts", prize.parts) % {"count": prize.parts}
    return ""
