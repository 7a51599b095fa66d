"""Entries of a contest: teams, or single players in a mêlée."""

from typing import NamedTuple

from django.db import models

from scorekeeper.models import Player
from scorekeeper.models.clubs import NAME_LENGTH
from tournaments.lineups import Left, order_of, titled, who_sat
from tournaments.models.tournaments import Tournament


class EntryQuerySet(models.QuerySet["Entry"]):
    """QuerySet of entries."""

    def by_number(self) -> "EntryQuerySet":
        return self.order_by("number").prefetch_related("players")

    def knowing_who_left(self) -> "EntryQuerySet":
        """Annotate each entry with whether it has former players, which saves a query for most."""
        former = FormerPlayer.objects.filter(entry=models.OuterRef("pk"))
        return self.annotate(has_left=models.Exists(former))


class Entry(models.Model):
    """A numbered entry of a contest: a team, or one player in a mêlée.

    A team with only one player is looking for a partner and is left out of the draw.
    `withdrawn_from` is the first round that the entry no longer plays. `purse` holds what the entry
    owes and has paid; it is empty if the fee is all it owes, and `has_paid` then says whether that
    is paid. `final_place` and `final_points` are valid for the state of the finished contest that
    `Tournament.placed_hash` names.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveSmallIntegerField()
    team_name = models.CharField(max_length=NAME_LENGTH, blank=True, default="")
    tags = models.JSONField(default=list)
    checked_in_at = models.DateTimeField(null=True, blank=True)
    has_paid = models.BooleanField(default=False)
    purse = models.JSONField(default=dict)
    withdrawn_from = models.PositiveSmallIntegerField(null=True, blank=True)
    final_place = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    final_points = models.IntegerField(null=True, blank=True, editable=False)
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
        indexes = (
            models.Index(
                fields=["tournament"], condition=models.Q(final_place=1), name="winners_of_contests"
            ),
        )

    def __str__(self) -> str:
        return f"{self.number}"

    @property
    def names(self) -> list[str]:
        """Return the players' names in seat order; one query unless prefetched."""
        players = sorted(self.players.all(), key=lambda player: player.position)
        return [player.name for player in players]

    @property
    def title(self) -> str:
        return titled(self.names, self.team_name)

    def plays_round(self, number: int) -> bool:
        """Return whether the entry has not withdrawn before that round."""
        return self.withdrawn_from is None or number < self.withdrawn_from

    def who_sat(self, round_number: int) -> list["Sitter"]:
        """Return the player in each place at the end of a round; two queries unless prefetched."""
        present = sorted(self.players.all(), key=lambda player: player.position)
        people: list[Sitter] = [Sitter(one.player_id, one.name) for one in present]
        return who_sat(people, self.left_seats, round_number)

    @property
    def left_seats(self) -> list[Left["Sitter"]]:
        """Return the players who were replaced by a substitute, in order.

        One query, unless prefetched or `knowing_who_left` found that there are none.
        """
        if not getattr(self, "has_left", True):
            return []
        return sorted((one.left for one in self.former.all()), key=order_of)


class Sitter(NamedTuple):
    """A player's key and name."""

    player: int | None
    name: str


class EntryPlayer(models.Model):
    """A current player of an entry. The name is stored as it was entered."""

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


class FormerPlayer(models.Model):
    """A player of an entry who was replaced by a substitute.

    The substitute plays from hand `until_hand` of round `until_round` on.
    """

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="former")
    position = models.PositiveSmallIntegerField()
    until_round = models.PositiveSmallIntegerField()
    until_hand = models.PositiveSmallIntegerField(default=1)
    player = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="former_entries"
    )
    name = models.CharField(max_length=NAME_LENGTH)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["entry", "position", "until_round", "until_hand"],
                name="a_place_is_left_once_at_a_time",
            ),
            models.CheckConstraint(
                condition=models.Q(position__in=[1, 2], until_round__gte=1, until_hand__gte=1),
                name="a_place_is_left_from_a_hand_of_a_round_on",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def left(self) -> Left[Sitter]:
        sitter = Sitter(self.player_id, self.name)
        return Left(self.position, self.until_round, self.until_hand, sitter)
