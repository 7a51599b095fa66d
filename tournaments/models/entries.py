"""Who takes part: teams, or in mêlée single players."""

from django.db import models

from scorekeeper.models import Player
from scorekeeper.models.clubs import NAME_LENGTH
from tournaments.models.tournaments import Tournament


class EntryQuerySet(models.QuerySet["Entry"]):
    """Queries on entries."""

    def by_number(self) -> "EntryQuerySet":
        return self.order_by("number").prefetch_related("players")


class Entry(models.Model):
    """A team, or in mêlée one player, under its number.

    A team with one name looks for a partner and is not drawn. `withdrawn_from` is the first round
    that the entry no longer plays.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveSmallIntegerField()
    tags = models.JSONField(default=list)
    checked_in_at = models.DateTimeField(null=True, blank=True)
    has_paid = models.BooleanField(default=False)
    withdrawn_from = models.PositiveSmallIntegerField(null=True, blank=True)
    created_at = models.DateTimeField()

    objects = EntryQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tournament", "number"], name="an_entry_has_its_own_number"
            ),
            models.CheckConstraint(
                condition=models.Q(number__gte=1), name="an_entry_number_is_at_least_one"
            ),
        )

    def __str__(self) -> str:
        return f"{self.number}"

    @property
    def names(self) -> list[str]:
        """Return the players' names in order; one query unless prefetched."""
        players = sorted(self.players.all(), key=lambda player: player.position)
        return [player.name for player in players]

    @property
    def title(self) -> str:
        return " & ".join(self.names)

    def plays_round(self, number: int) -> bool:
        """Return whether the entry has not left before that round."""
        return self.withdrawn_from is None or number < self.withdrawn_from


class EntryPlayer(models.Model):
    """One player of an entry. The name is kept as it was entered."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="players")
    position = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="entries"
    )
    name = models.CharField(max_length=NAME_LENGTH)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["entry", "position"], name="a_place_in_a_team_holds_one_person"
            ),
            models.UniqueConstraint(fields=["entry", "player"], name="a_player_is_in_a_team_once"),
            models.CheckConstraint(
                condition=models.Q(position__in=[1, 2]), name="a_team_has_two_places"
            ),
        )

    def __str__(self) -> str:
        return self.name
