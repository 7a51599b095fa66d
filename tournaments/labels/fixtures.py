"""Meetings of fixed teams in words: who did not come, why one team stands before another."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.labels.sheets import points_text
from tournaments.labels.standings import BETTER, NEXT_BEST, SAME
from tournaments.standings.aggregation import MatchPoints
from tournaments.standings.criteria import CriterionCode
from tournaments.standings.ranking import Decision

_C = CriterionCode

_SAME: Final = {**SAME, _C.SCORE: gettext_lazy("same score")}


def fixture_why(decision: Decision, criteria: Sequence[CriterionCode]) -> str:
    """Return why one team stands before another: "same score; higher total, 2 310 to 2 204"."""
    if decision.code is _C.SHARED:
        return _("equal in everything, so the place is shared")
    if decision.code is _C.LOT:
        return _("equal in everything; a lot was drawn")
    place = criteria.index(decision.code) if decision.code in criteria else 0
    same = ", ".join(str(_SAME[code]) for code in criteria[:place] if code in _SAME)
    text = BETTER.get(decision.code, _("decided by the rules of the season"))
    if decision.code is _C.NEXT_BEST_GAMES:
        text = NEXT_BEST.get(decision.position, text)
    above, below = decision.above_value, decision.below_value
    better = str(text) % {
        "above": _("none") if above is None else points_text(int(above)),
        "below": _("none") if below is None else points_text(int(below)),
    }
    return "; ".join(filter(None, (same, better)))


def fixture_note(decision: Decision, why: str, below: str) -> str:
    """Return the sentence of a line about the next one, whose name is `below`."""
    if decision.code is _C.SHARED:
        return _("With %(name)s: %(why)s.") % {"name": below, "why": why}
    return _("Before %(name)s: %(why)s.") % {"name": below, "why": why}


def forfeit_text(absent: Sequence[str]) -> str:
    """Return who did not come: the names of one team, or of both."""
    if len(absent) > 1:
        return _("Neither team came.")
    return _("%(team)s did not come.") % {"team": absent[0]}


def fixture_rules(worth: MatchPoints, *, forfeit_points: int) -> tuple[str, ...]:
    """Return how the table is made, a sentence each."""
    won = _("A game won brings %(win)d, tied %(tie)d, lost %(loss)d.") % {
        "win": worth.win,
        "tie": worth.tie,
        "loss": worth.loss,
    }
    ties = _(
        "Equal scores: the points of all games decide, then games won, the best games, capots."
    )
    forfeit = _(
        "A team whose opponents do not come has won with %(points)s points; they have lost with 0."
    )
    return won, ties, forfeit % {"points": points_text(forfeit_points)}
