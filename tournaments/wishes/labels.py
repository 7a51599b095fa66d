"""Wishes in words: kinds of groups, rounds, tables."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.draw.wishes import ALWAYS, Span


class GroupKind(StrEnum):
    """Why entries stay apart; shown only on the page of the wishes."""

    COUPLE = "couple"
    FAMILY = "family"
    CLUB = "club"
    OTHER = "other"


KIND_LABELS: Final = {
    GroupKind.COUPLE: gettext_lazy("Couple"),
    GroupKind.FAMILY: gettext_lazy("Family"),
    GroupKind.CLUB: gettext_lazy("Club"),
    GroupKind.OTHER: gettext_lazy("Others"),
}


def rounds_text(rounds: int) -> str:
    """Return how long entries stay apart."""
    if rounds == ALWAYS:
        return _("in every round")
    if rounds == 1:
        return _("in the first round")
    text = ngettext("in the first %(count)d round", "in the first %(count)d rounds", rounds)
    return text % {"count": rounds}


def spans_text(spans: Iterable[Span]) -> str:
    """Return tables as typed: "1–4, 7"."""
    return ", ".join(str(one) if one == last else f"{one}–{last}" for one, last in spans)
