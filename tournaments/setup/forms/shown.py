"""What the settings of a contest show: of a new one, and of one that is there."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from tournaments.models import Tournament
from tournaments.setup.forms.settings import (
    FREE,
    KEPT_NAMES,
    PHASES,
    RANKINGS,
    TIEBREAKS,
    USUAL_FORMATS,
    usual_contest_name,
)
from tournaments.setup.labels import plain_euros
from tournaments.setup.services import USUAL_RULES
from tournaments.standings.ranking import USUAL_TIEBREAKS
from tournaments.tags import USUAL_TAGS


def usual_settings(today: date) -> dict[str, Any]:
    """Return what the form shows for a new contest."""
    return {
        "name": usual_contest_name(today),
        "date": today,
        "format": next(iter(USUAL_FORMATS)),
        "ruleset_key": USUAL_RULES,
        "mode": Tournament.Mode.TEAMS,
        "next_draw": Tournament.NextDraw.RANKING,
        "ranking": "points",
        "tiebreaks": [code.value for code in USUAL_TIEBREAKS],
        "ties": Tournament.Ties.LOT,
        "exempt": Tournament.Exempt.HALF_GAME,
    }


def settings_shown(tournament: Tournament) -> dict[str, Any]:
    """Return what the form shows for a contest."""
    hands = tuple(tournament.round_hands)
    kept = ("name", "date", "ruleset_key", "mode", "next_draw", "ties", "exempt", "forfeit_points")
    ranking, tiebreaks = _parted(tournament.criteria)
    is_fixed = tournament.exempt == Tournament.Exempt.FIXED
    return {
        **{name: getattr(tournament, name) for name in (*kept, *KEPT_NAMES)},
        "format": PHASES
        if tournament.phases
        else next((key for key, value in USUAL_FORMATS.items() if value == hands), FREE),
        "hands": ", ".join(str(count) for count in hands),
        "ranking": ranking,
        "tiebreaks": tiebreaks,
        "exempt_points": tournament.exempt_points if is_fixed else None,
        "fee": plain_euros(tournament.fee_cents),
        "usual_tags": [tag for tag in tournament.tags if tag in USUAL_TAGS],
        "own_tags": ", ".join(tag for tag in tournament.tags if tag not in USUAL_TAGS),
    }


def _parted(criteria: Sequence[str]) -> tuple[str, list[str]]:
    """Return what ranks first of all, as the form offers it, and the tie-breaks after it."""
    for name, first in RANKINGS.items():
        if tuple(criteria[: len(first)]) == first:
            return name, list(criteria[len(first) :])
    return "points", [code for code in criteria if code in TIEBREAKS]
