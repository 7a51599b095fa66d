"""Games of two teams, their seats, their slips and the log of what was done to them."""

import secrets
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from scorekeeper.engine.hand import Seat, Side
from scorekeeper.engine.rulesets import GameFormat, RuleSet
from scorekeeper.engine.tally import Totals
from scorekeeper.models.authors import Author
from scorekeeper.models.clubs import NAME_LENGTH, Club, Player
from scorekeeper.models.codes import TOKEN_LENGTH, new_token
from scorekeeper.models.evenings import Evening


class GameQuerySet(models.QuerySet["Game"]):
    """Queries on games."""

    def of_club(self, club: Club) -> "GameQuerySet":
        return self.filter(club=club)

    def playing(self) -> "GameQuerySet":
        return self.filter(status=Game.Status.PLAYING)

    def finished(self) -> "GameQuerySet":
        return self.filter(status=Game.Status.FINISHED)

    def outside_contests(self) -> "GameQuerySet":
        return self.filter(is_contest=False)

    def newest_first(self) -> "GameQuerySet":
        return self.order_by("-created_at", "-pk")


class Game(models.Model):
    """A game between sides A and B; its stored totals follow from its hands.

    The rule set's values, and how the table plays, are fixed when the game is created.
    """

    class Status(models.TextChoices):
        """Whether hands are still entered."""

        PLAYING = "playing", _("being played")
        FINISHED = "finished", _("finished")

    class Kind(models.TextChoices):
        """What was written: every hand, or the totals of a slip."""

        HANDS = "hands", _("hand by hand")
        SLIP = "slip", _("slip with totals")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="games")
    evening = models.ForeignKey(
        Evening, on_delete=models.SET_NULL, null=True, blank=True, related_name="games"
    )
    table_number = models.PositiveSmallIntegerField(null=True, blank=True)
    # Belongs to a contest, which controls changes to it: see `scorekeeper/extensions.py`.
    is_contest = models.BooleanField(default=False)
    has_substitutes = models.BooleanField(default=False)
    # Belongs to an evening that is written on another computer: read-only here.
    is_mirror = models.BooleanField(default=False)
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.HANDS)
    status = models.CharField(max_length=8, choices=Status, default=Status.PLAYING)
    ruleset_key = models.CharField(max_length=40)
    ruleset_name = models.CharField(max_length=NAME_LENGTH)
    ruleset_based_on = models.CharField(max_length=40)
    ruleset_values = models.JSONField()
    ruleset_practice = models.JSONField(default=dict)
    target = models.PositiveIntegerField(null=True, blank=True)
    hands_per_game = models.PositiveSmallIntegerField(null=True, blank=True)
    game_count = models.PositiveSmallIntegerField(default=1)
    first_dealer = models.CharField(max_length=2, default=Seat.A1.value)
    passed_deals = models.PositiveSmallIntegerField(default=0)
    hand_count = models.PositiveSmallIntegerField(default=0)
    total_a = models.IntegerField(default=0)
    total_b = models.IntegerField(default=0)
    held = models.IntegerField(default=0)
    winner = models.CharField(max_length=1, blank=True)
    stop_reason = models.CharField(max_length=200, blank=True)
    version = models.PositiveIntegerField(default=0)
    # The last hash of its log; empty in contests, and before the first act since logs are chained.
    log_hash = models.CharField(max_length=64, blank=True, default="", editable=False)
    mark = models.CharField(max_length=8, blank=True, default="", editable=False)
    token = models.CharField(max_length=TOKEN_LENGTH, unique=True, default=new_token)
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = GameQuerySet.as_manager()

    seated: "list[GameSeat] | None" = None
    """The cache of `seats_of`."""

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(target=None, hands_per_game__gt=0)
                | models.Q(target__gt=0, hands_per_game=None),
                name="a_game_ends_at_a_target_or_after_hands",
            ),
            models.CheckConstraint(
                condition=models.Q(winner__in=["", Side.A.value, Side.B.value]),
                name="a_winner_is_a_side",
            ),
            models.CheckConstraint(
                condition=models.Q(first_dealer__in=[seat.value for seat in Seat]),
                name="a_dealer_sits_at_the_table",
            ),
        )
        # A club plays hundreds of contest games for each game that its lists show.
        indexes = (
            models.Index(fields=["club", "-created_at"], name="games_of_a_club"),
            models.Index(
                fields=["club", "-created_at", "-id"],
                condition=models.Q(is_contest=False),
                name="games_outside_contests",
            ),
            models.Index(
                fields=["club", "status", "-finished_at", "-id"],
                condition=models.Q(is_contest=False),
                name="games_outside_by_end",
            ),
        )

    def __str__(self) -> str:
        return f"#{self.pk}"

    @property
    def ruleset(self) -> RuleSet:
        stored: dict[str, Any] = self.ruleset_values
        return RuleSet.from_values(stored)

    @property
    def format(self) -> GameFormat:
        return GameFormat(target=self.target, hands=self.hands_per_game, games=self.game_count)

    @property
    def is_finished(self) -> bool:
        return self.status == self.Status.FINISHED

    @property
    def is_slip(self) -> bool:
        return self.kind == self.Kind.SLIP

    @property
    def leader(self) -> str:
        """Return the side that has more points, empty where both have as many."""
        return Totals(self.total_a, self.total_b).leader or ""

    @property
    def hands_planned(self) -> int | None:
        """Return the number of hands of all its games, None where a target ends them."""
        return self.hands_per_game * self.game_count if self.hands_per_game else None

    @property
    def hand_number(self) -> int:
        """Return the number of the hand that is played now."""
        following = self.hand_count + 1
        return min(following, self.hands_planned or following)

    def bump_version(self, by: int = 1) -> None:
        """Mark the game as changed.

        The random mark distinguishes two states with the same version: a restored backup, or a
        document of the evening, can reach a known version with other hands.
        """
        self.version += by
        self.mark = new_mark()


