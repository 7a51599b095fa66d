"""Rounds: their draw, their clock, their tables, who sits there, what came out, who accepted it."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import StrEnum

from django.db import models
from django.utils.translation import gettext_lazy as _

from scorekeeper.engine.hand import Side
from scorekeeper.models import Game
from scorekeeper.models.clubs import NAME_LENGTH
from scorekeeper.models.codes import TOKEN_LENGTH, new_token
from tournaments.draw.certificate import Certificate, from_dict, request_from_dict
from tournaments.draw.drawing import swap
from tournaments.draw.request import DrawRequest
from tournaments.draw.result import Draw
from tournaments.models.entries import Entry
from tournaments.models.tournaments import EVERY_TABLE, Tournament
from tournaments.standings.results import GameOutcome, ResultKind


class Round(models.Model):
    """A round of a contest.

    While it is drawn only the organiser sees it and it has no matches yet: `certificate` and
    `request` hold the draw as it was made, `swaps` the pairs of numbers exchanged by hand after it.
    `groups` are the pools or trees that were published, empty in a round without; `moved` says who
    would play in another tree by now, where it was said that they stay all the same. `capot_fails`:
    takers who suffered a capot count as having failed; not in rounds of before. `timer_left` are
    the seconds left when the clock stands still, `timer_ends_at` when it runs.
    """

    class Status(models.TextChoices):
        DRAWN = "drawn", _("drawn, not yet published")
        PLAYING = "playing", _("being played")
        CLOSED = "closed", _("closed")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    hands = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=8, choices=Status, default=Status.DRAWN)
    request = models.JSONField()
    certificate = models.JSONField()
    swaps = models.JSONField(default=list)
    groups = models.JSONField(default=list)
    moved = models.JSONField(default=list)
    capot_fails = models.BooleanField(default=False)
    timer_left = models.PositiveIntegerField(null=True, blank=True)
    timer_ends_at = models.DateTimeField(null=True, blank=True)
    drawn_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["tournament", "number"], name="a_contest_has_each_round_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.number}"

    @property
    def is_drawn(self) -> bool:
        return self.status == self.Status.DRAWN

    @property
    def is_playing(self) -> bool:
        return self.status == self.Status.PLAYING

    @property
    def is_closed(self) -> bool:
        return self.status == self.Status.CLOSED

    @property
    def has_draw(self) -> bool:
        """Return whether the round was drawn here: one brought in without a log may not be."""
        return bool(self.certificate)

    @property
    def draw_request(self) -> DrawRequest:
        return request_from_dict(self.request)

    @property
    def draw_certificate(self) -> Certificate:
        """Return the certificate of the draw as it was made, before any exchange by hand."""
        return from_dict(self.certificate)

    @property
    def draw(self) -> Draw:
        """Return the draw with what was exchanged by hand before it was published."""
        request, drawn = self.draw_request, self.draw_certificate.draw
        for one, other in self.swaps:
            drawn = swap(request, drawn, one, other)
        return drawn

    def seconds_left(self, now: datetime) -> int | None:
        """Return the seconds left on the clock, 0 once it has run out, None without a clock."""
        if self.timer_ends_at is None:
            return self.timer_left
        return max(0, int((self.timer_ends_at - now) / timedelta(seconds=1)))


_SIDES = [side.value for side in Side]


class Match(models.Model):
    """What a round holds for some entries: a game, a round exempt, a game the other side has left.

    Only games have a table and a game; a forfeit keeps its table, and its game as far as it was.

    `needs_check` marks a slip that cannot be under the rules and was kept nevertheless;
    `is_signed` that both sides signed on paper, as the organiser says. `receipt` is the code of the
    finished sheet, empty while the game goes on; `penalties` counts its penalty hands.
    `decided_for` is the number of who goes on in a tree where the totals are equal.
    """

    class Kind(models.TextChoices):
        GAME = "game", _("game")
        CATCH_UP = "catch_up", _("catch-up game")
        EXEMPT = "exempt", _("exempt")
        FORFEIT = "forfeit", _("forfeit")

    class Decided(models.TextChoices):
        """What said who goes on from a table whose totals are equal."""

        HAND = "hand", _("one more hand")
        LOT = "lot", _("a lot")
        RULING = "ruling", _("the organiser")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.GAME)
    table_number = models.PositiveSmallIntegerField(null=True, blank=True)
    game = models.OneToOneField(
        Game, on_delete=models.PROTECT, null=True, blank=True, related_name="match"
    )
    needs_check = models.BooleanField(default=False)
    check_note = models.CharField(max_length=200, blank=True)
    is_signed = models.BooleanField(default=False)
    receipt = models.CharField(max_length=16, blank=True)
    penalties = models.PositiveSmallIntegerField(default=0)
    decided_for = models.PositiveSmallIntegerField(null=True, blank=True)
    decided_by = models.CharField(max_length=8, choices=Decided, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["round", "table_number"], name="a_table_has_one_match_a_round"
            ),
            models.CheckConstraint(
                condition=models.Q(kind="exempt", table_number=None, game=None)
                | models.Q(kind__in=["game", "catch_up"], table_number__gte=1, game__isnull=False)
                | models.Q(kind="forfeit", table_number__gte=1),
                name="a_game_has_a_table_and_an_exempt_entry_has_none",
            ),
        )

    def __str__(self) -> str:
        return f"{self.table_number or '–'}"

    @property
    def is_game(self) -> bool:
        return self.kind in {self.Kind.GAME, self.Kind.CATCH_UP}


class MatchSeat(models.Model):
    """An entry in a match, and what it brought home from it; in mêlée a side has two.

    `counts` is false for whoever plays a second game for an exempt entry: only that entry's score
    counts. `has_result` is false while the game goes on; what follows it is then worth nothing.
    `kind` says where the points come from.
    """

    class Kind(models.TextChoices):
        """Where points come from, as the standings name it."""

        PLAYED = ResultKind.PLAYED.value, _("played")
        CATCH_UP = ResultKind.CATCH_UP.value, _("catch-up game")
        EXEMPT = ResultKind.EXEMPT.value, _("exempt")
        FORFEIT = ResultKind.FORFEIT.value, _("the opponents left")
        ABSENT = ResultKind.ABSENT.value, _("left")

    class Result(models.TextChoices):
        UNKNOWN = "", "–"
        WON = GameOutcome.WON.value, _("won")
        TIED = GameOutcome.TIED.value, _("a draw")
        LOST = GameOutcome.LOST.value, _("lost")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")
    side = models.CharField(max_length=1)
    position = models.PositiveSmallIntegerField(default=1)
    counts = models.BooleanField(default=True)
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.PLAYED)
    has_result = models.BooleanField(default=False)
    points = models.IntegerField(default=0)
    outcome = models.CharField(max_length=4, choices=Result, default=Result.UNKNOWN, blank=True)
    capots = models.PositiveSmallIntegerField(default=0)
    failed = models.PositiveSmallIntegerField(default=0)
    hands = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["round", "entry"],
                condition=models.Q(counts=True),
                name="an_entry_counts_once_in_a_round",
            ),
            models.UniqueConstraint(
                fields=["match", "side", "position"], name="a_place_at_a_table_holds_one_entry"
            ),
            models.CheckConstraint(
                condition=models.Q(side__in=_SIDES), name="a_match_has_two_sides"
            ),
        )

    def __str__(self) -> str:
        return f"{self.side}{self.position}: {self.entry_id}"


class SheetVerdict(models.Model):
    """What one side says of the final sheet: accepted as it stands, or what it should say.

    `receipt` is the code of the sheet that was looked at: a sheet changed afterwards is not
    accepted any more. The totals are those the side claims.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="verdicts")
    side = models.CharField(max_length=1)
    agrees = models.BooleanField()
    receipt = models.CharField(max_length=16)
    total_a = models.PositiveIntegerField(null=True, blank=True)
    total_b = models.PositiveIntegerField(null=True, blank=True)
    note = models.CharField(max_length=200, blank=True)
    author_name = models.CharField(max_length=NAME_LENGTH)
    at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["match", "side"], name="a_side_says_one_thing_of_a_sheet"
            ),
            models.CheckConstraint(
                condition=models.Q(side__in=_SIDES), name="a_verdict_is_of_a_side"
            ),
        )

    def __str__(self) -> str:
        return f"{self.side}: {self.agrees}"


