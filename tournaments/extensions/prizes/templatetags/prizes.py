"""Prizes on other pages of a contest."""

from collections.abc import Sequence

from django import template

from tournaments.extensions.prizes.queries import PlannedPrize, plan_page
from tournaments.models import Tournament

register = template.Library()


@register.simple_tag
def prizes_announced(tournament: Tournament) -> Sequence[PlannedPrize]:
    """Return the prizes as announced before anybody has won one; one query."""
    lines: Sequence[PlannedPrize] = plan_page(tournament)["lines"]
    return lines