def new_mark() -> str:
    """Return a new random mark for a state of a game."""
    return secrets.token_hex(4)


class PresentSeats(models.Manager["GameSeat"]):
    """The current seats: without players who were replaced during the game."""

    def get_queryset(self) -> models.QuerySet["GameSeat"]:
        return super().get_queryset().filter(last_hand=None)


class GameSeat(models.Model):
    """Who sits where, with the name at the time of the game.

    A player who was replaced during the game keeps a row, up to `last_hand`; the substitute has one
    from `first_hand` on, and only that is among the current seats. `every` finds both. A player who
    comes back has a row for each time.

    The fields from `is_counted` on are what this player earned in a finished game, for
    leaderboards; they follow from the game and are meaningless while it runs. If a player has
    several rows, the last one holds the sum (`scorekeeper/engine/stints.py`). `points` and
    `against` are those of both sides; contracts are those this player took; `belotes` those this
    player held, if it was written who; `capots` those of the side.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    seat = models.CharField(max_length=2)
    player = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="seats"
    )
    name = models.CharField(max_length=NAME_LENGTH)
    first_hand = models.PositiveSmallIntegerField(default=1)
    last_hand = models.PositiveSmallIntegerField(null=True, blank=True)
    is_counted = models.BooleanField(default=False)
    points = models.IntegerField(default=0)
    against = models.IntegerField(default=0)
    hands = models.PositiveSmallIntegerField(default=0)
    is_won = models.BooleanField(default=False)
    is_tied = models.BooleanField(default=False)
    taken = models.PositiveSmallIntegerField(default=0)
    made = models.PositiveSmallIntegerField(default=0)
    failed = models.PositiveSmallIntegerField(default=0)
    capots = models.PositiveSmallIntegerField(default=0)
    belotes = models.PositiveSmallIntegerField(default=0)

    objects = PresentSeats()
    every = models.Manager["GameSeat"]()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["game", "seat"],
                condition=models.Q(last_hand=None),
                name="a_seat_holds_one_person",
            ),
            models.UniqueConstraint(
                fields=["game", "player"],
                condition=models.Q(last_hand=None),
                name="a_player_sits_once_at_a_table",
            ),
            models.CheckConstraint(
                condition=models.Q(seat__in=[seat.value for seat in Seat]),
                name="a_seat_is_one_of_four",
            ),
        )

    def __str__(self) -> str:
        return f"{self.seat} {self.name}"


def every_seat_of(game: Game) -> list[GameSeat]:
    """Return everybody who sat at a game; one more query if somebody was replaced."""
    seats = seats_of(game)
    if game.has_substitutes:
        seats += GameSeat.every.filter(game=game, last_hand__isnull=False)
    return seats


def seats_of(game: Game) -> list[GameSeat]:
    """Return who sits at a game now; cached, or prefetched with the game."""
    if "seats" in vars(game).get("_prefetched_objects_cache", {}):
        return list(game.seats.all())
    if game.seated is None:
        game.seated = list(game.seats.all())
    return list(game.seated)


class SlipTotals(models.Model):
    """The two totals of one game as on a slip, and the capots if the slip reports them.

    Contests store capots in `MatchSeat` instead.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="slips")
    number = models.PositiveSmallIntegerField()
    hands = models.PositiveSmallIntegerField()
    total_a = models.PositiveIntegerField()
    total_b = models.PositiveIntegerField()
    capots_a = models.PositiveSmallIntegerField(null=True, blank=True)
    capots_b = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["game", "number"], name="a_game_has_one_slip_each"),
        )

    def __str__(self) -> str:
        return f"{self.total_a} – {self.total_b}"


class GameEvent(models.Model):
    """A line of a game's log; never changed.

    `before` and `after` are hand entries as plain values, or whatever else was changed.
    """

    class Kind(models.TextChoices):
        """What was done."""

        STARTED = "started", _("Game started")
        HAND_RECORDED = "hand_recorded", _("Hand entered")
        HAND_CORRECTED = "hand_corrected", _("Hand corrected")
        HAND_WITHDRAWN = "hand_withdrawn", _("Hand withdrawn")
        DEAL_PASSED = "deal_passed", _("Nobody took")
        DEAL_RESTORED = "deal_restored", _("“Nobody took” undone")
        EDITED = "edited", _("Game changed")
        STOPPED = "stopped", _("Game stopped early")
        FINISHED = "finished", _("Game closed")
        REOPENED = "reopened", _("Game reopened")
        SLIP_RECORDED = "slip_recorded", _("Slip entered")
        SLIP_CORRECTED = "slip_corrected", _("Slip corrected")
        SLIP_WITHDRAWN = "slip_withdrawn", _("Slip taken back")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="events")
    kind = models.CharField(max_length=16, choices=Kind)
    hand_number = models.PositiveSmallIntegerField(null=True, blank=True)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
    )
    author_name = models.CharField(max_length=NAME_LENGTH)
    at = models.DateTimeField()

    doer: Author | None = None
    """Who makes the change, while it is being made."""

    def __str__(self) -> str:
        return f"{self.get_kind_display()} – {self.author_name}"
