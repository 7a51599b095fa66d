"""Rounds: draw, clock, matches, seats, results and the verdicts on them."""

from collections.abc import Iterable, Mapping
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
from tournaments.standings.bye_points import ExemptCode
from tournaments.standings.results import GameOutcome, ResultKind


class Round(models.Model):
    """A round of a contest.

    While its status is `drawn`, only the organiser sees it and it has no matches: `certificate` and
    `request` hold the draw as it was made, `swaps` the pairs of numbers exchanged by hand since.
    `groups` are the published pools or trees, empty in a round without. `moved` lists the entries
    that corrected results would put in another tree, if the organiser kept the draw nevertheless.
    With `capot_fails` a taker who concedes a capot counts as having failed; rounds played before
    that rule have it off. `timer_left` are the seconds left while the clock is stopped;
    `timer_ends_at` is set while it runs.
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
    def may_reseat(self) -> bool:
        """Return whether entries can be exchanged once it is published, and late ones be seated."""
        return self.tournament.format.may_reseat(in_groups=bool(self.groups))

    @property
    def has_draw(self) -> bool:
        """Return whether the round has a draw; an imported contest without a log may have none."""
        return bool(self.certificate)

    @property
    def draw_request(self) -> DrawRequest:
        return request_from_dict(self.request)

    @property
    def draw_certificate(self) -> Certificate:
        """Return the certificate of the draw as it was made, without later swaps."""
        return from_dict(self.certificate)

    @property
    def draw(self) -> Draw:
        """Return the draw with the swaps made before it was published."""
        request, drawn = self.draw_request, self.draw_certificate.draw
        for one, other in self.swaps:
            drawn = swap(request, drawn, one, other)
        return drawn

    @property
    def exempt_points(self) -> int | None:
        """Return what an exempt entry scores, None while that depends on what others play."""
        given = self.tournament.given_scores
        if given.exempt is ExemptCode.ROUND_AVERAGE:
            return None
        return given.exempt_points(whole=self.tournament.ruleset.whole, hands=self.hands, played=())

    def seconds_left(self, now: datetime) -> int | None:
        """Return the seconds left on the clock: 0 once it has run out, None without a clock."""
        if self.timer_ends_at is None:
            return self.timer_left
        return max(0, int((self.timer_ends_at - now) / timedelta(seconds=1)))


_SIDES = [side.value for side in Side]


class Match(models.Model):
    """A game between the two sides of a round's table, a bye or a forfeit.

    Byes have no table and no game. A forfeit keeps its table, and its game as far as it was played.

    `needs_check` marks a score slip that the rules do not allow and that was stored nevertheless.
    `is_signed` says that both sides signed on paper. `receipt` is the code of the finished sheet,
    empty while the game is running; `penalties` counts its penalty hands. `decided_for` is the
    number of the entry that goes on in a knock-out if the totals are equal.
    """

    class Kind(models.TextChoices):
        GAME = "game", _("game")
        CATCH_UP = "catch_up", _("catch-up game")
        EXEMPT = "exempt", _("exempt")
        FORFEIT = "forfeit", _("forfeit")

    class Decided(models.TextChoices):
        """What decided a knock-out game with equal totals."""

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
    """An entry's seat in a match, with its result; in a mêlée a side has two seats.

    `counts` is False for an entry that plays an extra game so that an exempt entry can play: only
    the exempt entry's score counts. `has_result` is False while the game is running; the result
    fields are then meaningless. `kind` says where the points come from.
    """

    class Kind(models.TextChoices):
        """Where points come from; the values are those of `ResultKind`."""

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
    """A side's verdict on the final sheet: accepted, or disputed with the totals it claims.

    `receipt` is the code of the sheet that the side saw: if the sheet changes afterwards, the
    verdict no longer counts.
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
    """The key under which a phone sent a verdict, which makes sending idempotent.

    A verdict sent again because the response was lost must not overwrite a later one.
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
    """The code of a table, valid for the whole contest; it allows entering that table's scores."""

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
    """The game is running, or there is none."""
    WAITING = "waiting"
    ONE_SIDE = "one_side"
    DISPUTED = "disputed"
    SETTLED = "settled"


def signature_of(match: Match, verdicts: Iterable[SheetVerdict]) -> Signature:
    """Return the signature of a match's sheet, given the verdicts of both sides."""
    if not match.receipt:
        return Signature.NONE
    if match.is_signed:
        return Signature.SETTLED
    current = {v.side: v.agrees for v in verdicts if v.receipt == match.receipt}
    if not all(current.values()):
        return Signature.DISPUTED
    return {0: Signature.WAITING, 1: Signature.ONE_SIDE}.get(len(current), Signature.SETTLED)


def news_count(news: Mapping[str, int]) -> int:
    """Return a value that changes with every call, answer and message in a contest."""
    return sum(news.values())


def news_mark(tournament: Tournament, table: int | None) -> str:
    """Return a value that changes with every message to a table; empty before the first."""
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
        if playing.is_closed and playing.timer_ends_at:
            parts.append(f"{playing.timer_ends_at:%H%M%S}")
    if match:
        marks = sorted(f"{v.side}{int(v.agrees)}{v.at:%H%M%S%f}" for v in verdicts)
        parts += [str(match.pk), match.kind, match.receipt, str(int(match.is_signed)), *marks]
    parts.append(news_mark(tournament, match.table_number if match else table))
    return ".".join(filter(None, parts))


def count_entered(matches: Iterable[Match]) -> int:
    """Return how many hands, score slips and photos of sheets were entered in these matches."""
    keys = [match.game_id for match in matches if match.game_id]
    counted: dict[str, int] = Game.objects.filter(pk__in=keys).aggregate(
        hands=models.Count("hands", distinct=True),
        slips=models.Count("pk", filter=models.Q(kind=Game.Kind.SLIP), distinct=True),
        photos=models.Count("photos", distinct=True),
    )
    return sum(counted.values())
