"""What the organiser is asked since a result changed who goes on."""

from typing import Any

from django.utils.translation import gettext as _

from tournaments.drawing.labels import group_title
from tournaments.drawing.pages.moved import moved_now
from tournaments.models import Tournament
from tournaments.phases.labels import moved_text
from tournaments.phases.pages.courses import course_names


def moved_question(tournament: Tournament) -> dict[str, Any] | None:
    """Return what the organiser is asked, or was, since a result changed who goes on.

    `level_round` is the round with a level table that is decided before anything else is asked.
    """
    found = moved_now(tournament)
    if found is None:
        return None
    names = course_names(tournament)
    return {
        "level_round": found.level[0].round if found.level else None,
        "round_number": None if found.is_first else found.playing.number,
        "text": moved_text(found.moved, names),
        "ways": [
            {"entry": names[one.entrant], "why": group_title(one.now) if one.now else _("out")}
            for one in found.moved
        ],
        "mark": found.mark,
        "is_kept": found.is_kept,
        "may_draw_again": not found.is_kept and found.may_draw_again,
    }
