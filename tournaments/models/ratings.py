"""Players' ratings, and the change that each game made."""

from django.db import models

from scorekeeper.models import Game, Player


class Rating(models.Model):
    """A player's rating after the last game that counted; derived, never entered by hand.

    `mu` is the estimate of strength and `sigma` its uncertainty, in openskill's units (a newcomer
    has 25 and 25/3).
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="rating")
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.mu:.1f} ± {self.sigma:.1f}"


class RatingStep(models.Model):
    """A player's rating after one game; `version` is the game's version when it was rated."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="rating_steps")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rating_steps")
    mu = models.FloatField()
    sigma = models.FloatField()
    version = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["player", "game"], name="a_game_moves_a_rating_once"),
        )

    def __str__(self) -> str:
        return f"{self.mu:.1f}"
