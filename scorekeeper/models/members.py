"""The log of a club's members, and invitations to create a club."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from scorekeeper.models.clubs import NAME_LENGTH, Club
from scorekeeper.roles import Role


class MemberEvent(models.Model):
    """A line of the log of a club's members; never changed. Names outlive accounts.

    `person` is the member concerned, `author` the user who made the change; `role` is the new role,
    empty if there is none any more.
    """

    class Kind(models.TextChoices):
        """What was done."""

        FOUNDED = "founded", _("founded the club")
        INVITED = "invited", _("invited")
        LINK = "link", _("new sign-in link")
        ROLE = "role", _("other role")
        REMOVED = "removed", _("removed")
        LEFT = "left", _("left the club")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="member_events")
    kind = models.CharField(max_length=7, choices=Kind)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    person_name = models.CharField(max_length=NAME_LENGTH)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    author_name = models.CharField(max_length=NAME_LENGTH)
    role = models.CharField(
        max_length=9, blank=True, choices=[(role.value, role.value) for role in Role]
    )
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.author_name}: {self.kind}, {self.person_name}"


class FoundingInvitation(models.Model):
    """An invitation to create one club; only the hash of its token is stored."""

    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.created_at:%Y-%m-%d}"
