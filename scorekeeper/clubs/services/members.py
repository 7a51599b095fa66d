"""The people of a club: invited, given another role, removed, leaving; each act is noted.

A club always has an owner: the last one neither leaves nor gives the role up.
"""

import secrets
from typing import Unpack

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from scorekeeper.clubs.services.clubs import lock_club
from scorekeeper.clubs.services.sign_in import FIRST_USERNAME, create_sign_in_link, forget_links
from scorekeeper.models import Club, MemberEvent, Membership
from scorekeeper.models.authors import DoneBy
from scorekeeper.models.clubs import NAME_LENGTH, display_name
from scorekeeper.roles import RIGHTS, Role

Kind = MemberEvent.Kind


class LastOwnerError(ValueError):
    """Raised where a club would be left without an owner."""


def note_member_event(
    *, club: Club, kind: Kind, person: User, role: str = "", **by: Unpack[DoneBy]
) -> None:
    author = by["author"]
    MemberEvent.objects.create(
        club=club,
        kind=kind,
        person=person,
        person_name=display_name(person)[:NAME_LENGTH],
        author=author.user,
        author_name=author.name,
        role=role,
        at=by["now"],
    )


@transaction.atomic
def invite_member(*, club: Club, name: str, role: Role, **by: Unpack[DoneBy]) -> str:
    """Make an account for somebody who helps in the club; return its sign-in token."""
    username = f"{FIRST_USERNAME}-{secrets.token_hex(4)}"
    user = User.objects.create_user(username, first_name=name)
    Membership.objects.create(club=club, user=user, role=role, created_at=by["now"])
    note_member_event(club=club, kind=Kind.INVITED, person=user, role=role, **by)
    return create_sign_in_link(user=user, now=by["now"])


@transaction.atomic
def issue_link_again(*, club: Club, person: User, **by: Unpack[DoneBy]) -> str:
    """Return a new sign-in token for a member; whose account it is, and the owner, are told."""
    note_member_event(club=club, kind=Kind.LINK, person=person, **by)
    told = Membership.objects.filter(Q(user=person) | Q(club=club, role=Role.OWNER))
    told.exclude(user=by["author"].user).update(link_told_at=by["now"])
    return create_sign_in_link(user=person, now=by["now"])


@transaction.atomic
def change_role(*, member: Membership, role: Role, **by: Unpack[DoneBy]) -> None:
    """Give a member another role. Raises LastOwnerError.

    A link that was not used yet opens nothing any more where the account may do more from now on:
    an organiser who issued it would come in as an owner.
    """
    found = _locked(member)
    if found.role == role:
        return
    _refuse_last_owner(found)
    if not RIGHTS[role] <= RIGHTS[found.role]:
        forget_links(found.user)
    found.role = role
    found.save(update_fields=["role"])
    note_member_event(club=found.club, kind=Kind.ROLE, person=found.user, role=role, **by)


@transaction.atomic
def remove_member(*, member: Membership, **by: Unpack[DoneBy]) -> None:
    """Take somebody out of the club, or let them leave it; what they wrote stays.

    A link that was not used yet opens nothing any more. Raises LastOwnerError.
    """
    found = _locked(member)
    _refuse_last_owner(found)
    is_own = by["author"].user == found.user
    kind = Kind.LEFT if is_own else Kind.REMOVED
    if not is_own:
        forget_links(found.user)
    note_member_event(club=found.club, kind=kind, person=found.user, **by)
    found.delete()


@transaction.atomic
def hand_over(*, member: Membership, owner: Membership, **by: Unpack[DoneBy]) -> None:
    """Make somebody else the owner; whoever was it organises from then on."""
    change_role(member=member, role=Role.OWNER, **by)
    change_role(member=owner, role=Role.ORGANISER, **by)


def _locked(member: Membership) -> Membership:
    """Return a membership as it is now; who else changes people of the club waits."""
    lock_club(member.club)
    return Membership.objects.select_related("club", "user").get(pk=member.pk)


def _refuse_last_owner(member: Membership) -> None:
    owners = Membership.objects.filter(club=member.club, role=Role.OWNER, user__is_active=True)
    if member.role == Role.OWNER and not owners.exclude(pk=member.pk).exists():
        raise LastOwnerError
