"""Whether sheets to photograph are offered on the page of a round."""

from django import template

from tournaments.extensions.scan.reader import is_installed
from tournaments.extensions.scan.views import is_readable
from tournaments.models import Round

register = template.Library()


@register.simple_tag
def reads_sheets(played: Round) -> bool:
    """Return whether there is a sheet for a round, and this computer could read it."""
    return is_installed() and is_readable(played)
