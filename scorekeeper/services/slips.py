"""Slips: games of which only the totals are written."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from scorekeeper.engine.rulesets import GameFormat
from scorekeeper.engine.tally import Totals
from scorekeeper.engine.totals import is_possible
from scorekeeper.models import Club, Game, GameEvent, SlipTotals
from scorekeeper.models.authors import Author
from scorekeeper.selectors.rulesets import RuleSetChoice
from scorekeeper.services.games import Seating, lock_game, log_event, start_game


class ImpossibleSlipError(ValueError):
    """Raised when a slip's totals cannot exist under the rules."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """The totals of one game: how many hands, and the points of both sides."""

    hands: int
    total_a: int
    total_b: int

    def as_values(self) -> dict[str, int]:
        """Return plain values."""
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
    before = [
        Slip(hands=old.hands, total_a=old.total_a, total_b=old.total_b)
        for old in game.slips.order_by("number")
    ]
    game.slips.all().delete()
    game.hands_per_game = max(slip.hands for slip in slips)
    game.game_count = len(slips)
    _store(game, slips)
    log_event(
        game,
        GameEvent.Kind.SLIP_CORRECTED,
        author=author,
        now=now,
        before=_plain(before),
        after=_plain(slips),
    )
    return game


def _plain(slips: Sequence[Slip]) -> dict[str, Any]:
    return {"slips": [slip.as_values() for slip in slips]}


def _store(game: Game, slips: Sequence[Slip]) -> None:
    """Save the slips and the sums that the game shows."""
    ruleset = game.ruleset
    for number, slip in enumerate(slips, start=1):
        if not is_possible(ruleset, slip.hands, slip.total_a, slip.total_b):
            raise ImpossibleSlipError
        SlipTotals.objects.create(game=game, number=number, **slip.as_values())
    totals = Totals(sum(slip.total_a for slip in slips), sum(slip.total_b for slip in slips))
    game.total_a, game.total_b = totals.a, totals.b
    game.winner = totals.leader or ""
    game.hand_count = sum(slip.hands for slip in slips)
    game.version += 1
    game.save()
