"""Contests played before the club used the program; only their results are known."""

from django.db import models

from scorekeeper.models import Club, Player
from scorekeeper.models.clubs import NAME_LENGTH


class PastContest(models.Model):
    """A contest or an evening played before the club used the program."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="past_contests")
    name = models.CharField(max_length=NAME_LENGTH)
    date = models.DateField()
    created_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["club", "name", "date"], name="a_past_contest_is_kept_once"
            ),
        )

    def __str__(self) -> str:
        return self.name


class PastResult(models.Model):
    """One line of a past contest's results: name, place and total."""

    contest = models.ForeignKey(PastContest, on_delete=models.CASCADE, related_name="results")
    place = models.PositiveSmallIntegerField()
    total = models.IntegerField()
    players = models.ManyToManyField(Player, related_name="past_results")
    names = models.CharField(max_length=2 * NAME_LENGTH + 3)

    def __str__(self) -> str:
        return f"{self.place}. {self.names} {self.total}"
