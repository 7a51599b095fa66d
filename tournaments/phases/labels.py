"""Phases in words: what each is, who goes on, and why an entry plays where it does."""

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.draw.groups import MAIN
from tournaments.formats.phases import Phase, PhaseKind, Take, TakeKind
from tournaments.formats.qualifying import Elsewhere, Qualified, WayIn
from tournaments.models import Match
from tournaments.rounds.labels import group_title, in_words
from tournaments.seating import NamedEntry

DECIDED_LABELS: Final = {
    Match.Decided.HAND.value: gettext_lazy("One more hand was played"),
    Match.Decided.LOT.value: gettext_lazy("A lot was drawn"),
    Match.Decided.RULING.value: gettext_lazy("The organiser decides"),
}

DECIDED_SHORT: Final = {
    Match.Decided.HAND.value: gettext_lazy("by one more hand"),
    Match.Decided.LOT.value: gettext_lazy("by a lot"),
    Match.Decided.RULING.value: gettext_lazy("as the organiser ruled"),
}


def take_text(take: Take) -> str:
    """Return the entries that a rule sends to the main bracket."""
    texts = {
        TakeKind.POOL: ngettext(
            "the first of each pool", "the first %(count)d of each pool", take.count
        ),
        TakeKind.NEXT: ngettext(
            "the best of the next teams over all pools",
            "the %(count)d best of the next teams over all pools",
            take.count,
        ),
        TakeKind.BEST: ngettext(
            "the first of the ranking", "the first %(count)d of the ranking", take.count
        ),
    }
    return texts[take.kind] % {"count": take.count}


def phase_text(phase: Phase) -> str:
    """Return a phase as a sentence."""
    rounds = ngettext("%(count)d round", "%(count)d rounds", phase.rounds) % {"count": phase.rounds}
    if phase.kind is PhaseKind.ROUNDS:
        return _("%(rounds)s, everybody plays") % {"rounds": rounds}
    if phase.kind is PhaseKind.POOLS:
        text = _("%(rounds)s in pools of %(size)d, all against all")
        return text % {"rounds": rounds, "size": phase.size}
    parts = [_("knock-out, %(rounds)s") % {"rounds": rounds}]
    if phase.takes:
        who = in_words(take_text(take) for take in phase.takes)
        parts.append(_("for %(who)s") % {"who": who})
    if phase.lucky_losers:
        parts.append(_("the best of the others on the free places"))
    if phase.consolation:
        parts.append(_("the others play for the consolation"))
    if phase.third_place:
        parts.append(_("with a game for the third place"))
    return ", ".join(parts)


def course_lines(phases: Iterable[Phase]) -> list[str]:
    """Return the phases, one sentence each."""
    lines = [phase_text(phase) for phase in phases]
    return [line[:1].upper() + line[1:] for line in lines]


def way_text(one: Qualified) -> str:
    """Return why an entry plays in its place: "pool 2, place 1"."""
    where = {"pool": group_title(one.pool), "place": one.place}
    if not one.pool:
        text = _("place %(place)d of the ranking") % where
    elif one.way is WayIn.NEXT:
        text = _("%(pool)s, place %(place)d: among the best at that place") % where
    else:
        text = _("%(pool)s, place %(place)d") % where
    if one.way is WayIn.LUCKY:
        text = _("%(text)s: lucky loser, on a free place") % {"text": text}
    elif one.moved_up:
        text = _("%(text)s, in place of a team that withdrew") % {"text": text}
    if one.by_lot:
        text = _("%(text)s: lots separated those who share it") % {"text": text}
    return text


def moved_text(moved: Iterable[Elsewhere], names: Mapping[int, NamedEntry]) -> str:
    """Return who would be in the main bracket now, and instead of whom; empty if nobody."""

    def listed(tree: Callable[[Elsewhere], str]) -> str:
        who = (names[one.entrant] for one in every if tree(one) == MAIN)
        return in_words(f"{one.number} · {one.title}" for one in who)

    every = list(moved)
    came, gone = listed(attrgetter("now")), listed(attrgetter("drawn"))
    if not came or not gone:
        return ""
    text = _("In the main bracket, as things stand: %(came)s instead of %(gone)s.")
    return text % {"came": came, "gone": gone}