class SentVerdict(models.Model):
    """A key under which a phone sent what a side says of a sheet: it is said once.

    Sent again because the answer was lost, it must not undo what the side has said since.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="sent_verdicts")
    key = models.UUIDField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["match", "key"], name="a_key_speaks_once_of_a_sheet"),
        )

    def __str__(self) -> str:
        return str(self.key)


class TableCode(models.Model):
    """The code of a table for the whole contest; whoever has it enters what is played there now."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="codes")
    number = models.PositiveSmallIntegerField()
    token = models.CharField(max_length=TOKEN_LENGTH, unique=True, default=new_token)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["tournament", "number"], name="a_table_has_one_code"),
        )

    def __str__(self) -> str:
        return f"{self.number}"


class Signature(StrEnum):
    """What is known of both sides' signatures."""

    NONE = "none"
    """The game goes on, or there is none."""
    WAITING = "waiting"
    ONE_SIDE = "one_side"
    DISPUTED = "disputed"
    SETTLED = "settled"


def signature_of(match: Match, verdicts: Iterable[SheetVerdict]) -> Signature:
    """Return how a match's sheet stands, given what both sides said of it."""
    if not match.receipt:
        return Signature.NONE
    if match.is_signed:
        return Signature.SETTLED
    current = {v.side: v.agrees for v in verdicts if v.receipt == match.receipt}
    if not all(current.values()):
        return Signature.DISPUTED
    return {0: Signature.WAITING, 1: Signature.ONE_SIDE}.get(len(current), Signature.SETTLED)


def news_mark(tournament: Tournament, table: int | None) -> str:
    """Return what changes whenever a table is told something, empty where it never was."""
    own = [tournament.table_news.get(key, 0) for key in (EVERY_TABLE, str(table))]
    return f"n{own[0]}-{own[1]}" if any(own) else ""


def playing_mark(
    tournament: Tournament,
    playing: Round | None,
    match: Match | None,
    verdicts: Iterable[SheetVerdict],
    *,
    table: int | None = None,
) -> str:
    """Return a word that changes with what phones at a table wait for; `table` without a match."""
    parts = ["over" if tournament.finished_at else "open"]
    if playing:
        parts += [str(playing.number), playing.status]
    if match:
        said = sorted(f"{v.side}{int(v.agrees)}{v.at:%H%M%S%f}" for v in verdicts)
        parts += [str(match.pk), match.kind, match.receipt, str(int(match.is_signed)), *said]
    parts.append(news_mark(tournament, match.table_number if match else table))
    return ".".join(filter(None, parts))


def hands_written(matches: Iterable[Match]) -> int:
    """Return how many hands, and slips, were written at some tables."""
    keys = [match.game_id for match in matches if match.game_id]
    counted = Game.objects.filter(pk__in=keys).aggregate(
        hands=models.Count("hands"),
        slips=models.Count("pk", filter=models.Q(kind=Game.Kind.SLIP), distinct=True),
    )
    return int(counted["hands"]) + int(counted["slips"])
