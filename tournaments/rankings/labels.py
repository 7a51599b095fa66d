"""Rankings in words: criteria, why one entry is placed before another, late changes."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache
from typing import Any, Final

from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.translation import get_language, ngettext, pgettext_lazy
from django.utils.translation import gettext as _

from scorekeeper.labels.sheets import parts_text, points_text
from tournaments.criteria import SEASON_WORDS, WORDS
from tournaments.standings.criteria import CriterionCode
from tournaments.standings.cross_table import CrossCell
from tournaments.standings.ranking import Decision
from tournaments.standings.record import Number
from tournaments.standings.results import GameOutcome, ResultKind
from tournaments.standings.sanctions import Sanction

WHEN = "j F Y, H:i"


def title_text(ended_at: datetime) -> str:
    return _("Corrected after its end on %(at)s") % {"at": moment_text(ended_at)}


def moment_text(at: datetime) -> str:
    """Return a time for readers in the hall."""
    return date_format(timezone.localtime(at), WHEN)


def moved_text(who: str, before: tuple[int, int] | None, now: tuple[int, int]) -> str:
    """Return how an entry moved since the end: its places and points."""
    if before is None:
        text = _("%(who)s: place %(now)d with %(points)s points, not ranked before")
        return text % {"who": who, "now": now[0], "points": points_text(now[1])}
    if before[1] == now[1]:
        text = _("%(who)s: place %(before)d → %(now)d with the same %(points)s points")
    elif before[0] == now[0]:
        text = _("%(who)s: place %(now)d as before, %(old)s → %(points)s points")
    else:
        text = _("%(who)s: place %(before)d → %(now)d, %(old)s → %(points)s points")
    return text % {
        "who": who,
        "before": before[0],
        "now": now[0],
        "old": points_text(before[1]),
        "points": points_text(now[1]),
    }


def place_moved_text(number: int, before: int, now: int) -> str:
    """Return the same for a board: the number of the entry and its places."""
    text = _("no. %(number)d: place %(before)d → %(now)d")
    return text % {"number": number, "before": before, "now": now}


def change_text(before: Mapping[str, Any] | None, after: Mapping[str, Any] | None) -> str:
    """Return the points before and after a correction, if any: "92 → 102"."""
    texts = [_values_text(before), _values_text(after)]
    return " → ".join(text or "–" for text in texts) if any(texts) else ""


def _values_text(values: Mapping[str, Any] | None) -> str:
    """Return the points of a stored hand or slip, empty if there are none."""
    if not values:
        return ""
    if values.get("card_points") is not None:
        return points_text(int(values["card_points"]))
    if "slips" in values:
        return ", ".join(
            f"{points_text(slip['total_a'])} – {points_text(slip['total_b'])}"
            for slip in values["slips"]
        )
    return ""


_C = CriterionCode
_CENT: Final = Decimal("0.01")

# Labels of results without an ordinary game.
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

# The marks of a cross-table: before the opponents' numbers stands how it ended for one's own side.
SIGNS: Final = {
    GameOutcome.WON: "+",
    GameOutcome.TIED: "=",
    GameOutcome.LOST: "\N{MINUS SIGN}",
}
PLAYING: Final = "…"
GOES_ON: Final = "›"
SUBSTITUTE: Final = "*"
CROSS_CODES: Final = {
    ResultKind.EXEMPT: (pgettext_lazy("cross-table", "ex."), KIND_MARKS[ResultKind.EXEMPT]),
    ResultKind.FORFEIT: (pgettext_lazy("cross-table", "F+"), KIND_MARKS[ResultKind.FORFEIT]),
    ResultKind.ABSENT: (pgettext_lazy("cross-table", "F−"), KIND_MARKS[ResultKind.ABSENT]),
    ResultKind.CATCH_UP: (pgettext_lazy("cross-table", "c"), KIND_MARKS[ResultKind.CATCH_UP]),
}


def outcome_sign(outcome: GameOutcome | None) -> str:
    return SIGNS[outcome] if outcome else ""


def cross_sign(cell: CrossCell) -> str:
    """Return what stands before the opponents of a cell: "+", or "ex." where nobody is met."""
    if cell.kind is None:
        return ""
    if cell.is_playing:
        return PLAYING
    sign = outcome_sign(cell.outcome)
    code = str(CROSS_CODES[cell.kind][0]) if cell.kind in CROSS_CODES else ""
    return f"{sign}{code}{GOES_ON if cell.goes_on else ''}"


def result_text(cell: CrossCell) -> str:
    """Return the result of a cell in words: "won", "exempt", "caught up, lost"."""
    if cell.kind is None:
        return ""
    if cell.is_playing:
        return _("still playing")
    words = [KIND_MARKS[cell.kind], cell.outcome and OUTCOME_LABELS[cell.outcome]]
    if cell.goes_on:
        words.append(_("goes on"))
    return ", ".join(str(word) for word in words if word)


def number_text(number: Number) -> str:
    """Return a score in the language's format: 1 230, or 1 230.50 with decimals."""
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
    """Return why one entry is placed before another: "same total; more wins, 2 to 1".

    `criteria` are those of the ranking, in order; `of_season` if evenings are added up, `by_hand`
    if a lot was drawn in the hall.
    """
    if decision.code is _C.SHARED:
        return _("equal in everything, so the place is shared")
    if decision.code is _C.LOT:
        return (
            _("equal in everything; lots were drawn in the hall")
            if by_hand
            else _("equal in everything; lots were drawn")
        )
    what_decided = decision._replace(above=0, below=0, depth=0)
    return _decision_text(get_language(), what_decided, tuple(criteria), of_season=of_season)


@lru_cache(maxsize=8192)
def _decision_text(
    language: str | None,
    decision: Decision,
    criteria: tuple[CriterionCode, ...],
    *,
    of_season: bool,
) -> str:
    """Return the reason, cached because nearly all of a ranking stay the same."""
    pattern = _pattern(language, decision.code, decision.position, criteria, of_season=of_season)
    return pattern % {
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
    """Return the reason without its numbers; a list of thousands has only a few patterns."""
    words = SEASON_WORDS if of_season else WORDS
    place = criteria.index(code) if code in criteria else 0
    equal = [words[one].same for one in criteria[:place]]
    better = words[code].better_at(position)
    return parts_text(filter(None, (", ".join(str(same) for same in equal if same), better)))


def _number(value: Number | None) -> str:
    return _("none") if value is None else number_text(value)


def docked_text(decision: Decision, sanctions: Iterable[Sanction]) -> str:
    """Return the points deducted from one entry or both; empty if there are none."""
    off = Counter[int]()
    for one in sanctions:
        off[one.entrant] += one.points
    return parts_text(
        ngettext(
            "no. %(number)d has %(points)s point off",
            "no. %(number)d has %(points)s points off",
            off[who],
        )
        % {"number": who, "points": points_text(off[who])}
        for who in (decision.above, decision.below)
        if off[who]
    )


def named_note_text(decision: Decision, why: str, below: str) -> str:
    """Return a sentence about a line and the next one, whose name is `below`."""
    if decision.code is _C.SHARED:
        return _("With %(name)s: %(why)s.") % {"name": below, "why": why}
    return _("Ahead of %(name)s: %(why)s.") % {"name": below, "why": why}


def note_text(decision: Decision, why: str) -> str:
    """Return a sentence about a line and the next one, with the reason."""
    if decision.code is _C.SHARED:
        return _("With no. %(number)d: %(why)s.") % {"number": decision.below, "why": why}
    return _("Ahead of no. %(number)d: %(why)s.") % {"number": decision.below, "why": why}
