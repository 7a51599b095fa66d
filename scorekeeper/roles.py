"""Who may do what in a club: five roles, the rights of each, in one table. Pure.

A role has all the rights of those below it. Pages, the interface for programs, the help and the
page of members read the table here; its words are in `scorekeeper/labels/people.py`.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Role(StrEnum):
    """What somebody with an account is in a club, the least first."""

    READER = "reader"
    """Looks, and writes nothing."""
    DESK = "desk"
    """Takes people in at the door and types what the tables hand in."""
    REFEREE = "referee"
    """Decides at the tables and runs the rounds."""
    ORGANISER = "organiser"
    """Sets everything up: evenings, contests, seasons, players."""
    OWNER = "owner"
    """Answers for the club: who works in it, what it shows, its copies."""


class Right(StrEnum):
    """Something that not everybody in a club may do."""

    LOOK = "look"
    WRITE = "write"
    DOOR = "door"
    DECIDE = "decide"
    EVENINGS = "evenings"
    CONTESTS = "contests"
    SEASONS = "seasons"
    PLAYERS = "players"
    RULES = "rules"
    FILES = "files"
    COMPUTER = "computer"
    INVITE = "invite"
    CLUB = "club"
    MEMBERS = "members"


ADDED: Final[Mapping[Role, frozenset[Right]]] = {
    Role.READER: frozenset({Right.LOOK}),
    Role.DESK: frozenset({Right.WRITE, Right.DOOR}),
    Role.REFEREE: frozenset({Right.DECIDE}),
    Role.ORGANISER: frozenset(
        {
            Right.EVENINGS,
            Right.CONTESTS,
            Right.SEASONS,
            Right.PLAYERS,
            Right.RULES,
            Right.FILES,
            Right.COMPUTER,
            Right.INVITE,
        }
    ),
    Role.OWNER: frozenset({Right.CLUB, Right.MEMBERS}),
}
"""The table: what each role may do that the one below it may not."""

RIGHTS: Final[Mapping[str, frozenset[Right]]] = {
    role: frozenset[Right]().union(*list(ADDED.values())[: place + 1])
    for place, role in enumerate(ADDED)
}
"""All that each role may do, by its code as it is stored."""

NO_RIGHTS: Final[frozenset[Right]] = frozenset()


def least_role(right: Right) -> Role:
    """Return the least role that has a right."""
    return next(role for role in Role if right in ADDED[role])


def roles_with(right: Right) -> tuple[Role, ...]:
    """Return all roles that have a right, the least first."""
    return tuple(role for role in Role if right in RIGHTS[role])


def roles_given_by(role: Role) -> tuple[Role, ...]:
    """Return the roles that somebody may give to others: none above the own one.

    Nobody gives any without the right to invite.
    """
    if Right.INVITE not in RIGHTS[role]:
        return ()
    return tuple(given for given in Role if RIGHTS[given] <= RIGHTS[role])
