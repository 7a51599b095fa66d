"""Entry point of version 1."""

from typing import Final

from tournaments.draw.request import DrawRequest, Method
from tournaments.draw.result import Draw
from tournaments.draw.steps import Steps, TooManyStepsError
from tournaments.draw.teams import draw_teams
from tournaments.draw.version1.melee import draw_melee

MOST_STEPS: Final = 20_000_000
"""Version 1 had no limit of steps. A draw that needs more than this is not repeated."""


def draw(request: DrawRequest, whole: Steps | None = None) -> Draw:
    """Draw a round as version 1 did, in steps of the `whole`; raise TooManyStepsError."""
    steps = Steps(MOST_STEPS, whole, TooManyStepsError)
    if request.method is Method.MELEE:
        return draw_melee(request, steps)
    return draw_teams(request, steps, draws_tried=None)
