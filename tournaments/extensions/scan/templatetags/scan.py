"""Sheets to photograph on pages of others: where they are offered, and their photos."""

from django import template
from django.db.models import QuerySet

from scorekeeper.models import Game, Player
from tournaments.extensions.scan.queries import is_readable, newest, photos_naming
from tournaments.extensions.scan.reader import is_installed
from tournaments.models import Round, SheetPhoto

register = template.Library()


@register.simple_tag
def reads_sheets(played: Round) -> bool:
    """Return whether there is a sheet for a round, and this computer could read it."""
    return is_installed() and is_readable(played)


@register.simple_tag
def photos_of_game(game: Game) -> QuerySet[SheetPhoto]:
    """Return the photos of a game's sheet, newest first."""
    return newest(game.photos.all())


@register.simple_tag
def photos_with_name_of(player: Player) -> int:
    """Return on how many photos of sheets a player's name is printed."""
    return photos_naming(player).count()
