"""What pages show of ratings."""

from django import template

from scorekeeper.models import Player
from tournaments.extensions.ratings.labels import rating_change_text
from tournaments.extensions.ratings.queries import (
    RatingHistory,
    indistinguishable_from,
    rating_history,
)
from tournaments.ratings.labels import rating_text, sureness_text
from tournaments.ratings.services import rate_what_changed

register = template.Library()

register.filter("rating", rating_text)
register.filter("rating_change", rating_change_text)
register.filter("sureness", sureness_text)
register.simple_tag(indistinguishable_from)


@register.simple_tag
def player_rating(player: Player) -> RatingHistory | None:
    """Return the history of a player's rating, brought up to date first."""
    rate_what_changed(player.club)
    return rating_history(player)
