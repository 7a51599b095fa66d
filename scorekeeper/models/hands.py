"""Stored hands: what was entered, and what followed from it."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import models

from scorekeeper.engine.columns import entry_of, entry_values
from scorekeeper.engine.hand import HandEntry, Seat, Side
from scorekeeper.engine.tally import Tally, tally
from scorekeeper.models.games import Game, GameEvent

_SIDES = [side.value for side in Side]


class Hand(models.Model):
    """One hand of a game. The fields up to `passed_deals` were entered, the others follow.

    `submission_key` is the idempotency key under which it was sent, `sent_digest` a digest of what
    was sent, empty for hands that came in another way. `counted` is false for hands after the end
    of the game, which count for nothing.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="hands")
    number = models.PositiveSmallIntegerField()
    taker = models.CharField(max_length=2, blank=True)
    card_points = models.PositiveSmallIntegerField(null=True, blank=True)
    belote = models.CharField(max_length=1, blank=True)
    belote_seat = models.CharField(max_length=2, blank=True)
    capot = models.CharField(max_length=1, blank=True)
    penalty = models.CharField(max_length=1, blank=True)
    penalty_reason = models.CharField(max_length=200, blank=True)
    defenders_count = models.PositiveSmallIntegerField(null=True, blank=True)
    tricks = models.PositiveSmallIntegerField(null=True, blank=True)
    last_trick = models.CharField(max_length=1, blank=True)
    trump = models.CharField(max_length=10, blank=True)
    bid = models.PositiveSmallIntegerField(null=True, blank=True)
    multiplier = models.PositiveSmallIntegerField(default=0)
    taker_alone = models.BooleanField(default=False)
    declarations = models.JSONField(default=list, blank=True)
    best_declaration = models.CharField(max_length=1, blank=True)
    further_belotes = models.JSONField(default=list, blank=True)
    passed_deals = models.PositiveSmallIntegerField(default=0)

    outcome = models.CharField(max_length=8)
    winner = models.CharField(max_length=1, blank=True)
    score_a = models.IntegerField(default=0)
    score_b = models.IntegerField(default=0)
    counted = models.BooleanField(default=True)

    submission_key = models.UUIDField()
    sent_digest = models.CharField(max_length=64, blank=True, default="")
    recorded_name = models.CharField(max_length=80)
    recorded_at = models.DateTimeField()
    changed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["game", "number"], name="a_hand_has_its_own_number"),
            models.UniqueConstraint(
                fields=["game", "submission_key"], name="a_hand_is_submitted_once"
            ),
            models.CheckConstraint(
                condition=models.Q(penalty="", card_points__isnull=False) & ~models.Q(taker="")
                | models.Q(penalty__in=_SIDES, taker="", card_points=None),
                name="a_hand_is_taken_or_a_penalty",
            ),
            models.CheckConstraint(
                condition=models.Q(card_points=None) | models.Q(card_points__lte=258),
                name="card_points_are_at_most_all_trumps",
            ),
            models.CheckConstraint(
                condition=models.Q(belote__in=["", *_SIDES], capot__in=["", *_SIDES]),
                name="belote_and_capot_belong_to_a_side",
            ),
        )

    def __str__(self) -> str:
        return f"{self.game} / {self.number}"

    @property
    def entry(self) -> HandEntry:
        return entry_of(self)


class SentHand(models.Model):
    """An idempotency key used by a phone: what was sent once is never written again.

    Stored hands have their own key. `hand` is an equal hand that already existed under another key;
    once that hand, or the one with this key, is withdrawn, `withdrawal` says by whom. `digest` is a
    digest of what was sent.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="sent_hands")
    key = models.UUIDField()
    hand = models.ForeignKey(
        Hand, on_delete=models.SET_NULL, null=True, blank=True, related_name="sent"
    )
    withdrawal = models.ForeignKey(
        GameEvent, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["game", "key"], name="a_key_is_sent_once_in_a_game"),
        )

    def __str__(self) -> str:
        return str(self.key)


UNDO_WINDOW: Final = timedelta(seconds=20)
"""How long the server accepts an undo; the page hides the button after five seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandInput:
    """What is entered for one hand: the entry, and the reason for a penalty."""

    entry: HandEntry
    penalty_reason: str = ""

    def as_values(self) -> dict[str, Any]:
        return {**entry_values(self.entry), "penalty_reason": self.penalty_reason}

    def as_columns(self) -> dict[str, Any]:
        """Return the value of every entered column, including empty ones."""
        return {"further_belotes": [], **self.as_values()}

    def with_passed_deals(self, count: int) -> "HandInput":
        """Return the same hand after that many deals without a taker."""
        if self.entry.passed_deals == count:
            return self
        return replace(self, entry=replace(self.entry, passed_deals=count))


def input_of(hand: Hand) -> HandInput:
    return HandInput(entry=hand.entry, penalty_reason=hand.penalty_reason)


def hand_tag(hand: Hand) -> str:
    """Return a tag that changes with everything stored for a hand, and never repeats."""
    changed = hand.changed_at.isoformat() if hand.changed_at else ""
    text = json.dumps([input_of(hand).as_values(), changed], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def is_undoable(hand: Hand, now: datetime) -> bool:
    """Return whether a hand can still be undone, even if it ended the game."""
    return now - hand.recorded_at < UNDO_WINDOW


def stored_hands(game: Game) -> list[Hand]:
    return list(game.hands.order_by("number"))


def counted_hands(game: Game) -> list[Hand]:
    """Return the hands of a game that count, in order; none for a slip."""
    return [] if game.is_slip else [hand for hand in stored_hands(game) if hand.counted]


def tally_hands(game: Game, hands: Sequence[Hand]) -> Tally:
    """Return the tally of a game from its hands, in order."""
    entries = (hand.entry for hand in hands)
    return tally(entries, game.ruleset, game.format, Seat(game.first_dealer))
