"""Roles in a club and their rights, in one table. Pure.

A role has all the rights of those below it. Pages, the API, the help and the members page read this
table; its labels are in `scorekeeper/labels/people.py`.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Role(StrEnum):
    """The role of an account in a club, the lowest first."""

    READER = "reader"
    """Reads only."""
    DESK = "desk"
    """Registers people at the door and enters what the tables hand in."""
    REFEREE = "referee"
    """Decides at the tables and runs the rounds."""
    ORGANISER = "organiser"
    """Sets everything up: evenings, contests, seasons, players."""
    OWNER = "owner"
    """Is responsible for the club: its members, what it publishes, its backups."""


class Right(StrEnum):
    """Something that only some roles may do."""

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
"""What each role may do in addition to the one below it."""

RIGHTS: Final[Mapping[str, frozenset[Right]]] = {
    role: frozenset[Right]().union(*list(ADDED.values())[: place + 1])
    for place, role in enumerate(ADDED)
}
"""All rights of each role, by its stored code."""

NO_RIGHTS: Final[frozenset[Right]] = frozenset()


def least_role(right: Right) -> Role:
    """Return the lowest role that has a right."""
    return next(role for role in Role if right in ADDED[role])


def roles_with(right: Right) -> tuple[Role, ...]:
    """Return all roles that have a right, the lowest first."""
    return tuple(role for role in Role if right in RIGHTS[role])


def roles_given_by(role: Role) -> tuple[Role, ...]:
    """Return the roles that a member may give to others: none above their own.

    Empty without the right to invite.
    """
    if Right.INVITE not in RIGHTS[role]:
        return ()
    return tuple(given for given in Role if RIGHTS[given] <= RIGHTS[role])
