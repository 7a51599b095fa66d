"""What was done to the people of a club: who came, who went, who may do what."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from scorekeeper.models.clubs import NAME_LENGTH, Club
from scorekeeper.roles import Role


class MemberEvent(models.Model):
    """One line of the log of a club's people; never changed. Names stay where accounts go.

    `person` is whom it is about, `author` who did it; `role` is the one they have from then on,
    empty where they have none any more.
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
    """A link with which somebody founds one club; only the hash of its token is kept."""

    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.created_at:%Y-%m-%d}"
