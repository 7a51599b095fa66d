"""Texts for roles and rights, and for problems with a player's name or licence number."""

from typing import Final

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scorekeeper.models.clubs import LICENCE_LENGTH
from scorekeeper.roles import Right, Role, least_role


def name_taken_text(name: str, *, archived: bool) -> str:
    if archived:
        text = gettext("“%(name)s” is an archived player: restore that player.")
    else:
        text = gettext("“%(name)s” is already taken: add an initial, or a nickname.")
    return text % {"name": name}


def licence_taken_text(licence: str, owner: str) -> str:
    text = gettext(
        "%(owner)s already has the licence number %(licence)s. Check the number, or say that "
        "both are one person."
    )
    return text % {"owner": owner, "licence": licence}


def licence_too_long_text() -> str:
    text = gettext("A licence number has at most %(count)d characters.")
    return text % {"count": LICENCE_LENGTH}


ROLE_NAMES: Final = {
    Role.OWNER: pgettext_lazy("role", "Owner"),
    Role.ORGANISER: pgettext_lazy("role", "Organiser"),
    Role.REFEREE: pgettext_lazy("role", "Referee"),
    Role.DESK: pgettext_lazy("role", "Desk"),
    Role.READER: pgettext_lazy("role", "Reader"),
}
ROLE_TEXTS: Final = {
    Role.OWNER: _("Is responsible for the club: its name, its people, its copies."),
    Role.ORGANISER: _("Sets up evenings, contests and seasons."),
    Role.REFEREE: _("Decides at the tables and runs the rounds."),
    Role.DESK: _("Welcomes people at the door and types the slips."),
    Role.READER: _("Looks at everything and changes nothing."),
}
RIGHT_NAMES: Final = {
    Right.LOOK: _("See everything in the club: games, contests, seasons, players"),
    Right.WRITE: _("Start games, write hands and slips, print the codes of the tables"),
    Right.DOOR: _("At the door: enter people, note who is here and who has paid"),
    Right.DECIDE: _("Decide disputes, correct settled sheets, run the clock, close rounds"),
    Right.EVENINGS: _("Open, change and close evenings"),
    Right.CONTESTS: _("Set up contests, draw the rounds, finish and delete contests"),
    Right.SEASONS: _("Run leagues and seasons, past results, ratings"),
    Right.PLAYERS: _("Add, rename, hide and merge players, answer “That is me”"),
    Right.RULES: _("Create and change rule sets"),
    Right.FILES: _("Save rankings, lists and contests as files"),
    Right.COMPUTER: _("Look after the computer in the hall, and what failed on it"),
    Right.INVITE: _("Invite helpers, and give them a new sign-in link"),
    Right.CLUB: _("Name the club, say what everybody may see of it, look after its copies"),
    Right.MEMBERS: _("Give and take roles, remove people, hand the club over"),
}


def refusal_text(right: Right, role: Role) -> str:
    """Return why that role lacks a right, and which roles have it."""
    least = least_role(right)
    if least is Role.OWNER:
        who = gettext("Only an owner of the club may do this")
    else:
        who = gettext("In your club this needs the role: %(role)s, or one that may do more") % {
            "role": ROLE_NAMES[least]
        }
    words = {"who": who, "right": RIGHT_NAMES[right], "own": ROLE_NAMES[role]}
    return gettext("%(who)s: “%(right)s”. Your role is: %(own)s.") % words
