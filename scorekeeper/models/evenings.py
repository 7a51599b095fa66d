"""Club evenings: who came, and the tables of the night."""

import uuid
from datetime import datetime
from enum import StrEnum

from django.db import models
from django.utils.translation import gettext_lazy as _

from scorekeeper.game_chain import evening_state, hash_of_acts
from scorekeeper.models.clubs import NAME_LENGTH, Club, Player
from scorekeeper.models.codes import TOKEN_LENGTH, new_token


class EveningAction(StrEnum):
    """A change to an evening itself; changes to its games are in their own logs."""

    OPENED = "opened"
    CHANGED = "changed"
    PRESENT = "present"
    CLOSED = "closed"
    REOPENED = "reopened"
    REDACTED = "redacted"


class EveningQuerySet(models.QuerySet["Evening"]):
    """Queries on evenings."""

    def of_club(self, club: Club) -> "EveningQuerySet":
        return self.filter(club=club)

    def newest_first(self) -> "EveningQuerySet":
        return self.order_by("-date", "-pk")


class Evening(models.Model):
    """One evening of a club; its token lets the phones in the hall join.

    Its `key` is the same on every computer. `acts` is the log of what was done to it, and `version`
    its length: one document of an evening continues another if it begins with the same acts.
    `log_hash` is the last hash of that log, empty before the first act since logs are chained. A
    mirror is written on another computer and read-only here.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="evenings")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    date = models.DateField(_("date"))
    ruleset_key = models.CharField(max_length=40, default="classic")
    token = models.CharField(max_length=TOKEN_LENGTH, unique=True, default=new_token)
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    key = models.UUIDField(default=uuid.uuid4, editable=False)
    acts = models.JSONField(default=list, editable=False)
    version = models.PositiveIntegerField(default=0, editable=False)
    log_hash = models.CharField(max_length=64, blank=True, default="", editable=False)
    is_mirror = models.BooleanField(default=False, editable=False)

    objects = EveningQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["club", "key"], name="a_club_has_an_evening_once"),
        )
        indexes = (models.Index(fields=["club", "-date", "-id"], name="evenings_of_a_club"),)

    def __str__(self) -> str:
        return self.name

    def note(self, act: EveningAction, now: datetime) -> None:
        """Add an act to what the evening is by now; the caller has locked it, and saves it."""
        added = {"act": act.value, "at": now.isoformat(), "state": evening_state(self)}
        self.acts = [*self.acts, added]
        self.log_hash = hash_of_acts(self.acts)
        self.version = len(self.acts)


class KeptElsewhereError(Exception):
    """Raised if an evening that is written on another computer, or one of its games, is changed."""

    def __init__(self, evening_id: int | None) -> None:
        super().__init__(evening_id)
        self.evening_id = evening_id


class Attendance(models.Model):
    """A player who is present tonight, with the name of that night."""

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="attendances")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="attendances")
    name = models.CharField(max_length=NAME_LENGTH, blank=True, default="")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["evening", "player"], name="a_player_attends_an_evening_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.player} – {self.evening}"
