"""Clubs, who works in them, and who plays there."""

from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from scorekeeper.models.initials import initials_of
from scorekeeper.models.sort_names import name_key
from scorekeeper.roles import Role
from scorekeeper.unicode_safety import without_hidden

if TYPE_CHECKING:
    from django.contrib.auth.models import User

NAME_LENGTH: Final = 80
LICENCE_LENGTH: Final = 20


def tidy_licence(number: str) -> str:
    """Return a licence number in its stored form: "0 123 45a" and "012345A" are the same."""
    return "".join(without_hidden(number).split()).upper()


class Club(models.Model):
    """A belote club, which owns all other data.

    `opens_rankings` makes its leaderboards and seasons public instead of limiting them to phones
    that joined. Contests from `together_from` on count for the interclub rankings of the server;
    None if the club does not take part. After `keep_years` without activity people lose their
    names; None: never. `uses` are the codes of the extensions that the club wants to see; None: all
    of them.
    """

    class Stage(models.TextChoices):
        """How far its beginning is: asked for nothing yet, a trial to look round in, or begun."""

        NEW = "new", _("not begun yet")
        TRIAL = "trial", _("a trial")
        BEGUN = "begun", _("begun")

    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    stage = models.CharField(max_length=5, choices=Stage, default=Stage.BEGUN)
    shows_ratings = models.BooleanField(default=False)
    opens_rankings = models.BooleanField(default=False)
    together_from = models.DateField(null=True, blank=True)
    keep_years = models.PositiveSmallIntegerField(null=True, blank=True)
    uses = models.JSONField(null=True, blank=True)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name

    @property
    def is_trial(self) -> bool:
        return self.stage == self.Stage.TRIAL


class Membership(models.Model):
    """A person with an account who works in the club; `role` decides what they may do there.

    `link_told_at` is the time of the last sign-in link that the person is to be notified of.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships"
    )
    role = models.CharField(
        max_length=9, choices=[(role.value, role.value) for role in Role], default=Role.READER.value
    )
    created_at = models.DateTimeField()
    link_told_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["club", "user"], name="a_person_is_a_member_of_a_club_once"
            ),
            models.CheckConstraint(
                condition=models.Q(role__in=[role.value for role in Role]),
                name="a_member_has_a_role_that_there_is",
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} – {self.club}"


class SignInLink(models.Model):
    """A one-time sign-in link; only the hash of its token is kept."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sign_in_links"
    )
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.user} ({self.created_at:%Y-%m-%d})"


class PlayerQuerySet(models.QuerySet["Player"]):
    """Queries on players."""

    def of_club(self, club: Club) -> "PlayerQuerySet":
        return self.filter(club=club)

    def active(self) -> "PlayerQuerySet":
        """Return the players who still come: neither merged into another nor anonymous."""
        players = self.filter(archived_at=None, merged_into=None)
        return players.exclude(shown=Player.Shown.ANONYMOUS)


class SortNameField(models.CharField):  # type: ignore[type-arg]
    """The key by which lists are sorted and searched; updated whenever the name is saved."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        key = name_key(getattr(model_instance, "name"))[: self.max_length]  # noqa: B009
        setattr(model_instance, self.attname, key)
        return key


class Player(models.Model):
    """Somebody who plays in the club; needs no account.

    `shown` says how the name appears in public, `has_page` whether it links to a page of the
    player's results. `licence` is the federation's number, empty if there is none; `categories` are
    codes of the usual ones, or names of others. A player who was merged into another is kept, so
    that the merge can be undone.
    """

    class Shown(models.TextChoices):
        """How much of a name is shown."""

        FULL = "full", _("the whole name")
        INITIALS = "initials", _("initials on public pages")
        ANONYMOUS = "anonymous", _("anonymous, for ever")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    sort_name = SortNameField(max_length=2 * NAME_LENGTH, default="", editable=False)
    created_at = models.DateTimeField()
    archived_at = models.DateTimeField(null=True, blank=True)
    shown = models.CharField(max_length=9, choices=Shown, default=Shown.FULL)
    has_page = models.BooleanField(default=True)
    licence = models.CharField(max_length=LICENCE_LENGTH, blank=True, default="")
    categories = models.JSONField(default=list, blank=True)
    merged_into = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="merged"
    )

    objects = PlayerQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint("club", Lower("name"), name="a_club_names_each_player_once"),
            models.UniqueConstraint(
                fields=["club", "licence"],
                condition=~models.Q(licence=""),
                name="a_licence_number_is_one_player_of_a_club",
            ),
            models.CheckConstraint(condition=~models.Q(name=""), name="a_player_has_a_name"),
        )
        indexes = (
            models.Index(
                fields=["club", "sort_name", "id"],
                condition=models.Q(archived_at=None, merged_into=None),
                name="players_of_a_club_by_name",
            ),
            models.Index(fields=["club", "shown"], name="players_by_what_is_shown"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def public_name(self) -> str:
        """Return the name as public pages show it."""
        return initials_of(self.name) if self.shown == self.Shown.INITIALS else self.name

    @property
    def has_public_page(self) -> bool:
        """Return whether the player has a public page."""
        return self.has_page and self.shown != self.Shown.ANONYMOUS


class PlayerMerge(models.Model):
    """Two entries of one person that were merged, with what moved, so that it can be undone.

    `moved` maps table names to the keys of the rows that named `gone` before.
    """

    kept = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="merges")
    gone = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="merge")
    moved = models.JSONField()
    author_name = models.CharField(max_length=NAME_LENGTH)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.gone} → {self.kept}"


def display_name(user: "User") -> str:
    """Return the name by which a person with an account signs what they enter."""
    return user.get_full_name() or user.get_username()
