"""Words for what keeps a club's file from being taken, and for what was done with one."""

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scorekeeper.labels.people import ROLE_NAMES
from scorekeeper.roles import Role
from tournaments.club_export.club_file import BroughtInClub, ClubFileError, FileRefusal

_REFUSALS: Final = {
    FileRefusal.UNREADABLE: gettext_lazy(
        "This file cannot be read as a club’s: name the .zip that was saved, whole."
    ),
    FileRefusal.FOREIGN: gettext_lazy(
        "This zip holds no club: name the file that “The club’s data” or export_club saved."
    ),
    FileRefusal.DAMAGED: gettext_lazy(
        "The file is damaged: “%(place)s” is not what was written. Save it once more where the "
        "club is, and bring that one."
    ),
    FileRefusal.NEWER: gettext_lazy(
        "A newer version of the program wrote this file (%(place)s): update the program here first."
    ),
    FileRefusal.OLDER: gettext_lazy(
        "An older version of the program wrote this file (%(place)s): update the program where the "
        "club is, and save the file once more. Its contests alone can be brought in one by one."
    ),
    FileRefusal.PRESENT: gettext_lazy(
        "The club “%(place)s” is here already: it is brought in once. Erase it first if the file "
        "is what counts."
    ),
    FileRefusal.TOO_LARGE: gettext_lazy(
        "The club is larger than this server takes: see BELOTE_MAX_CONTESTS."
    ),
}


def refusal_text(error: ClubFileError) -> str:
    """Return why a file is not taken, and what to do; nothing of it is stored."""
    return f"{_REFUSALS[error.code] % {'place': error.told}} {_('Nothing was stored.')}"


def brought_in_texts(brought: BroughtInClub) -> Iterator[str]:
    """Yield what a person should know of a club that was brought in."""
    yield _("%(club)s is here: club %(number)s.") % {
        "club": brought.club.name,
        "number": brought.club.pk,
    }
    if count := brought.new_codes:
        yield ngettext(
            "%(count)s code was taken here already: what it opened has a new one, print it again.",
            "%(count)s codes were taken here already: what they opened has new ones, print them "
            "again.",
            count,
        ) % {"count": count}
    for contest in brought.doubtful:
        yield _(
            "%(name)s, contest %(number)s: its log does not tell what is stored, as where it comes "
            "from."
        ) % {"name": contest.name, "number": contest.pk}
    for person in brought.people:
        words = {"name": person.name, "role": ROLE_NAMES[Role(person.role)], "mail": person.mail}
        yield (_("%(name)s, %(role)s, %(mail)s") if person.mail else "%(name)s, %(role)s") % words
    yield _(
        "They have no password here: the owner signs in by the link below, and gives the others "
        "theirs under “People and roles”."
    )
    yield _(
        "Computers of the hall and phones of players are connected anew: their keys stayed where "
        "they were."
    )
