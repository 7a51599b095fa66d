"""Rankings in words: what is compared, and why one entry stands before another."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scorekeeper.labels.sheets import points_text
from tournaments.standings.criteria import CriterionCode
from tournaments.standings.ranking import Decision
from tournaments.standings.record import Number
from tournaments.standings.results import GameOutcome, ResultKind

_C = CriterionCode

# Read one after the other: "same total, as many wins; better best game, 912 to 874".
SAME: Final = {
    _C.POINTS: gettext_lazy("same total"),
    _C.WINS: gettext_lazy("as many wins"),
    _C.WINS_AND_BYES: gettext_lazy("as many wins and rounds exempt"),
    _C.BEST_GAME: gettext_lazy("same best game"),
    _C.NEXT_BEST_GAMES: gettext_lazy("same other games"),
    _C.CAPOTS: gettext_lazy("as many capots"),
    _C.FEWEST_FAILED: gettext_lazy("as many contracts failed"),
    _C.DIRECT: gettext_lazy("level in their own games"),
    _C.LAST_GAME: gettext_lazy("same last game"),
}

BETTER: Final = {
    _C.POINTS: gettext_lazy("higher total, %(above)s to %(below)s"),
    _C.WINS: gettext_lazy("more wins, %(above)s to %(below)s"),
    _C.WINS_AND_BYES: gettext_lazy("more wins and rounds exempt, %(above)s to %(below)s"),
    _C.BEST_GAME: gettext_lazy("better best game, %(above)s to %(below)s"),
    _C.NEXT_BEST_GAMES: gettext_lazy("better next best game, %(above)s to %(below)s"),
    _C.CAPOTS: gettext_lazy("more capots, %(above)s to %(below)s"),
    _C.FEWEST_FAILED: gettext_lazy("fewer contracts failed, %(above)s to %(below)s"),
    _C.DIRECT: gettext_lazy("better in the games that they played against each other"),
    _C.LAST_GAME: gettext_lazy("better last game, %(above)s to %(below)s"),
    _C.STAYED: gettext_lazy("stayed to the end"),
}

NEXT_BEST: Final = {
    1: gettext_lazy("better second best game, %(above)s to %(below)s"),
    2: gettext_lazy("better third best game, %(above)s to %(below)s"),
}

KIND_MARKS: Final = {
    ResultKind.PLAYED: "",
    ResultKind.CATCH_UP: pgettext_lazy("round", "caught up"),
    ResultKind.EXEMPT: pgettext_lazy("round", "exempt"),
    ResultKind.FORFEIT: pgettext_lazy("round", "opponents left"),
    ResultKind.ABSENT: pgettext_lazy("round", "left"),
}

OUTCOME_LABELS: Final = {
    GameOutcome.WON: pgettext_lazy("game", "won"),
    GameOutcome.TIED: pgettext_lazy("game", "a draw"),
    GameOutcome.LOST: pgettext_lazy("game", "lost"),
}


def kind_mark(kind: ResultKind) -> str:
    """Return a word for points that come from no ordinary game, empty for those that do."""
    return str(KIND_MARKS[kind])


def outcome_label(outcome: GameOutcome) -> str:
    """Return how a game ended for one side."""
    return str(OUTCOME_LABELS[outcome])


def why_text(
    decision: Decision, criteria: Sequence[CriterionCode], *, by_hand: bool = False
) -> str:
    """Return why one entry stands before another: "same total; more wins, 2 to 1".

    `criteria` are those of the ranking, in order; `by_hand` says that a lot was drawn in the hall.
    """
    if decision.code is _C.SHARED:
        return _("equal in everything, so the place is shared")
    if decision.code is _C.LOT:
        return (
            _("equal in everything; a lot was drawn in the hall")
            if by_hand
            else _("equal in everything; a lot was drawn")
        )
    place = criteria.index(decision.code) if decision.code in criteria else 0
    same = ", ".join(str(SAME[code]) for code in criteria[:place] if code in SAME)
    return "; ".join(filter(None, (same, _better(decision))))


def _better(decision: Decision) -> str:
    text = BETTER.get(decision.code, _("decided by the rules of the ranking"))
    if decision.code is _C.NEXT_BEST_GAMES:
        text = NEXT_BEST.get(decision.position, text)
    return str(text) % {
        "above": _number(decision.above_value),
        "below": _number(decision.below_value),
    }


def _number(value: Number | None) -> str:
    return _("none") if value is None else points_text(int(value))


def note_text(decision: Decision, why: str) -> str:
    """Return the sentence of a line about the next one, given the reason."""
    if decision.code is _C.SHARED:
        return _("With no. %(number)d: %(why)s.") % {"number": decision.below, "why": why}
    return _("Before no. %(number)d: %(why)s.") % {"number": decision.below, "why": why}
