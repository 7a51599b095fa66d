"""Rankings in words: what is compared, and why one entry stands before another."""

from collections import Counter
from collections.abc import Iterable, Sequence
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext as _

from scorekeeper.labels.sheets import points_text
from tournaments.criteria import SEASON_WORDS, WORDS
from tournaments.standings.criteria import CriterionCode
from tournaments.standings.ranking import Decision
from tournaments.standings.record import Number
from tournaments.standings.results import GameOutcome, ResultKind
from tournaments.standings.sanctions import Sanction

_C = CriterionCode
_CENT: Final = Decimal("0.01")

# A word for points that come from no ordinary game.
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


def number_text(number: Number) -> str:
    """Return a score as the language writes it: 1 230, or 1 230.50 where it is no whole number."""
    if isinstance(number, int):
        return points_text(number)
    exact = Decimal(number.numerator) / Decimal(number.denominator)
    return number_format(exact.quantize(_CENT, rounding=ROUND_HALF_UP), force_grouping=True)


def why_text(
    decision: Decision,
    criteria: Sequence[CriterionCode],
    *,
    of_season: bool = False,
    by_hand: bool = False,
) -> str:
    """Return why one entry stands before another: "same total; more wins, 2 to 1".

    `criteria` are those of the ranking, in order; `of_season` says that evenings are added up,
    `by_hand` that a lot was drawn in the hall.
    """
    if decision.code is _C.SHARED:
        return _("equal in everything, so the place is shared")
    if decision.code is _C.LOT:
        return (
            _("equal in everything; a lot was drawn in the hall")
            if by_hand
            else _("equal in everything; a lot was drawn")
        )
    what_decided = decision._replace(above=0, below=0, depth=0)
    return _told(get_language(), what_decided, tuple(criteria), of_season=of_season)


@lru_cache(maxsize=8192)
def _told(
    language: str | None,
    decision: Decision,
    criteria: tuple[CriterionCode, ...],
    *,
    of_season: bool,
) -> str:
    """Return the reason; at the next look nearly all of a ranking are the same."""
    told = _pattern(language, decision.code, decision.position, criteria, of_season=of_season)
    return told % {
        "above": _number(decision.above_value),
        "below": _number(decision.below_value),
    }


@lru_cache(maxsize=512)
def _pattern(
    _language: str | None,
    code: CriterionCode,
    position: int,
    criteria: tuple[CriterionCode, ...],
    *,
    of_season: bool,
) -> str:
    """Return the reason without its numbers; a list of thousands has few that differ in more."""
    words = SEASON_WORDS if of_season else WORDS
    place = criteria.index(code) if code in criteria else 0
    equal = [words[one].same for one in criteria[:place]]
    better = words[code].better_at(position)
    return "; ".join(filter(None, (", ".join(str(same) for same in equal if same), better)))


def _number(value: Number | None) -> str:
    return _("none") if value is None else number_text(value)


def docked_text(decision: Decision, sanctions: Iterable[Sanction]) -> str:
    """Return how many points were taken off one of both, or off both; empty where none were."""
    off = Counter[int]()
    for one in sanctions:
        off[one.entrant] += one.points
    return "; ".join(
        _("no. %(number)d has %(points)s points off")
        % {"number": who, "points": points_text(off[who])}
        for who in (decision.above, decision.below)
        if off[who]
    )


def named_note_text(decision: Decision, why: str, below: str) -> str:
    """Return the sentence of a line about the next one, whose name is `below`."""
    if decision.code is _C.SHARED:
        return _("With %(name)s: %(why)s.") % {"name": below, "why": why}
    return _("Before %(name)s: %(why)s.") % {"name": below, "why": why}


def note_text(decision: Decision, why: str) -> str:
    """Return the sentence of a line about the next one, given the reason."""
    if decision.code is _C.SHARED:
        return _("With no. %(number)d: %(why)s.") % {"number": decision.below, "why": why}
    return _("Before no. %(number)d: %(why)s.") % {"number": decision.below, "why": why}
