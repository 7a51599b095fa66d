"""Data shared by the clubs of one server: players of several clubs and ratings across clubs."""

from django.db import models

from scorekeeper.models import Club, Player
from scorekeeper.models.clubs import NAME_LENGTH
from tournaments.models.tournaments import Tournament


class SamePersonQuerySet(models.QuerySet["SamePerson"]):
    """QuerySet of links between players of two clubs."""

    def of_club(self, club: Club) -> "SamePersonQuerySet":
        return self.filter(models.Q(one__club=club) | models.Q(other__club=club))

    def confirmed(self) -> "SamePersonQuerySet":
        return self.exclude(answered_at=None).filter(is_refused=False)


class SamePerson(models.Model):
    """A link between the players of two clubs who are the same person.

    One club asks, the other confirms. `one` has the lower key. If both clubs confirmed the same
    phone for their player, the link is made without a request and `asked` is empty.
    """

    one = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    asked_by = models.ForeignKey(
        Club, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    asked_name = models.CharField(max_length=NAME_LENGTH, blank=True)
    asked_at = models.DateTimeField()
    answered_name = models.CharField(max_length=NAME_LENGTH, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    is_refused = models.BooleanField(default=False)

    objects = SamePersonQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["one", "other"], name="two_players_are_asked_of_once"),
            models.CheckConstraint(
                condition=models.Q(one__lt=models.F("other")), name="the_lower_key_comes_first"
            ),
        )

    def __str__(self) -> str:
        return f"{self.one_id} = {self.other_id}"

    @property
    def is_confirmed(self) -> bool:
        return self.answered_at is not None and not self.is_refused


class ContestSummary(models.Model):
    """What the ratings across clubs need of a finished contest; derived from it.

    `games` lists round, the entry numbers of both sides and the winner, by round and table.
    `firsts` are the numbers of the winning entries, with the rounds that each played. `first_hash`
    is the hash of the first log entry: it identifies a contest wherever it is stored.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="summary")
    version = models.PositiveIntegerField()
    results_version = models.PositiveIntegerField()
    first_hash = models.CharField(max_length=64)
    games = models.JSONField()
    firsts = models.JSONField()

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.version}"


class NationalTable(models.Model):
    """One computation of the ratings across clubs; the newest finished one is shown.

    `basis` is a hash of its input, `seconds` the CPU time it took. `circles` are the sizes of the
    groups of players connected by games, largest first.
    """

    basis = models.CharField(max_length=64)
    begun_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    seconds = models.FloatField(default=0)
    games = models.PositiveIntegerField(default=0)
    categories = models.JSONField(default=list)
    circles = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"{self.begun_at:%Y-%m-%d %H:%M}"


class NationalLine(models.Model):
    """A person's line in the ratings across clubs; `players` are their keys in the clubs.

    `sought` is the case-folded text that a search looks in: public names and clubs.
    """

    table = models.ForeignKey(NationalTable, on_delete=models.CASCADE, related_name="lines")
    place = models.PositiveIntegerField()
    players = models.JSONField()
    sort_name = models.CharField(max_length=2 * NAME_LENGTH)
    sought = models.TextField()
    categories = models.TextField(blank=True)
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField()
    won = models.PositiveIntegerField()
    won_share = models.FloatField()
    contests = models.PositiveIntegerField()
    contests_won = models.PositiveIntegerField()
    has_one_partner = models.BooleanField(default=False)

    class Meta:
        indexes = (models.Index(fields=["table", "place"], name="places_of_a_national_table"),)

    def __str__(self) -> str:
        return f"{self.place}: {self.sort_name}"
