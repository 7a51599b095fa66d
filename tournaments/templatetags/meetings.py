"""Tags that show meetings of club teams on pages of other rooms."""

from typing import Any

from django import template

from tournaments.meetings.queries import own_meeting_of, shared_page
from tournaments.models import Round, Tournament

register = template.Library()


@register.inclusion_tag("meetings/_own_meeting.html")
def own_meeting(
    tournament: Tournament, played: Round | None, number: int, *, says_who: bool = True
) -> dict[str, Any]:
    """Show the club team of an entry, and the score of its meeting."""
    squad, meeting = own_meeting_of(tournament, played, number)
    return {"tournament": tournament, "squad": squad, "meeting": meeting, "says_who": says_who}


@register.inclusion_tag("meetings/_squads_ranked.html")
def squads_ranked(tournament: Tournament, *, is_public: bool) -> dict[str, Any]:
    """Show the ranking of the club teams."""
    page = shared_page(tournament) if tournament.format.has_club_teams else None
    return {"tournament": tournament, "page": page, "is_public": is_public}
