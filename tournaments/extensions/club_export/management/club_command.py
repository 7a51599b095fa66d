"""What the commands about a whole club have in common."""

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from scorekeeper.models import Club
from scorekeeper.models.keys import typed_number
from tournaments.management.contest_command import clubs_named


def club_meant(text: str) -> Club:
    """Return the club of that name or number; raises CommandError."""
    if (number := typed_number(text)) and (club := Club.objects.filter(pk=number).first()):
        return club
    found = clubs_named(text)
    if len(found) > 1:
        numbers = ", ".join(str(club.pk) for club in found)
        raise CommandError(
            _("Several clubs are called “%(name)s”: give its number, %(numbers)s.")
            % {"name": text, "numbers": numbers}
        )
    return found[0]
