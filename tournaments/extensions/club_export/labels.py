"""Texts for rejected export files, and for imported clubs."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.labels.people import ROLE_NAMES
from scorekeeper.roles import Role
from tournaments.extensions.club_export.club_file import BroughtInClub


def brought_in_texts(imported: BroughtInClub) -> Iterator[str]:
    """Yield what the owner of an imported club should know."""
    yield _("%(club)s is here: club %(number)s.") % {
        "club": imported.club.name,
        "number": imported.club.pk,
    }
    if count := imported.new_codes:
        yield ngettext(
            "%(count)s code was already taken here: what it opened has a new one, print it again.",
            "%(count)s codes were already taken here: what they opened has new ones, print "
            "them again.",
            count,
        ) % {"count": count}
    for contest in imported.doubtful:
        yield _(
            "%(name)s, contest %(number)s: its log does not match what is stored, as in the "
            "place it comes from."
        ) % {"name": contest.name, "number": contest.pk}
    for person in imported.people:
        words = {"name": person.name, "role": ROLE_NAMES[Role(person.role)], "mail": person.mail}
        yield (_("%(name)s, %(role)s, %(mail)s") if person.mail else "%(name)s, %(role)s") % words
    yield _(
        "They have no password here: the owner signs in with the link below, and gives the "
        "others theirs under “People and roles”."
    )
    yield _(
        "Computers of the hall and phones of players must be connected again: their keys "
        "stayed where they were."
    )
