"""The story of a contest on its board."""

from django import template

from tournaments.extensions.story.queries import Card, story_page
from tournaments.models import Tournament

register = template.Library()


@register.simple_tag
def story_moments(tournament: Tournament) -> list[Card]:
    facts: list[Card] = story_page(tournament, is_public=True)["facts"]
    return facts
