"""The log of a contest: written once, each entry holding the hash of the one before."""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from scorekeeper.models.clubs import NAME_LENGTH
from tournaments.chain import Link
from tournaments.models.tournaments import Tournament

HASH_LENGTH = 64


class LogEntry(models.Model):
    """One thing that was done in a contest.

    `data` names rounds, tables and entries by number, so that the same log holds in another
    installation; what it holds for each kind is told in `tournaments/replay`.
    """

    class Kind(models.TextChoices):
        """What was done. Those of a game are the kinds of its own log."""

        CREATED = "created", _("Contest created")
        CHANGED = "changed", _("Contest changed")
        ENTRY_ADDED = "entry_added", _("Entry")
        ENTRY_CHANGED = "entry_changed", _("Entry changed")
        ENTRY_REMOVED = "entry_removed", _("Entry removed")
        CHECKED_IN = "checked_in", _("Check-in")
        PAID = "paid", _("Fee")
        WITHDRAWN = "withdrawn", _("Withdrawal")
        RETURNED = "returned", _("Withdrawal taken back")
        DRAWN = "drawn", _("Round drawn")
        SWAPPED = "swapped", _("Exchanged by hand before publishing")
        DISCARDED = "discarded", _("Draw discarded")
        PUBLISHED = "published", _("Draw published")
        RESEATED = "reseated", _("Tables changed after publishing")
        UNPUBLISHED = "unpublished", _("Draw taken back")
        TIMER = "timer", _("Clock")
        GAME = "game", _("At the table")
        SLIP = "slip", _("Slip typed at the desk")
        CHECKED = "checked", _("Slip checked")
        ACCEPTED = "accepted", _("Sheet accepted")
        DISPUTED = "disputed", _("Sheet not accepted")
        RULED = "ruled", _("Ruling")
        SIGNED = "signed", _("Signed on paper")
        CLOSED = "closed", _("Round closed")
        REOPENED = "reopened", _("Round reopened")
        LOT = "lot", _("Lot drawn")
        CODE = "code", _("New code for a table")
        FINISHED = "finished", _("Contest finished")
        RESUMED = "resumed", _("Contest opened again")
        REDACTED = "redacted", _("Name taken out")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="log")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=16, choices=Kind)
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    table_number = models.PositiveSmallIntegerField(null=True, blank=True)
    data = models.JSONField()
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    author_name = models.CharField(max_length=NAME_LENGTH)
    at = models.DateTimeField()
    previous_hash = models.CharField(max_length=HASH_LENGTH, blank=True)
    hash = models.CharField(max_length=HASH_LENGTH)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tournament", "number"], name="a_log_entry_has_its_own_number"
            ),
        )
        indexes = (
            models.Index(
                fields=["tournament", "round_number", "table_number"], name="log_of_a_table"
            ),
            models.Index(fields=["tournament", "kind"], name="log_by_kind"),
        )

    def __str__(self) -> str:
        return f"{self.number}: {self.get_kind_display()}"

    @property
    def link(self) -> Link:
        data: dict[str, Any] = self.data
        return Link(
            number=self.number,
            kind=self.kind,
            round_number=self.round_number,
            table_number=self.table_number,
            data=data,
            author=self.author_name,
            at=self.at.isoformat(),
            previous_hash=self.previous_hash,
            hash=self.hash,
        )

    def seal_after(self, previous_hash: str) -> None:
        """Fasten the entry to the one before."""
        sealed = self.link.sealed(previous_hash)
        self.previous_hash, self.hash = previous_hash, sealed.hash
