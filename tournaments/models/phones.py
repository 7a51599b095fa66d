"""Phones linked to a player by an organiser, without an account or a password."""

from django.db import models

from scorekeeper.models import Club, Player
from scorekeeper.models.clubs import NAME_LENGTH


class PlayerPhoneQuerySet(models.QuerySet["PlayerPhone"]):
    """QuerySet of players' phones."""

    def of_club(self, club: Club) -> "PlayerPhoneQuerySet":
        return self.filter(club=club)

    def asked(self) -> "PlayerPhoneQuerySet":
        """Return the phones that wait for confirmation, oldest request first."""
        return self.filter(confirmed_at=None).order_by("asked_at", "pk")

    def confirmed(self) -> "PlayerPhoneQuerySet":
        return self.exclude(confirmed_at=None).order_by("confirmed_at", "pk")


class PlayerPhone(models.Model):
    """A phone that asked to be linked to a player, and is once an organiser confirms it.

    Only a hash of its key is stored. `signed` is the first name it signs hands with and `device`
    what its browser calls itself: an organiser recognises the phone by them.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="phones")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="phones")
    key_hash = models.CharField(max_length=64)
    signed = models.CharField(max_length=NAME_LENGTH, blank=True)
    device = models.CharField(max_length=NAME_LENGTH, blank=True)
    asked_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True, blank=True)
    confirmed_by = models.CharField(max_length=NAME_LENGTH, blank=True)

    objects = PlayerPhoneQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["club", "key_hash"], name="a_phone_is_one_player_in_a_club"
            ),
        )

    def __str__(self) -> str:
        return f"{self.player} ({self.device})"
