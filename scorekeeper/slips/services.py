"""Slips: games of which only the totals are written."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.engine.totals import is_possible
from scorekeeper.games.services.games import Seating, close, lock_game, log_event, start_game
from scorekeeper.hands.services.tallying import follow_slips, save_totals, store_hands
from scorekeeper.models import Club, Game, GameEvent, SlipTotals
from scorekeeper.models.authors import Author
from scorekeeper.models.tallying import stored_hands, tally_hands
from scorekeeper.rules.pages.rulesets import RuleSetChoice


class ImpossibleSlipError(ValueError):
    """Raised when a slip's totals cannot exist under the rules."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """The totals of one game: how many hands, and the points of both sides."""

    hands: int
    total_a: int
    total_b: int

    def as_values(self) -> dict[str, int]:
        return {"hands": self.hands, "total_a": self.total_a, "total_b": self.total_b}


@transaction.atomic
def record_slip(
    *,
    club: Club,
    seating: Seating,
    rules: RuleSetChoice,
    slips: Sequence[Slip],
    author: Author,
    now: datetime,
) -> Game:
    """Write a finished game from its slips, one for each game that is added up.

    Raises ImpossibleSlipError.
    """
    hands = max(slip.hands for slip in slips)
    game = start_game(
        club=club,
        seating=seating,
        rules=rules,
        game_format=GameFormat(hands=hands, games=len(slips)),
        author=author,
        now=now,
        kind=Game.Kind.SLIP,
    )
    game.status = Game.Status.FINISHED
    game.finished_at = now
    _store(game, slips)
    log_event(game, GameEvent.Kind.SLIP_RECORDED, author=author, now=now, after=_plain(slips))
    return game


@transaction.atomic
def correct_slip(*, game_id: int, slips: Sequence[Slip], author: Author, now: datetime) -> Game:
    """Replace a game's slips; what was there before stays in the log.

    Raises ImpossibleSlipError.
    """
    game = lock_game(game_id)
    before = _state(game)
    game.slips.all().delete()
    game.hands_per_game = max(slip.hands for slip in slips)
    game.game_count = len(slips)
    _store(game, slips)
    log_event(
        game,
        GameEvent.Kind.SLIP_CORRECTED,
        author=author,
        now=now,
        before=before,
        after=_plain(slips),
    )
    return game


@transaction.atomic
def write_slip_over(
    *, game_id: int, slip: Slip, author: Author, now: datetime, even_impossible: bool = False
) -> Game:
    """Let a slip's totals stand for a game, over its hands or an earlier slip.

    Hands written before stay stored and count for nothing until `withdraw_slip`.
    Raises ImpossibleSlipError unless `even_impossible`.
    """
    game = lock_game(game_id)
    before = _state(game)
    kind = GameEvent.Kind.SLIP_CORRECTED if game.is_slip else GameEvent.Kind.SLIP_RECORDED
    game.hands.update(counted=False)
    game.slips.all().delete()
    game.kind = Game.Kind.SLIP
    game.status = Game.Status.FINISHED
    game.finished_at = game.finished_at or now
    log_event(game, kind, author=author, now=now, before=before, after=_plain([slip]))
    _store(game, [slip], even_impossible=even_impossible)
    return game


@transaction.atomic
def withdraw_slip(*, game_id: int, author: Author, now: datetime) -> Game:
    """Take a slip back: the game goes on with the hands that were written before it, if any."""
    game = lock_game(game_id)
    if not game.is_slip:
        return game
    before = _state(game)
    game.slips.all().delete()
    game.kind = Game.Kind.HANDS
    game.status = Game.Status.PLAYING
    game.stop_reason = ""
    game.finished_at = None
    log_event(game, GameEvent.Kind.SLIP_WITHDRAWN, author=author, now=now, before=before)
    hands = stored_hands(game)
    result = tally_hands(game, hands)
    if result.is_over:
        close(game, author=author, now=now)
    store_hands(game, hands, result)
    return game


def _state(game: Game) -> dict[str, Any] | None:
    """Return what a slip is written over, None where nothing was written yet."""
    if game.is_slip:
        slips = game.slips.order_by("number")
        return _plain(
            [Slip(hands=old.hands, total_a=old.total_a, total_b=old.total_b) for old in slips]
        )
    if not game.hand_count:
        return None
    written = Slip(hands=game.hand_count, total_a=game.total_a, total_b=game.total_b)
    return _plain([written])


def _plain(slips: Sequence[Slip]) -> dict[str, Any]:
    return {"slips": [slip.as_values() for slip in slips]}


def _store(game: Game, slips: Sequence[Slip], *, even_impossible: bool = False) -> None:
    """Save the slips and the sums that the game shows."""
    ruleset = game.ruleset
    stored = []
    for number, slip in enumerate(slips, start=1):
        if not even_impossible and not is_possible(ruleset, slip.hands, slip.total_a, slip.total_b):
            raise ImpossibleSlipError
        values = slip.as_values()
        stored.append(SlipTotals.objects.create(game=game, number=number, **values))
    follow_slips(game, stored)
    save_totals(game, ())
