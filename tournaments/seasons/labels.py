"""Seasons in words: how they are added up, and why one player stands before another."""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from scorekeeper.labels.sheets import points_text
from tournaments.rankings.labels.reasons import BETTER, NEXT_BEST, SAME
from tournaments.standings.aggregation import (
    BestOf,
    CombinationCode,
    MatchPoints,
    PlacePoints,
    WorthCode,
)
from tournaments.standings.criteria import CriterionCode
from tournaments.standings.ranking import Decision
from tournaments.standings.record import Number
from tournaments.standings.season import AttendanceBonus, BonusKind, SeasonRules, Short

_C = CriterionCode
_CENT: Final = Decimal("0.01")
PLACES_READ_OUT: Final = 10

SEASON_SAME: Final = {
    **SAME,
    _C.SCORE: gettext_lazy("same score"),
    _C.POINTS: gettext_lazy("as many points over all evenings"),
    _C.BEST_EVENINGS: gettext_lazy("same evenings"),
    _C.LAST_GAME: gettext_lazy("same last evening"),
}

SEASON_BETTER: Final = {
    **BETTER,
    _C.SCORE: gettext_lazy("higher score, %(above)s to %(below)s"),
    _C.POINTS: gettext_lazy("more points over all evenings, %(above)s to %(below)s"),
    _C.BEST_EVENINGS: gettext_lazy("better evening, %(above)s to %(below)s"),
    _C.LAST_GAME: gettext_lazy("better last evening, %(above)s to %(below)s"),
    _C.ENOUGH_EVENINGS: gettext_lazy("came often enough"),
}

ITEM_LABELS: Final = {
    "contest": pgettext_lazy("season", "contest"),
    "evening": pgettext_lazy("season", "club evening"),
    "past": pgettext_lazy("season", "result of the past"),
}


def number_text(number: Number) -> str:
    """Return a score as the language writes it: 1 230, or 1 230.50 where it is no whole number."""
    if isinstance(number, int):
        return points_text(number)
    exact = Decimal(number.numerator) / Decimal(number.denominator)
    return number_format(exact.quantize(_CENT, rounding=ROUND_HALF_UP), force_grouping=True)


def season_why(decision: Decision, criteria: Sequence[CriterionCode]) -> str:
    """Return why one stands before another: "same score; more wins, 12 to 11"."""
    if decision.code is _C.SHARED:
        return _("equal in everything, so the place is shared")
    if decision.code is _C.LOT:
        return _("equal in everything; a lot was drawn")
    place = criteria.index(decision.code) if decision.code in criteria else 0
    same = ", ".join(str(SEASON_SAME[code]) for code in criteria[:place] if code in SEASON_SAME)
    return "; ".join(filter(None, (same, _better(decision))))


def _better(decision: Decision) -> str:
    text = SEASON_BETTER.get(decision.code, _("decided by the rules of the season"))
    if decision.code is _C.NEXT_BEST_GAMES:
        text = NEXT_BEST.get(decision.position, text)
    return str(text) % {
        "above": _value_text(decision.above_value),
        "below": _value_text(decision.below_value),
    }


def _value_text(value: Number | None) -> str:
    return _("none") if value is None else number_text(value)


def season_note(decision: Decision, why: str, below: str) -> str:
    """Return the sentence of a line about the next one, whose name is `below`."""
    if decision.code is _C.SHARED:
        return _("With %(name)s: %(why)s.") % {"name": below, "why": why}
    return _("Before %(name)s: %(why)s.") % {"name": below, "why": why}


def penalty_text(points: int, reason: str) -> str:
    """Return a penalty: "−20: late twice"."""
    return _("−%(points)s: %(reason)s") % {"points": points_text(points), "reason": reason}


def rules_sentences(rules: SeasonRules, *, finalists: int = 0) -> list[str]:
    """Return how a season is added up, a sentence each, the usual left out."""
    found = [_worth_text(rules), _combination_text(rules)]
    attendance = rules.attendance
    if attendance.least:
        found.append(_attendance_text(rules))
    elif attendance.planned:
        text = ngettext(
            "%(count)d evening is planned.", "%(count)d evenings are planned.", attendance.planned
        )
        found.append(text % {"count": attendance.planned})
    if rules.bonus:
        found.append(_bonus_text(rules.bonus))
    if finalists:
        text = ngettext(
            "The first one goes to the final.",
            "The first %(count)d go to the final.",
            finalists,
        )
        found.append(text % {"count": finalists})
    return found


def _worth_text(rules: SeasonRules) -> str:
    worth = rules.worth
    if isinstance(worth, MatchPoints):
        return _(
            "A game won brings %(win)d, tied %(tie)d, lost %(loss)d, a round exempt %(bye)d; "
            "then all points decide."
        ) % {"win": worth.win, "tie": worth.tie, "loss": worth.loss, "bye": worth.bye}
    if isinstance(worth, PlacePoints):
        table = ", ".join(map(str, worth.table[:PLACES_READ_OUT]))
        more = " …" if len(worth.table) > PLACES_READ_OUT else ""
        text = _(
            "An evening’s places bring, from the first on, %(table)s; those after them %(rest)d."
        )
        return text % {"table": table + more, "rest": worth.beyond}
    return _("An evening is worth its points.")


def _combination_text(rules: SeasonRules) -> str:
    if isinstance(rules.combination, BestOf):
        text = ngettext(
            "The best evening counts.",
            "The best %(count)d evenings are added, the others are dropped.",
            rules.combination.count,
        )
        return text % {"count": rules.combination.count}
    if rules.combination.code is CombinationCode.AVERAGE:
        return _("The average of the evenings attended counts.")
    return _("All evenings are added.")


def _attendance_text(rules: SeasonRules) -> str:
    attendance = rules.attendance
    values = {"least": attendance.least, "planned": attendance.planned or 0}
    if attendance.short is Short.NOT_RANKED:
        if attendance.planned:
            return (
                _("Whoever cannot reach %(least)d of %(planned)d evenings is not ranked.") % values
            )
        return _("Whoever came to fewer than %(least)d evenings is not ranked.") % values
    if attendance.planned:
        return (
            _("Whoever cannot reach %(least)d of %(planned)d evenings stands after the others.")
            % values
        )
    return _("Whoever came to fewer than %(least)d evenings stands after the others.") % values


def _bonus_text(bonus: AttendanceBonus) -> str:
    values = {"points": points_text(bonus.points), "least": bonus.least}
    if bonus.kind is BonusKind.ONCE:
        return _("Coming %(least)d times brings %(points)s points.") % values
    if bonus.least > 1:
        return _("Every evening brings %(points)s points from %(least)d evenings on.") % values
    return _("Every evening brings %(points)s points for coming.") % values


def worth_heading(code: WorthCode) -> str:
    """Return what the numbers of an evening are."""
    return {
        WorthCode.POINTS: _("Points of each evening"),
        WorthCode.MATCH_POINTS: _("Points for games, each evening"),
        WorthCode.PLACE_POINTS: _("Points for places, each evening"),
    }[code]
