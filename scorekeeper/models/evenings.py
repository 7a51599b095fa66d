"""Club evenings: who came, and the tables of the night."""

from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from scorekeeper.models.clubs import NAME_LENGTH, Club, Player, new_token

TOKEN_LENGTH: Final = 32


class EveningQuerySet(models.QuerySet["Evening"]):
    """Queries on evenings."""

    def of_club(self, club: Club) -> "EveningQuerySet":
        return self.filter(club=club)

    def newest_first(self) -> "EveningQuerySet":
        return self.order_by("-date", "-pk")


class Evening(models.Model):
    """One evening of a club; its token lets the phones in the hall join."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="evenings")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    date = models.DateField(_("date"))
    ruleset_key = models.CharField(max_length=40, default="classic")
    token = models.CharField(max_length=TOKEN_LENGTH, unique=True, default=new_token)
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    objects = EveningQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name


class Attendance(models.Model):
    """A player who is here tonight."""

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="attendances")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="attendances")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["evening", "player"], name="a_player_attends_an_evening_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.player} – {self.evening}"
