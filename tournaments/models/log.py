"""The log of a contest: append-only, each entry contains the hash of the one before."""

from typing import Any, TypeAlias

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from scorekeeper.models.clubs import NAME_LENGTH
from tournaments.audit_log.actions import ACTIONS
from tournaments.audit_log.actions.types import ActionType
from tournaments.audit_log.chain import ChainEntry
from tournaments.models.tournaments import Tournament

HASH_LENGTH = 64


class LogEntry(models.Model):
    """One action in a contest.

    `data` names rounds, tables and entries by number, never by primary key, so a log stays valid
    in another installation. `tournaments/audit_log/actions/` defines the data of each kind.
    """

    Kind: TypeAlias = ActionType

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="log")
    number = models.PositiveIntegerField()
    kind = models.CharField(
        max_length=16,
        choices=[(kind.value, _(ACTIONS[kind].title)) for kind in ActionType if kind in ACTIONS],
    )
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
    def link(self) -> ChainEntry:
        data: dict[str, Any] = self.data
        return ChainEntry(
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
