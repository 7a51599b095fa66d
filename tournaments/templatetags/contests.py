"""Tags for pages that show something of a contest: its menu, and the contest of today."""

from typing import Any

from django import template
from django.utils import timezone

from scorekeeper.models import Club
from tournaments.models import Tournament
from tournaments.selectors.tournaments import NavItem, contest_of_tonight, nav_items

register = template.Library()


@register.simple_tag
def contest_menu(tournament: Tournament, here: str = "") -> list[NavItem]:
    """Return the pages of a contest for its menu, the one named `here` marked; one query."""
    return nav_items(tournament, here)


@register.inclusion_tag("tournaments/_contest_card.html")
def contest_card(club: Club) -> dict[str, Any]:
    """Show the contest of today, or the way to a new one; one query."""
    return {"line": contest_of_tonight(club, today=timezone.localdate())}
