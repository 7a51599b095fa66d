"""The secrets from which the draws of a contest are made."""

from django.db import models

from tournaments.draw.commitment import CHAIN_LENGTH
from tournaments.models.tournaments import Tournament


class DrawSecrets(models.Model):
    """A chain of secrets, and how many of them are left; the last one to be used is the root.

    It is in no document and not in a club's export; backups and a standby have it, as they have the
    whole database. One whose next hash is not the announced one is not used.
    """

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, primary_key=True, related_name="draw_secrets"
    )
    root = models.CharField(max_length=64)
    left = models.PositiveSmallIntegerField(default=CHAIN_LENGTH)

    def __str__(self) -> str:
        return f"{self.left}"
